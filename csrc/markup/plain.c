#include "markup/plain.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/list.h"
#include "markup/attribute.h"
#include "markup/dialect.h"
#include "markup/entities.h"
#include "markup/mathml.h"

typedef struct reader {
  plain_text *out;
  span source;
  bool open; /* a block has begun and has no text yet */
  bool heading, code;
  bool in_tag;     /* inside `<…>` of a raw HTML block */
  unsigned table;  /* depth: a table is one block */
  const char *gap; /* what parts the next cell of a table from the text before; NULL for nothing */
  unsigned item;   /* depth of list items */
  bool image;      /* the block begins with an image */
  bool in_formula;
  buffer formula;    /* the LaTeX of the present one */
  size_t formula_at; /* where it begins in the source */
  buffer mathml;
  surplus surplus;
} reader;

static uint32_t line_start(span source, size_t at) {
  while (at > 0 && source.data[at - 1] != '\n') {
    at--;
  }
  return (uint32_t)at;
}

static bool ends_with(span text, span end) {
  return text.len >= end.len && span_equal(span_skip(text, text.len - end.len), end);
}

/* Ends a sentence that lacks its mark. */
static void add_full_stop(plain_text *t) {
  static const char *const ends[] = {".", "!", "?", ":", "\u061F", "\u2026"};
  for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
    if (ends_with(buffer_span(&t->plain), span_of(ends[i]))) {
      return;
    }
  }
  buffer_byte(&t->plain, '.');
}

/* A heading, an item of a list or an image is read as a sentence of its own. */
static void end_sentence(plain_text *t) {
  if (t->block_count > 0 && t->blocks[t->block_count - 1].sentence) {
    add_full_stop(t);
  }
}

static int begin_block(reader *r, size_t at) {
  plain_text *t = r->out;
  if (!list_grow(t->blocks, t->block_count, t->block_size)) {
    return -1;
  }
  end_sentence(t);
  if (t->plain.len > 0) {
    buffer_byte(&t->plain, '\n');
  }
  bool sentence = r->heading || r->image || (r->item > 0 && !r->code && r->table == 0);
  t->blocks[t->block_count++] = (plain_block){(uint32_t)t->plain.len, line_start(r->source, at),
                                              r->heading, r->code, sentence};
  r->open = false;
  return 0;
}

static int add_run(reader *r, size_t at, bool formula) {
  plain_text *t = r->out;
  if (t->run_count > 0) {
    plain_run last = t->runs[t->run_count - 1];
    bool follows = at >= last.source && at - last.source == t->plain.len - last.plain;
    if (follows && !last.formula && !formula) {
      return 0;
    }
  }
  if (!list_grow(t->runs, t->run_count, t->run_size)) {
    return -1;
  }
  t->runs[t->run_count++] = (plain_run){(uint32_t)t->plain.len, (uint32_t)at, formula};
  return 0;
}

/* Begins a run, and the block that is open, at `text`; a text that is md4c's own begins neither. */
static int begin_run(reader *r, const char *text) {
  const char *start = r->source.data;
  if (text < start || text > start + r->source.len) {
    return 0;
  }
  size_t at = (size_t)(text - start);
  return r->open && begin_block(r, at) != 0 ? -1 : add_run(r, at, false);
}

static int add_text(reader *r, const char *text, size_t size) {
  if (begin_run(r, text) != 0) {
    return -1;
  }
  buffer_append(&r->out->plain, (span){text, size});
  return r->out->plain.failed ? -1 : 0;
}

static int add_entity(reader *r, const char *text, size_t size) {
  if (begin_run(r, text) != 0) {
    return -1;
  }
  entities_resolve(&r->out->plain, (span){text, size});
  return r->out->plain.failed ? -1 : 0;
}

/* The text of a raw HTML block without its tags. */
static int add_html(reader *r, const char *text, size_t size) {
  size_t from = 0;
  for (size_t i = 0; i < size; i++) {
    if (text[i] != '<' && text[i] != '>') {
      continue;
    }
    bool was_text = !r->in_tag;
    r->in_tag = text[i] == '<';
    if (was_text && i > from && add_text(r, text + from, i - from) != 0) {
      return -1;
    }
    from = i + 1;
  }
  return r->in_tag || from >= size ? 0 : add_text(r, text + from, size - from);
}

/* ---- formulas ------------------------------------------------------------------------------- */

static const struct {
  const char *plain, *raised;
} raised[] = {{"0", "\u2070"}, {"1", "\u00B9"}, {"2", "\u00B2"},      {"3", "\u00B3"},
              {"4", "\u2074"}, {"5", "\u2075"}, {"6", "\u2076"},      {"7", "\u2077"},
              {"8", "\u2078"}, {"9", "\u2079"}, {"n", "\u207F"},      {"+", "\u207A"},
              {" ", ""},       {"-", "\u207B"}, {"\u2212", "\u207B"}, {"\u2218", "\u00B0"}};

/* Writes `text` as superscripts. @return false where one of its characters has none */
static bool raise_text(buffer *out, span text) {
  while (text.len > 0) {
    size_t i = 0, known = sizeof(raised) / sizeof(raised[0]);
    while (i < known && !span_starts(text, span_of(raised[i].plain))) {
      i++;
    }
    if (i == known) {
      return false;
    }
    buffer_text(out, raised[i].raised);
    text = span_skip(text, strlen(raised[i].plain));
  }
  return true;
}

static bool is_name(span text) {
  for (size_t i = 0; i < text.len; i++) {
    if (!ascii_alnum(text.data[i])) {
      return false;
    }
  }
  return true;
}

/* A script that ends `out`, from `^` or `_` at `start`: as superscripts where there are such for
 * all of it, without brackets where it is a name (`x_max`). */
static void settle_script(buffer *out, size_t start) {
  char copy[64];
  span text = span_skip(buffer_span(out), start);
  if (text.len < 2 || text.len > sizeof(copy)) {
    return;
  }
  memcpy(copy, text.data, text.len);
  span inner = {copy + 1, text.len - 1};
  if (copy[1] == '(' && copy[text.len - 1] == ')') {
    inner = (span){copy + 2, text.len - 3};
  }
  out->len = start;
  if (copy[0] == '^' && raise_text(out, inner)) {
    return;
  }
  out->len = start;
  bool name = copy[0] == '_' && is_name(inner);
  if (name) {
    buffer_byte(out, '_');
  }
  buffer_append(out, name ? inner : (span){copy, text.len});
}

/* The text of MathML, which has what a formula needs on one line: `/` for the bar of a fraction,
 * brackets around what stands above and below it, `^` before an exponent. */
static void strip_mathml(buffer *out, span mathml) {
  size_t start = SIZE_MAX; /* of a script, inside its own `mrow` */
  while (mathml.len > 0) {
    bool tag = mathml.data[0] == '<', entity = mathml.data[0] == '&';
    size_t len = tag ? span_find(mathml, '>') + 1 : entity ? span_find(mathml, ';') + 1 : 1;
    span piece = span_take(mathml, len);
    mathml = span_skip(mathml, piece.len);
    if (entity) {
      entities_resolve(out, piece);
    }
    if (!tag && !entity) {
      buffer_append(out, piece);
    }
    if (span_equal(piece, SPAN("<mphantom>")) && start == SIZE_MAX) {
      start = out->len;
    }
    if (span_equal(piece, SPAN("</mrow>")) && start != SIZE_MAX) {
      settle_script(out, start);
    }
    if (span_equal(piece, SPAN("<mrow>")) || span_equal(piece, SPAN("</mrow>"))) {
      start = SIZE_MAX;
    }
  }
}

/* True when the bytes between dollar signs are more than letters, digits and operators. */
static bool is_tex(span text) {
  for (size_t i = 0; i < text.len; i++) {
    if (strchr("\\^_{}~&", text.data[i]) != NULL && text.data[i] != '\0') {
      return true;
    }
  }
  return false;
}

/* A formula as it is read on one line; as it was written where it cannot be read. What md4c takes
 * for one between two sums of money (`$5 and $6`) keeps its dollar signs. */
static int add_formula(reader *r, bool display) {
  fault why;
  span tex = buffer_span(&r->formula);
  plain_text *t = r->out;
  if (tex.len == 0) {
    return 0;
  }
  if (r->open && begin_block(r, r->formula_at) != 0) {
    return -1;
  }
  if (add_run(r, r->formula_at, true) != 0) {
    return -1;
  }
  buffer_clear(&r->mathml);
  const char *mark = !display && !is_tex(tex) && tex.data[tex.len - 1] == ' ' ? "$" : "";
  if (is_tex(tex) && mathml_write(&r->mathml, tex, false, &why)) {
    strip_mathml(&t->plain, buffer_span(&r->mathml));
  } else {
    buffer_text(&t->plain, mark);
    buffer_append(&t->plain, tex);
    buffer_text(&t->plain, mark);
  }
  return t->plain.failed || r->formula.failed || r->mathml.failed ? -1 : 0;
}

static int collect_formula(reader *r, const char *text, size_t size) {
  bool inside = text >= r->source.data && text <= r->source.data + r->source.len;
  if (r->formula.len == 0 && inside) {
    r->formula_at = (size_t)(text - r->source.data);
  }
  buffer_append(&r->formula, (span){text, size});
  return r->formula.failed ? -1 : 0;
}

/* ---- what md4c reports ---------------------------------------------------------------------- */

static int on_text(MD_TEXTTYPE type, const MD_CHAR *text, MD_SIZE reported, void *data) {
  reader *r = data;
  size_t size = dialect_text(r->source, (span){text, reported}).len;
  if (r->gap != NULL) {
    buffer_text(&r->out->plain, r->gap);
  }
  r->gap = NULL;
  if (r->in_formula) {
    return collect_formula(r, text, size);
  }
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
  if (type == MD_BLOCK_TABLE) {
    r->table++;
  }
  if (type == MD_BLOCK_LI) {
    r->item++;
  }
  bool cell = type == MD_BLOCK_TD || type == MD_BLOCK_TH;
  bool in_table = r->table > 0 && type != MD_BLOCK_TABLE;
  if (!surplus_block(&r->surplus, type)) {
    return -1;
  }
  if (cell && !r->open && r->gap == NULL) {
    r->gap = ", ";
  }
  if (type == MD_BLOCK_TR && !r->open) {
    r->gap = "; ";
  }
  if (in_table) {
    return 0;
  }
  r->open = true;
  r->heading = type == MD_BLOCK_H;
  r->code = type == MD_BLOCK_CODE;
  r->image = r->in_tag = false;
  return 0;
}

static int on_leave_block(MD_BLOCKTYPE type, void *detail, void *data) {
  reader *r = data;
  (void)detail;
  if (type == MD_BLOCK_TABLE) {
    r->table--;
    r->gap = NULL;
  }
  if (type == MD_BLOCK_LI) {
    r->item--;
  }
  if (r->table == 0) {
    r->open = true;
  }
  if (type == MD_BLOCK_H || type == MD_BLOCK_CODE) {
    r->heading = r->code = false;
  }
  return 0;
}

static int on_enter_span(MD_SPANTYPE type, void *detail, void *data) {
  reader *r = data;
  if (!surplus_span(&r->surplus, type, detail)) {
    return -1;
  }
  if (type == MD_SPAN_IMG && r->open) {
    r->image = true;
  }
  if (!dialect_is_formula(type)) {
    return 0;
  }
  r->in_formula = true;
  buffer_clear(&r->formula);
  return 0;
}

/* What stands below an image is read behind its alternative text. */
static int add_caption(reader *r, const MD_ATTRIBUTE *title) {
  if (title->size == 0 || !r->image || r->open) {
    return 0;
  }
  add_full_stop(r->out);
  buffer_byte(&r->out->plain, ' ');
  if (begin_run(r, title->text) != 0) {
    return -1;
  }
  attribute_append(&r->out->plain, title);
  return r->out->plain.failed ? -1 : 0;
}

static int on_leave_span(MD_SPANTYPE type, void *detail, void *data) {
  reader *r = data;
  if (type == MD_SPAN_IMG) {
    return add_caption(r, &((MD_SPAN_IMG_DETAIL *)detail)->title);
  }
  if (!dialect_is_formula(type)) {
    return 0;
  }
  r->in_formula = false;
  return add_formula(r, type == MD_SPAN_LATEXMATH_DISPLAY);
}

static void forget(plain_text *out) {
  buffer_clear(&out->plain);
  out->run_count = out->block_count = 0;
}

/* The source as one paragraph. */
static bool read_verbatim(plain_text *out, span source) {
  forget(out);
  reader r = {.out = out, .source = source, .open = true};
  return add_text(&r, source.data, source.len) == 0;
}

bool plain_read(plain_text *out, span source) {
  static const MD_PARSER parser = {
      0,    DIALECT_FLAGS, on_enter_block, on_leave_block, on_enter_span, on_leave_span, on_text,
      NULL, NULL};
  forget(out);
  out->source_len = (uint32_t)source.len;
  if (source.len == 0) {
    return true;
  }
  buffer copy = {0};
  size_t length = dialect_copy(&copy, source);
  reader r = {
      .out = out, .source = {copy.data, length}, .open = true, .surplus = surplus_of(source.len)};
  bool ok =
      !copy.failed && md_parse(copy.data, (MD_SIZE)length, &parser, &r) == 0 && !out->plain.failed;
  buffer_free(&copy);
  buffer_free(&r.formula);
  buffer_free(&r.mathml);
  return r.surplus.exceeded ? read_verbatim(out, source) : ok;
}

uint32_t plain_source(const plain_text *text, uint32_t plain) {
  size_t low = 0, high = text->run_count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (text->runs[middle].plain <= plain) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low == 0) {
    return 0;
  }
  plain_run run = text->runs[low - 1];
  uint32_t at = run.formula ? run.source : run.source + (plain - run.plain);
  /* Tabs that indent code are read as more bytes than they are. */
  return at < text->source_len ? at : text->source_len;
}

void plain_free(plain_text *text) {
  buffer_free(&text->plain);
  free(text->runs);
  free(text->blocks);
  *text = (plain_text){0};
}
