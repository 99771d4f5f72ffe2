#include "markup/formula.h"

#include "markup/entities.h"
#include "markup/tex.h"

enum { DEEPEST = 32 };

void formula_open(formula *f, const char *tag) {
  buffer_byte(f->out, '<');
  buffer_text(f->out, tag);
  buffer_byte(f->out, '>');
}

void formula_close(formula *f, const char *tag) {
  buffer_text(f->out, "</");
  buffer_append(f->out, (span){tag, strcspn(tag, " ")});
  buffer_byte(f->out, '>');
}

void formula_element(formula *f, const char *tag, span content) {
  formula_open(f, tag);
  entities_escape(f->out, content);
  formula_close(f, tag);
}

void formula_phantom(formula *f, const char *text) {
  if (text[0] == '\0') {
    return;
  }
  buffer_text(f->out, "<mphantom><mtext>");
  buffer_text(f->out, text);
  buffer_text(f->out, "</mtext></mphantom>");
}

bool formula_between(formula *f, const char *open, span text, const char *close) {
  formula inner = {
      .out = f->out, .why = f->why, .depth = f->depth + 1, .display = f->display, .row = f->row};
  if (inner.depth > DEEPEST) {
    return fault_set(f->why, "formula: nested too deeply");
  }
  buffer_text(f->out, "<mrow>");
  formula_phantom(f, open);
  if (!f->row(&inner, text)) {
    return false;
  }
  formula_phantom(f, close);
  buffer_text(f->out, "</mrow>");
  return true;
}

bool formula_child(formula *f, span text) { return formula_between(f, "", text, ""); }

bool formula_part(formula *f, char lead, span text) {
  bool atom = tex_is_atom(text);
  const char open[] = {lead != '\0' ? lead : '(', lead != '\0' && !atom ? '(' : '\0', '\0'};
  return formula_between(f, lead == '\0' && atom ? "" : open, text, atom ? "" : ")");
}

bool formula_operator(formula *f, const char *text) {
  static const char prefix[] = "−+±∓", punctuation[] = ",;.", tight[] = "/′";
  static const char relations[] = "=<>≤≥≈≠≡∼∝→⇒⟹⇔⟺";
  bool sign = strstr(prefix, text) != NULL && !f->operand;
  bool spaced = !sign && !f->last && strstr(tight, text) == NULL;
  if (spaced && strstr(punctuation, text) == NULL) {
    buffer_byte(f->out, ' ');
  }
  f->related = !f->last && strstr(relations, text) != NULL;
  const char *form = sign                      ? "mo form=\"prefix\""
                     : f->related && f->broken ? "mo form=\"infix\""
                                               : "mo";
  formula_element(f, form, span_of(text));
  if (spaced) {
    buffer_byte(f->out, ' ');
  }
  f->operand = false;
  return true;
}
