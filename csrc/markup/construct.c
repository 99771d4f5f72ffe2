#include "markup/construct.h"

#include <stdlib.h>

#include "base/ascii.h"
#include "markup/environment.h"
#include "markup/tex.h"

/* Reads both arguments of a command. */
static bool read_two(tex_parser *p, span token, bool display, formula_node **a, formula_node **b) {
  return tex_argument(p, token, display, a) && tex_argument(p, token, display, b);
}

static formula_node *pair(tex_parser *p, const char *element, formula_node *a, formula_node *b) {
  formula_node *node = tex_node(p, element);
  tex_append(node, a);
  tex_append(node, b);
  return node;
}

/* ---- signs ---------------------------------------------------------------------------------- */

static formula_node *make_sign(tex_parser *p, const command *c) {
  static const struct {
    const char *element;
    formula_role role;
    bool limits;
  } signs[] = {
      [COMMAND_ORDINARY] = {"mi", FORMULA_ORDINARY, false},
      [COMMAND_BINARY] = {"mo", FORMULA_BINARY, false},
      [COMMAND_RELATION] = {"mo", FORMULA_RELATION, false},
      [COMMAND_PREFIX] = {"mo", FORMULA_PREFIX, false},
      [COMMAND_TIGHT] = {"mo", FORMULA_TIGHT, false},
      [COMMAND_PUNCTUATION] = {"mo lspace=\"0\"", FORMULA_PUNCTUATION, false},
      [COMMAND_OPENING] = {"mo stretchy=\"false\"", FORMULA_OPENING, false},
      [COMMAND_CLOSING] = {"mo stretchy=\"false\"", FORMULA_CLOSING, false},
      [COMMAND_DELIMITER] = {"mo stretchy=\"false\"", FORMULA_CLOSING, false},
      [COMMAND_LARGE] = {"mo", FORMULA_LARGE, true},
      [COMMAND_INTEGRAL] = {"mo", FORMULA_LARGE, false},
      [COMMAND_FUNCTION] = {"mi", FORMULA_FUNCTION, false},
      [COMMAND_FUNCTION_LIMITS] = {"mi", FORMULA_FUNCTION, true},
  };
  const char *element = signs[c->kind].element;
  span text = span_of(c->text);
  if (text.len == 1 && text.data[0] == '|') {
    element = c->kind == COMMAND_OPENING   ? "mo stretchy=\"false\" form=\"prefix\""
              : c->kind == COMMAND_CLOSING ? "mo stretchy=\"false\" form=\"postfix\""
                                           : element;
  }
  formula_node *node = tex_leaf(p, element, text, signs[c->kind].role);
  if (node != NULL) {
    node->limits = signs[c->kind].limits;
    node->font = node->role == FORMULA_FUNCTION ? FORMULA_PLAIN : p->font;
  }
  return node;
}

/* A length as LaTeX writes it, in braces or not, as one of MathML. */
static bool read_width(tex_parser *p, span token, formula_node **node) {
  static const struct {
    const char *unit;
    double em;
  } units[] = {{"em", 1},    {"ex", .43},   {"mu", 1 / 18.}, {"pt", .1},
               {"px", .075}, {"cm", 2.845}, {"mm", .2845},   {"in", 7.227}};
  enum { WIDEST = 20 /* em, either way */ };
  tex_skip(p, SPAN("*"));
  bool braced = tex_skip(p, SPAN("{"));
  tex_skip_space(&p->rest);
  size_t n = p->rest.len > 0 && p->rest.data[0] == '-';
  double value = 0, scale = 1, em = 0;
  bool point = false, known = false;
  for (; n < p->rest.len && n < 12 && (ascii_digit(p->rest.data[n]) || p->rest.data[n] == '.');
       n++) {
    point |= p->rest.data[n] == '.';
    if (p->rest.data[n] != '.') {
      value = value * 10 + (p->rest.data[n] - '0');
      scale *= point ? 10 : 1;
    }
  }
  bool negative = p->rest.len > 0 && p->rest.data[0] == '-', digits = n > negative;
  p->rest = span_skip(p->rest, n);
  tex_skip_space(&p->rest);
  for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
    if (span_starts(p->rest, span_of(units[i].unit))) {
      em = value / scale * units[i].em;
      known = true;
    }
  }
  if (!digits || !known || em > WIDEST) {
    return tex_refuse(p, token.data, "%.*s takes a width of at most %dem, such as 1em or 3mu",
                      (int)token.len, token.data, WIDEST);
  }
  p->rest = span_skip(p->rest, 2);
  if (braced && !tex_skip(p, SPAN("}"))) {
    return tex_refuse(p, token.data, "%.*s lacks the brace behind its width", (int)token.len,
                      token.data);
  }
  char width[32];
  snprintf(width, sizeof width, "%s%.2fem", negative ? "-" : "", em);
  *node = tex_space(p, width);
  return true;
}

/* ---- fractions, roots, accents -------------------------------------------------------------- */

static bool read_fraction(tex_parser *p, span token, const command *c, formula_node **node) {
  formula_node *above, *below;
  bool continued = c->kind == COMMAND_CONTINUED;
  if (!read_two(p, token, continued, &above, &below)) { return false; }
  tex_part(above, true, "", "(");
  tex_part(below, true, "/", "/(");
  *node = pair(p, continued ? "mfrac displaystyle=\"true\"" : c->text, above, below);
  if (*node != NULL) {
    (*node)->role = FORMULA_FRACTION;
    above->element = below->element = continued ? "mrow displaystyle=\"true\"" : "mrow";
  }
  return true;
}

static bool read_binomial(tex_parser *p, span token, const command *c, formula_node **node) {
  formula_node *above, *below;
  if (!read_two(p, token, false, &above, &below)) { return false; }
  *node = tex_node(p, "mrow");
  tex_append(*node, tex_leaf(p, "mo", SPAN("("), FORMULA_OPENING));
  tex_append(*node, pair(p, c->text, above, below));
  tex_append(*node, tex_leaf(p, "mo", SPAN(")"), FORMULA_CLOSING));
  if (*node != NULL && above != NULL) {
    (*node)->atom = true;
    above->behind = "; ";
  }
  return true;
}

static bool read_root(tex_parser *p, span token, formula_node **node) {
  formula_node *index, *inside;
  if (!tex_option(p, &index) || !tex_argument(p, token, p->display, &inside)) { return false; }
  if (inside == NULL) { return true; }
  if (index == NULL) {
    tex_part(inside, false, "√", "√(");
    *node = pair(p, "msqrt", inside, NULL);
    if (*node != NULL) { (*node)->atom = true; }
  } else {
    tex_part(inside, false, "", "(");
    index->before = "^(1/";
    index->behind = ")";
    *node = pair(p, "mroot", inside, index);
  }
  return true;
}

static bool read_accent(tex_parser *p, span token, const command *c, formula_node **node) {
  formula_node *base;
  bool below = c->kind == COMMAND_ACCENT_BELOW || c->kind == COMMAND_BRACE_BELOW;
  bool brace = c->kind == COMMAND_BRACE || c->kind == COMMAND_BRACE_BELOW;
  if (!tex_argument(p, token, p->display, &base)) { return false; }
  formula_node *sign = tex_leaf(p, "mo", span_of(c->text), FORMULA_ORDINARY);
  *node = pair(p,
               brace ? (below ? "munder" : "mover")
                     : (below ? "munder accentunder=\"true\"" : "mover accent=\"true\""),
               base, sign);
  if (*node != NULL && sign != NULL) {
    sign->mute = brace;
    (*node)->limits = brace;
    (*node)->atom = !brace;
    sign->font = FORMULA_PLAIN;
  }
  return true;
}

static bool read_arrow(tex_parser *p, span token, const command *c, formula_node **node) {
  formula_node *below, *above;
  if (!tex_option(p, &below) || !tex_argument(p, token, false, &above)) { return false; }
  *node = tex_node(p, below != NULL ? "munderover" : "mover");
  tex_append(*node, tex_leaf(p, "mo stretchy=\"true\"", span_of(c->text), FORMULA_ORDINARY));
  tex_append(*node, below);
  tex_append(*node, above);
  if (*node != NULL && above != NULL) {
    (*node)->role = FORMULA_PREFIX;
    above->before = "(";
    above->behind = ") ";
  }
  if (below != NULL) {
    below->before = "(";
    below->behind = ")";
  }
  return true;
}

/* \overset and its kin: the first argument stands above or below the second. */
static bool read_stack(tex_parser *p, span token, const command *c, formula_node **node) {
  formula_node *script, *base;
  if (!tex_argument(p, token, false, &script) || !tex_argument(p, token, p->display, &base)) {
    return false;
  }
  *node = pair(p, c->text, base, script);
  if (*node == NULL || script == NULL || base == NULL) { return true; }
  bool single = base->first != NULL && base->first == base->last;
  (*node)->role = single ? base->first->role : FORMULA_ORDINARY;
  (*node)->limits = single && base->first->limits;
  if (script->first != NULL) {
    script->before = "(";
    script->behind = ")";
  }
  return true;
}

/* ---- delimiters ----------------------------------------------------------------------------- */

/* The sign of a delimiter, empty for a dot. */
static bool read_delimiter(tex_parser *p, span of, span *sign) {
  static const char plain[] = "()[]|/<>.";
  span token = tex_peek(&p->rest);
  const command *c =
      token.len > 1 && token.data[0] == '\\' ? command_find(span_skip(token, 1)) : NULL;
  bool known = c != NULL && (c->kind == COMMAND_OPENING || c->kind == COMMAND_CLOSING ||
                             c->kind == COMMAND_DELIMITER);
  if (known) {
    *sign = span_of(c->text);
  } else if (token.len == 1 && tex_one_of(token.data[0], plain)) {
    *sign = token.data[0] == '.'   ? (span){NULL, 0}
            : token.data[0] == '<' ? SPAN("⟨")
            : token.data[0] == '>' ? SPAN("⟩")
                                   : token;
  } else {
    return tex_refuse(p, token.len > 0 ? token.data : of.data,
                      "%.*s lacks a delimiter, such as ( [ \\{ | \\langle, or . for none",
                      (int)of.len, of.data);
  }
  p->rest = span_skip(p->rest, token.len);
  return true;
}

static void append_fence(tex_parser *p, formula_node *row, span sign, formula_role role) {
  if (sign.len > 0) {
    tex_append(row, tex_leaf(p, "mo fence=\"true\" stretchy=\"true\"", sign, role));
  }
}

/* The row behind \left or \middle, and what ends it. */
static bool read_fenced_row(tex_parser *p, span token, formula_node *row, span *end) {
  formula_node *inside = tex_node(p, "mrow");
  bool bracket = p->bracket;
  p->bracket = false;
  if (!tex_row(p, inside)) { return false; }
  p->bracket = bracket;
  tex_append(row, inside);
  *end = tex_peek(&p->rest);
  if (!span_equal(*end, SPAN("\\right")) && !span_equal(*end, SPAN("\\middle"))) {
    return tex_refuse(p, token.data, "%.*s has no \\right%s", (int)token.len, token.data,
                      end->len > 0 ? " in its group, cell or environment" : "");
  }
  p->rest = span_skip(p->rest, end->len);
  return true;
}

static bool read_fence(tex_parser *p, span token, formula_node **node) {
  span sign, end;
  bool closed = false;
  *node = tex_node(p, "mrow");
  if (!tex_enter(p, token.data) || !read_delimiter(p, token, &sign)) { return false; }
  append_fence(p, *node, sign, FORMULA_OPENING);
  while (!closed && !p->memory->failed) {
    if (!read_fenced_row(p, token, *node, &end) || !read_delimiter(p, end, &sign)) { return false; }
    closed = span_equal(end, SPAN("\\right"));
    append_fence(p, *node, sign, closed ? FORMULA_CLOSING : FORMULA_BINARY);
  }
  p->depth--;
  if (*node != NULL) {
    (*node)->atom = true;
    (*node)->role = FORMULA_FENCED;
  }
  return true;
}

static bool read_big(tex_parser *p, span token, const command *c, formula_node **node) {
  span sign;
  if (!read_delimiter(p, token, &sign)) { return false; }
  static const char openings[] = "([{⟨⌈⌊";
  bool opens = strstr(c->text, "prefix") != NULL ||
               (sign.len > 0 && memmem(openings, sizeof openings - 1, sign.data, sign.len));
  bool between = strstr(c->text, "infix") != NULL;
  *node = tex_leaf(p, c->text, sign,
                   between ? FORMULA_BINARY
                   : opens ? FORMULA_OPENING
                           : FORMULA_CLOSING);
  return true;
}

/* ---- names and classes ----------------------------------------------------------------------- */

/* The only thing in a row, else the row. */
static formula_node *only(formula_node *row) {
  bool single = row != NULL && row->first != NULL && row->first == row->last;
  return single ? row->first : row;
}

static bool read_name(tex_parser *p, span token, formula_node **node) {
  formula_font font = p->font;
  bool limits = tex_skip(p, SPAN("*"));
  p->font = FORMULA_UPRIGHT;
  formula_node *row;
  if (!tex_argument(p, token, false, &row)) { return false; }
  p->font = font;
  *node = only(row);
  if (*node != NULL) {
    (*node)->role = FORMULA_FUNCTION;
    (*node)->limits = limits;
    (*node)->atom = true;
  }
  return true;
}

static bool read_class(tex_parser *p, span token, const command *c, formula_node **node) {
  formula_node *row;
  if (!tex_argument(p, token, p->display, &row)) { return false; }
  *node = only(row);
  if (*node == NULL) { return true; }
  bool leaf = (*node)->text.data != NULL && (*node)->element[0] == 'm';
  bool operation = c->value == FORMULA_BINARY || c->value == FORMULA_RELATION;
  if (leaf && operation) { (*node)->element = "mo"; }
  (*node)->role = c->value == FORMULA_LARGE ? FORMULA_FUNCTION : (formula_role)c->value;
  (*node)->limits = c->value == FORMULA_LARGE;
  return true;
}

/* ---- the rest ------------------------------------------------------------------------------- */

/* \not: the sign that means the opposite, or the next one struck through. */
static bool read_not(tex_parser *p, span token, formula_node **node) {
  static const char *const opposites[][2] = {
      {"=", "≠"}, {"<", "≮"}, {">", "≯"}, {"∈", "∉"}, {"∋", "∌"}, {"≤", "≰"}, {"≥", "≱"},
      {"≡", "≢"}, {"∼", "≁"}, {"≃", "≄"}, {"≅", "≇"}, {"≈", "≉"}, {"⊂", "⊄"}, {"⊃", "⊅"},
      {"⊆", "⊈"}, {"⊇", "⊉"}, {"∣", "∤"}, {"|", "∤"}, {"∥", "∦"}, {"∃", "∄"}, {"≺", "⊀"},
      {"≻", "⊁"}, {"⊢", "⊬"}, {"⊨", "⊭"}, {"→", "↛"}, {"←", "↚"}, {"↔", "↮"}, {"⇒", "⇏"},
      {"⇐", "⇍"}, {"⇔", "⇎"}, {"⊴", "⋬"}, {"⊵", "⋭"}, {"⊲", "⋪"}, {"⊳", "⋫"}};
  formula_node *row;
  if (!tex_argument(p, token, p->display, &row)) { return false; }
  *node = only(row);
  if (*node == NULL || (*node)->text.data == NULL) {
    return p->memory->failed ||
           tex_refuse(p, token.data, "\\not stands before one sign, such as = or \\in");
  }
  for (size_t i = 0; i < sizeof opposites / sizeof *opposites; i++) {
    if (span_equal((*node)->text, span_of(opposites[i][0]))) {
      (*node)->text = span_of(opposites[i][1]);
      (*node)->role = FORMULA_RELATION;
      (*node)->element = "mo";
      return true;
    }
  }
  char struck[16];
  int length =
      snprintf(struck, sizeof struck, "%.*s\u0338", (int)(*node)->text.len, (*node)->text.data);
  if (length > 0 && (size_t)length < sizeof struck) {
    (*node)->text = arena_copy(p->memory, (span){struck, (size_t)length});
  }
  return true;
}

static bool read_modulo(tex_parser *p, span token, const command *c, formula_node **node) {
  formula_node *inside;
  if (!tex_argument(p, token, false, &inside)) { return false; }
  bool open = c->text[0] == '(';
  span word = open ? span_skip(span_of(c->text), 1) : span_of(c->text);
  word = span_take(word, span_find(word, ')'));
  *node = tex_node(p, "mrow");
  tex_append(*node, tex_space(p, "1em"));
  if (open) { tex_append(*node, tex_leaf(p, "mo stretchy=\"false\"", SPAN("("), FORMULA_OPENING)); }
  formula_node *name = tex_leaf(p, "mi", word, FORMULA_FUNCTION);
  if (word.len > 0 && name != NULL) {
    name->font = FORMULA_PLAIN;
    tex_append(*node, name);
  }
  tex_append(*node, inside);
  if (open) { tex_append(*node, tex_leaf(p, "mo stretchy=\"false\"", SPAN(")"), FORMULA_CLOSING)); }
  return true;
}

static bool read_tag(tex_parser *p, span token) {
  bool bare = tex_skip(p, SPAN("*"));
  formula_node *row = tex_node(p, "mrow");
  if (!p->tags) {
    return tex_refuse(p, token.data,
                      "\\tag in a sentence; formulas on a line of their own ($$…$$) have one");
  }
  if (p->tag != NULL) { return tex_refuse(p, token.data, "a second \\tag on one line"); }
  p->tag = row;
  if (!bare) { tex_append(row, tex_leaf(p, "mtext", SPAN("("), FORMULA_ORDINARY)); }
  if (!words_read(p, token, FORMULA_PLAIN, row)) { return false; }
  if (!bare) { tex_append(row, tex_leaf(p, "mtext", SPAN(")"), FORMULA_ORDINARY)); }
  return true;
}

static bool read_wrapped(tex_parser *p, span token, const command *c, formula_node **node) {
  formula_node *row;
  if (!tex_argument(p, token, p->display, &row)) { return false; }
  *node = row;
  if (row != NULL) {
    row->element = c->text;
    row->mute = c->kind == COMMAND_HIDDEN;
  }
  return true;
}

static bool refuse_placed(tex_parser *p, span token, const command *c) {
  const char *place = c->kind == COMMAND_RULE     ? "at the start of a row of an array or a matrix"
                      : c->kind == COMMAND_LIMITS ? "behind an operator, such as \\sum"
                                                  : "elsewhere";
  return tex_refuse(p, token.data, "%.*s stands %s", (int)token.len, token.data, place);
}

bool construct_read(tex_parser *p, span token, const command *c, formula_node **node) {
  formula_font font = p->font;
  span word;
  switch (c->kind) {
    case COMMAND_SPACE: *node = tex_space(p, c->text); return true;
    case COMMAND_ACCENT:
    case COMMAND_ACCENT_BELOW:
    case COMMAND_BRACE:
    case COMMAND_BRACE_BELOW: return read_accent(p, token, c, node);
    case COMMAND_FRACTION:
    case COMMAND_CONTINUED: return read_fraction(p, token, c, node);
    case COMMAND_BINOMIAL: return read_binomial(p, token, c, node);
    case COMMAND_ROOT: return read_root(p, token, node);
    case COMMAND_FONT: {
      p->font = (formula_font)c->value;
      bool fine = tex_argument(p, token, p->display, node);
      p->font = font;
      *node = only(*node);
      return fine;
    }
    case COMMAND_TEXT: {
      formula_node *row = tex_node(p, "mrow");
      bool fine = words_read(p, token, (formula_font)c->value, row);
      *node = only(row);
      return fine;
    }
    case COMMAND_ARROW: return read_arrow(p, token, c, node);
    case COMMAND_STACK: return read_stack(p, token, c, node);
    case COMMAND_NAME: return read_name(p, token, node);
    case COMMAND_CLASS: return read_class(p, token, c, node);
    case COMMAND_FENCE: return read_fence(p, token, node);
    case COMMAND_BIG: return read_big(p, token, c, node);
    case COMMAND_WRAP:
    case COMMAND_HIDDEN: return read_wrapped(p, token, c, node);
    case COMMAND_MODULO: return read_modulo(p, token, c, node);
    case COMMAND_NOT: return read_not(p, token, node);
    case COMMAND_SUBSTACK: return environment_substack(p, token, node);
    case COMMAND_TAG: return read_tag(p, token);
    case COMMAND_WIDTH: return read_width(p, token, node);
    case COMMAND_ENVIRONMENT: return environment_read(p, token, node);
    case COMMAND_NOTHING: return true;
    case COMMAND_NOTHING_OF: return tex_name(p, token, &word);
    case COMMAND_REFUSED:
      return tex_refuse(p, token.data, "%.*s is not accepted: %s", (int)token.len, token.data,
                        c->text);
    default: break;
  }
  if (c->kind > COMMAND_SPACE) { return refuse_placed(p, token, c); }
  *node = make_sign(p, c);
  return true;
}
