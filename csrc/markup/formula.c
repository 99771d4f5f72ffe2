/* A formula is read as a row of items: a nucleus, then what stands above and below it. Nothing is
 * read twice: a row ends at a token that its reader, one level further out, waits for. */
#include "markup/formula.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "markup/construct.h"
#include "markup/environment.h"
#include "markup/tex.h"

/* ---- rows ----------------------------------------------------------------------------------- */

/* The command that a token is; NULL for a character. */
static const command *command_of(span token) {
  return token.len > 1 && token.data[0] == '\\' ? command_find(span_skip(token, 1)) : NULL;
}

static bool ends_row(const tex_parser *p, span token, const command *c) {
  if (c != NULL) { return c->kind == COMMAND_ROW_END || c->kind == COMMAND_ENDING; }
  return token.len == 0 || token.data[0] == '}' || token.data[0] == '&' || token.data[0] == '$' ||
         (token.data[0] == ']' && p->bracket);
}

static bool unknown_command(tex_parser *p, span token) {
  const command *near = command_nearest(span_skip(token, 1));
  return tex_refuse(p, token.data, "the command %.*s is not known%s%s", (int)token.len, token.data,
                    near != NULL ? "; did you mean \\" : "", near != NULL ? near->name : "");
}

static formula_node *read_number(tex_parser *p) {
  size_t length = tex_number_length(p->rest);
  span digits = span_take(p->rest, length);
  p->rest = span_skip(p->rest, length);
  return tex_leaf(p, "mn", digits, FORMULA_ORDINARY);
}

/* Letters that stand beside each other are one word where a font was asked for.
 * @param one an argument without braces, which is a single letter */
static formula_node *read_letters(tex_parser *p, bool one) {
  size_t length = one || p->font == FORMULA_PLAIN ? 1 : tex_word_length(p->rest);
  span word = span_take(p->rest, length);
  p->rest = span_skip(p->rest, length);
  bool upright = p->font == FORMULA_UPRIGHT && length == 1;
  return tex_leaf(p, upright ? "mi mathvariant=\"normal\"" : "mi", word, FORMULA_ORDINARY);
}

/* A character beyond ASCII: operators and arrows are read as such; letters of scripts without
   spaces, and other characters that formulas do not use, as text. */
static formula_node *read_symbol(tex_parser *p, span token) {
  size_t length;
  uint32_t point = utf8_decode(token, &length);
  p->rest = span_skip(p->rest, token.len);
  bool relation = (point >= 0x2190 && point <= 0x21FF) || (point >= 0x27F0 && point <= 0x297F) ||
                  (point >= 0x2208 && point <= 0x220D) || (point >= 0x221D && point <= 0x221D) ||
                  (point >= 0x2223 && point <= 0x2226) || (point >= 0x2234 && point <= 0x228B) ||
                  (point >= 0x22A2 && point <= 0x22B8);
  bool binary = point == 0xB1 || point == 0xB7 || point == 0xD7 || point == 0xF7 ||
                (point >= 0x2212 && point <= 0x2219) || (point >= 0x2227 && point <= 0x222A) ||
                (point >= 0x2293 && point <= 0x22A1);
  if (relation || binary) {
    return tex_leaf(p, "mo", token, relation ? FORMULA_RELATION : FORMULA_BINARY);
  }
  return tex_leaf(p, point >= 0x2E80 && point < 0x1D400 ? "mtext" : "mi", token, FORMULA_ORDINARY);
}

static bool read_character(tex_parser *p, span token, formula_node **node) {
  static const struct {
    char c;
    const char *element, *text;
    formula_role role;
  } characters[] = {
      {'-', "mo", "−", FORMULA_BINARY},
      {'+', "mo", "+", FORMULA_BINARY},
      {'*', "mo", "∗", FORMULA_BINARY},
      {'=', "mo", "=", FORMULA_RELATION},
      {'<', "mo", "<", FORMULA_RELATION},
      {'>', "mo", ">", FORMULA_RELATION},
      {':', "mo", ":", FORMULA_BINARY},
      {'?', "mo", "?", FORMULA_CLOSING},
      {'/', "mo", "/", FORMULA_TIGHT},
      {',', "mo", ",", FORMULA_PUNCTUATION},
      {';', "mo", ";", FORMULA_PUNCTUATION},
      {'.', "mo", ".", FORMULA_PUNCTUATION},
      {'!', "mo form=\"postfix\"", "!", FORMULA_CLOSING},
      {'(', "mo stretchy=\"false\"", "(", FORMULA_OPENING},
      {'[', "mo stretchy=\"false\"", "[", FORMULA_OPENING},
      {')', "mo stretchy=\"false\"", ")", FORMULA_CLOSING},
      {']', "mo stretchy=\"false\"", "]", FORMULA_CLOSING},
      {'|', "mo stretchy=\"false\"", "|", FORMULA_CLOSING},
      {'~', "mtext", " ", FORMULA_SPACE},
      {'@', "mi", "@", FORMULA_ORDINARY},
      {'"', "mi", "\"", FORMULA_ORDINARY},
      {'`', "mi", "‘", FORMULA_ORDINARY},
  };
  for (size_t i = 0; i < sizeof characters / sizeof *characters; i++) {
    if (characters[i].c == token.data[0]) {
      p->rest = span_skip(p->rest, 1);
      *node = tex_leaf(p, characters[i].element, span_of(characters[i].text), characters[i].role);
      return true;
    }
  }
  const char *cure = token.data[0] == '%'   ? "; write \\% for the sign"
                     : token.data[0] == '#' ? "; write \\# for the sign"
                                            : "";
  return tex_refuse(p, token.data, "%.*s has no meaning here%s", (int)token.len, token.data, cure);
}

static bool read_group(tex_parser *p, formula_node *row) {
  const char *start = p->rest.data;
  bool bracket = p->bracket;
  if (!tex_enter(p, start)) { return false; }
  p->rest = span_skip(p->rest, 1);
  p->bracket = false;
  if (!tex_row(p, row)) { return false; }
  p->bracket = bracket;
  p->depth--;
  if (!tex_skip(p, SPAN("}"))) {
    span token = tex_peek(&p->rest);
    return token.len == 0 ? tex_refuse(p, start, "a brace is not closed")
                          : tex_refuse(p, token.data, "%.*s stands where } closes a group",
                                       (int)token.len, token.data);
  }
  return true;
}

static bool read_nucleus(tex_parser *p, span token, const command *c, formula_node **node) {
  unsigned char first = (unsigned char)token.data[0];
  if (first == '\\') {
    if (c == NULL) { return unknown_command(p, token); }
    p->rest = span_skip(p->rest, token.len);
    return construct_read(p, token, c, node);
  }
  if (first == '{') {
    *node = tex_node(p, "mrow");
    return read_group(p, *node);
  }
  if (ascii_digit((char)first)) {
    *node = read_number(p);
  } else if (ascii_letter((char)first)) {
    *node = read_letters(p, false);
  } else if (first >= 0x80) {
    *node = read_symbol(p, token);
  } else {
    return read_character(p, token, node);
  }
  return true;
}

/* ---- scripts -------------------------------------------------------------------------------- */

typedef struct scripts {
  formula_node *sub, *sup; /* NULL: absent */
  formula_node *primes;
  int limits; /* 1: they stand below and above, 0: beside, -1: as the nucleus has it */
} scripts;

static bool read_scripts(tex_parser *p, scripts *found) {
  *found = (scripts){.limits = -1};
  for (;;) {
    tex_skip_space(&p->rest);
    char next = p->rest.len > 0 ? p->rest.data[0] : '\0';
    if (next != '_' && next != '^' && next != '\'' && next != '\\') { return true; }
    span token = tex_peek(&p->rest);
    bool named =
        next == '\\' && token.len > 6 && memcmp(token.data + token.len - 6, "limits", 6) == 0;
    const command *c = named ? command_of(token) : NULL;
    if (c != NULL && c->kind == COMMAND_LIMITS) {
      p->rest = span_skip(p->rest, token.len);
      found->limits = c->value == 2 ? -1 : (int)c->value;
    } else if (next == '\'') {
      p->rest = span_skip(p->rest, 1);
      found->primes = found->primes != NULL ? found->primes : tex_node(p, "mrow");
      tex_append(found->primes, tex_leaf(p, "mo", SPAN("′"), FORMULA_TIGHT));
    } else if (next == '_' || next == '^') {
      formula_node **script = next == '_' ? &found->sub : &found->sup;
      if (*script != NULL) {
        return tex_refuse(p, token.data, "two scripts in one place; write {} between them");
      }
      p->rest = span_skip(p->rest, 1);
      if (!tex_argument(p, token, false, script)) { return false; }
      tex_part(*script, false, next == '_' ? "_" : "^", next == '_' ? "_(" : "^(");
    } else {
      return true;
    }
  }
}

/* Puts what stands above and below a nucleus around it. */
static bool attach_scripts(tex_parser *p, formula_node **nucleus) {
  static const char *const elements[2][4] = {{"", "msub", "msup", "msubsup"},
                                             {"", "munder", "mover", "munderover"}};
  scripts s;
  if (!read_scripts(p, &s)) { return false; }
  unsigned which = (s.sub != NULL ? 1U : 0U) | (s.sup != NULL || s.primes != NULL ? 2U : 0U);
  if (which == 0) { return true; }
  formula_node *base = *nucleus != NULL ? *nucleus : tex_node(p, "mrow");
  bool limits = base != NULL && (s.limits == 1 || (s.limits < 0 && base->limits && p->display));
  formula_node *node = tex_node(p, elements[limits][which]);
  if (node == NULL || base == NULL) { return true; }
  if (s.limits == 1 && span_starts(span_of(base->element), SPAN("mo")) && !p->display) {
    base->element = "mo movablelimits=\"false\"";
  }
  node->scripts = true;
  /* An index before what it belongs to, as in {}^2\log. */
  bool before = base->first == NULL && base->text.data == NULL;
  node->role = before ? FORMULA_PREFIX : base->role;
  tex_append(node, base);
  tex_append(node, s.sub);
  if (s.primes != NULL) {
    tex_append(s.primes, s.sup);
    s.sup = s.primes;
  }
  tex_append(node, s.sup);
  *nucleus = node;
  return true;
}

/* ---- rows, arguments ------------------------------------------------------------------------ */

/* \over and its kin: what was read of the row stands above what follows. */
static bool read_infix(tex_parser *p, span token, const command *c, formula_node *row) {
  formula_node *above = tex_node(p, "mrow"), *below = tex_node(p, "mrow");
  formula_node *fraction = tex_node(p, c->text == NULL ? "mfrac" : "mfrac linethickness=\"0\"");
  if (above == NULL || below == NULL || fraction == NULL) { return true; }
  above->first = row->first;
  above->last = row->last;
  row->first = row->last = NULL;
  if (!tex_enter(p, token.data) || !tex_row(p, below)) { return false; }
  p->depth--;
  bool bracketed = c->text != NULL && c->text[0] != '\0';
  if (bracketed) {
    tex_append(row, tex_leaf(p, "mo", (span){c->text, 1}, FORMULA_OPENING));
    above->behind = "; ";
  } else {
    fraction->role = FORMULA_FRACTION;
    tex_part(above, true, "", "(");
    tex_part(below, true, "/", "/(");
  }
  tex_append(fraction, above);
  tex_append(fraction, below);
  tex_append(row, fraction);
  if (bracketed) { tex_append(row, tex_leaf(p, "mo", (span){c->text + 1, 1}, FORMULA_CLOSING)); }
  return true;
}

static bool read_item(tex_parser *p, span token, const command *c, formula_node *row) {
  formula_node *node = NULL;
  bool bare = token.data[0] == '_' || token.data[0] == '^' || token.data[0] == '\'';
  if (!bare && !read_nucleus(p, token, c, &node)) { return false; }
  if (!attach_scripts(p, &node)) { return false; }
  tex_append(row, node);
  return true;
}

static bool read_row(tex_parser *p, formula_node *row) {
  formula_font font = p->font;
  formula_node *whole = row;
  bool display = p->display, fine = true;
  while (fine && row != NULL && !p->memory->failed) {
    span token = tex_peek(&p->rest);
    const command *c = command_of(token);
    if (ends_row(p, token, c)) { break; }
    switch (c != NULL ? c->kind : COMMAND_ORDINARY) {
      case COMMAND_FONT_SWITCH:
        p->font = (formula_font)c->value;
        p->rest = span_skip(p->rest, token.len);
        break;
      case COMMAND_STYLE: {
        formula_node *styled = tex_node(p, c->text);
        p->rest = span_skip(p->rest, token.len);
        tex_append(whole, styled);
        p->display = c->value == 1;
        row = styled;
        break;
      }
      case COMMAND_OVER:
        p->rest = span_skip(p->rest, token.len);
        fine = read_infix(p, token, c, row);
        break;
      default: fine = read_item(p, token, c, row);
    }
  }
  p->font = font;
  p->display = display;
  return fine;
}

static bool read_argument(tex_parser *p, span of, bool display, formula_node **row) {
  span token = tex_peek(&p->rest);
  const command *c = command_of(token);
  bool outer = p->display;
  *row = tex_node(p, "mrow");
  if (*row == NULL) { return true; }
  if (ends_row(p, token, c) || token.data[0] == '_' || token.data[0] == '^') {
    return tex_refuse(p, of.data, "%.*s lacks what it applies to", (int)of.len, of.data);
  }
  p->display = display;
  bool fine;
  if (token.data[0] == '{') {
    fine = read_group(p, *row);
  } else if (ascii_digit(token.data[0])) {
    p->rest = span_skip(p->rest, 1);
    tex_append(*row, tex_leaf(p, "mn", token, FORMULA_ORDINARY));
    fine = true;
  } else if (ascii_letter(token.data[0])) {
    tex_append(*row, read_letters(p, true));
    fine = true;
  } else {
    formula_node *node = NULL;
    fine = tex_enter(p, token.data) && read_nucleus(p, token, c, &node);
    p->depth--;
    tex_append(*row, node);
  }
  p->display = outer;
  return fine;
}

/* ---- the whole ------------------------------------------------------------------------------ */

/* The token that ended the last row is out of place. */
static bool refuse_end(tex_parser *p, span token) {
  const char *reason = token.data[0] == '}'   ? "} closes nothing"
                       : token.data[0] == '&' ? "& stands outside of a table such as aligned; "
                                                "write \\& for the sign"
                       : token.data[0] == '$' ? "a dollar sign inside of a formula; write \\$"
                                              : NULL;
  if (reason != NULL) { return tex_refuse(p, token.data, "%s", reason); }
  return tex_refuse(p, token.data, "%.*s without what it belongs to", (int)token.len, token.data);
}

formula_node *formula_read(arena *memory, span tex, bool display, size_t *at, fault *why) {
  tex_parser p = {.memory = memory,
                  .row = read_row,
                  .argument = read_argument,
                  .rest = tex,
                  .start = tex.data,
                  .display = display,
                  .tags = display,
                  .at = at,
                  .why = why};
  *at = 0;
  formula_node *row = tex_node(&p, "mrow");
  bool fine = tex_row(&p, row);
  span token = tex_peek(&p.rest);
  const command *c = command_of(token);
  if (fine && c != NULL && c->kind == COMMAND_ROW_END) {
    formula_node *lines = NULL, *first = row;
    row = tex_node(&p, "mrow");
    fine = environment_lines(&p, first, &lines);
    tex_append(row, lines);
    token = tex_peek(&p.rest);
  }
  if (fine && token.len > 0 && !memory->failed) { fine = refuse_end(&p, token); }
  if (fine && p.tag != NULL) {
    tex_append(row, tex_leaf(&p, "mspace width=\"2em\"", (span){NULL, 0}, FORMULA_SPACE));
    tex_append(row, p.tag);
  }
  if (fine && memory->failed) { fine = tex_refuse(&p, tex.data, "memory is out"); }
  return fine ? row : NULL;
}
