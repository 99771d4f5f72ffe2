#include "markup/command.h"

#include <stdlib.h>

#include "base/ascii.h"
#include "markup/entities.h"
#include "markup/tex.h"

typedef struct command {
  const char *name;
  bool (*write)(formula *f, const struct command *self, span *rest);
  const char *text; /* what it shows, or the element it makes */
} command;

static bool command_argument(formula *f, span *rest) {
  span argument;
  return tex_take_argument(rest, &argument, f->why) && formula_child(f, argument);
}

static bool identifier(formula *f, const command *self, span *rest) {
  (void)rest;
  formula_element(f, "mi", span_of(self->text));
  return f->operand = true;
}

static bool operation(formula *f, const command *self, span *rest) {
  (void)rest;
  return formula_operator(f, self->text);
}

static bool bracket(formula *f, const command *self, span *rest) {
  (void)rest;
  formula_element(f, "mo stretchy=\"false\"", span_of(self->text));
  f->operand = strstr("}⌉⌋⟩", self->text) != NULL;
  return true;
}

static bool integral(formula *f, const command *self, span *rest) {
  (void)rest;
  formula_element(f, "mo", span_of(self->text));
  f->operand = false;
  return f->gap = true;
}

static bool large(formula *f, const command *self, span *rest) {
  integral(f, self, rest);
  return f->limits = true;
}

static bool function(formula *f, const command *self, span *rest) {
  identifier(f, self, rest);
  return f->spaced = true;
}

static bool function_with_limits(formula *f, const command *self, span *rest) {
  function(f, self, rest);
  return f->limits = true;
}

static bool space(formula *f, const command *self, span *rest) {
  (void)rest;
  bool back = self->text[0] == '-';
  buffer_print(f->out, "<mspace width=\"%s\"></mspace>%s", self->text, back ? "" : " ");
  return true;
}

static bool take_two(formula *f, span *rest, span *above, span *below) {
  return tex_take_argument(rest, above, f->why) && tex_take_argument(rest, below, f->why);
}

static bool fraction(formula *f, const command *self, span *rest) {
  (void)self;
  span above, below;
  if (!take_two(f, rest, &above, &below)) {
    return false;
  }
  buffer_text(f->out, f->operand ? " <mfrac>" : "<mfrac>");
  if (!formula_part(f, '\0', above) || !formula_part(f, '/', below)) {
    return false;
  }
  buffer_text(f->out, "</mfrac>");
  return f->operand = f->gap = true;
}

static bool binomial(formula *f, const command *self, span *rest) {
  (void)self;
  span above, below;
  if (!take_two(f, rest, &above, &below)) {
    return false;
  }
  buffer_text(f->out, "<mrow><mo>(</mo><mfrac linethickness=\"0\">");
  if (!formula_between(f, "", above, "; ") || !formula_child(f, below)) {
    return false;
  }
  buffer_text(f->out, "</mfrac><mo>)</mo></mrow>");
  return f->operand = true;
}

static bool root(formula *f, const command *self, span *rest) {
  (void)self;
  tex_skip_space(rest);
  span index = {NULL, 0};
  if (rest->len > 0 && rest->data[0] == '[') {
    size_t stop = span_find(*rest, ']');
    index = span_skip(span_take(*rest, stop), 1);
    *rest = span_skip(*rest, stop + 1);
  }
  span inside;
  if (!tex_take_argument(rest, &inside, f->why)) {
    return false;
  }
  buffer_text(f->out, index.data == NULL ? "<msqrt>" : "<mroot>");
  if (index.data == NULL) {
    formula_phantom(f, "√");
  }
  if (!formula_part(f, '\0', inside)) {
    return false;
  }
  if (index.data != NULL && !formula_between(f, "^(1/", index, ")")) {
    return false;
  }
  buffer_text(f->out, index.data == NULL ? "</msqrt>" : "</mroot>");
  return f->operand = true;
}

/* A word or a unit, as it is written; spaces at its ends stay. */
static bool words(formula *f, const command *self, span *rest) {
  span text;
  if (!tex_take_argument(rest, &text, f->why)) {
    return false;
  }
  formula_open(f, self->text);
  for (size_t i = 0; i < text.len; i++) {
    bool escaped = text.data[i] == '\\' && i + 1 < text.len && !ascii_letter(text.data[i + 1]);
    if (escaped) {
      i++;
    }
    if (text.data[i] == '\\' || text.data[i] == '$') {
      return fault_set(f->why, "formula: a command inside of \\text");
    }
    if (text.data[i] == ' ') {
      buffer_text(f->out, "\u00A0");
    } else {
      entities_escape(f->out, (span){text.data + i, 1});
    }
  }
  formula_close(f, self->text);
  return f->operand = true;
}

static bool named_function(formula *f, const command *self, span *rest) {
  return words(f, self, rest) && (f->spaced = true);
}

static bool accent(formula *f, const command *self, span *rest) {
  buffer_text(f->out, "<mover accent=\"true\">");
  if (!command_argument(f, rest)) {
    return false;
  }
  formula_element(f, "mo", span_of(self->text));
  buffer_text(f->out, "</mover>");
  return f->operand = true;
}

static bool labelled_arrow(formula *f, const command *self, span *rest) {
  buffer_text(f->out, "<mover>");
  span label;
  if (!tex_take_argument(rest, &label, f->why)) {
    return false;
  }
  formula_element(f, "mo stretchy=\"true\"", span_of(self->text));
  if (!formula_between(f, "(", label, ") ")) {
    return false;
  }
  buffer_text(f->out, "</mover>");
  f->operand = false;
  return true;
}

static bool double_struck(formula *f, const command *self, span *rest) {
  static const char plain[] = "CNPQRZ";
  static const char *const struck[] = {"ℂ", "ℕ", "ℙ", "ℚ", "ℝ", "ℤ"};
  (void)self;
  span letter;
  if (!tex_take_argument(rest, &letter, f->why)) {
    return false;
  }
  bool known = letter.len == 1 && formula_one_of(letter.data[0], plain);
  const char *at = known ? strchr(plain, letter.data[0]) : NULL;
  if (at == NULL) {
    return fault_set(f->why, "formula: \\mathbb is known for %s", plain);
  }
  formula_element(f, "mi", span_of(struck[at - plain]));
  return f->operand = true;
}

static const struct {
  const char *tex, *text;
} delimiters[] = {{"(", "("},       {")", ")"},       {"[", "["},        {"]", "]"},
                  {"|", "|"},       {".", ""},        {"/", "/"},        {"\\{", "{"},
                  {"\\}", "}"},     {"\\|", "‖"},     {"\\lfloor", "⌊"}, {"\\rfloor", "⌋"},
                  {"\\lceil", "⌈"}, {"\\rceil", "⌉"}, {"\\langle", "⟨"}, {"\\rangle", "⟩"}};

static bool delimiter(formula *f, span *rest) {
  span token;
  if (!tex_take(rest, &token, f->why)) {
    return false;
  }
  for (size_t i = 0; i < sizeof delimiters / sizeof *delimiters; i++) {
    if (!span_equal(token, span_of(delimiters[i].tex))) {
      continue;
    }
    if (delimiters[i].text[0] != '\0') {
      formula_element(f, "mo fence=\"true\" stretchy=\"true\"", span_of(delimiters[i].text));
    }
    return true;
  }
  return fault_set(f->why, "formula: %.*s is no delimiter", (int)token.len, token.data);
}

static bool fenced(formula *f, const command *self, span *rest) {
  (void)self;
  span inside;
  if (!tex_take_until(rest, SPAN("\\left"), SPAN("\\right"), &inside, f->why)) {
    return false;
  }
  buffer_text(f->out, "<mrow>");
  if (!delimiter(f, &inside) || !formula_child(f, inside) || !delimiter(f, rest)) {
    return false;
  }
  buffer_text(f->out, "</mrow>");
  return f->operand = true;
}

static bool write_table(formula *f, span text) {
  buffer_text(f->out, "<mtable><mtr>");
  for (;;) {
    size_t stop = tex_cell_length(text);
    span cell = span_take(text, stop);
    bool last = stop == text.len, row = !last && text.data[stop] == '\\';
    text = span_skip(text, stop + (row ? 2 : 1));
    tex_skip_space(&text);
    last |= row && text.len == 0;
    buffer_text(f->out, "<mtd>");
    if (!formula_between(f, "", cell, row && !last ? "; " : "")) {
      return false;
    }
    buffer_text(f->out, "</mtd>");
    if (last) {
      break;
    }
    buffer_text(f->out, row ? "</mtr><mtr>" : " ");
  }
  buffer_text(f->out, "</mtr></mtable>");
  return true;
}

static const struct {
  const char *name, *open, *close;
} environments[] = {{"cases", "{", ""}, {"pmatrix", "(", ")"}, {"bmatrix", "[", "]"},
                    {"matrix", "", ""}, {"vmatrix", "|", "|"}, {"aligned", "", ""}};

static bool environment(formula *f, const command *self, span *rest) {
  (void)self;
  span name, text, end;
  if (!tex_take_argument(rest, &name, f->why)) {
    return false;
  }
  if (!tex_take_until(rest, SPAN("\\begin"), SPAN("\\end"), &text, f->why)) {
    return false;
  }
  if (!tex_take_argument(rest, &end, f->why)) {
    return false;
  }
  for (size_t i = 0; i < sizeof environments / sizeof *environments; i++) {
    if (!span_equal(name, span_of(environments[i].name)) || !span_equal(name, end)) {
      continue;
    }
    buffer_text(f->out, "<mrow>");
    if (environments[i].open[0]) {
      formula_element(f, "mo fence=\"true\"", span_of(environments[i].open));
    }
    if (!write_table(f, text)) {
      return false;
    }
    if (environments[i].close[0]) {
      formula_element(f, "mo fence=\"true\"", span_of(environments[i].close));
    }
    buffer_text(f->out, "</mrow>");
    return f->operand = true;
  }
  return fault_set(f->why, "formula: the environment %.*s is unknown or ends otherwise",
                   (int)name.len, name.data);
}

/* clang-format off */
/* By the bytes of their names. */
static const command commands[] = {
    {" ", space, "0.25em"}, {"!", space, "-0.17em"}, {"#", identifier, "#"}, {"$", identifier, "$"},
    {"%", identifier, "%"}, {"&", operation, "&"}, {",", space, "0.17em"}, {":", space, "0.22em"},
    {";", space, "0.28em"}, {"Delta", identifier, "Δ"}, {"Gamma", identifier, "Γ"},
    {"Lambda", identifier, "Λ"}, {"Leftrightarrow", operation, "⇔"}, {"Omega", identifier, "Ω"},
    {"Phi", identifier, "Φ"}, {"Pi", identifier, "Π"}, {"Psi", identifier, "Ψ"},
    {"Rightarrow", operation, "⇒"}, {"Sigma", identifier, "Σ"}, {"Theta", identifier, "Θ"},
    {"_", identifier, "_"}, {"alpha", identifier, "α"}, {"angle", identifier, "∠"},
    {"approx", operation, "≈"}, {"arccos", function, "arccos"}, {"arcsin", function, "arcsin"},
    {"arctan", function, "arctan"}, {"ast", operation, "∗"}, {"bar", accent, "¯"},
    {"begin", environment, NULL}, {"beta", identifier, "β"}, {"binom", binomial, NULL},
    {"bmod", operation, "mod"}, {"bullet", operation, "∙"}, {"cap", operation, "∩"},
    {"cdot", operation, "⋅"}, {"cdots", identifier, "⋯"}, {"chi", identifier, "χ"},
    {"circ", operation, "∘"}, {"cos", function, "cos"}, {"cot", function, "cot"},
    {"cup", operation, "∪"}, {"ddot", accent, "¨"}, {"deg", function, "deg"},
    {"delta", identifier, "δ"}, {"dfrac", fraction, NULL}, {"div", operation, "÷"},
    {"dot", accent, "˙"}, {"dots", identifier, "…"}, {"ell", identifier, "ℓ"},
    {"emptyset", identifier, "∅"}, {"epsilon", identifier, "ϵ"}, {"equiv", operation, "≡"},
    {"eta", identifier, "η"}, {"exists", operation, "∃"}, {"exp", function, "exp"},
    {"forall", operation, "∀"}, {"frac", fraction, NULL}, {"gamma", identifier, "γ"},
    {"gcd", function, "gcd"}, {"ge", operation, "≥"}, {"geq", operation, "≥"},
    {"gg", operation, "≫"}, {"hat", accent, "^"}, {"hbar", identifier, "ℏ"},
    {"iff", operation, "⟺"}, {"implies", operation, "⟹"}, {"in", operation, "∈"},
    {"infty", identifier, "∞"}, {"int", integral, "∫"}, {"kappa", identifier, "κ"},
    {"lambda", identifier, "λ"}, {"land", operation, "∧"}, {"langle", bracket, "⟨"},
    {"lceil", bracket, "⌈"}, {"ldots", identifier, "…"}, {"le", operation, "≤"},
    {"left", fenced, NULL}, {"leftarrow", operation, "←"}, {"leftrightarrow", operation, "↔"},
    {"leq", operation, "≤"}, {"lfloor", bracket, "⌊"}, {"lg", function, "lg"},
    {"lim", function_with_limits, "lim"}, {"ll", operation, "≪"}, {"ln", function, "ln"},
    {"log", function, "log"}, {"lor", operation, "∨"}, {"mapsto", operation, "↦"},
    {"mathbb", double_struck, NULL}, {"mathrm", words, "mi mathvariant=\"normal\""},
    {"max", function_with_limits, "max"}, {"mid", operation, "∣"},
    {"min", function_with_limits, "min"}, {"mp", operation, "∓"}, {"mu", identifier, "μ"},
    {"nabla", operation, "∇"}, {"ne", operation, "≠"}, {"neg", operation, "¬"},
    {"neq", operation, "≠"}, {"notin", operation, "∉"}, {"nu", identifier, "ν"},
    {"omega", identifier, "ω"}, {"operatorname", named_function, "mi"}, {"overline", accent, "¯"},
    {"parallel", operation, "∥"}, {"partial", identifier, "∂"}, {"perp", operation, "⊥"},
    {"phi", identifier, "ϕ"}, {"pi", identifier, "π"}, {"pm", operation, "±"},
    {"prime", operation, "′"}, {"prod", large, "∏"}, {"propto", operation, "∝"},
    {"psi", identifier, "ψ"}, {"qquad", space, "2em"}, {"quad", space, "1em"},
    {"rangle", bracket, "⟩"}, {"rceil", bracket, "⌉"}, {"rfloor", bracket, "⌋"},
    {"rho", identifier, "ρ"}, {"rightarrow", operation, "→"}, {"rightleftharpoons", operation, "⇌"},
    {"setminus", operation, "∖"}, {"sigma", identifier, "σ"}, {"sim", operation, "∼"},
    {"sin", function, "sin"}, {"sqrt", root, NULL}, {"subset", operation, "⊂"},
    {"subseteq", operation, "⊆"}, {"sum", large, "∑"}, {"supset", operation, "⊃"},
    {"tan", function, "tan"}, {"tau", identifier, "τ"}, {"text", words, "mtext"},
    {"tfrac", fraction, NULL}, {"theta", identifier, "θ"}, {"tilde", accent, "~"},
    {"times", operation, "×"}, {"to", operation, "→"}, {"triangle", identifier, "△"},
    {"varepsilon", identifier, "ε"}, {"varphi", identifier, "φ"}, {"vec", accent, "→"},
    {"xi", identifier, "ξ"}, {"xrightarrow", labelled_arrow, "→"}, {"zeta", identifier, "ζ"},
    {"{", bracket, "{"}, {"|", bracket, "‖"}, {"}", bracket, "}"},
};
/* clang-format on */

static int compare_command(const void *name, const void *row) {
  return span_compare(*(const span *)name, span_of(((const command *)row)->name));
}

bool command_write(formula *f, span token, span *rest) {
  span name = span_skip(token, 1);
  const command *found = bsearch(&name, commands, sizeof commands / sizeof *commands,
                                 sizeof *commands, compare_command);
  if (found != NULL) {
    return found->write(f, found, rest);
  }
  return fault_set(f->why, "formula: the command %.*s is not known", (int)token.len, token.data);
}

const char *command_name(size_t index) {
  size_t count = sizeof commands / sizeof *commands;
  if (index < count) {
    return commands[index].name;
  }
  index -= count;
  return index < sizeof environments / sizeof *environments ? environments[index].name : NULL;
}
