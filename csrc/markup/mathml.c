/* A formula is read as a row of items: a nucleus, then what stands above and below it. Whatever
 * has an end (a group, an environment, \left to \right) is first cut out as a span of its own, so
 * that a row always ends where its span does. */
#include "markup/mathml.h"

#include "base/ascii.h"
#include "markup/command.h"
#include "markup/tex.h"

enum { LONG = 24 /* bytes of LaTeX that a line of text has room for */ };

static void write_number(formula *f, span digits) {
  buffer_text(f->out, "<mn>");
  for (size_t i = 0; i < digits.len; i++) {
    if (!formula_one_of(digits.data[i], "{}")) {
      buffer_byte(f->out, digits.data[i]);
    }
  }
  buffer_text(f->out, "</mn>");
  f->operand = true;
}

static bool write_character(formula *f, span c) {
  if (ascii_letter(c.data[0]) || (unsigned char)c.data[0] >= 0x80) {
    formula_element(f, "mi", c);
    return f->operand = true;
  }
  switch (c.data[0]) {
    case '-': return formula_operator(f, "−");
    case '+': return formula_operator(f, "+");
    case '*': return formula_operator(f, "∗");
    case '~': buffer_text(f->out, "<mtext>\u00A0</mtext>"); return true;
    case '(':
    case ')':
    case '[':
    case ']':
    case '|':
      formula_element(f, "mo stretchy=\"false\"", c);
      f->operand = c.data[0] == ')' || c.data[0] == ']' || c.data[0] == '|';
      return true;
    case '!': formula_element(f, "mo form=\"postfix\"", c); return f->operand = true;
    default: break;
  }
  if (!formula_one_of(c.data[0], "=<>/:;,.?")) {
    return fault_set(f->why, "formula: %c has no meaning here", c.data[0]);
  }
  const char text[] = {c.data[0], '\0'};
  return formula_operator(f, text);
}

static bool write_nucleus(formula *f, span token, span *rest) {
  f->limits = f->spaced = f->gap = f->related = false;
  if (token.data[0] == '\\') {
    return command_write(f, token, rest);
  }
  if (token.data[0] == '{') {
    f->operand = true;
    return formula_child(f, (span){token.data + 1, token.len - 2});
  }
  if (ascii_digit(token.data[0])) {
    return write_number(f, token), true;
  }
  return write_character(f, token);
}

typedef struct scripts {
  span sub, sup; /* absent where data is NULL */
  size_t primes;
} scripts;

static bool take_scripts(formula *f, span *rest, scripts *found) {
  *found = (scripts){{NULL, 0}, {NULL, 0}, 0};
  for (;; tex_skip_space(rest)) {
    char next = rest->len > 0 ? rest->data[0] : '\0';
    if (next == '\'') {
      found->primes++;
      *rest = span_skip(*rest, 1);
    } else if (next == '_' || next == '^') {
      span *script = next == '_' ? &found->sub : &found->sup;
      *rest = span_skip(*rest, 1);
      if (script->data != NULL) {
        return fault_set(f->why, "formula: two scripts in one place");
      }
      if (!tex_take_argument(rest, script, f->why)) {
        return false;
      }
    } else {
      return true;
    }
  }
}

static bool write_upper(formula *f, const scripts *s) {
  if (s->primes == 0) {
    return formula_part(f, '^', s->sup);
  }
  buffer_text(f->out, "<mrow>");
  for (size_t i = 0; i < s->primes; i++) {
    buffer_text(f->out, "<mo>′</mo>");
  }
  if (s->sup.data != NULL && !formula_part(f, '^', s->sup)) {
    return false;
  }
  buffer_text(f->out, "</mrow>");
  return true;
}

/* Wraps the nucleus that begins at `start` with what stands above and below it. */
static bool write_scripts(formula *f, size_t start, span *rest) {
  static const char *const tags[2][4] = {{"", "msub", "msup", "msubsup"},
                                         {"", "munder", "mover", "munderover"}};
  scripts s;
  if (!take_scripts(f, rest, &s)) {
    return false;
  }
  unsigned which = (s.sub.data != NULL ? 1U : 0U) | (s.sup.data != NULL || s.primes > 0 ? 2U : 0U);
  if (which == 0) {
    return true;
  }
  span tag = span_of(tags[f->limits && f->display][which]);
  buffer_insert(f->out, start, SPAN("<>"));
  buffer_insert(f->out, start + 1, tag);
  if (s.sub.data != NULL && !formula_part(f, '_', s.sub)) {
    return false;
  }
  if ((which & 2) != 0 && !write_upper(f, &s)) {
    return false;
  }
  formula_close(f, tag.data);
  return true;
}

/* Browsers do not break a formula into lines: a long one in a sentence is several. */
#define OPEN "<math data-markdown-ignore><mrow>"
#define CLOSE "</mrow></math>"
#define BREAK CLOSE "<wbr>" OPEN

static bool write_row(formula *f, span text) {
  for (tex_skip_space(&text); text.len > 0; tex_skip_space(&text)) {
    size_t start = f->out->len;
    span token = {NULL, 0};
    bool script = formula_one_of(text.data[0], "_^'");
    if (script) {
      buffer_text(f->out, "<mrow></mrow>");
    } else {
      if (!tex_take(&text, &token, f->why)) {
        return false;
      }
      f->last = text.len == 0;
      if (!write_nucleus(f, token, &text)) {
        return false;
      }
    }
    tex_skip_space(&text);
    bool bare = text.len > 0 && !formula_one_of(text.data[0], "_^'");
    if (!write_scripts(f, start, &text)) {
      return false;
    }
    if (f->broken && f->related && bare) {
      buffer_text(f->out, BREAK);
    }
    bool closed = text.len == 0 || formula_one_of(text.data[0], "()[]|{},");
    if (f->spaced && !closed) {
      buffer_text(f->out, "<mspace width=\"0.17em\"></mspace>");
    }
    if ((f->spaced || f->gap) && !closed) {
      buffer_byte(f->out, ' ');
    }
    f->spaced = false;
  }
  return true;
}

bool mathml_write(buffer *out, span tex, bool display, fault *why) {
  formula f = {.out = out,
               .why = why,
               .row = write_row,
               .display = display,
               .broken = !display && tex.len > LONG};
  size_t start = out->len;
  buffer_text(out, display ? "<math data-markdown-ignore display=\"block\"><mrow>" : OPEN);
  if (write_row(&f, tex)) {
    buffer_text(out, CLOSE);
    return true;
  }
  out->len = start;
  return false;
}
