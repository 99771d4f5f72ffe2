#include "markup/alphabet.h"

#include "base/ascii.h"
#include "base/utf8.h"

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
