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

/** What an answer says of a document beside its leaf. */
typedef struct leaf_answer {
  span site;      /**< the address of its root, without a slash at the end */
  span excerpt;   /**< absent: none */
  uint32_t verse; /**< of a surah, whose title and address then name it; 0: none */
  bool item;      /**< of a search: without the text, and never without a description */
} leaf_answer;

/** Appends the JSON of an answer: the leaf with `excerpt`, `markdown_url` and `url` among its
 * members. */
void store_leaf_answer(const store_document *document, const leaf_answer *answer, buffer *out);
