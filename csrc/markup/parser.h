/** @file
 * The state that the parts of the Markdown parser share. blocks.c reads lines: starts.c opens
 * blocks, and open_blocks.c closes them, paragraphs.c and tables.c what they hold; then inlines.c
 * reads each leaf, with links.c and emphasis.c; then tags.c makes elements of HTML.
 */
#pragma once

#include "markup/tree.h"

/** A definition `[label]: destination "title"`, or a footnote. */
typedef struct reference reference;
struct reference {
  span label; /**< folded */
  span destination, title;
  extent target, at;
  node *footnote; /**< NULL for a link */
  bool used;
  reference *next; /**< in the order of the source */
};

/** A line of the leaf that is open: its bytes without what the containers put before them. */
typedef struct leaf_line {
  uint32_t start, end; /**< without the line end */
  uint32_t spaces;     /**< before it: what remains of a tab */
} leaf_line;

/** State of a block while it may go on. */
typedef struct open_block {
  node *node;
  uint32_t marker, padding; /**< of an item: columns before and of its marker */
  uint32_t fence_length, fence_indent;
  char fence;     /**< of a code block: its character, NUL when it is indented */
  char delimiter; /**< of a list: `-`, `+`, `*`, `.`, `)` */
  uint8_t html;   /**< kind of an HTML block, 1..7 */
} open_block;

typedef struct parser {
  markup_tree *d;
  arena *memory;
  span source;
  open_block stack[DOCUMENT_DEPTH + 4]; /**< the open blocks, outermost first */
  unsigned depth;                       /**< of the innermost */
  leaf_line *lines;                     /**< of the open leaf */
  size_t line_count, line_size;
  uint32_t *starts; /**< of all lines of the source */
  size_t start_count, start_size;
  /* the present line */
  uint32_t line, end, offset, column;
  bool in_tab; /**< a part of the tab at `offset` is consumed */
  uint32_t nonspace, nonspace_column, indent;
  bool blank, found; /* nonspace is of this line */
  /* definitions */
  reference *first_reference, *last_reference;
  reference **table;
  size_t table_size, reference_count;
  size_t surplus; /**< bytes left for definitions used again and cells added */
  remark *last_remark;
  uint32_t footnotes; /**< used so far */
  bool tagged;        /**< there are tags, or blocks of HTML */
  bool failed;
} parser;

/** A new node as the last child of `parent` (NULL: of none). @return NULL when memory is out */
node *parser_node(parser *p, node *parent, node_kind kind, uint32_t start, uint32_t end);

/** Adds a remark. @param text a string that stays */
void parser_remark(parser *p, const char *rule, uint32_t start, uint32_t end, const char *text);

/** Adds a child that is text. */
node *parser_text(parser *p, node *parent, span text, uint32_t start, uint32_t end);
