/** @file
 * Text inside of a JSON string, and inside of HTML, as every writer of them has it.
 */
#pragma once

#include "base/buffer.h"

/** Appends valid UTF-8 with `"`, `\` and control characters escaped, these as \b \f \n \r \t or
 * \u00xx in lower case; everything else as it is. The quotes around it are left out. */
void quote_text(buffer *out, span text);

/** Appends `text` with `&`, `<`, `>` and both quotes as references, safe between tags and in quoted
 * attributes; NUL becomes U+FFFD. */
void quote_html(buffer *out, span text);

/** Bytes of printable ASCII at the start of `text` that stand as they are in a JSON string. */
size_t quote_plain(span text);
