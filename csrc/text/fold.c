#include "text/fold.h"

#include <utf8proc.h>

#include "base/ascii.h"
#include "base/utf8.h"

enum {
  ALEF = 0x627,
  WAW = 0x648,
  YEH = 0x64A,
  HEH = 0x647,
  HAMZA = 0x621,
  TATWEEL = 0x640,
  ALEF_MAKSURA = 0x649,
  TEH_MARBUTA = 0x629,
  DAGGER_ALEF = 0x670,
  ALEF_WASLA = 0x671,
  ACUTE = 0xB4,
  MODIFIER_PRIME = 0x2B9,
  MODIFIER_LEFT_RING = 0x2BF,
  LEFT_QUOTE = 0x2018,
  RIGHT_QUOTE = 0x2019,
  LOW_QUOTE = 0x201A,
  HIGH_QUOTE = 0x201B,
  RAISED_PLUS = 0x207A,
  RAISED_MINUS = 0x207B,
  MINUS = 0x2212,
  WORD_BYTES = 128,  /* bytes of a word that is not plain that are looked at */
  WORD_POINTS = 1024 /* room for them decomposed: 18 code points for one of 3 bytes at worst */
};

const unsigned char fold_ascii_class[128] = {
    ['0' ... '9'] = FOLD_NUMBER,  ['A' ... 'Z'] = FOLD_ALPHA, ['a' ... 'z'] = FOLD_ALPHA,
    ['#' ... '\''] = FOLD_SYMBOL, ['+'] = FOLD_SYMBOL,        ['-' ... '/'] = FOLD_SYMBOL,
    [':'] = FOLD_SYMBOL,          ['@'] = FOLD_SYMBOL,        ['^' ... '_'] = FOLD_SYMBOL,
    ['~'] = FOLD_SYMBOL,
};

/* By utf8proc's category; what is left out is FOLD_SPACE. */
static const unsigned char category_class[] = {
    [UTF8PROC_CATEGORY_LU... UTF8PROC_CATEGORY_LO] = FOLD_ALPHA,
    [UTF8PROC_CATEGORY_MN... UTF8PROC_CATEGORY_ME] = FOLD_DIACRITIC,
    [UTF8PROC_CATEGORY_ND... UTF8PROC_CATEGORY_NO] = FOLD_NUMBER,
    [UTF8PROC_CATEGORY_SM... UTF8PROC_CATEGORY_SO] = FOLD_SYMBOL,
    [UTF8PROC_CATEGORY_CF] = FOLD_DIACRITIC,
    [UTF8PROC_CATEGORY_CO] = FOLD_SPACE,
};

static bool superscript(uint32_t c) {
  return c == 0xB2 || c == 0xB3 || c == 0xB9 || c == 0x2070 || (c >= 0x2074 && c <= 0x207B) ||
         c == 0x207F;
}

/* Vowel signs, Quranic annotation and the dagger alef: written, not typed. */
static bool arabic_diacritic(uint32_t c) {
  return (c >= 0x610 && c <= 0x61A) || (c >= 0x64B && c <= 0x65F) || c == DAGGER_ALEF ||
         (c >= 0x6D6 && c <= 0x6ED);
}

static bool arabic_letter(uint32_t c) {
  return (c >= 0x620 && c <= 0x64A) || (c >= 0x66E && c <= 0x6D5 && c != DAGGER_ALEF);
}

enum fold_class fold_classify(uint32_t point) {
  if (point < 128) { return (enum fold_class)fold_ascii_class[point]; }
  if (point == RAISED_PLUS || point == RAISED_MINUS) { return FOLD_SYMBOL; }
  if (superscript(point)) { return FOLD_SUPER; }
  if (point >= 0xC0 && point <= 0x24F) {
    return point == 0xD7 || point == 0xF7 ? FOLD_SYMBOL : FOLD_ALPHA;
  }
  if (arabic_letter(point)) { return FOLD_ALPHA; }
  if (arabic_diacritic(point)) { return FOLD_DIACRITIC; }
  if (point == 0xA7 || point == 0xB0 || point == RIGHT_QUOTE) { return FOLD_SYMBOL; }
  return (enum fold_class)category_class[utf8proc_category((utf8proc_int32_t)point)];
}

/* The letter that stands for `c` when typed without care; 0 when it is dropped. */
static uint32_t arabic_fold(uint32_t c) {
  switch (c) {
    case 0x622:
    case 0x623:
    case 0x625:
    case ALEF_WASLA: return ALEF;
    case ALEF_MAKSURA:
    case 0x626: return YEH;
    case TEH_MARBUTA: return HEH;
    case 0x624: return WAW;
    case TATWEEL: return 0;
    default: break;
  }
  if (c >= 0x660 && c <= 0x669) { return '0' + (c - 0x660); }
  if (c >= 0x6F0 && c <= 0x6F9) { return '0' + (c - 0x6F0); }
  return arabic_diacritic(c) ? 0 : c;
}

bool fold_apostrophe(uint32_t c) {
  bool quote = c == '\'' || c == '`' || c == ACUTE || (c >= LEFT_QUOTE && c <= HIGH_QUOTE);
  return quote ? c != LOW_QUOTE : c >= MODIFIER_PRIME && c <= MODIFIER_LEFT_RING;
}

static size_t put(char *out, size_t at, uint32_t point) {
  return at + 4 <= FOLD_MAX ? at + utf8_encode(point, out + at) : at;
}

/* NFKC and case folding by utf8proc, for what the fast paths do not know. */
static size_t fold_unicode(span word, char out[FOLD_MAX]) {
  char kept[WORD_BYTES];
  const utf8proc_option_t options =
      UTF8PROC_COMPAT | UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD | UTF8PROC_IGNORE | UTF8PROC_STABLE;
  utf8proc_int32_t points[WORD_POINTS];
  if (word.len > WORD_BYTES) {
    word.len = WORD_BYTES;
    while (word.len > 0 && (word.data[word.len] & 0xC0) == 0x80) { word.len--; }
  }
  size_t len = 0, step;
  for (size_t i = 0; i < word.len; i += step) { /* some apostrophes decompose into a space */
    uint32_t c = utf8_decode(span_skip(word, i), &step);
    if (step == 0) { break; }
    if (fold_apostrophe(c)) { continue; }
    memcpy(kept + len, word.data + i, step);
    len += step;
  }
  utf8proc_ssize_t count = utf8proc_decompose((const utf8proc_uint8_t *)kept, (utf8proc_ssize_t)len,
                                              points, WORD_POINTS, options);
  if (count < 0 || count > WORD_POINTS) { return 0; }
  count = utf8proc_normalize_utf32(points, count, options);
  size_t at = 0;
  for (utf8proc_ssize_t i = 0; i < count; i++) { at = put(out, at, (uint32_t)points[i]); }
  return at;
}

/* @return false when the word is not all ASCII */
static bool fold_ascii(span word, char out[FOLD_MAX], size_t *len, unsigned *traits) {
  unsigned classes = 0;
  size_t at = 0;
  for (size_t i = 0; i < word.len; i++) {
    unsigned char c = (unsigned char)word.data[i];
    if (c >= 128) { return false; }
    classes |= 1u << fold_ascii_class[c];
    if (c == '\'' || c == '`' || at == FOLD_MAX) { continue; }
    out[at++] = (char)(c >= 'A' && c <= 'Z' ? c + 32 : c);
  }
  *len = at;
  *traits =
      (classes >> FOLD_ALPHA & 1 ? FOLD_LETTER : 0) | (classes >> FOLD_NUMBER & 1 ? FOLD_DIGIT : 0);
  return true;
}

/* Cuts the possessive of `word`: `Newton's` is looked for as Newton. */
static span cut_possessive(span word) {
  if (word.len < 3 || (word.data[word.len - 1] | 32) != 's') { return word; }
  size_t at = word.len - 2, step;
  while (at > 0 && (word.data[at] & 0xC0) == 0x80) { at--; }
  return fold_apostrophe(utf8_decode(span_skip(word, at), &step)) ? span_take(word, at) : word;
}

typedef struct survey {
  unsigned traits;
  bool plain; /* only ASCII, Latin-1 letters and Arabic: no normalisation can change it */
} survey;

static survey look(span word) {
  survey s = {0, true};
  size_t step;
  for (size_t i = 0; i < word.len; i += step) {
    uint32_t c = utf8_decode(span_skip(word, i), &step);
    if (step == 0) { return (survey){0, true}; }
    enum fold_class class = fold_classify(c);
    if (class == FOLD_ALPHA) { s.traits |= FOLD_LETTER; }
    if (class == FOLD_NUMBER || class == FOLD_SUPER) { s.traits |= FOLD_DIGIT; }
    if (c >= 0x600 && c <= 0x6FF) { s.traits |= FOLD_ARABIC; }
    if (c >= 128) { s.traits |= FOLD_WIDE; }
    /* letters whose only folding is from À..Þ to à..þ; ß becomes two and is none of them */
    bool latin1 = c >= 0xC0 && c <= 0xFF && c != 0xD7 && c != 0xF7 && c != 0xDF;
    if (c >= 128 && !latin1 && !(c >= 0x600 && c <= 0x6FF)) { s.plain = false; }
  }
  return s;
}

/* Latin-1 and Arabic: no table needed. */
static size_t fold_plain(span word, char out[FOLD_MAX]) {
  size_t at = 0, step;
  for (size_t i = 0; i < word.len; i += step) {
    uint32_t c = utf8_decode(span_skip(word, i), &step);
    if (step == 0) { return 0; }
    if ((c >= 'A' && c <= 'Z') || (c >= 0xC0 && c <= 0xDE)) { c += 32; }
    if (c >= 0x600) { c = arabic_fold(c); }
    if (c != 0 && !fold_apostrophe(c)) { at = put(out, at, c); }
  }
  return at;
}

size_t fold_word(span word, char out[FOLD_MAX], unsigned *traits) {
  size_t len;
  word = cut_possessive(word);
  if (fold_ascii(word, out, &len, traits)) { return len; }
  survey s = look(word);
  *traits = s.traits;
  return s.plain ? fold_plain(word, out) : fold_unicode(word, out);
}

/* The sign of a subscript that is a number: `x_1` is x₁. Behind a digit it parts two numbers. */
static bool lowers_digit(span text, size_t at) {
  if (text.data[at] != '_' || at == 0 || ascii_digit(text.data[at - 1])) { return false; }
  bool brace = at + 1 < text.len && text.data[at + 1] == '{';
  size_t next = at + 1 + brace;
  return next < text.len && ascii_digit(text.data[next]);
}

size_t fold_identifier(span text, char out[FOLD_MAX]) {
  char plain[FOLD_MAX];
  size_t at = 0, step;
  bool super = false, wide = false;
  for (size_t i = 0; i < text.len; i += step) {
    uint32_t c = utf8_decode(span_skip(text, i), &step);
    if (step == 0 || at + 5 > FOLD_MAX) { return 0; }
    bool raised = superscript(c);
    if (raised && !super && (at == 0 || plain[at - 1] != '^')) { plain[at++] = '^'; }
    super = raised;
    if (fold_lowered(c) && at > 0 && ascii_digit(plain[at - 1])) { plain[at++] = '_'; }
    if (c == ' ' || c == '{' || c == '}' || lowers_digit(text, i)) { continue; }
    if (c == MINUS || c == RAISED_MINUS) { c = '-'; }
    if (c >= 'A' && c <= 'Z') { c += 32; }
    wide = wide || c >= 128;
    at = put(plain, at, c);
  }
  if (wide) { return fold_unicode((span){plain, at}, out); }
  memcpy(out, plain, at);
  return at;
}

size_t fold_bare(span word, char out[FOLD_MAX]) {
  size_t at = 0, step;
  bool any = false, latin = false;
  for (size_t i = 0; i < word.len; i += step) {
    uint32_t c = utf8_decode(span_skip(word, i), &step), base = c;
    if (step == 0) { return 0; }
    if (c >= 128 && c != 0xE4 && c != 0xF6 && c != 0xFC) { /* the ASCII letter with marks */
      utf8proc_int32_t parts[8];
      int boundary = 0;
      utf8proc_ssize_t count =
          utf8proc_decompose_char((utf8proc_int32_t)c, parts, 8, UTF8PROC_DECOMPOSE, &boundary);
      if (count > 1 && count <= 8 && parts[0] < 128) { base = (uint32_t)parts[0]; }
    }
    bool diacritic = c >= 0x300 && c <= 0x36F;
    any = any || base != c || (diacritic && latin);
    if (diacritic && latin) { continue; }
    latin = base < 128;
    at = put(out, at, base);
  }
  return any ? at : 0;
}

/* The next code point of an Arabic word that is a letter, and whether a dagger alef sits on it. */
static bool next_letter(span word, size_t *at, uint32_t *letter, bool *dagger) {
  size_t step;
  *letter = 0;
  *dagger = false;
  for (; *at < word.len; *at += step) {
    uint32_t c = utf8_decode(span_skip(word, *at), &step);
    if (step == 0) { return false; }
    if (c == DAGGER_ALEF) { *dagger = true; }
    if (c == DAGGER_ALEF || arabic_diacritic(c) || c == TATWEEL) { continue; }
    if (*letter != 0) { return true; }
    *letter = c;
  }
  return *letter != 0;
}

size_t fold_arabic_dagger(span word, char out[FOLD_MAX]) {
  size_t at = 0;
  bool dagger, any = false;
  uint32_t letter;
  for (size_t i = 0; next_letter(word, &i, &letter, &dagger);) {
    any = any || dagger;
    if (dagger && letter == WAW) {
      at = put(out, at, ALEF);
      continue;
    }
    uint32_t folded = arabic_fold(letter);
    if (folded != 0) { at = put(out, at, folded); }
    if (dagger && letter != ALEF_MAKSURA) { at = put(out, at, ALEF); }
  }
  return any ? at : 0;
}

size_t fold_arabic_loose(span word, bool waw, char out[FOLD_MAX]) {
  size_t at = 0;
  bool dagger, arabic = false;
  uint32_t letter, last = 0;
  for (size_t i = 0; next_letter(word, &i, &letter, &dagger);) {
    if (!arabic_letter(letter)) { return 0; }
    arabic = true;
    bool hamza = letter == HAMZA || letter == 0x624 || letter == 0x626;
    uint32_t folded = arabic_fold(letter);
    if (hamza || folded == ALEF || (dagger && folded == WAW && !waw) || folded == last) {
      continue;
    }
    last = folded;
    at = put(out, at, folded);
  }
  return arabic ? at : 0;
}
