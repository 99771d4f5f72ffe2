#include "quran/reference.h"

#include "base/utf8.h"
#include "quran/lookup.h"
#include "quran/names.h"
#include "quran/quran.h"
#include "quran/spelling.h"

/* A text is read as words of folded letters, numbers and separators; words that introduce a
 * surah or a verse are recognised, what remains between them is the name. */

enum { TEXT_MOST = 512, WORDS_MOST = 6, NUMBERS_MOST = 4, FIRM_KEY = 6 };

typedef struct reading {
  span rest;       /**< what is not read yet */
  bool introduced; /**< a word such as "surah" or "QS" stood first */
  letters name;    /**< the other words, joined */
  letters article; /**< the first of them */
  letters last;    /**< the last of them */
  unsigned words;  /**< that make up the name */
  unsigned numbers[NUMBERS_MOST];
  char before[NUMBERS_MOST]; /**< separator before each number: one of ":./-, " or 0 */
  bool leading_zero;         /**< a number begins with one: a time, a version */
  bool verse_word;           /**< a word such as "verse" stood before the first number */
  bool listed_only;          /**< names count in listed spellings only */
  unsigned count;            /**< of numbers */
} reading;

/* Names. */

/** Tries one form of a name. @param firm only a listed spelling or a long skeleton counts, so
 * that "room" is not read as ar-Rum. @param listed_only a skeleton never counts.
 * @return its surah, or 0. */
static unsigned surah_of(span name, bool firm, bool listed_only) {
  if (name.len == 0) {
    return 0;
  }
  unsigned surah = lookup_spelling(name);
  if (surah > 0 || listed_only) {
    return surah;
  }
  letters skeleton = spelling_skeleton(name);
  if (firm && skeleton.len < FIRM_KEY) {
    return 0;
  }
  return lookup_skeleton(spelling_span(&skeleton));
}

/** Bytes of the article at the start of a name, 0 when there is none: `al`, `el` or `ال` before
 * anything, else a vowel with the consonant that follows once more (`ash-shams`). */
static size_t article_of(span name) {
  static const char *const assimilated[] = {"asch", "ash", "asy", "ath", "ats", "adh", "adz",
                                            "ad",   "an",  "ar",  "as",  "at",  "az",  "en",
                                            "er",   "es",  "et",  "ed",  "ez"};
  if (span_starts(name, SPAN("al")) || span_starts(name, SPAN("el"))) {
    return 2;
  }
  if (span_starts(name, SPAN("ال"))) {
    return strlen("ال");
  }
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
  span name = spelling_span(&r->name);
  size_t article = article_of(name);
  bool separate = article > 0 && r->words > 1 && r->article.len == article;
  unsigned surah = surah_of(name, !r->introduced, r->listed_only);
  if (surah == 0 && article > 0) {
    surah = surah_of(span_skip(name, article), !r->introduced && !separate, r->listed_only);
  }
  return surah;
}

/** A verse that has a name of its own. */
static bool named_verse(const reading *r, quran_reference *out) {
  letters skeleton = spelling_skeleton(spelling_span(&r->name));
  const struct quran_named_verse *verse = lookup_verse(spelling_span(&skeleton));
  if (verse == NULL) {
    return false;
  }
  *out = (quran_reference){verse->surah, verse->first, verse->last, QURAN_EXPLICIT};
  return true;
}

/* Reading. */

static bool is_introduction(span word) {
  static const char words[] =
      "surah sura surat sure suurah suresi soera qs quran koran alquran alkoran سوره";
  return spelling_listed(words, word);
}

static bool is_verse_word(span word) {
  static const char words[] =
      "ayat ayah aya ayet ayaat ayahs verse verses vers verset vers v vv ايه الايه ايات الايات";
  return spelling_listed(words, word);
}

/** Reads a word. The ones that make up the name are joined. */
static bool read_word(reading *r) {
  letters word = {.len = 0};
  while (r->rest.len > 0) {
    size_t length;
    letters before = word;
    uint32_t point = utf8_decode(r->rest, &length);
    if (length == 0 || spelling_digit(point) < 10) {
      break;
    }
    if (!spelling_fold(point, &word)) {
      word = before;
      break;
    }
    r->rest = span_skip(r->rest, length);
  }
  span text = spelling_span(&word);
  if (text.len == 0) {
    return false;
  }
  if (r->count > 0) {
    return is_verse_word(text) && r->count == 1;
  }
  if (++r->words > WORDS_MOST) {
    return false;
  }
  if (r->words == 1) {
    r->article = word;
  }
  r->last = word;
  if (!spelling_add(&r->name, text)) {
    return false;
  }
  if (is_introduction(spelling_span(&r->name))) {
    r->introduced = true;
    r->words = 0;
    r->name.len = 0;
  }
  return true;
}

/** Takes the word before the first number out of the name when it says "verse": "yasin ayat 5". */
static void drop_verse_word(reading *r) {
  if (r->words == 0 || !is_verse_word(spelling_span(&r->last))) {
    return;
  }
  r->name.len -= r->last.len;
  r->words--;
  r->verse_word = r->last.len > 2; /* the v of v1.2 tells nothing */
}

static bool read_number(reading *r, char separator) {
  unsigned value = 0, digits = 0;
  while (r->rest.len > 0) {
    size_t length;
    unsigned digit = spelling_digit(utf8_decode(r->rest, &length));
    if (length == 0 || digit == 10) {
      break;
    }
    if (++digits > 3) {
      return false;
    }
    r->leading_zero = r->leading_zero || (digits == 2 && value == 0);
    value = value * 10 + digit;
    r->rest = span_skip(r->rest, length);
  }
  if (r->count == 0) {
    drop_verse_word(r);
  }
  if (r->count == NUMBERS_MOST) {
    return false;
  }
  r->before[r->count] = separator;
  r->numbers[r->count++] = value;
  return true;
}

/** What a separator stands for: ':', '.' and '/' between surah and verse, '-' in a range, ',' in
 * German citations, ' ' for spaces and brackets; 0 when it is none. */
static char separator_of(uint32_t point) {
  if (point == ':' || point == '.' || point == '/') {
    return (char)point;
  }
  if (point == '-' || point == 0x2010 || point == 0x2011 || point == 0x2013 || point == 0x2014) {
    return '-';
  }
  if (point == ',' || point == 0x60c) {
    return ',';
  }
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
    if (length == 0 || separator == 0) {
      return true;
    }
    if (separator != ' ') {
      if (*kept != 0 && *kept != ' ') {
        return false;
      }
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
    if (!read_separators(r, &separator)) {
      return false;
    }
    if (r->rest.len == 0) {
      return true;
    }
    size_t length;
    bool digit = spelling_digit(utf8_decode(r->rest, &length)) < 10;
    if (length == 0) {
      return false;
    }
    if (!(digit ? read_number(r, separator) : read_word(r))) {
      return false;
    }
    separator = 0;
  }
  return true;
}

/* Meaning. */

/** True when number `index` may follow the surah as its verse. @param strict nothing but the
 * numbers tells that this is a reference: then only "2:255" and "2.255" will do. */
static bool is_verse(const reading *r, unsigned index, bool strict) {
  char separator = r->before[index];
  return separator == ':' || separator == '.' || (!strict && separator != '-');
}

/** Ratios of screens and shares that are asked for more often than the verse of that number. */
static bool is_ratio(unsigned first, unsigned second) {
  static const unsigned char ratios[][2] = {{16, 9}, {16, 10}, {21, 9},  {4, 3},   {9, 16},
                                            {5, 4},  {50, 50}, {80, 20}, {60, 40}, {70, 30}};
  for (size_t i = 0; i < sizeof ratios / sizeof *ratios; i++) {
    if (ratios[i][0] == first && ratios[i][1] == second) {
      return true;
    }
  }
  return false;
}

/** What tells of a reference that is all numbers. @return false when such numbers are none */
static bool weigh_numbers(const reading *r, quran_reference *out) {
  bool beyond = out->first == 0; /* "1:50" is a scale, "3.999" a number, "10:00" a time */
  out->evidence = QURAN_NUMBERS;
  if (r->leading_zero || (beyond && out->surah == 1)) {
    return false;
  }
  if (r->before[1] == '.') {
    out->evidence = QURAN_DECIMAL;
    return !beyond;
  }
  if (r->count == 2 && is_ratio(r->numbers[0], r->numbers[1])) {
    out->evidence = QURAN_RATIO;
  }
  return true;
}

/** Takes the numbers from `index` on as verses of `surah`: one, or a range. */
static bool take_verses(const reading *r, unsigned index, unsigned surah, quran_reference *out) {
  unsigned left = r->count - index, verses = quran_verse_count(surah);
  *out = (quran_reference){.surah = surah};
  if (verses == 0 || left > 2) {
    return false;
  }
  if (left == 0) {
    return true;
  }
  if (left == 2 && r->before[index + 1] != '-') {
    return false;
  }
  unsigned first = r->numbers[index], last = r->numbers[r->count - 1];
  if (first >= 1 && first <= last && last <= verses) {
    out->first = first;
    out->last = last;
  }
  return true;
}

/** "2:255", "QS 36:1-5", "Sure 112": the surah is the first number. */
static bool by_number(const reading *r, quran_reference *out) {
  if (r->count == 0 || (r->count == 1 && !r->introduced)) {
    return false;
  }
  if (r->before[0] != 0 && r->before[0] != ' ' && !r->introduced) {
    return false;
  }
  if (r->count > 1 && !is_verse(r, 1, !r->introduced)) {
    return false;
  }
  if (!take_verses(r, 1, r->numbers[0], out)) {
    return false;
  }
  out->evidence = QURAN_EXPLICIT;
  return r->introduced || r->verse_word || weigh_numbers(r, out);
}

/** "al-baqarah 255", "Al-Baqarah [2]: 255", "yasin". */
static bool by_name(const reading *r, quran_reference *out) {
  unsigned surah = named_surah(r);
  bool bare = r->count == 0 && !r->introduced;
  bool common = bare && spelling_listed(quran_common_words, spelling_span(&r->name));
  if (surah == 0) {
    if (r->count > 0 || !named_verse(r, out)) {
      return false;
    }
    out->evidence = common ? QURAN_WORD : QURAN_EXPLICIT;
    return true;
  }
  bool marked = r->before[1] == ':' || r->before[1] == '.' || r->before[1] == '/';
  bool numbered = r->count > 1 && r->numbers[0] == surah && marked;
  if (!take_verses(r, numbered ? 1 : 0, surah, out)) {
    return false;
  }
  out->evidence = common ? QURAN_WORD : bare ? QURAN_NAME : QURAN_EXPLICIT;
  return true;
}

/** As quran_reference_parse. */
static bool parse(span text, bool listed_only, quran_reference *out) {
  reading r = {.rest = text, .listed_only = listed_only};
  *out = (quran_reference){0};
  if (text.len > TEXT_MOST || !read_all(&r)) {
    return false;
  }
  bool found = r.words == 0 ? by_number(&r, out) : by_name(&r, out);
  if (!found) {
    *out = (quran_reference){0};
  }
  return found;
}

bool quran_reference_parse(span text, quran_reference *out) { return parse(text, false, out); }

/* References among other words. */

static bool begins_alias(span word) {
  for (const struct quran_named_verse *v = quran_named_verses; v->spellings != NULL; v++) {
    span rest = span_of(v->spellings);
    while (rest.len > 0) {
      if (span_starts(spelling_next(&rest), word)) {
        return true;
      }
    }
  }
  return false;
}

static bool is_number(span word) {
  size_t length;
  return spelling_digit(utf8_decode(word, &length)) < 10 && length > 0;
}

/** True when a reference may begin with the word. @param next the word behind it */
static bool may_begin(span word, span next) {
  letters folded = {.len = 0};
  if (next.len > 0 && is_number(next)) {
    return true;
  }
  for (size_t at = 0, length; at < word.len; at += length) {
    uint32_t point = utf8_decode(span_skip(word, at), &length);
    bool letter = length > 0 && spelling_digit(point) == 10 && spelling_fold(point, &folded);
    if (!letter) {
      break;
    }
  }
  span text = spelling_span(&folded);
  return text.len > 2 && (is_introduction(text) || begins_alias(text));
}

bool quran_reference_find(span text, quran_reference *out) {
  enum { TEXT_WORDS = 64, WINDOW = 5 };
  span words[TEXT_WORDS + 1];
  size_t count = 0;
  *out = (quran_reference){0};
  if (text.len > TEXT_MOST) {
    return false;
  }
  while (text.len > 0 && count < TEXT_WORDS) {
    span word = spelling_next(&text);
    if (word.len > 0) {
      words[count++] = word;
    }
  }
  words[count] = (span){"", 0};
  for (size_t i = 0; i < count; i++) {
    if (!may_begin(words[i], words[i + 1])) {
      continue;
    }
    size_t most = count - i < WINDOW ? count - i : WINDOW;
    for (size_t n = most; n > 0; n--) {
      const char *end = words[i + n - 1].data + words[i + n - 1].len;
      span window = {words[i].data, (size_t)(end - words[i].data)};
      while (window.len > 0 && memchr("?!.,;", window.data[window.len - 1], 5)) {
        window.len--;
      }
      if (parse(window, true, out) && out->evidence == QURAN_EXPLICIT) {
        return true;
      }
    }
  }
  *out = (quran_reference){0};
  return false;
}
