/** @file
 * LaTeX formulas cut into pieces. Each piece is a span of the text it is cut from; nothing is
 * copied.
 */
#pragma once

#include <stdbool.h>

#include "base/fault.h"
#include "base/span.h"

/** Removes white space from the start of `text`. */
void tex_skip_space(span *text);

/** Cuts the next group (with its braces), command, number or character off `text`.
 * @return false with `why` set at the end of the text and at a brace without its partner */
bool tex_take(span *text, span *token, fault *why);

/** Cuts off what a command or a script applies to: a group's content, one digit, or one token,
 * which for a command includes a group behind it. @return as tex_take */
bool tex_take_argument(span *text, span *argument, fault *why);

/** Cuts off what stands before the command `close` that belongs to the `open` just taken, and
 * removes `close` too. @return false with `why` set when there is none */
bool tex_take_until(span *text, span open, span close, span *inside, fault *why);

/** Length of the table cell that begins `text`: up to a `&` or `\\` outside of braces, or the end.
 */
size_t tex_cell_length(span text);

/** Whether `text` is read as one thing on a line without brackets around it: nothing, a character,
 * a number, a command with at most one argument. */
bool tex_is_atom(span text);
