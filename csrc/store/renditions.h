/** @file
 * The RENDITIONS section: the results of publishing each text, so that serving parses nothing. Its
 * layout, little-endian, offsets from the section's start:
 *
 *     offset size
 *          0    4  document count n, as the DOCUMENTS section has it
 *          4    4  zero
 *          8  40n  one record a document, in the order of the documents:
 *                    0  8  offset of its bytes, which are, one after the other and without a
 *                          terminator: plain text, HTML, outline, links
 *                    8  4  length of the plain text
 *                   12  4  length of the HTML
 *                   16  4  length of the outline
 *                   20  4  length of the links
 *                   24  4  lead: where the text begins behind the headings before it
 *                   28  4  answers: where those of an exam begin, of which excerpts show nothing
 *                   32  4  notices: where sources and licences begin, which are no content
 *                   36  4  zero
 *          .       the bytes of the renditions in the order of the documents, without gaps, to the
 *                  end
 *
 * The plain text has a line for each block (paragraph, heading, item, table) and for each of code;
 * formulas are written as they are read (`x² + 1`). Lead, answers and notices are offsets into it
 * where a line begins, or its length where there is no such part. The sentences of the plain text,
 * and where each stands in the Markdown, are in the SEARCH section (search/format.h).
 *
 * The HTML is that of the whole text, a fragment: markup/html.h says what may be in it. Links in it
 * are as the author wrote them, relative to the page. It is empty for a surah, whose page is made
 * of its verses.
 *
 * The outline has a line for each heading: level (1 to 6), id, plain text, tabs between.
 *
 * The links are those places of the Markdown that lead within the site and name no whole address,
 * in the order of the text: LEB128 of the bytes since the end of the last one, of the length of the
 * destination as it is written, and of the length of the path that it means from the root of the
 * site; then that path. With them a text is read away from its page.
 *
 * A document that is citation-only has an empty rendition.
 */
#pragma once

#include "base/buffer.h"
#include "store/store.h"

enum { RENDITIONS_HEAD = 8, RENDITION_RECORD = 40 };

/** Offsets of a record's fields. */
enum {
  RENDITION_OFFSET = 0,
  RENDITION_LENGTHS = 8, /**< of the parts, in the order of enum rendition_part */
  RENDITION_LEAD = 24,
  RENDITION_ANSWERS = 28,
  RENDITION_NOTICES = 32,
  RENDITION_ZERO = 36,
};

enum rendition_part {
  RENDITION_PLAIN,
  RENDITION_HTML,
  RENDITION_OUTLINE,
  RENDITION_LINKS,
  RENDITION_PARTS
};

typedef struct rendition {
  span part[RENDITION_PARTS];
  uint32_t lead, answers, notices; /**< offsets into the plain text */
} rendition;

typedef struct renditions {
  span bytes;
  uint32_t count;
} renditions;

/** Validates all of a section. @param documents those of the same publication. O(bytes).
 * @return false with `*why` filled. */
bool renditions_check(span section, const store *documents, fault *why);

/** The renditions of a section that renditions_check accepted. O(1). */
renditions renditions_of(span section);

/** The rendition of document `number` (below `count`). O(1). */
rendition renditions_at(const renditions *all, uint32_t number);

/** Begins to fetch from memory what renditions_at of the document will look at. */
void renditions_fetch(const renditions *all, uint32_t number);

/** Appends the record of a rendition, its bytes at `offset`. */
void renditions_encode(const rendition *r, uint64_t offset, buffer *out);

/** A heading of an outline. */
typedef struct rendition_heading {
  unsigned level; /**< 1 to 6 */
  span id, text;
} rendition_heading;

/** Takes the first heading of an outline. @return false at the end. */
bool renditions_heading(span *outline, rendition_heading *out);

/** Appends a Markdown text with whole addresses in the place of those that lead within the site.
 * @param site the address of its root, without a slash at the end */
void renditions_whole(span text, span links, span site, buffer *out);
