/** @file
 * Character references of HTML, written for text and resolved to it.
 */
#pragma once

#include "base/buffer.h"

/** Appends `text` with `&`, `<`, `>` and both quotes as references, safe between tags and in quoted
 * attributes; NUL becomes U+FFFD. */
void entities_escape(buffer *out, span text);

/** Appends what a reference stands for, `&#233;` or one of the frequent named ones; a name that is
 * not known is appended as it is written. */
void entities_resolve(buffer *out, span reference);
