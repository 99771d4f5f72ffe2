#include "markup/words.h"

#include "markup/tex.h"

/* What a backslash begins within words. */
static bool read_text_command(tex_parser *p, span of, formula_font font, formula_node *row) {
  span token = tex_peek(&p->rest);
  const command *c = command_find(span_skip(token, 1));
  command_kind kind = c != NULL ? c->kind : COMMAND_REFUSED;
  p->rest = span_skip(p->rest, token.len);
  if (kind == COMMAND_TEXT) { return words_read(p, token, (formula_font)c->value, row); }
  if (kind == COMMAND_SPACE) {
    tex_append(row, tex_space(p, c->text));
    return true;
  }
  if (kind > COMMAND_DELIMITER) {
    return tex_refuse(p, token.data, "the command %.*s inside of %.*s; write $…$ around it",
                      (int)token.len, token.data, (int)of.len, of.data);
  }
  p->font = font;
  tex_append(row, tex_leaf(p, "mtext", span_of(c->text), FORMULA_ORDINARY));
  return true;
}

/* A formula within words. */
static bool read_text_formula(tex_parser *p, formula_node *row) {
  const char *start = p->rest.data;
  bool display = p->display;
  formula_node *inside = tex_node(p, "mrow");
  p->rest = span_skip(p->rest, 1);
  p->font = FORMULA_PLAIN;
  p->display = false;
  if (!tex_enter(p, start) || !tex_row(p, inside)) { return false; }
  p->depth--;
  p->display = display;
  tex_append(row, inside);
  return tex_skip(p, SPAN("$")) || tex_refuse(p, start, "a dollar sign is not closed");
}

/* Words up to the brace that closes them, whose first stands where reading begins. */
static bool read_words(tex_parser *p, span token, formula_font font, formula_node *row) {
  const char *start = p->rest.data;
  if (!tex_enter(p, start)) { return false; }
  p->rest = span_skip(p->rest, 1);
  while (p->rest.len > 0 && p->rest.data[0] != '}' && !p->memory->failed) {
    size_t n = 0;
    while (n < p->rest.len && !tex_one_of(p->rest.data[n], "\\{}$~")) { n++; }
    p->font = font;
    if (n > 0) { tex_append(row, tex_leaf(p, "mtext", span_take(p->rest, n), FORMULA_ORDINARY)); }
    p->rest = span_skip(p->rest, n);
    char next = p->rest.len > 0 ? p->rest.data[0] : '}';
    bool fine = next == '\\'  ? read_text_command(p, token, font, row)
                : next == '$' ? read_text_formula(p, row)
                : next == '{' ? read_words(p, token, font, row)
                              : true;
    if (!fine) { return false; }
    if (next == '~') {
      tex_append(row, tex_leaf(p, "mtext", SPAN(" "), FORMULA_ORDINARY));
      p->rest = span_skip(p->rest, 1);
    }
  }
  p->depth--;
  return tex_skip(p, SPAN("}")) || tex_refuse(p, start, "a brace is not closed");
}

bool words_read(tex_parser *p, span token, formula_font font, formula_node *row) {
  span next = tex_peek(&p->rest);
  formula_font outer = p->font;
  if (next.len == 0 || tex_one_of(next.data[0], "}&$\\_^")) {
    return tex_refuse(p, token.data, "%.*s lacks its words in braces", (int)token.len, token.data);
  }
  bool fine = true;
  if (next.data[0] == '{') {
    fine = read_words(p, token, font, row);
  } else {
    p->font = font;
    tex_append(row, tex_leaf(p, "mtext", next, FORMULA_ORDINARY));
    p->rest = span_skip(p->rest, next.len);
  }
  p->font = outer;
  return fine;
}
