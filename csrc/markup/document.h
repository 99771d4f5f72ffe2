/** @file
 * A Markdown text as one tree of blocks and inlines, each with the bytes of the source it stands
 * for. All that looks at content walks this tree: pages, plain text, links, images, rules.
 *
 * The dialect is CommonMark with GitHub's tables, task lists, strikethrough, addresses, footnotes
 * and alerts, formulas by pandoc's rule, `{#id}` behind headings, and HTML of a short list
 * (lua/site/assets/markdown.md explains it to authors). A construct of another dialect is reported.
 *
 * The parser is the project's own. Measured on Debian 12: cmark-gfm gives lines and columns, but
 * wrong ones behind a lazy line, a link definition, an escaped bar and within addresses, none for
 * the destination of a link, and knows no formulas, so `$a_b$ c_d` would be emphasis. md4c gives
 * pointers, but none for blocks, no footnotes, takes `$5 and then $10` for a formula, and needs 9 s
 * for 540 kB of `"www.a.b/(`. Both would have to be asked twice, with formulas masked, and their
 * answers corrected. Their renderers are what spec/proof/differential compares this one with.
 */
#pragma once

#include "markup/tree.h"

/** Reads Markdown (UTF-8, below 4 GiB) into a document of zeros, or one that was read before, whose
 * memory is used again. `source` must stay. Any text is Markdown. @param tell with remarks on what
 * looks like another dialect
 * @return false when memory is out. O(bytes). */
bool document_read(markup_tree *d, span source, bool tell);

/** Releases what a document holds. */
void document_free(markup_tree *d);

/** Line and column of a byte of the source, both counted from 1, the column in code points.
 * O(log lines) but for the first, which is O(bytes). */
void document_place(markup_tree *d, uint32_t offset, uint32_t *line, uint32_t *column);

/** The links and images that are not their own text, in the order in which their destinations stand
 * in the source: a definition as often as it is used. @return NULL when memory is out, else a list
 * that lives as long as the document. O(nodes log links). */
const node **document_targets(markup_tree *d, size_t *count);
