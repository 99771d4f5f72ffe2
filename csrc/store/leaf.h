/** @file
 * The leaf of a document: the canonical JSON of what `GET /v1/content` gives of it, without the
 * members that hold addresses of a host (`url`, `markdown_url`):
 *
 *     alignmentId assetId conceptId content_id description learningObjectId lensId locale route
 *     section text title
 *
 * `description` and `text` are absent where the document has none. Canonical JSON is that of
 * RFC 8785: members in the order of their names, no white space, one spelling of each string.
 */
#pragma once

#include "base/buffer.h"
#include "store/document.h"

/** Appends the JSON of a document's leaf. */
void store_leaf(const store_document *document, buffer *out);
