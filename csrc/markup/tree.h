/** @file
 * The tree of a Markdown text: nodes, where each stands in the source, and how to walk it.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/span.h"

typedef enum node_kind {
  NODE_DOCUMENT,
  NODE_QUOTE,      /**< `number` of an alert's kind in document_alerts, from 1; else 0 */
  NODE_LIST,       /**< `ordered`, `number` its first, `tight` */
  NODE_ITEM,       /**< `task`: ' ' or 'x', NUL when it is none */
  NODE_FOOTNOTE,   /**< `text` its label, `number` from 1 in the order of use, 0 when unused */
  NODE_TABLE,      /**< of rows; `number` its columns */
  NODE_ROW,        /**< `header` for the first */
  NODE_CELL,       /**< `align` */
  NODE_PARAGRAPH,  /**< within a `tight` list it is no element of its own */
  NODE_HEADING,    /**< `number` its level, `text` its `{#id}` */
  NODE_CODE_BLOCK, /**< `text` its info string; the children are its lines */
  NODE_RULE,
  NODE_RAW,     /**< an HTML block beyond the list: the children are its lines */
  NODE_ELEMENT, /**< an HTML element of the list, `text` its name, `title` the attribute that is
                   kept */
  NODE_TEXT,    /**< `text`; `entity` when the source has a character reference for it */
  NODE_SOFT_BREAK,
  NODE_BREAK,
  NODE_CODE, /**< the children are its lines */
  NODE_EMPHASIS,
  NODE_STRONG,
  NODE_DELETED,
  NODE_LINK,         /**< `text` its destination, `title`, `target` */
  NODE_IMAGE,        /**< the same; the children are its alternative text */
  NODE_FORMULA,      /**< `text` its LaTeX, `display`, `target` where that stands */
  NODE_TAG,          /**< an HTML tag beyond the list, or without its partner: shown as `text` */
  NODE_COMMENT,      /**< is never published */
  NODE_FOOTNOTE_USE, /**< `number` of the footnote, `use` counted from 1 for each */
} node_kind;

typedef enum node_align { ALIGN_NONE, ALIGN_LEFT, ALIGN_CENTER, ALIGN_RIGHT } node_align;

/** Bytes of the source. */
typedef struct extent {
  uint32_t start, end;
} extent;

typedef struct node node;
struct node {
  node *parent, *previous, *next, *first, *last;
  span text, title;          /**< in the source or in the document's memory */
  const struct prose *prose; /**< of a leaf block that holds inlines, what they were read from */
  extent at;                 /**< all of it */
  extent target; /**< of a link its destination as it is written, wherever it is defined */
  unsigned number, use;
  uint8_t kind;  /**< node_kind */
  uint8_t align; /**< node_align */
  char task;
  bool ordered, tight, header, display, entity;
  bool blank;     /**< a blank line follows */
  bool reference; /**< a link or image whose destination stands in a definition */
  bool automatic; /**< a link that is its own text */
};

/** The text of a leaf block's inlines: its lines without the prefixes of its containers, joined by
 * line feeds; each piece stands in the source without a gap. */
typedef struct prose_piece {
  uint32_t at, source;
} prose_piece;
typedef struct prose {
  span text;
  const prose_piece *pieces;
  uint32_t count;
} prose;

/** A remark for the author: a construct that is incomplete or not of the dialect. */
typedef struct remark remark;
struct remark {
  remark *next;     /**< in the order of the source */
  const char *rule; /**< its id, in lower case with hyphens */
  span text;        /**< what is wrong and what to write instead */
  extent at;
};

typedef struct markup_tree {
  span source;
  node *root;
  const uint32_t *lines; /**< where each line of the source begins */
  uint32_t line_count;
  remark *remarks;
  node **footnotes; /**< those used, in the order of their numbers */
  uint32_t footnote_count;
  uint32_t *points; /**< before every so many bytes; made when a column is asked for */
  arena memory;     /**< of all of it */
} markup_tree;

/** Kinds of alerts, as they are written: `> [!NOTE]`. */
enum { DOCUMENT_ALERTS = 5 };
extern const char *const document_alerts[DOCUMENT_ALERTS];

/** Bounds of what a text may multiply. */
enum {
  DOCUMENT_DEPTH = 100,      /**< containers in each other; more are text */
  DOCUMENT_SURPLUS = 1 << 15 /**< bytes by which destinations used again, and cells that short rows
                                lack, may exceed the text's own length */
};

/** The node that follows `n` when the tree below `root` is walked in the order of the text,
 * children first. NULL at the end. */
node *node_after(const node *root, const node *n);

/** The same, without going into the children of `n`. */
node *node_beyond(const node *root, const node *n);

/** Number of the line that holds a byte of the source, from 0. O(log lines). */
uint32_t tree_line(const markup_tree *d, uint32_t offset);

/** Takes a node from among its siblings. */
void node_unlink(node *n);
/** Puts `n`, which is nowhere, before its sibling `next`. */
void node_insert_before(node *next, node *n);
/** Puts `n`, which is nowhere, behind `before`. */
void node_insert_after(node *before, node *n);
/** Moves what stands between `from` and `to` (behind `from`, before `to`, siblings) into `into`. */
void node_adopt_between(node *into, node *from, node *to);
