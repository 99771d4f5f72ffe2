#include "quran/reference.h"

#include <utf8proc.h>

#include "base/utf8.h"
#include "quran/names.h"
#include "quran/quran.h"

/* A text is read as words of folded letters, numbers and separators; words that introduce a
 * surah or a verse are recognised, what remains between them is the name. */

enum { TEXT_MOST = 512, LETTERS_MOST = 32, WORDS_MOST = 6, NUMBERS_MOST = 4, FIRM_KEY = 6 };

typedef struct letters {
  char data[LETTERS_MOST];
  size_t len;
} letters;

typedef struct reading {
  span rest;       /**< what is not read yet */
  bool introduced; /**< a word such as "surah" or "QS" stood first */
  letters name;    /**< the other words, joined */
  letters article; /**< the first of them */
  letters last;    /**< the last of them */
  unsigned words;  /**< that make up the name */
  unsigned numbers[NUMBERS_MOST];
  char before[NUMBERS_MOST]; /**< separator before each number: ':' '-' ',' ' ' or 0 */
  unsigned count;            /**< of numbers */
} reading;

/* Folding. */

/** Letters that lose their consonant when their marks are taken off. */
static const struct {
  uint32_t point;
  const char *letters;
} kept_letters[] = {
    {0x0161, "sh"}, {0x0160, "sh"}, {0x015f, "sh"}, {0x015e, "sh"}, {0x1e6f, "th"}, {0x1e6e, "th"},
    {0x1e0f, "dh"}, {0x1e0e, "dh"}, {0x1e2b, "kh"}, {0x1e2a, "kh"}, {0x01e7, "j"},  {0x01e6, "j"},
    {0x0131, "i"},  {0x0671, "ا"},  {0x0649, "ي"},  {0x0629, "ه"},  {0x06cc, "ي"},  {0x06a9, "ك"},
};

static bool add_letters(letters *to, span more) {
  if (more.len > sizeof to->data - to->len) return false;
  memcpy(to->data + to->len, more.data, more.len);
  to->len += more.len;
  return true;
}

/** Signs that stand inside words and carry no letter: apostrophes, hamza, tatweel. */
static bool is_silent(uint32_t point) {
  static const uint32_t signs[] = {'\'',   '`',    0xb4,   0x2018, 0x2019, 0x201b, 0x02bb, 0x02bc,
                                   0x02bd, 0x02be, 0x02bf, 0x02b9, 0x0621, 0x0640, 0x200c, 0x200d};
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
    if (point == signs[i]) return true;
  }
  return false;
}

static bool is_letter(uint32_t point) {
  return (point >= 'a' && point <= 'z') || (point >= 0x620 && point <= 0x64a && point != 0x640);
}

/** Appends the folded form of a code point. @return false when it is no part of a word. */
static bool fold_point(uint32_t point, letters *to) {
  utf8proc_int32_t parts[8];
  int boundary = 0;
  for (size_t i = 0; i < sizeof kept_letters / sizeof *kept_letters; i++) {
    if (kept_letters[i].point == point) return add_letters(to, span_of(kept_letters[i].letters));
  }
  if (is_silent(point)) return true;
  utf8proc_ssize_t count =
      utf8proc_decompose_char((utf8proc_int32_t)point, parts, 8,
                              UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD |
                                  UTF8PROC_STRIPMARK | UTF8PROC_IGNORE,
                              &boundary);
  if (count < 0 || count > 8) return false;
  for (utf8proc_ssize_t i = 0; i < count; i++) {
    char bytes[4];
    uint32_t part = (uint32_t)parts[i];
    if (is_silent(part)) continue;
    if (!is_letter(part)) return false;
    size_t length = utf8_encode(part, bytes);
    if (!add_letters(to, (span){bytes, length})) return false;
  }
  return true;
}

/** The value of a decimal digit: European, Arabic-Indic or extended Arabic-Indic; else 10. */
static unsigned digit_of(uint32_t point) {
  if (point >= '0' && point <= '9') return point - '0';
  if (point >= 0x660 && point <= 0x669) return point - 0x660;
  if (point >= 0x6f0 && point <= 0x6f9) return point - 0x6f0;
  return 10;
}

/* The skeleton of a name: what its usual transliterations have in common. */

/** Longest first. Source: how English, German, Indonesian and Turkish write the Arabic letters. */
static const struct {
  const char *spelled;
  char skeleton;
} sounds[] = {
    {"dsch", 'i'}, {"sch", 'x'}, {"sh", 'x'}, {"sy", 'x'}, {"th", 's'}, {"ts", 's'},
    {"kh", 'h'},   {"ch", 'h'},  {"gh", 'g'}, {"dh", 'd'}, {"dz", 'd'}, {"dj", 'i'},
    {"ee", 'i'},   {"ph", 'f'},  {"j", 'i'},  {"y", 'i'},  {"w", 'u'},  {"v", 'u'},
    {"o", 'u'},    {"e", 'a'},   {"q", 'k'},  {"c", 'k'},  {"z", 'd'},
};

/** Takes the next sound off a name. */
static char next_sound(span *name) {
  static const char openers[] = "cdegjkopqstvwyz"; /* of the table above */
  char sound = name->data[0];
  size_t length = 1, count = sizeof sounds / sizeof *sounds;
  if (memchr(openers, sound, sizeof openers - 1) == NULL) count = 0;
  for (size_t i = 0; i < count; i++) {
    if (sounds[i].spelled[0] != sound || !span_starts(*name, span_of(sounds[i].spelled))) continue;
    length = strlen(sounds[i].spelled);
    sound = sounds[i].skeleton;
    break;
  }
  *name = span_skip(*name, length);
  return sound;
}

/** True for the `h` or `t` at the end of a feminine noun, which is written or not. */
static bool is_feminine(char before, char last) {
  return before == 'a' && (last == 'h' || last == 't');
}

/** The sounds of a name, doubled ones once, without a feminine ending. */
static letters skeleton_of(span name) {
  letters out = {.len = 0};
  while (name.len > 0) {
    char sound = next_sound(&name);
    if (out.len == 0 || out.data[out.len - 1] != sound) out.data[out.len++] = sound;
  }
  if (out.len > 2 && is_feminine(out.data[out.len - 2], out.data[out.len - 1])) out.len--;
  return out;
}

/** True when `skeleton` is that of `spelling`; stops at the first sound that differs. */
static bool has_skeleton(span spelling, span skeleton) {
  size_t at = 0;
  char last = 0;
  while (spelling.len > 0) {
    char sound = next_sound(&spelling);
    if (sound == last) continue;
    if (at == skeleton.len) return spelling.len == 0 && at > 1 && is_feminine(last, sound);
    if (skeleton.data[at++] != sound) return false;
    last = sound;
  }
  return at == skeleton.len;
}

static span letters_span(const letters *text) { return (span){text->data, text->len}; }

/** The next word of a list divided by spaces; empty at its end. */
static span next_word(span *list) {
  span word = span_take(*list, span_find(*list, ' '));
  *list = span_skip(*list, word.len + 1);
  return word;
}

static bool list_holds(const char *list, span word) {
  span rest = span_of(list);
  while (rest.len > 0) {
    if (span_equal(next_word(&rest), word)) return true;
  }
  return false;
}

static bool list_holds_skeleton(const char *list, span skeleton) {
  span rest = span_of(list);
  while (rest.len > 0) {
    if (has_skeleton(next_word(&rest), skeleton)) return true;
  }
  return false;
}

/* Names. */

/** Tries one form of a name. @param firm only a listed spelling or a long skeleton counts, so
 * that "room" is not read as ar-Rum. @return its surah, or 0. */
static unsigned surah_of(span name, bool firm) {
  if (name.len == 0) return 0;
  for (unsigned i = 0; i < QURAN_SURAHS; i++) {
    if (list_holds(quran_spellings[i], name)) return i + 1;
  }
  letters skeleton = skeleton_of(name);
  if (firm && skeleton.len < FIRM_KEY) return 0;
  for (unsigned i = 0; i < QURAN_SURAHS; i++) {
    if (list_holds_skeleton(quran_spellings[i], letters_span(&skeleton))) return i + 1;
  }
  return 0;
}

/** Bytes of the article at the start of a name, 0 when there is none: `al`, `el` or `ال` before
 * anything, else a vowel with the consonant that follows once more (`ash-shams`). */
static size_t article_of(span name) {
  static const char *const assimilated[] = {"asch", "ash", "asy", "ath", "ats", "adh", "adz",
                                            "ad",   "an",  "ar",  "as",  "at",  "az",  "en",
                                            "er",   "es",  "et",  "ed",  "ez"};
  if (span_starts(name, SPAN("al")) || span_starts(name, SPAN("el"))) return 2;
  if (span_starts(name, SPAN("ال"))) return strlen("ال");
  for (size_t i = 0; i < sizeof assimilated / sizeof *assimilated; i++) {
    span article = span_of(assimilated[i]);
    if (span_starts(name, article) &&
        span_starts(span_skip(name, article.len), span_skip(article, 1))) {
      return article.len;
    }
  }
  return 0;
}

/** The surah that the words of a reading name, or 0. */
static unsigned named_surah(const reading *r) {
  span name = letters_span(&r->name);
  size_t article = article_of(name);
  bool separate = article > 0 && r->words > 1 && r->article.len == article;
  unsigned surah = surah_of(name, !r->introduced);
  if (surah == 0 && article > 0) {
    surah = surah_of(span_skip(name, article), !r->introduced && !separate);
  }
  return surah;
}

/** A verse that has a name of its own. */
static bool named_verse(const reading *r, quran_reference *out) {
  letters skeleton = skeleton_of(letters_span(&r->name));
  for (const struct quran_named_verse *v = quran_named_verses; v->spellings != NULL; v++) {
    if (!list_holds_skeleton(v->spellings, letters_span(&skeleton))) continue;
    *out = (quran_reference){v->surah, v->first, v->last};
    return true;
  }
  return false;
}

/* Reading. */

static bool is_introduction(span word) {
  static const char words[] =
      "surah sura surat sure suurah suresi soera qs quran koran alquran alkoran سوره";
  return list_holds(words, word);
}

static bool is_verse_word(span word) {
  static const char words[] =
      "ayat ayah aya ayet ayaat ayahs verse verses vers verset vers v vv ايه الايه ايات الايات";
  return list_holds(words, word);
}

/** Reads a word. The ones that make up the name are joined. */
static bool read_word(reading *r) {
  letters word = {.len = 0};
  while (r->rest.len > 0) {
    size_t length;
    letters before = word;
    uint32_t point = utf8_decode(r->rest, &length);
    if (length == 0 || digit_of(point) < 10) break;
    if (!fold_point(point, &word)) {
      word = before;
      break;
    }
    r->rest = span_skip(r->rest, length);
  }
  span text = letters_span(&word);
  if (text.len == 0) return false;
  if (r->count > 0) return is_verse_word(text) && r->count == 1;
  if (++r->words > WORDS_MOST) return false;
  if (r->words == 1) r->article = word;
  r->last = word;
  if (!add_letters(&r->name, text)) return false;
  if (is_introduction(letters_span(&r->name))) {
    r->introduced = true;
    r->words = 0;
    r->name.len = 0;
  }
  return true;
}

/** Takes the word before the first number out of the name when it says "verse": "yasin ayat 5". */
static void drop_verse_word(reading *r) {
  if (r->words == 0 || !is_verse_word(letters_span(&r->last))) return;
  r->name.len -= r->last.len;
  r->words--;
}

static bool read_number(reading *r, char separator) {
  unsigned value = 0, digits = 0;
  while (r->rest.len > 0) {
    size_t length;
    unsigned digit = digit_of(utf8_decode(r->rest, &length));
    if (length == 0 || digit == 10) break;
    if (++digits > 3) return false;
    value = value * 10 + digit;
    r->rest = span_skip(r->rest, length);
  }
  if (r->count == 0) drop_verse_word(r);
  if (r->count == NUMBERS_MOST) return false;
  r->before[r->count] = separator;
  r->numbers[r->count++] = value;
  return true;
}

/** What a separator stands for: ':' between surah and verse, '-' in a range, ',' in German
 * citations, ' ' for spaces, brackets and a dot after a shortened word; 0 when it is none. */
static char separator_of(uint32_t point) {
  if (point == ':' || point == '.' || point == '/') return ':';
  if (point == '-' || point == 0x2010 || point == 0x2011 || point == 0x2013 || point == 0x2014) {
    return '-';
  }
  if (point == ',' || point == 0x60c) return ',';
  if (point == ' ' || point == 0xa0 || point == '\t' || point == '[' || point == ']' ||
      point == '(' || point == ')') {
    return ' ';
  }
  return 0;
}

/** Reads separators up to something else; the one that says most is kept. */
static bool read_separators(reading *r, char *kept) {
  while (r->rest.len > 0) {
    size_t length;
    char separator = separator_of(utf8_decode(r->rest, &length));
    if (length == 0 || separator == 0) return true;
    if (separator != ' ') {
      if (*kept != 0 && *kept != ' ') return false;
      *kept = separator;
    } else if (*kept == 0) {
      *kept = ' ';
    }
    r->rest = span_skip(r->rest, length);
  }
  return true;
}

/** Reads all of the text. @return false when something in it belongs to no reference. */
static bool read_all(reading *r) {
  char separator = 0;
  while (r->rest.len > 0) {
    if (!read_separators(r, &separator)) return false;
    if (r->rest.len == 0) return true;
    size_t length;
    bool digit = digit_of(utf8_decode(r->rest, &length)) < 10;
    if (length == 0) return false;
    if (!(digit ? read_number(r, separator) : read_word(r))) return false;
    separator = 0;
  }
  return true;
}

/* Meaning. */

/** True when number `index` may follow the surah as its verse. @param strict nothing but the
 * numbers tells that this is a reference: then only "2:255" and "2.255" will do. */
static bool is_verse(const reading *r, unsigned index, bool strict) {
  char separator = r->before[index];
  return separator == ':' || (!strict && separator != '-');
}

/** Takes the numbers from `index` on as verses of `surah`: one, or a range. */
static bool take_verses(const reading *r, unsigned index, unsigned surah, quran_reference *out) {
  unsigned left = r->count - index, verses = quran_verse_count(surah);
  *out = (quran_reference){surah, 0, 0};
  if (verses == 0 || left > 2) return false;
  if (left == 0) return true;
  if (left == 2 && r->before[index + 1] != '-') return false;
  unsigned first = r->numbers[index], last = r->numbers[r->count - 1];
  if (first >= 1 && first <= last && last <= verses) *out = (quran_reference){surah, first, last};
  return true;
}

/** "2:255", "QS 36:1-5", "Sure 112": the surah is the first number. */
static bool by_number(const reading *r, quran_reference *out) {
  if (r->count == 0 || (r->count == 1 && !r->introduced)) return false;
  if (r->before[0] != 0 && r->before[0] != ' ' && !r->introduced) return false;
  if (r->count > 1 && !is_verse(r, 1, !r->introduced)) return false;
  return take_verses(r, 1, r->numbers[0], out);
}

/** "al-baqarah 255", "Al-Baqarah [2]: 255", "yasin". */
static bool by_name(const reading *r, quran_reference *out) {
  unsigned surah = named_surah(r);
  if (surah == 0) return r->count == 0 && named_verse(r, out);
  bool numbered = r->count > 1 && r->numbers[0] == surah && r->before[1] == ':';
  return take_verses(r, numbered ? 1 : 0, surah, out);
}

bool quran_reference_parse(span text, quran_reference *out) {
  reading r = {.rest = text};
  *out = (quran_reference){0, 0, 0};
  if (text.len > TEXT_MOST || !read_all(&r)) return false;
  bool found = r.words == 0 ? by_number(&r, out) : by_name(&r, out);
  if (!found) *out = (quran_reference){0, 0, 0};
  return found;
}
