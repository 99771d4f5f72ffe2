/* A formula is read as a row of items: a nucleus, then what stands above and below it. Whatever
 * has an end (a group, an environment, \left to \right) is first cut out as a span of its own, so
 * that a row always ends where its span does. */
#include "markup/mathml.h"

#include <ctype.h>

#include "markup/entities.h"
#include "markup/tex.h"

enum {
  DEEPEST = 32,
  LONG = 24 /* bytes of LaTeX that a line of text has room for */
};

typedef struct reader {
  buffer *out;
  fault *why;
  unsigned depth;
  bool display;
  bool operand; /* the item before is one, so that a minus is a difference */
  bool limits;  /* the nucleus just written takes its scripts above and below */
  bool spaced;  /* the nucleus just written is the name of a function */
  bool gap;     /* text browsers show a space behind it and its scripts */
  bool last;    /* nothing follows it in its row */
  bool related; /* it is a relation, as = is */
  bool broken;  /* the row may be broken into lines behind a relation */
} reader;

typedef struct command {
  const char *name;
  bool (*write)(reader *r, const struct command *self, span *rest);
  const char *text; /* what it shows, or the element it makes */
} command;

static bool write_row(reader *r, span text);

/* NUL is one of no set. */
static bool one_of(char c, const char *set) { return c != '\0' && strchr(set, c) != NULL; }

/* ---- elements ------------------------------------------------------------------------------- */

/* @param tag the name of an element, and its attributes after a space */
static void open_element(reader *r, const char *tag) { buffer_print(r->out, "<%s>", tag); }

static void close_element(reader *r, const char *tag) {
  buffer_print(r->out, "</%.*s>", (int)strcspn(tag, " "), tag);
}

static void element(reader *r, const char *tag, span content) {
  open_element(r, tag);
  entities_escape(r->out, content);
  close_element(r, tag);
}

/* What a formula on one line needs and one in two dimensions does not: a text browser, which shows
 * the text of every element, has `/` for the bar of a fraction; others leave phantoms out. */
static void write_phantom(reader *r, const char *text) {
  if (text[0] == '\0') return;
  buffer_print(r->out, "<mphantom><mtext>%s</mtext></mphantom>", text);
}

/* One child of an element, whatever `text` holds, between phantoms. */
static bool write_between(reader *r, const char *open, span text, const char *close) {
  reader inner = {.out = r->out, .why = r->why, .depth = r->depth + 1, .display = r->display};
  if (inner.depth > DEEPEST) return fault_set(r->why, "formula: nested too deeply");
  buffer_text(r->out, "<mrow>");
  write_phantom(r, open);
  if (!write_row(&inner, text)) return false;
  write_phantom(r, close);
  buffer_text(r->out, "</mrow>");
  return true;
}

static bool write_child(reader *r, span text) { return write_between(r, "", text, ""); }

/* A child that a text browser shows behind `lead`, in brackets unless it is an atom. */
static bool write_part(reader *r, char lead, span text) {
  bool atom = tex_is_atom(text);
  const char open[] = {lead != '\0' ? lead : '(', lead != '\0' && !atom ? '(' : '\0', '\0'};
  return write_between(r, lead == '\0' && atom ? "" : open, text, atom ? "" : ")");
}

static bool write_argument(reader *r, span *rest) {
  span argument;
  return tex_take_argument(rest, &argument, r->why) && write_child(r, argument);
}

/* Text browsers show the space around an operator; MathML has its own and ignores it. */
static bool write_operator(reader *r, const char *text) {
  static const char prefix[] = "−+±∓", punctuation[] = ",;.", tight[] = "/′";
  static const char relations[] = "=<>≤≥≈≠≡∼∝→⇒⟹⇔⟺";
  bool sign = strstr(prefix, text) != NULL && !r->operand;
  bool spaced = !sign && !r->last && strstr(tight, text) == NULL;
  if (spaced && strstr(punctuation, text) == NULL) buffer_byte(r->out, ' ');
  r->related = !r->last && strstr(relations, text) != NULL;
  const char *form = sign                      ? "mo form=\"prefix\""
                     : r->related && r->broken ? "mo form=\"infix\""
                                               : "mo";
  element(r, form, span_of(text));
  if (spaced) buffer_byte(r->out, ' ');
  r->operand = false;
  return true;
}

/* ---- commands ------------------------------------------------------------------------------- */

static bool identifier(reader *r, const command *self, span *rest) {
  (void)rest;
  element(r, "mi", span_of(self->text));
  return r->operand = true;
}

static bool operation(reader *r, const command *self, span *rest) {
  (void)rest;
  return write_operator(r, self->text);
}

static bool bracket(reader *r, const command *self, span *rest) {
  (void)rest;
  element(r, "mo stretchy=\"false\"", span_of(self->text));
  r->operand = strstr("}⌉⌋⟩", self->text) != NULL;
  return true;
}

static bool integral(reader *r, const command *self, span *rest) {
  (void)rest;
  element(r, "mo", span_of(self->text));
  r->operand = false;
  return r->gap = true;
}

static bool large(reader *r, const command *self, span *rest) {
  integral(r, self, rest);
  return r->limits = true;
}

static bool function(reader *r, const command *self, span *rest) {
  identifier(r, self, rest);
  return r->spaced = true;
}

static bool function_with_limits(reader *r, const command *self, span *rest) {
  function(r, self, rest);
  return r->limits = true;
}

static bool space(reader *r, const command *self, span *rest) {
  (void)rest;
  bool back = self->text[0] == '-';
  buffer_print(r->out, "<mspace width=\"%s\"></mspace>%s", self->text, back ? "" : " ");
  return true;
}

static bool take_two(reader *r, span *rest, span *above, span *below) {
  return tex_take_argument(rest, above, r->why) && tex_take_argument(rest, below, r->why);
}

static bool fraction(reader *r, const command *self, span *rest) {
  (void)self;
  span above, below;
  if (!take_two(r, rest, &above, &below)) return false;
  buffer_text(r->out, r->operand ? " <mfrac>" : "<mfrac>");
  if (!write_part(r, '\0', above) || !write_part(r, '/', below)) return false;
  buffer_text(r->out, "</mfrac>");
  return r->operand = r->gap = true;
}

static bool binomial(reader *r, const command *self, span *rest) {
  (void)self;
  span above, below;
  if (!take_two(r, rest, &above, &below)) return false;
  buffer_text(r->out, "<mrow><mo>(</mo><mfrac linethickness=\"0\">");
  if (!write_between(r, "", above, "; ") || !write_child(r, below)) return false;
  buffer_text(r->out, "</mfrac><mo>)</mo></mrow>");
  return r->operand = true;
}

static bool root(reader *r, const command *self, span *rest) {
  (void)self;
  tex_skip_space(rest);
  span index = {NULL, 0};
  if (rest->len > 0 && rest->data[0] == '[') {
    size_t stop = span_find(*rest, ']');
    index = span_skip(span_take(*rest, stop), 1);
    *rest = span_skip(*rest, stop + 1);
  }
  span inside;
  if (!tex_take_argument(rest, &inside, r->why)) return false;
  buffer_text(r->out, index.data == NULL ? "<msqrt>" : "<mroot>");
  if (index.data == NULL) write_phantom(r, "√");
  if (!write_part(r, '\0', inside)) return false;
  if (index.data != NULL && !write_between(r, "^(1/", index, ")")) return false;
  buffer_text(r->out, index.data == NULL ? "</msqrt>" : "</mroot>");
  return r->operand = true;
}

/* A word or a unit, as it is written; spaces at its ends stay. */
static bool words(reader *r, const command *self, span *rest) {
  span text;
  if (!tex_take_argument(rest, &text, r->why)) return false;
  open_element(r, self->text);
  for (size_t i = 0; i < text.len; i++) {
    bool escaped = text.data[i] == '\\' && i + 1 < text.len && !isalpha(text.data[i + 1]);
    if (escaped) i++;
    if (text.data[i] == '\\' || text.data[i] == '$') {
      return fault_set(r->why, "formula: a command inside of \\text");
    }
    if (text.data[i] == ' ') {
      buffer_text(r->out, "\u00A0");
    } else {
      entities_escape(r->out, (span){text.data + i, 1});
    }
  }
  close_element(r, self->text);
  return r->operand = true;
}

static bool accent(reader *r, const command *self, span *rest) {
  buffer_text(r->out, "<mover accent=\"true\">");
  if (!write_argument(r, rest)) return false;
  element(r, "mo", span_of(self->text));
  buffer_text(r->out, "</mover>");
  return r->operand = true;
}

static bool labelled_arrow(reader *r, const command *self, span *rest) {
  buffer_text(r->out, "<mover>");
  span label;
  if (!tex_take_argument(rest, &label, r->why)) return false;
  element(r, "mo stretchy=\"true\"", span_of(self->text));
  if (!write_between(r, "(", label, ") ")) return false;
  buffer_text(r->out, "</mover>");
  r->operand = false;
  return true;
}

static bool double_struck(reader *r, const command *self, span *rest) {
  static const char plain[] = "CNPQRZ";
  static const char *const struck[] = {"ℂ", "ℕ", "ℙ", "ℚ", "ℝ", "ℤ"};
  (void)self;
  span letter;
  if (!tex_take_argument(rest, &letter, r->why)) return false;
  bool known = letter.len == 1 && one_of(letter.data[0], plain);
  const char *at = known ? strchr(plain, letter.data[0]) : NULL;
  if (at == NULL) return fault_set(r->why, "formula: \\mathbb is known for %s", plain);
  element(r, "mi", span_of(struck[at - plain]));
  return r->operand = true;
}

static const struct {
  const char *tex, *text;
} delimiters[] = {{"(", "("},       {")", ")"},       {"[", "["},        {"]", "]"},
                  {"|", "|"},       {".", ""},        {"/", "/"},        {"\\{", "{"},
                  {"\\}", "}"},     {"\\|", "‖"},     {"\\lfloor", "⌊"}, {"\\rfloor", "⌋"},
                  {"\\lceil", "⌈"}, {"\\rceil", "⌉"}, {"\\langle", "⟨"}, {"\\rangle", "⟩"}};

static bool delimiter(reader *r, span *rest) {
  span token;
  if (!tex_take(rest, &token, r->why)) return false;
  for (size_t i = 0; i < sizeof delimiters / sizeof *delimiters; i++) {
    if (!span_equal(token, span_of(delimiters[i].tex))) continue;
    if (delimiters[i].text[0] != '\0') {
      element(r, "mo fence=\"true\" stretchy=\"true\"", span_of(delimiters[i].text));
    }
    return true;
  }
  return fault_set(r->why, "formula: %.*s is no delimiter", (int)token.len, token.data);
}

static bool fenced(reader *r, const command *self, span *rest) {
  (void)self;
  span inside;
  if (!tex_take_until(rest, SPAN("\\left"), SPAN("\\right"), &inside, r->why)) return false;
  buffer_text(r->out, "<mrow>");
  if (!delimiter(r, &inside) || !write_child(r, inside) || !delimiter(r, rest)) return false;
  buffer_text(r->out, "</mrow>");
  return r->operand = true;
}

static bool write_table(reader *r, span text) {
  buffer_text(r->out, "<mtable><mtr>");
  for (;;) {
    size_t stop = tex_cell_length(text);
    span cell = span_take(text, stop);
    bool last = stop == text.len, row = !last && text.data[stop] == '\\';
    text = span_skip(text, stop + (row ? 2 : 1));
    tex_skip_space(&text);
    last |= row && text.len == 0;
    buffer_text(r->out, "<mtd>");
    if (!write_between(r, "", cell, row && !last ? "; " : "")) return false;
    buffer_text(r->out, "</mtd>");
    if (last) break;
    buffer_text(r->out, row ? "</mtr><mtr>" : " ");
  }
  buffer_text(r->out, "</mtr></mtable>");
  return true;
}

static const struct {
  const char *name, *open, *close;
} environments[] = {{"cases", "{", ""}, {"pmatrix", "(", ")"}, {"bmatrix", "[", "]"},
                    {"matrix", "", ""}, {"vmatrix", "|", "|"}, {"aligned", "", ""}};

static bool environment(reader *r, const command *self, span *rest) {
  (void)self;
  span name, text, end;
  if (!tex_take_argument(rest, &name, r->why)) return false;
  if (!tex_take_until(rest, SPAN("\\begin"), SPAN("\\end"), &text, r->why)) return false;
  if (!tex_take_argument(rest, &end, r->why)) return false;
  for (size_t i = 0; i < sizeof environments / sizeof *environments; i++) {
    if (!span_equal(name, span_of(environments[i].name)) || !span_equal(name, end)) continue;
    buffer_text(r->out, "<mrow>");
    if (environments[i].open[0]) element(r, "mo fence=\"true\"", span_of(environments[i].open));
    if (!write_table(r, text)) return false;
    if (environments[i].close[0]) element(r, "mo fence=\"true\"", span_of(environments[i].close));
    buffer_text(r->out, "</mrow>");
    return r->operand = true;
  }
  return fault_set(r->why, "formula: the environment %.*s is unknown or ends otherwise",
                   (int)name.len, name.data);
}

/* clang-format off */
static const command commands[] = {
    {" ", space, "0.25em"}, {"!", space, "-0.17em"}, {"%", identifier, "%"}, {",", space, "0.17em"},
    {":", space, "0.22em"}, {";", space, "0.28em"}, {"{", bracket, "{"}, {"|", bracket, "‖"},
    {"}", bracket, "}"}, {"$", identifier, "$"}, {"#", identifier, "#"}, {"&", operation, "&"},
    {"_", identifier, "_"}, {"Delta", identifier, "Δ"}, {"Gamma", identifier, "Γ"},
    {"Lambda", identifier, "Λ"}, {"Leftrightarrow", operation, "⇔"}, {"Omega", identifier, "Ω"},
    {"Phi", identifier, "Φ"}, {"Pi", identifier, "Π"}, {"Psi", identifier, "Ψ"},
    {"Rightarrow", operation, "⇒"}, {"Sigma", identifier, "Σ"}, {"Theta", identifier, "Θ"},
    {"alpha", identifier, "α"}, {"angle", identifier, "∠"}, {"approx", operation, "≈"},
    {"arccos", function, "arccos"}, {"arcsin", function, "arcsin"}, {"arctan", function, "arctan"},
    {"ast", operation, "∗"}, {"bar", accent, "¯"}, {"begin", environment, NULL},
    {"beta", identifier, "β"}, {"binom", binomial, NULL}, {"bmod", operation, "mod"},
    {"bullet", operation, "∙"}, {"cap", operation, "∩"}, {"cdot", operation, "⋅"},
    {"cdots", identifier, "⋯"}, {"chi", identifier, "χ"}, {"circ", operation, "∘"},
    {"cos", function, "cos"}, {"cot", function, "cot"}, {"cup", operation, "∪"},
    {"ddot", accent, "¨"}, {"deg", function, "deg"}, {"delta", identifier, "δ"},
    {"dfrac", fraction, NULL}, {"div", operation, "÷"}, {"dot", accent, "˙"},
    {"dots", identifier, "…"}, {"ell", identifier, "ℓ"}, {"emptyset", identifier, "∅"},
    {"epsilon", identifier, "ϵ"}, {"equiv", operation, "≡"}, {"eta", identifier, "η"},
    {"exists", operation, "∃"}, {"exp", function, "exp"}, {"forall", operation, "∀"},
    {"frac", fraction, NULL}, {"gamma", identifier, "γ"}, {"gcd", function, "gcd"},
    {"ge", operation, "≥"}, {"geq", operation, "≥"}, {"gg", operation, "≫"}, {"hat", accent, "^"},
    {"hbar", identifier, "ℏ"}, {"iff", operation, "⟺"}, {"implies", operation, "⟹"},
    {"in", operation, "∈"}, {"infty", identifier, "∞"}, {"int", integral, "∫"},
    {"kappa", identifier, "κ"}, {"lambda", identifier, "λ"}, {"land", operation, "∧"},
    {"langle", bracket, "⟨"}, {"lceil", bracket, "⌈"}, {"ldots", identifier, "…"},
    {"le", operation, "≤"}, {"left", fenced, NULL}, {"leftarrow", operation, "←"},
    {"leftrightarrow", operation, "↔"}, {"leq", operation, "≤"}, {"lfloor", bracket, "⌊"},
    {"lim", function_with_limits, "lim"}, {"ll", operation, "≪"}, {"ln", function, "ln"},
    {"log", function, "log"}, {"lor", operation, "∨"}, {"mapsto", operation, "↦"},
    {"mathbb", double_struck, NULL}, {"mathrm", words, "mi mathvariant=\"normal\""},
    {"max", function_with_limits, "max"}, {"mid", operation, "∣"},
    {"min", function_with_limits, "min"}, {"mp", operation, "∓"}, {"mu", identifier, "μ"},
    {"nabla", operation, "∇"}, {"ne", operation, "≠"}, {"neg", operation, "¬"},
    {"neq", operation, "≠"}, {"notin", operation, "∉"}, {"nu", identifier, "ν"},
    {"omega", identifier, "ω"}, {"operatorname", words, "mi"}, {"overline", accent, "¯"},
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
    {"tfrac", fraction, NULL}, {"theta", identifier, "θ"}, {"times", operation, "×"},
    {"tilde", accent, "~"}, {"to", operation, "→"}, {"triangle", identifier, "△"},
    {"varepsilon", identifier, "ε"}, {"varphi", identifier, "φ"}, {"vec", accent, "→"},
    {"xi", identifier, "ξ"}, {"xrightarrow", labelled_arrow, "→"}, {"zeta", identifier, "ζ"},
};
/* clang-format on */

static bool write_command(reader *r, span token, span *rest) {
  span name = span_skip(token, 1);
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
    if (span_equal(name, span_of(commands[i].name))) {
      return commands[i].write(r, &commands[i], rest);
    }
  }
  return fault_set(r->why, "formula: the command %.*s is not known", (int)token.len, token.data);
}

/* ---- rows ----------------------------------------------------------------------------------- */

static void write_number(reader *r, span digits) {
  buffer_text(r->out, "<mn>");
  for (size_t i = 0; i < digits.len; i++) {
    if (!one_of(digits.data[i], "{}")) buffer_byte(r->out, digits.data[i]);
  }
  buffer_text(r->out, "</mn>");
  r->operand = true;
}

static bool write_character(reader *r, span c) {
  if (isalpha((unsigned char)c.data[0]) || (unsigned char)c.data[0] >= 0x80) {
    element(r, "mi", c);
    return r->operand = true;
  }
  switch (c.data[0]) {
    case '-': return write_operator(r, "−");
    case '+': return write_operator(r, "+");
    case '*': return write_operator(r, "∗");
    case '~': buffer_text(r->out, "<mtext>\u00A0</mtext>"); return true;
    case '(':
    case ')':
    case '[':
    case ']':
    case '|':
      element(r, "mo stretchy=\"false\"", c);
      r->operand = c.data[0] == ')' || c.data[0] == ']' || c.data[0] == '|';
      return true;
    case '!': element(r, "mo form=\"postfix\"", c); return r->operand = true;
    default: break;
  }
  if (!one_of(c.data[0], "=<>/:;,.?")) {
    return fault_set(r->why, "formula: %c has no meaning here", c.data[0]);
  }
  const char text[] = {c.data[0], '\0'};
  return write_operator(r, text);
}

static bool write_nucleus(reader *r, span token, span *rest) {
  r->limits = r->spaced = r->gap = r->related = false;
  if (token.data[0] == '\\') return write_command(r, token, rest);
  if (token.data[0] == '{') {
    r->operand = true;
    return write_child(r, (span){token.data + 1, token.len - 2});
  }
  if (isdigit((unsigned char)token.data[0])) return write_number(r, token), true;
  return write_character(r, token);
}

typedef struct scripts {
  span sub, sup; /* absent where data is NULL */
  size_t primes;
} scripts;

static bool take_scripts(reader *r, span *rest, scripts *found) {
  *found = (scripts){{NULL, 0}, {NULL, 0}, 0};
  for (;; tex_skip_space(rest)) {
    char next = rest->len > 0 ? rest->data[0] : '\0';
    if (next == '\'') {
      found->primes++;
      *rest = span_skip(*rest, 1);
    } else if (next == '_' || next == '^') {
      span *script = next == '_' ? &found->sub : &found->sup;
      *rest = span_skip(*rest, 1);
      if (script->data != NULL) return fault_set(r->why, "formula: two scripts in one place");
      if (!tex_take_argument(rest, script, r->why)) return false;
    } else {
      return true;
    }
  }
}

static bool write_upper(reader *r, const scripts *s) {
  if (s->primes == 0) return write_part(r, '^', s->sup);
  buffer_text(r->out, "<mrow>");
  for (size_t i = 0; i < s->primes; i++) buffer_text(r->out, "<mo>′</mo>");
  if (s->sup.data != NULL && !write_part(r, '^', s->sup)) return false;
  buffer_text(r->out, "</mrow>");
  return true;
}

/* Wraps the nucleus that begins at `start` with what stands above and below it. */
static bool write_scripts(reader *r, size_t start, span *rest) {
  static const char *const names[2][4] = {{"", "sub", "sup", "subsup"},
                                          {"", "under", "over", "underover"}};
  scripts s;
  if (!take_scripts(r, rest, &s)) return false;
  unsigned which = (s.sub.data != NULL ? 1U : 0U) | (s.sup.data != NULL || s.primes > 0 ? 2U : 0U);
  if (which == 0) return true;
  const char *name = names[r->limits && r->display][which];
  char tag[16];
  snprintf(tag, sizeof tag, "<m%s>", name);
  buffer_insert(r->out, start, span_of(tag));
  if (s.sub.data != NULL && !write_part(r, '_', s.sub)) return false;
  if ((which & 2) != 0 && !write_upper(r, &s)) return false;
  buffer_print(r->out, "</m%s>", name);
  return true;
}

/* Browsers do not break a formula into lines: a long one in a sentence is several. */
#define OPEN "<math data-markdown-ignore><mrow>"
#define CLOSE "</mrow></math>"
#define BREAK CLOSE "<wbr>" OPEN

static bool write_row(reader *r, span text) {
  for (tex_skip_space(&text); text.len > 0; tex_skip_space(&text)) {
    size_t start = r->out->len;
    span token = {NULL, 0};
    bool script = one_of(text.data[0], "_^'");
    if (script) {
      buffer_text(r->out, "<mrow></mrow>");
    } else {
      if (!tex_take(&text, &token, r->why)) return false;
      r->last = text.len == 0;
      if (!write_nucleus(r, token, &text)) return false;
    }
    tex_skip_space(&text);
    bool bare = text.len > 0 && !one_of(text.data[0], "_^'");
    if (!write_scripts(r, start, &text)) return false;
    if (r->broken && r->related && bare) buffer_text(r->out, BREAK);
    bool closed = text.len == 0 || one_of(text.data[0], "()[]|{},");
    if (r->spaced && !closed) buffer_text(r->out, "<mspace width=\"0.17em\"></mspace>");
    if ((r->spaced || r->gap) && !closed) buffer_byte(r->out, ' ');
    r->spaced = false;
  }
  return true;
}

bool mathml_write(buffer *out, span tex, bool display, fault *why) {
  reader r = {.out = out, .why = why, .display = display, .broken = !display && tex.len > LONG};
  size_t start = out->len;
  buffer_text(out, display ? "<math data-markdown-ignore display=\"block\"><mrow>" : OPEN);
  if (write_row(&r, tex)) {
    buffer_text(out, CLOSE);
    return true;
  }
  out->len = start;
  return false;
}
