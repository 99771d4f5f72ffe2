#include "markup/tex.h"

#include "base/ascii.h"
#include "base/utf8.h"

static size_t letters(span text) {
  size_t n = 0;
  while (n < text.len && ascii_letter(text.data[n])) { n++; }
  return n;
}

/* Length of the character that begins `text`; 0 where it is empty. */
static size_t character_length(span text) {
  size_t n = text.len > 0;
  while (n < text.len && ((unsigned char)text.data[n] & 0xC0) == 0x80) { n++; }
  return n;
}

span tex_peek(span *text) {
  tex_skip_space(text);
  if (text->len == 0 || text->data[0] != '\\') { return span_take(*text, character_length(*text)); }
  span behind = span_skip(*text, 1);
  size_t name = letters(behind);
  return span_take(*text, 1 + (name > 0 ? name : character_length(behind)));
}

size_t tex_number_length(span text) {
  size_t n = 0;
  for (;;) {
    while (n < text.len && ascii_digit(text.data[n])) { n++; }
    span rest = span_skip(text, n);
    size_t separator = span_starts(rest, SPAN("{,}"))                                 ? 3
                       : span_starts(rest, SPAN(".")) || span_starts(rest, SPAN(",")) ? 1
                                                                                      : 0;
    if (n == 0 || separator == 0 || separator >= rest.len || !ascii_digit(rest.data[separator])) {
      return n;
    }
    n += separator;
  }
}

size_t tex_word_length(span text) {
  size_t n = letters(text);
  while (n > 0 && n < text.len && ascii_alnum(text.data[n])) { n++; }
  return n;
}

enum { DEEPEST = 32 };

bool tex_skip(tex_parser *p, span token) {
  span next = tex_peek(&p->rest);
  bool found = span_equal(next, token);
  if (found) { p->rest = span_skip(p->rest, next.len); }
  return found;
}

formula_node *tex_node(tex_parser *p, const char *element) {
  formula_node *node = arena_alloc(p->memory, sizeof *node);
  if (node != NULL) { *node = (formula_node){.element = element, .before = "", .behind = ""}; }
  return node;
}

formula_node *tex_leaf(tex_parser *p, const char *element, span text, formula_role role) {
  formula_node *node = tex_node(p, element);
  if (node != NULL) {
    node->text = text;
    node->role = role;
    node->font = p->font;
    node->atom = true;
  }
  return node;
}

void tex_append(formula_node *parent, formula_node *child) {
  if (parent == NULL || child == NULL) { return; }
  if (parent->first == NULL) {
    parent->first = child;
  } else {
    parent->last->next = child;
  }
  parent->last = child;
}

static bool is_atom(const formula_node *node) {
  while (!node->atom && node->first != NULL && node->first == node->last) { node = node->first; }
  return node->atom || (node->first == NULL && node->text.data == NULL);
}

/* A letter or a number with its index and its power. */
static bool is_power(const formula_node *row) {
  const formula_node *node = row->first;
  return node != NULL && node == row->last && node->scripts && is_atom(node->first) &&
         node->role == FORMULA_ORDINARY;
}

formula_node *tex_part(formula_node *row, bool powers, const char *lead, const char *lead_bracket) {
  if (row != NULL) {
    bool atom = is_atom(row) || (powers && is_power(row));
    row->before = atom ? lead : lead_bracket;
    row->behind = atom ? "" : ")";
  }
  return row;
}

bool tex_enter(tex_parser *p, const char *where) {
  if (p->depth == DEEPEST) {
    return tex_refuse(p, where, "nested more than %d levels deep", DEEPEST);
  }
  p->depth++;
  return true;
}

formula_node *tex_space(tex_parser *p, const char *width) {
  size_t size = sizeof "mspace width=\"\"" + strlen(width);
  char *element = arena_alloc(p->memory, size);
  if (element == NULL) { return NULL; }
  snprintf(element, size, "mspace width=\"%s\"", width);
  formula_node *node = tex_leaf(p, element, (span){NULL, 0}, FORMULA_SPACE);
  if (node != NULL) { node->mute = width[0] == '-'; }
  return node;
}

bool tex_option(tex_parser *p, formula_node **row) {
  *row = NULL;
  const char *start = p->rest.data;
  if (!tex_skip(p, SPAN("["))) { return true; }
  bool bracket = p->bracket, display = p->display;
  *row = tex_node(p, "mrow");
  p->bracket = true;
  p->display = false;
  if (!tex_row(p, *row)) { return false; }
  p->bracket = bracket;
  p->display = display;
  return tex_skip(p, SPAN("]")) || tex_refuse(p, start, "a bracket [ is not closed");
}

bool tex_name(tex_parser *p, span of, span *word) {
  if (!tex_skip(p, SPAN("{"))) {
    return tex_refuse(p, of.data, "%.*s lacks a name in braces", (int)of.len, of.data);
  }
  size_t length = span_find(p->rest, '}');
  *word = span_take(p->rest, length);
  if (length == p->rest.len) {
    return tex_refuse(p, of.data, "%.*s lacks the brace that ends its name", (int)of.len, of.data);
  }
  p->rest = span_skip(p->rest, length + 1);
  return true;
}

/* The first letter, Greek letter and digit of each alphabet (Unicode, Mathematical Alphanumeric
 * Symbols); 0 where it has none. */
static const struct {
  uint32_t latin, greek, digit;
} alphabets[] = {
    [FORMULA_ITALIC] = {0x1D434, 0x1D6E2, 0},
    [FORMULA_BOLD] = {0x1D400, 0x1D6A8, 0x1D7CE},
    [FORMULA_BOLD_ITALIC] = {0x1D468, 0x1D71C, 0x1D7CE},
    [FORMULA_SCRIPT] = {0x1D49C, 0, 0},
    [FORMULA_FRAKTUR] = {0x1D504, 0, 0},
    [FORMULA_DOUBLE] = {0x1D538, 0, 0x1D7D8},
    [FORMULA_SANS] = {0x1D5A0, 0, 0x1D7E2},
    [FORMULA_MONO] = {0x1D670, 0, 0x1D7F6},
};

/* Letters that have been in Unicode since before the alphabets were. */
static uint32_t elder(uint32_t point) {
  static const struct {
    uint32_t hole, point;
  } elders[] = {{0x1D455, 0x210E}, {0x1D49D, 0x212C}, {0x1D4A0, 0x2130}, {0x1D4A1, 0x2131},
                {0x1D4A3, 0x210B}, {0x1D4A4, 0x2110}, {0x1D4A7, 0x2112}, {0x1D4A8, 0x2133},
                {0x1D4AD, 0x211B}, {0x1D4BA, 0x212F}, {0x1D4BC, 0x210A}, {0x1D4C4, 0x2134},
                {0x1D506, 0x212D}, {0x1D50B, 0x210C}, {0x1D50C, 0x2111}, {0x1D515, 0x211C},
                {0x1D51D, 0x2128}, {0x1D53A, 0x2102}, {0x1D53F, 0x210D}, {0x1D545, 0x2115},
                {0x1D547, 0x2119}, {0x1D548, 0x211A}, {0x1D549, 0x211D}, {0x1D551, 0x2124}};
  for (size_t i = 0; i < sizeof elders / sizeof *elders; i++) {
    if (elders[i].hole == point) { return elders[i].point; }
  }
  return point;
}

static uint32_t in_alphabet(uint32_t point, formula_font font) {
  uint32_t latin = alphabets[font].latin, greek = alphabets[font].greek;
  uint32_t digit = alphabets[font].digit;
  if (point >= 'A' && point <= 'Z') { return elder(latin + point - 'A'); }
  if (point >= 'a' && point <= 'z') { return elder(latin + 26 + point - 'a'); }
  if (point >= '0' && point <= '9' && digit != 0) { return digit + point - '0'; }
  if (greek != 0 && point >= 0x391 && point <= 0x3A9) { return greek + point - 0x391; }
  return greek != 0 && point >= 0x3B1 && point <= 0x3C9 ? greek + 26 + point - 0x3B1 : point;
}

void alphabet_write(buffer *out, span text, formula_font font) {
  if (font >= sizeof alphabets / sizeof *alphabets || alphabets[font].latin == 0) {
    buffer_append(out, text);
    return;
  }
  while (text.len > 0) {
    char bytes[4];
    size_t length;
    uint32_t point = utf8_decode(text, &length);
    length = length > 0 ? length : 1;
    uint32_t shown = in_alphabet(point, font);
    buffer_append(
        out, shown == point ? span_take(text, length) : (span){bytes, utf8_encode(shown, bytes)});
    text = span_skip(text, length);
  }
}

/* ---- scripts -------------------------------------------------------------------------------- */

typedef struct script {
  const char *plain, *shown;
} script;

static const script raised[] = {{"0", "⁰"}, {"1", "¹"}, {"2", "²"}, {"3", "³"}, {"4", "⁴"},
                                {"5", "⁵"}, {"6", "⁶"}, {"7", "⁷"}, {"8", "⁸"}, {"9", "⁹"},
                                {"n", "ⁿ"}, {"i", "ⁱ"}, {"+", "⁺"}, {"-", "⁻"}, {"−", "⁻"},
                                {"∘", "°"}, {" ", ""}};

static const script lowered[] = {
    {"0", "₀"}, {"1", "₁"}, {"2", "₂"}, {"3", "₃"}, {"4", "₄"}, {"5", "₅"}, {"6", "₆"}, {"7", "₇"},
    {"8", "₈"}, {"9", "₉"}, {"a", "ₐ"}, {"e", "ₑ"}, {"h", "ₕ"}, {"i", "ᵢ"}, {"j", "ⱼ"}, {"k", "ₖ"},
    {"l", "ₗ"}, {"m", "ₘ"}, {"n", "ₙ"}, {"o", "ₒ"}, {"p", "ₚ"}, {"r", "ᵣ"}, {"s", "ₛ"}, {"t", "ₜ"},
    {"u", "ᵤ"}, {"v", "ᵥ"}, {"x", "ₓ"}, {"+", "₊"}, {"-", "₋"}, {"−", "₋"}, {" ", ""}};

static bool write_script(buffer *out, span text, const script *table, size_t count) {
  size_t start = out->len;
  while (text.len > 0) {
    size_t i = 0;
    while (i < count && !span_starts(text, span_of(table[i].plain))) { i++; }
    if (i == count) {
      out->len = start;
      return false;
    }
    buffer_text(out, table[i].shown);
    text = span_skip(text, strlen(table[i].plain));
  }
  return true;
}

bool alphabet_raise(buffer *out, span text) {
  return write_script(out, text, raised, sizeof raised / sizeof *raised);
}

bool alphabet_lower(buffer *out, span text) {
  for (size_t i = 1; i < text.len; i++) {
    if (ascii_letter(text.data[i - 1]) && ascii_letter(text.data[i])) { return false; }
  }
  return write_script(out, text, lowered, sizeof lowered / sizeof *lowered);
}

/* Constructs that a backslash begins within words. */
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
