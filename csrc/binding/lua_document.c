/** Facts about a Markdown text, for rules and importers: `svc.document`, `svc.opening`,
 * `svc.map_links` and `svc.begins_answers`.
 */
#include <stdlib.h>

#include "base/ascii.h"
#include "binding/modules.h"
#include "markup/html.h"
#include "markup/plain.h"
#include "search/parts.h"

static const char reader_type[] = "svc.document_reader";

typedef struct reader {
  markup_tree document;
  html_page page;
  buffer words, translated;
  buffer prose;  /* the source, without code and comments */
  uint32_t line; /* that was appended last */
  bool nested;   /* what is pushed stands in the alternative text of an image */
  plain_text plain;
} reader;

static int free_reader(lua_State *L) {
  reader *r = luaL_checkudata(L, 1, reader_type);
  document_free(&r->document);
  html_free(&r->page);
  buffer_free(&r->words);
  buffer_free(&r->translated);
  buffer_free(&r->prose);
  plain_free(&r->plain);
  return 0;
}

static void set_place(lua_State *L, markup_tree *d, uint32_t offset) {
  uint32_t line, column;
  document_place(d, offset, &line, &column);
  lua_set_integer(L, "line", line);
  lua_set_integer(L, "column", column);
}

/* Bytes of the source, as string.sub counts them. */
static void set_bytes(lua_State *L, extent at) {
  lua_set_integer(L, "first", (uint64_t)at.start + 1);
  lua_set_integer(L, "last", at.end);
}

static void set_flag(lua_State *L, const char *name, bool value) {
  lua_pushboolean(L, value);
  lua_setfield(L, -2, name);
}

/* ---- words ---------------------------------------------------------------------------------- */

/* Appends the alternative text of an image, and what is written below it. */
static void gather_image(buffer *out, const node *image) {
  for (const node *n = node_after(image, image); n != NULL; n = node_after(image, n)) {
    bool text = n->kind == NODE_TEXT || n->kind == NODE_FORMULA;
    buffer_append(out, text ? n->text : SPAN(""));
  }
  if (image->title.len > 0) {
    buffer_text(out, ". ");
    buffer_append(out, image->title);
  }
}

/* Appends the words below `n`: code and formulas are one letter, as a reader skips them.
 * @param emphasis with what is in italics, such as titles, which keep their language */
static void gather_words(buffer *out, const node *n, bool emphasis) {
  for (const node *one = node_after(n, n); one != NULL;) {
    bool whole = false;
    switch ((node_kind)one->kind) {
      case NODE_TEXT: buffer_append(out, one->text); break;
      case NODE_CODE:
      case NODE_FORMULA:
        buffer_text(out, " x ");
        whole = true;
        break;
      case NODE_IMAGE:
        gather_image(out, one);
        whole = true;
        break;
      case NODE_EMPHASIS:
        whole = !emphasis;
        buffer_text(out, whole ? " " : "");
        break;
      case NODE_BREAK:
      case NODE_SOFT_BREAK:
      case NODE_CELL: buffer_byte(out, ' '); break;
      default: break;
    }
    one = whole ? node_beyond(n, one) : node_after(n, one);
  }
}

static const char *kind_of(const node *n) {
  if (n->kind == NODE_HEADING) { return "heading"; }
  if (n->kind == NODE_ROW) { return "table"; }
  if (n->parent->kind == NODE_ITEM && n->parent->first == n) { return "item"; }
  return n->first != NULL && n->first->kind == NODE_IMAGE && n->first->next == NULL ? "image"
                                                                                    : "text";
}

static bool is_passage(const node *n) {
  return n->kind == NODE_HEADING || n->kind == NODE_ROW || n->kind == NODE_PARAGRAPH;
}

static void push_passage(lua_State *L, reader *r, const node *n) {
  buffer_clear(&r->words);
  buffer_clear(&r->translated);
  gather_words(&r->words, n, true);
  gather_words(&r->translated, n, false);
  lua_createtable(L, 0, 5);
  set_place(L, &r->document, n->at.start);
  lua_pushstring(L, kind_of(n));
  lua_setfield(L, -2, "kind");
  lua_set_span(L, "text", buffer_span(&r->words));
  lua_set_span(L, "translated", buffer_span(&r->translated));
}

/* Copies the source with spaces in place of its code spans and comments. */
static void blank_code(reader *r) {
  const markup_tree *d = &r->document;
  buffer_clear(&r->prose);
  buffer_append(&r->prose, d->source);
  for (uint32_t i = 0; !r->prose.failed && i <= d->footnote_count; i++) {
    const node *root = i == 0 ? d->root : d->footnotes[i - 1];
    for (const node *n = root; n != NULL; n = node_after(root, n)) {
      if (n->kind != NODE_CODE && n->kind != NODE_COMMENT) { continue; }
      for (uint32_t at = n->at.start; at < n->at.end; at++) {
        if (r->prose.data[at] != '\n') { r->prose.data[at] = ' '; }
      }
    }
  }
}

/* The bytes of a line without its end. */
static extent line_extent(const markup_tree *d, uint32_t line) {
  extent at = {d->lines[line - 1], line < d->line_count ? d->lines[line] : (uint32_t)d->source.len};
  const char *text = d->source.data;
  at.end -= at.end > at.start && text[at.end - 1] == '\n';
  at.end -= at.end > at.start && text[at.end - 1] == '\r';
  return at;
}

/* Appends the lines of a block to the list at the top, but not one that the block before shares. */
static void append_lines(lua_State *L, reader *r, const node *n) {
  markup_tree *d = &r->document;
  uint32_t line, last, column;
  document_place(d, n->at.start, &line, &column);
  document_place(d, n->at.end > n->at.start ? n->at.end - 1 : n->at.start, &last, &column);
  const char *kind = kind_of(n);
  for (line += line == r->line; line <= last; line++) {
    extent at = line_extent(d, line);
    lua_createtable(L, 0, 4);
    lua_set_integer(L, "line", line);
    lua_pushstring(L, kind);
    lua_setfield(L, -2, "kind");
    lua_set_span(L, "text", (span){d->source.data + at.start, at.end - at.start});
    lua_set_span(L, "prose", (span){r->prose.data + at.start, at.end - at.start});
    lua_append(L);
    kind = strcmp(kind, "item") == 0 ? "text" : kind;
  }
  r->line = last;
}

/* ---- lists ---------------------------------------------------------------------------------- */

/* All of a link or image, and what stands between its brackets; where that is nothing, only the
 * former. */
static void set_extents(lua_State *L, const node *n) {
  lua_set_integer(L, "outer_first", (uint64_t)n->at.start + 1);
  lua_set_integer(L, "outer_last", n->at.end);
  if (n->first == NULL) { return; }
  lua_set_integer(L, "inner_first", (uint64_t)n->first->at.start + 1);
  lua_set_integer(L, "inner_last", n->last->at.end);
}

static void push_link(lua_State *L, reader *r, const node *n) {
  lua_createtable(L, 0, 12);
  set_extents(L, n);
  lua_set_span(L, "target", n->text);
  set_bytes(L, n->target);
  set_place(L, &r->document, n->target.start);
  set_flag(L, "reference", n->reference);
  set_flag(L, "automatic", n->automatic);
}

static void push_image(lua_State *L, reader *r, const node *n) {
  const node *holder = n->parent;
  push_link(L, r, n);
  buffer_clear(&r->words);
  if (!r->nested) {
    gather_image(&r->words, n);
  } else if (n->first != NULL) { /* all of it is read with the image around it */
    buffer_append(&r->words, n->first->kind == NODE_TEXT ? n->first->text : SPAN("x"));
  }
  span alternative = buffer_span(&r->words);
  alternative.len -= n->title.len > 0 && !r->nested ? n->title.len + 2 : 0;
  lua_set_span(L, "alternative", alternative);
  lua_set_span(L, "title", n->title);
  set_flag(L, "plain", n->first != NULL && n->first == n->last && n->first->kind == NODE_TEXT);
  bool figure = holder->kind == NODE_PARAGRAPH || holder->kind == NODE_ELEMENT;
  set_flag(L, "alone",
           figure && holder->first == n && (n->next == NULL || holder->kind == NODE_ELEMENT));
}

static void push_formula(lua_State *L, reader *r, const node *n) {
  lua_createtable(L, 0, 6);
  set_bytes(L, n->at);
  lua_set_span(L, "tex", n->text);
  set_flag(L, "display", n->display);
  set_place(L, &r->document, n->at.start);
}

static void push_code(lua_State *L, reader *r, const node *n) {
  lua_createtable(L, 0, 6);
  set_bytes(L, n->at);
  lua_set_span(L, "info", n->text);
  set_flag(L, "fenced", n->text.data != NULL);
  set_place(L, &r->document, n->at.start);
}

static void push_bytes(lua_State *L, reader *r, const node *n) {
  lua_createtable(L, 0, 4);
  set_bytes(L, n->at);
  set_place(L, &r->document, n->at.start);
}

static bool is_link(const node *n) { return n->kind == NODE_LINK; }
static bool is_image(const node *n) { return n->kind == NODE_IMAGE; }
static bool is_formula(const node *n) { return n->kind == NODE_FORMULA; }
static bool is_code(const node *n) { return n->kind == NODE_CODE_BLOCK; }
static bool is_comment(const node *n) { return n->kind == NODE_COMMENT; }
static bool is_heading(const node *n) { return n->kind == NODE_HEADING; }
static bool is_raw(const node *n) { return n->kind == NODE_RAW || n->kind == NODE_TAG; }
static bool is_span(const node *n) { return n->kind == NODE_CODE; }

/* Calls `push` for the nodes of a kind, those of footnotes too. In the alternative text of an image
 * there are only links and images: their destinations are read by who reads the source. */
static void each(lua_State *L, reader *r, bool (*is)(const node *n),
                 void (*push)(lua_State *L, reader *r, const node *n), bool appends) {
  const markup_tree *d = &r->document;
  bool within = is == is_link || is == is_image;
  for (uint32_t i = 0; i <= d->footnote_count; i++) {
    const node *root = i == 0 ? d->root : d->footnotes[i - 1];
    const node *beyond = NULL; /* the image whose alternative text is walked */
    r->nested = false;
    for (const node *n = root, *next; n != NULL; n = next) {
      next = n->kind == NODE_IMAGE && !within ? node_beyond(root, n) : node_after(root, n);
      r->nested = r->nested && n != beyond;
      if (is(n)) {
        push(L, r, n);
        if (!appends) { lua_append(L); }
      }
      if (n->kind == NODE_IMAGE && !r->nested) {
        beyond = node_beyond(root, n);
        r->nested = true;
      }
    }
  }
}

static const struct {
  const char *name;
  bool (*is)(const node *n);
  void (*push)(lua_State *L, reader *r, const node *n);
  bool appends; /* `push` appends to the list itself */
} lists[] = {
    {"code", is_code, push_code, false},           {"code_spans", is_span, push_bytes, false},
    {"comments", is_comment, push_bytes, false},   {"formulas", is_formula, push_formula, false},
    {"html", is_raw, push_bytes, false},           {"images", is_image, push_image, false},
    {"lines", is_passage, append_lines, true},     {"links", is_link, push_link, false},
    {"passages", is_passage, push_passage, false}, {"titles", is_heading, push_bytes, false},
};

static uint32_t take_number(span *line) {
  uint32_t value = 0;
  span field = span_take(*line, span_find(*line, '\t'));
  *line = span_skip(*line, field.len + 1);
  ascii_number(field, UINT32_MAX, &value);
  return value;
}

static span take_line(span *lines) {
  span line = span_take(*lines, span_find(*lines, '\n'));
  *lines = span_skip(*lines, line.len + 1);
  return line;
}

static void push_headings(lua_State *L, reader *r) {
  span lines = buffer_span(&r->page.headings);
  lua_newtable(L);
  while (lines.len > 0) {
    span line = take_line(&lines);
    lua_createtable(L, 0, 5);
    lua_set_integer(L, "level", take_number(&line));
    set_place(L, &r->document, take_number(&line));
    span id = span_take(line, span_find(line, '\t'));
    lua_set_span(L, "id", id);
    lua_set_span(L, "text", span_skip(line, id.len + 1));
    lua_append(L);
  }
}

static void push_remark(lua_State *L, reader *r, span rule, extent at, span text) {
  lua_createtable(L, 0, 6);
  lua_set_span(L, "rule", rule);
  lua_set_span(L, "text", text);
  set_bytes(L, at);
  set_place(L, &r->document, at.start);
  lua_append(L);
}

static void push_remarks(lua_State *L, reader *r) {
  lua_newtable(L);
  for (const remark *one = r->document.remarks; one != NULL; one = one->next) {
    push_remark(L, r, span_of(one->rule), one->at, one->text);
  }
  for (span lines = buffer_span(&r->page.faults); lines.len > 0;) {
    span line = take_line(&lines), rule = span_take(line, span_find(line, '\t'));
    line = span_skip(line, rule.len + 1);
    extent at = {.start = take_number(&line)};
    at.end = take_number(&line);
    push_remark(L, r, rule, at, line);
  }
}

static int read_document(lua_State *L) {
  span markdown = lua_check_span(L, 1);
  reader *r = lua_new_value(L, reader_type, sizeof *r, 0);
  if (markdown.len > UINT32_MAX || !document_read(&r->document, markdown, true) ||
      !html_render(&r->page, &r->document, NULL)) {
    return luaL_error(L, "out of memory");
  }
  blank_code(r);
  if (r->prose.failed) { return luaL_error(L, "out of memory"); }
  lua_createtable(L, 0, 12);
  for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
    lua_newtable(L);
    each(L, r, lists[i].is, lists[i].push, lists[i].appends);
    lua_setfield(L, -2, lists[i].name);
  }
  push_headings(L, r);
  lua_setfield(L, -2, "headings");
  push_remarks(L, r);
  lua_setfield(L, -2, "remarks");
  if (r->words.failed || r->translated.failed) { return luaL_error(L, "out of memory"); }
  document_free(&r->document);
  html_free(&r->page);
  buffer_free(&r->prose);
  return 1;
}

/* ---- the opening ---------------------------------------------------------------------------- */

/* The plain text of the first paragraph. */
static int read_opening(lua_State *L) {
  span markdown = lua_check_span(L, 1);
  reader *r = lua_new_value(L, reader_type, sizeof *r, 0);
  plain_text *plain = &r->plain;
  if (markdown.len > UINT32_MAX || !plain_read(plain, markdown)) {
    return luaL_error(L, "out of memory");
  }
  span text = buffer_span(&plain->plain), found = SPAN("");
  for (size_t i = 0; i < plain->block_count && found.len == 0; i++) {
    const plain_block *b = &plain->blocks[i];
    if (!b->paragraph) { continue; }
    found = span_skip(text, b->plain);
    if (i + 1 < plain->block_count) { found.len = plain->blocks[i + 1].plain - b->plain; }
  }
  lua_push_span(L, found);
  plain_free(plain);
  return 1;
}

/* ---- links ---------------------------------------------------------------------------------- */

static int map_links(lua_State *L) {
  span markdown = lua_check_span(L, 1);
  luaL_checktype(L, 2, LUA_TFUNCTION);
  reader *r = lua_new_value(L, reader_type, sizeof *r, 0);
  if (markdown.len > UINT32_MAX || !document_read(&r->document, markdown, false)) {
    return luaL_error(L, "out of memory");
  }
  size_t count, from = 0;
  const node **list = document_targets(&r->document, &count);
  if (list == NULL) { return luaL_error(L, "out of memory"); }
  for (size_t i = 0; i < count; i++) {
    const node *n = list[i];
    if (n->target.start < from || (i > 0 && n->target.start == list[i - 1]->target.start)) {
      continue; /* a definition that was used before */
    }
    lua_pushvalue(L, 2);
    lua_push_span(L, n->text);
    lua_call(L, 1, 1);
    if (!lua_isnil(L, -1)) {
      buffer_append(&r->words, (span){markdown.data + from, n->target.start - from});
      buffer_append(&r->words, lua_check_span(L, -1));
      from = n->target.end;
    }
    lua_pop(L, 1);
  }
  buffer_append(&r->words, span_skip(markdown, from));
  if (r->words.failed) { return luaL_error(L, "out of memory"); }
  lua_push_span(L, buffer_span(&r->words));
  document_free(&r->document);
  buffer_free(&r->words);
  return 1;
}

static int begins_answers(lua_State *L) {
  lua_pushboolean(L, parts_begins_answers(lua_check_span(L, 1)));
  return 1;
}

static const luaL_Reg functions[] = {
    {"begins_answers", begins_answers},
    {"document", read_document},
    {"map_links", map_links},
    {"opening", read_opening},
    {NULL, NULL},
};

void lua_open_document(lua_State *L) {
  lua_new_type(L, reader_type, free_reader, NULL);
  luaL_setfuncs(L, functions, 0);
}
