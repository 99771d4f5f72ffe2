#include "markup/mathml.h"

#include "base/ascii.h"
#include "base/escape.h"
#include "markup/entities.h"
#include "markup/formula.h"
#include "markup/tex.h"

enum { LONG = 24 /* bytes of LaTeX that a line of text has room for */ };

typedef struct writer {
  buffer *out, *scratch;
  bool plain;  /* what is read on one line, without elements */
  bool broken; /* the formula may be broken into lines behind a relation */
} writer;

static void write_node(writer *w, const formula_node *node, const char *element);

/* ---- elements ------------------------------------------------------------------------------- */

static void open_element(writer *w, const char *element) {
  size_t length = strlen(element);
  char *at = w->plain ? NULL : buffer_reserve(w->out, length + 2);
  if (at != NULL) {
    at[0] = '<';
    memcpy(at + 1, element, length);
    at[length + 1] = '>';
    w->out->len += length + 2;
  }
}

static void close_element(writer *w, const char *element) {
  size_t length = 0;
  while (element[length] > ' ') { length++; }
  char *at = w->plain ? NULL : buffer_reserve(w->out, length + 3);
  if (at != NULL) {
    at[0] = '<';
    at[1] = '/';
    memcpy(at + 2, element, length);
    at[length + 2] = '>';
    w->out->len += length + 3;
  }
}

static void write_space(writer *w) {
  bool there = w->plain && w->out->len > 0 && w->out->data[w->out->len - 1] == ' ';
  if (!there) { buffer_byte(w->out, ' '); }
}

/* Writes what only one line needs. */
static void write_hint(writer *w, const char *text) {
  if (text[0] == '\0') { return; }
  if (w->plain) {
    buffer_text(w->out, text);
    return;
  }
  buffer_text(w->out, "<mphantom><mtext>");
  buffer_text(w->out, text);
  buffer_text(w->out, "</mtext></mphantom>");
}

/* Characters as they are shown; on one line, in the plain alphabet but for the sets of numbers. */
static void write_characters(writer *w, span text, formula_font font) {
  if (w->plain) {
    alphabet_write(w->out, text, font == FORMULA_DOUBLE ? font : FORMULA_PLAIN);
  } else if (font == FORMULA_PLAIN || font == FORMULA_UPRIGHT) {
    quote_html(w->out, text);
  } else {
    w->scratch->len = 0;
    alphabet_write(w->scratch, text, font);
    quote_html(w->out, buffer_span(w->scratch));
  }
}

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* White space between words is a single one, which MathML keeps at their ends where it is no
 * ASCII. */
static void write_words(writer *w, span text, formula_font font) {
  while (text.len > 0) {
    size_t n = 0;
    bool space = is_space(text.data[0]);
    while (n < text.len && is_space(text.data[n]) == space) { n++; }
    if (!space) {
      write_characters(w, span_take(text, n), font);
    } else if (w->plain) {
      write_space(w);
    } else {
      buffer_text(w->out, "\u00A0");
    }
    text = span_skip(text, n);
  }
}

/* A comma that parts digits stands in braces in LaTeX. */
static void write_number(writer *w, span digits, formula_font font) {
  while (digits.len > 0) {
    size_t n = 0;
    while (n < digits.len && digits.data[n] != '{' && digits.data[n] != '}') { n++; }
    write_characters(w, span_take(digits, n), font);
    digits = span_skip(digits, n + 1);
  }
}

static void write_leaf(writer *w, const formula_node *node) {
  if (node->element[1] == 'n') {
    write_number(w, node->text, node->font);
  } else if (node->element[1] == 't') {
    write_words(w, node->text, node->font);
  } else {
    write_characters(w, node->text, node->font);
  }
}

/* ---- rows ----------------------------------------------------------------------------------- */

/* How a role and its neighbours are kept apart on one line. */
static const struct {
  bool operand; /* what follows a thing: a minus behind it is a difference */
  bool before;  /* a space stands before it */
  bool behind;  /* a space stands behind it */
} roles[] = {
    [FORMULA_ORDINARY] = {true, false, false}, [FORMULA_BINARY] = {false, true, true},
    [FORMULA_RELATION] = {false, true, true},  [FORMULA_PREFIX] = {false, false, false},
    [FORMULA_TIGHT] = {false, false, false},   [FORMULA_PUNCTUATION] = {false, false, true},
    [FORMULA_OPENING] = {false, false, false}, [FORMULA_CLOSING] = {true, false, false},
    [FORMULA_LARGE] = {false, false, true},    [FORMULA_FUNCTION] = {true, false, true},
    [FORMULA_FRACTION] = {true, false, true},  [FORMULA_FENCED] = {true, false, false},
    [FORMULA_SPACE] = {false, false, false}};

static bool is_sign(const formula_node *node) {
  static const char signs[] = "−+±∓";
  return node->role == FORMULA_BINARY && node->text.len > 0 && node->text.len <= 3 &&
         memmem(signs, sizeof signs - 1, node->text.data, node->text.len) != NULL;
}

/* Nothing stands between a function, or what is large, and what this begins. */
static bool is_close(const formula_node *next) {
  return next == NULL || next->role == FORMULA_OPENING || next->role == FORMULA_CLOSING ||
         next->role == FORMULA_FENCED || next->role == FORMULA_PUNCTUATION;
}

#define OPEN "<math data-markdown-ignore><mrow>"
#define CLOSE "</mrow></math>"
#define THIN "<mspace width=\"0.17em\"></mspace>"

/* Writes what is in a row. @param top browsers do not break a formula into lines: a long one in a
 * sentence is several */
static void write_row(writer *w, const formula_node *row, bool top) {
  bool operand = false, space = false;
  for (const formula_node *node = row->first; node != NULL; node = node->next) {
    bool last = node->next == NULL, sign = is_sign(node) && !operand;
    bool relation = node->role == FORMULA_RELATION && !last;
    bool function = node->role == FORMULA_FUNCTION;
    bool operation = node->role == FORMULA_BINARY || node->role == FORMULA_RELATION;
    bool apart = roles[node->role].before && !sign && !last && node != row->first;
    apart |= (function || node->role == FORMULA_FRACTION) && operand;
    if (function && operand && !space && !w->plain) { buffer_text(w->out, THIN); }
    if (space || apart) { write_space(w); }
    write_node(w, node,
               sign && !node->scripts                           ? "mo form=\"prefix\""
               : relation && top && w->broken && !node->scripts ? "mo form=\"infix\""
                                                                : node->element);
    space = roles[node->role].behind && !sign && !last && (operation || !is_close(node->next));
    space |= node->role == FORMULA_PUNCTUATION && !last;
    if (function && !is_close(node->next) && !w->plain) { buffer_text(w->out, THIN); }
    if (relation && top && w->broken && !node->scripts) {
      buffer_text(w->out, " " CLOSE "<wbr>" OPEN);
      space = false;
    }
    operand = node->role == FORMULA_SPACE ? operand : roles[node->role].operand;
  }
}

/* A script that ends the output, from `^` or `_` at `start`: as Unicode has it where it has all of
 * it, without brackets where it is a name (`x_max`). */
static void settle_script(buffer *out, size_t start) {
  char copy[64];
  span text = span_skip(buffer_span(out), start);
  if (out->failed || text.len < 2 || text.len > sizeof copy) { return; }
  memcpy(copy, text.data, text.len);
  bool bracketed = copy[1] == '(' && copy[text.len - 1] == ')';
  span inner = {copy + 1 + bracketed, text.len - 1 - 2U * bracketed};
  size_t letters = 0;
  while (letters < inner.len && ascii_alnum(inner.data[letters])) { letters++; }
  out->len = start;
  if (copy[0] == '^' ? alphabet_raise(out, inner) : alphabet_lower(out, inner)) { return; }
  bool name = copy[0] == '_' && letters == inner.len;
  buffer_append(out, span_take((span){copy, text.len}, name ? 1 : text.len));
  buffer_append(out, name ? inner : (span){NULL, 0});
}

static void write_scripts(writer *w, const formula_node *node) {
  write_node(w, node->first, node->first->element);
  for (const formula_node *part = node->first->next; part != NULL; part = part->next) {
    size_t start = w->out->len;
    write_node(w, part, part->element);
    if (w->plain) { settle_script(w->out, start); }
  }
}

/* Children of an element that gives each its place: nothing stands between them but cells. */
static void write_parts(writer *w, const formula_node *node) {
  bool cells = span_starts(span_of(node->element), SPAN("mtr"));
  for (const formula_node *part = node->first; part != NULL; part = part->next) {
    write_node(w, part, part->element);
    if (cells && part->next != NULL) { write_space(w); }
  }
}

static bool is_row(const char *element) {
  return element[1] == 'r' || element[1] == 's' || element[1] == 'p';
}

static void write_node(writer *w, const formula_node *node, const char *element) {
  if (node->role == FORMULA_SPACE && node->first == NULL && node->text.data == NULL) {
    open_element(w, element);
    close_element(w, element);
    if (!node->mute) { write_space(w); }
    return;
  }
  if (w->plain && node->mute) { return; }
  open_element(w, element);
  if (node->text.data != NULL) {
    write_leaf(w, node);
  } else {
    write_hint(w, node->before);
    if (node->scripts) {
      write_scripts(w, node);
    } else if (is_row(element) && element[2] != 'q') {
      write_row(w, node, false);
    } else {
      write_parts(w, node);
    }
    write_hint(w, node->behind);
  }
  close_element(w, element);
}

/* ---- the whole ------------------------------------------------------------------------------ */

bool mathml_write(buffer *out, span tex, bool display, size_t *at, fault *why) {
  arena memory = {0};
  buffer scratch = {0};
  writer w = {.out = out, .scratch = &scratch, .broken = !display && tex.len > LONG};
  const formula_node *row = formula_read(&memory, tex, display, at, why);
  if (row != NULL) {
    buffer_text(out, display ? "<math data-markdown-ignore display=\"block\"><mrow>" : OPEN);
    write_row(&w, row, true);
    buffer_text(out, CLOSE);
    out->failed |= scratch.failed;
  }
  buffer_free(&scratch);
  arena_free(&memory);
  return row != NULL;
}

bool mathml_read(buffer *out, span tex) {
  arena memory = {0};
  fault why;
  size_t at;
  writer w = {.out = out, .plain = true};
  const formula_node *row = formula_read(&memory, tex, true, &at, &why);
  if (row != NULL) { write_row(&w, row, true); }
  arena_free(&memory);
  return row != NULL;
}
