/** @file
 * Content codings (RFC 9110 sections 8.4 and 12.5.3): which one a client admits, and the bytes.
 */
#pragma once

#include "base/buffer.h"

/** The codings, the first preferred where a client prefers none. */
typedef enum coding { CODING_BR, CODING_ZSTD, CODING_GZIP, CODING_IDENTITY, CODING_NONE } coding;

/** The coding for an Accept-Encoding header: the one of the greatest quality, then the first of the
 * order above; the plain form unless another is asked for. Malformed elements are skipped.
 * @param header absent (NULL data): everything is admitted, the plain form is sent
 * @return CODING_NONE when even the plain form is excluded */
coding coding_choose(span header);

/** Its name in Content-Encoding, such as "br"; NULL for the plain form. */
const char *coding_name(coding c);

/** The coding of such a name; CODING_IDENTITY for any other and for NULL. */
coding coding_named(const char *name);

/** True when `bytes` of a media type shrink in coding `c`: text, JSON, XML. */
bool coding_applies(coding c, span media_type, size_t bytes);

/** Replaces the content of `out` by `plain` in coding `c`, which is not the plain form.
 * @return false when the library fails or memory is out */
bool coding_encode(coding c, span plain, buffer *out);
