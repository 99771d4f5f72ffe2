#include "text/markdown.h"

#include <md4c.h>
#include <stdlib.h>

#include "base/utf8.h"

_Static_assert(MARKDOWN_PARSER_FLAGS == (MD_DIALECT_GITHUB | MD_FLAG_LATEXMATHSPANS), "dialect");

typedef struct reader {
  markdown_text *out;
  span source;
  bool open; /* a block has begun and has no text yet */
  bool heading, code;
  bool in_tag;    /* inside `<…>` of a raw HTML block */
  unsigned table; /* depth: a table is one block */
} reader;

/* Makes room for one more element of `size` bytes. */
static void *grow(void *list, size_t count, size_t *room, size_t size) {
  if (count < *room) return list;
  size_t wanted = *room == 0 ? 64 : *room * 2;
  void *larger = realloc(list, wanted * size);
  if (larger != NULL) *room = wanted;
  return larger;
}

static uint32_t line_start(span source, size_t at) {
  while (at > 0 && source.data[at - 1] != '\n') at--;
  return (uint32_t)at;
}

static int begin_block(reader *r, size_t at) {
  markdown_text *t = r->out;
  markdown_block *blocks = grow(t->blocks, t->block_count, &t->block_size, sizeof(markdown_block));
  if (blocks == NULL) return -1;
  t->blocks = blocks;
  if (t->plain.len > 0) buffer_byte(&t->plain, '\n');
  blocks[t->block_count++] =
      (markdown_block){(uint32_t)t->plain.len, line_start(r->source, at), r->heading, r->code};
  r->open = false;
  return 0;
}

static int add_run(reader *r, size_t at) {
  markdown_text *t = r->out;
  if (t->run_count > 0) {
    markdown_run last = t->runs[t->run_count - 1];
    if (at >= last.source && at - last.source == t->plain.len - last.plain) return 0;
  }
  markdown_run *runs = grow(t->runs, t->run_count, &t->run_size, sizeof(markdown_run));
  if (runs == NULL) return -1;
  t->runs = runs;
  runs[t->run_count++] = (markdown_run){(uint32_t)t->plain.len, (uint32_t)at};
  return 0;
}

enum { SLACK = 64 /* bytes by which md4c may miss the end */ };

static int add_text(reader *r, const char *text, size_t size) {
  bool inside = text >= r->source.data && text <= r->source.data + r->source.len;
  size_t at = inside ? (size_t)(text - r->source.data) : 0;
  if (inside && r->open && begin_block(r, at) != 0) return -1;
  if (inside && add_run(r, at) != 0) return -1;
  buffer_append(&r->out->plain, (span){text, size});
  return r->out->plain.failed ? -1 : 0;
}

static const struct {
  const char *name, *text;
} entities[] = {{"&amp;", "&"},        {"&lt;", "<"},   {"&gt;", ">"},   {"&quot;", "\""},
                {"&apos;", "'"},       {"&nbsp;", " "}, {"&shy;", ""},   {"&ndash;", "\u2013"},
                {"&mdash;", "\u2014"}, {"&auml;", "ä"}, {"&ouml;", "ö"}, {"&uuml;", "ü"},
                {"&Auml;", "Ä"},       {"&Ouml;", "Ö"}, {"&Uuml;", "Ü"}, {"&szlig;", "ß"},
                {"&hellip;", "…"},     {"&times;", "×"}};

static uint32_t numeric_entity(const char *text, size_t size) {
  bool hex = size > 3 && (text[2] | 32) == 'x';
  uint32_t point = 0;
  for (size_t i = hex ? 3 : 2; i + 1 < size; i++) {
    char c = text[i];
    unsigned digit = c <= '9' ? (unsigned)(c - '0') : (unsigned)((c | 32) - 'a' + 10);
    point = point * (hex ? 16 : 10) + digit;
    if (point > 0x10FFFF) return 0xFFFD;
  }
  bool scalar = point != 0 && (point < 0xD800 || point > 0xDFFF);
  return scalar ? point : 0xFFFD;
}

void markdown_entity(buffer *out, span entity) {
  if (entity.len > 2 && entity.data[1] == '#') {
    char bytes[4];
    buffer_append(out, (span){bytes, utf8_encode(numeric_entity(entity.data, entity.len), bytes)});
    return;
  }
  for (size_t i = 0; i < sizeof(entities) / sizeof(entities[0]); i++) {
    if (!span_equal(span_of(entities[i].name), entity)) continue;
    buffer_text(out, entities[i].text);
    return;
  }
  buffer_append(out, entity);
}

static int add_entity(reader *r, const char *text, size_t size) {
  size_t at = (size_t)(text - r->source.data);
  if (r->open && begin_block(r, at) != 0) return -1;
  if (add_run(r, at) != 0) return -1;
  markdown_entity(&r->out->plain, (span){text, size});
  return r->out->plain.failed ? -1 : 0;
}

/* The text of a raw HTML block without its tags. */
static int add_html(reader *r, const char *text, size_t size) {
  size_t from = 0;
  for (size_t i = 0; i < size; i++) {
    if (text[i] != '<' && text[i] != '>') continue;
    bool was_text = !r->in_tag;
    r->in_tag = text[i] == '<';
    if (was_text && i > from && add_text(r, text + from, i - from) != 0) return -1;
    from = i + 1;
  }
  return r->in_tag || from >= size ? 0 : add_text(r, text + from, size - from);
}

/* How much of a text lies within the source: at its end md4c 0.4.8 may report some bytes more, or
 * begin behind it. A text far from the source is md4c's own. */
static size_t within(const reader *r, const char *text, size_t size) {
  const char *end = r->source.data + r->source.len;
  if (text < r->source.data || text >= end + SLACK) return size;
  size_t left = text < end ? (size_t)(end - text) : 0;
  return size < left ? size : left;
}

static int on_text(MD_TEXTTYPE type, const MD_CHAR *text, MD_SIZE reported, void *data) {
  reader *r = data;
  size_t size = within(r, text, reported);
  switch (type) {
    case MD_TEXT_NULLCHAR: return add_text(r, "\uFFFD", 3);
    case MD_TEXT_BR:
    case MD_TEXT_SOFTBR: return add_text(r, " ", 1);
    case MD_TEXT_ENTITY: return add_entity(r, text, size);
    case MD_TEXT_HTML: return add_html(r, text, size);
    default: return add_text(r, text, size);
  }
}

static int on_enter_block(MD_BLOCKTYPE type, void *detail, void *data) {
  reader *r = data;
  (void)detail;
  if (type == MD_BLOCK_TABLE) r->table++;
  bool cell = type == MD_BLOCK_TD || type == MD_BLOCK_TH;
  bool in_table = r->table > 0 && type != MD_BLOCK_TABLE;
  if (cell && !r->open) return add_text(r, " ", 1);
  if (in_table) return 0;
  r->open = true;
  r->heading = type == MD_BLOCK_H;
  r->code = type == MD_BLOCK_CODE;
  r->in_tag = false;
  return 0;
}

static int on_leave_block(MD_BLOCKTYPE type, void *detail, void *data) {
  reader *r = data;
  (void)detail;
  if (type == MD_BLOCK_TABLE) r->table--;
  if (r->table == 0) r->open = true;
  if (type == MD_BLOCK_H || type == MD_BLOCK_CODE) r->heading = r->code = false;
  return 0;
}

static int on_span(MD_SPANTYPE type, void *detail, void *data) {
  (void)type, (void)detail, (void)data;
  return 0;
}

bool markdown_read(markdown_text *out, span source) {
  static const MD_PARSER parser = {
      0,   MARKDOWN_PARSER_FLAGS, on_enter_block, on_leave_block, on_span, on_span, on_text, NULL,
      NULL};
  buffer_clear(&out->plain);
  out->run_count = out->block_count = 0;
  if (source.len == 0) return true;
  reader r = {.out = out, .source = source, .open = true};
  return md_parse(source.data, (MD_SIZE)source.len, &parser, &r) == 0 && !out->plain.failed;
}

uint32_t markdown_source(const markdown_text *text, uint32_t plain) {
  size_t low = 0, high = text->run_count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (text->runs[middle].plain <= plain)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == 0) return 0;
  markdown_run run = text->runs[low - 1];
  return run.source + (plain - run.plain);
}

void markdown_free(markdown_text *text) {
  buffer_free(&text->plain);
  free(text->runs);
  free(text->blocks);
  *text = (markdown_text){0};
}
