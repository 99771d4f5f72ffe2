#include "quran/reading.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "quran/tables.h"

static const struct {
  unsigned kind;
  const char *words;
} kinds[] = {
    {WORD_SURAH, "surah sura surat sure suren suurah suresi sourate soera qs سوره"},
    {WORD_BOOK, "quran koran kuran coran alquran alkoran القران قران"},
    {WORD_CHAPTER, "q s k chapter chap ch kapitel kap bab tafsir tafseer tafsiran تفسير"},
    {WORD_VERSE,
     "ayat ayah aya ayet ayaat ayahs ayats verse verses vers verset verse versen ايه الايه "
     "ايات الايات"},
    {WORD_V, "v vv"},
    {WORD_COUNTER, "no nr num number nummer nomor ke رقم"},
    {WORD_RANGE, "to bis sampai sd until till through thru hingga الي"},
    {WORD_OF, "of in from der des aus von dari pada من في"},
    {WORD_ORDINAL, "st nd rd th"},
    {WORD_NEXT, "f"},
    {WORD_JUZ, "juz juzz juzu dschuz cuz sipara para جز الجز"},
    {WORD_FORM,
     "arabic arabisch arab arapca translation translated ubersetzung uebersetzung terjemahan "
     "terjemah terjemahannya meal meali transliteration latin english englisch inggris german "
     "deutsch jerman indonesian indonesisch indonesia text teks meaning bedeutung arti artinya"},
    {WORD_AND, "and or und oder sowie dan atau serta ve veya و او"},
};

enum { KIND_WORDS = 192 };

/** Ordinals from the first to the twentieth; German ones end in one of `endings`. The last surah is
 * the 114th. */
static const char *const ordinals[] = {
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
    "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth",
    "pertama kedua ketiga keempat kelima keenam ketujuh kedelapan kesembilan kesepuluh kesebelas "
    "keduabelas ketigabelas keempatbelas kelimabelas keenambelas ketujuhbelas kedelapanbelas "
    "kesembilanbelas keduapuluh",
    "erst zweit dritt viert funft sechst siebt acht neunt zehnt elft zwolft dreizehnt vierzehnt "
    "funfzehnt sechzehnt siebzehnt achtzehnt neunzehnt zwanzigst"};
enum { GERMAN = 2 };
static const char endings[] = "e en er es";
/** "Last" ahead of what it counts, and behind it. */
static const char last_ahead[] = "last letzte letzten letzter", last_behind[] = "terakhir";
/** What an ordinal from eleven on ends in, where it is written as two words. */
static const char later_halves[] = "belas puluh";

/** The words of `kinds` in their order. */
static struct kind_word {
  span word;
  unsigned kind;
} kind_words[KIND_WORDS];
static size_t kind_word_count;

static int compare_words(const void *a, const void *b) {
  return span_compare(((const struct kind_word *)a)->word, ((const struct kind_word *)b)->word);
}

static void sort_words(void) {
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    for (span rest = span_of(kinds[i].words); rest.len > 0 && kind_word_count < KIND_WORDS;) {
      kind_words[kind_word_count++] = (struct kind_word){spelling_next(&rest), kinds[i].kind};
    }
  }
  qsort(kind_words, kind_word_count, sizeof *kind_words, compare_words);
}

/** The kinds of a word that may also be part of a name: 0 or one of `enum word_kind`. */
static unsigned kind_of(span word) {
  static pthread_once_t sorted = PTHREAD_ONCE_INIT;
  pthread_once(&sorted, sort_words);
  struct kind_word key = {word, 0};
  const struct kind_word *found =
      bsearch(&key, kind_words, kind_word_count, sizeof key, compare_words);
  return found == NULL ? 0 : found->kind;
}

/** The ASCII mark that a code point stands for; ' ' for what divides or encloses without a meaning;
 * 0 when it is none of these. */
static char separator_of(uint32_t point) {
  static const char ascii[128] = {
      [':'] = ':', ['.'] = '.',  ['/'] = '/',  [','] = ',', ['-'] = '-', ['~'] = '-',
      [' '] = ' ', ['\t'] = ' ', ['\n'] = ' ', ['('] = ' ', [')'] = ' ', ['['] = ' ',
      [']'] = ' ', ['{'] = ' ',  ['}'] = ' ',  ['"'] = ' ', ['#'] = ' ', ['_'] = ' '};
  static const struct {
    char separator;
    uint32_t points[16];
  } separators[] = {
      {':', {0x2236, 0xfe55, 0xff1a}},
      {'.', {0xff0e}},
      {'/', {0x2044, 0x2215, 0xff0f}},
      {',', {0x60c, 0x66b, 0x3001, 0xff0c}},
      {'-',
       {0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2015, 0x2043, 0x2212, 0x223c, 0x301c, 0xfe58,
        0xfe63, 0xff0d, 0xff5e}},
      {' ',
       {0xa0, 0xab, 0xbb, 0x201a, 0x201c, 0x201d, 0x201e, 0x201f, 0x2039, 0x203a, 0x202f, 0x3000,
        0xfd3e, 0xfd3f, 0xff02}},
  };
  if (point < sizeof ascii) { return ascii[point]; }
  /* most others are letters or digits, which separate nothing */
  bool letter = (point > 0xbb && point < 0x60c) || (point > 0x60c && point < 0x66b) ||
                (point > 0x66b && point < 0x2010);
  for (size_t i = 0; !letter && i < sizeof separators / sizeof *separators; i++) {
    for (size_t j = 0; separators[i].points[j] != 0; j++) {
      if (separators[i].points[j] == point) { return separators[i].separator; }
    }
  }
  return 0;
}

bool reading_is_digit(span text) {
  size_t length;
  return spelling_digit(utf8_decode(text, &length)) < 10 && length > 0;
}

/** Takes the number at the start of a text. @return false when it has more than three digits */
static bool read_number(span *rest, reading_number *out) {
  unsigned digits = 0;
  *out = (reading_number){0};
  for (size_t length; reading_is_digit(*rest); *rest = span_skip(*rest, length)) {
    unsigned digit = spelling_digit(utf8_decode(*rest, &length));
    if (++digits > 3) { return false; }
    out->led_by_zero = out->led_by_zero || (digits == 2 && out->value == 0);
    out->value = out->value * 10 + digit;
    out->padded = out->led_by_zero && digits == 3;
  }
  return true;
}

/** The place of an ordinal in its list, from 1; 0 for any other word. */
static unsigned place_in(const char *list, bool inflected, span word) {
  unsigned place = 1;
  for (span rest = span_of(list); rest.len > 0; place++) {
    span each = spelling_next(&rest);
    bool starts = span_starts(word, each);
    if (inflected ? starts && spelling_listed(endings, span_skip(word, each.len))
                  : starts && word.len == each.len) {
      return place;
    }
  }
  return 0;
}

/** @param before, next kinds of the words beside it, one of which it counts */
static unsigned ordinal_of(span word, unsigned before, unsigned next) {
  bool last = ((next & WORD_SURAH) != 0 && spelling_listed(last_ahead, word)) ||
              ((before & WORD_SURAH) != 0 && spelling_listed(last_behind, word));
  unsigned place = last ? QURAN_SURAHS : 0;
  for (size_t i = 0; place == 0 && word.len > 0 && i < sizeof ordinals / sizeof *ordinals; i++) {
    place = place_in(ordinals[i], i == GERMAN, word);
  }
  return place;
}

bool reading_take_word(span *rest, reading_word *out) {
  span before = *rest;
  *out = (reading_word){.kind = 0};
  for (size_t length; rest->len > 0; *rest = span_skip(*rest, length)) {
    uint32_t point = utf8_decode(*rest, &length);
    size_t kept = out->text.len;
    if (length == 0 || spelling_digit(point) < 10 || separator_of(point) != 0 ||
        !spelling_fold(point, &out->text)) {
      out->text.len = kept;
      break;
    }
  }
  out->kind = kind_of(spelling_span(&out->text));
  return rest->len < before.len;
}

/** Adds a word to the last gap; "al-Quran" and "Q.S." are one. @return false when there is no room
 */
static bool add_word(reading *r, const reading_word *w) {
  reading_gap *g = &r->gaps[r->count];
  if (g->end > reading_start(r, r->count)) {
    reading_word *last = &r->words[g->end - 1];
    span before = spelling_span(&last->text), text = spelling_span(&w->text);
    bool initials = span_equal(before, SPAN("q")) && span_equal(text, SPAN("s"));
    bool article = span_equal(before, SPAN("al")) || span_equal(before, SPAN("el"));
    if (initials || (article && w->kind == WORD_BOOK)) {
      last->kind = initials ? WORD_SURAH : WORD_BOOK;
      return true;
    }
  }
  if (g->end == READING_WORDS) { return false; }
  r->words[g->end++] = *w;
  return true;
}

span reading_trim(span text) {
  for (size_t length; text.len > 0; text = span_skip(text, length)) {
    if (separator_of(utf8_decode(text, &length)) != ' ') { break; }
  }
  while (text.len > 0) {
    size_t at = text.len - 1, length;
    while (at > 0 && text.len - at < 4 && ((unsigned char)text.data[at] & 0xc0) == 0x80) { at--; }
    uint32_t point = utf8_decode(span_skip(text, at), &length);
    bool ends = point == '?' || point == '!' || point == ';' || point == 0x61f || point == 0x61b ||
                separator_of(point) == ' ' || separator_of(point) == '.' ||
                separator_of(point) == ',';
    if (length == 0 || !ends) { break; }
    text = span_take(text, at);
  }
  return text;
}

/** The word at the start of a text, behind blanks. @return false when there is none */
static bool take_next(span *rest, reading_word *out) {
  for (size_t length; rest->len > 0; *rest = span_skip(*rest, length)) {
    if (separator_of(utf8_decode(*rest, &length)) != ' ') { break; }
  }
  return reading_take_word(rest, out);
}

/** The place of an ordinal that counts a surah, a juz or verses beside it; 0 when it is none.
 * @param word may receive its second half from the text behind it, `rest` */
static unsigned take_ordinal(const reading *r, letters *word, span *rest) {
  const unsigned counted = WORD_SURAH | WORD_JUZ | WORD_VERSE;
  const reading_gap *g = &r->gaps[r->count];
  unsigned before = g->end > reading_start(r, r->count) ? r->words[g->end - 1].kind : 0;
  reading_word next;
  span behind = *rest;
  if (take_next(&behind, &next) && spelling_listed(later_halves, spelling_span(&next.text)) &&
      spelling_add(word, spelling_span(&next.text))) {
    *rest = behind;
    take_next(&behind, &next);
  }
  unsigned beside[] = {before & counted, next.kind & counted};
  return (beside[0] | beside[1]) == 0 ? 0 : ordinal_of(spelling_span(word), beside[0], beside[1]);
}

/** Adds a number. @return false when there is no room */
static bool add_number(reading *r, reading_number n, bool ordinal) {
  unsigned end = r->gaps[r->count].end;
  if (r->count == READING_NUMBERS) { return false; }
  r->numbers[r->count] = n;
  r->gaps[++r->count] = (reading_gap){.end = end, .ordinal = ordinal};
  return true;
}

/** Leaves out the words behind a reference that tell which form of it is wanted: what "5 english"
 * asks for is no surah. */
static void drop_forms(reading *r) {
  unsigned *end = &r->gaps[r->count].end;
  bool numbers = r->count > 1 && r->gaps[1].separator == ':';
  bool introduced = *end > 0 && r->words[0].kind == WORD_SURAH;
  bool named = r->count > 0 && r->gaps[0].end > 0;
  if (!numbers && !introduced && !named) { return; }
  while (*end > reading_start(r, r->count) && r->words[*end - 1].kind == WORD_FORM) { --*end; }
}

/** Notes the kinds of the words of each gap. */
static void sum_kinds(reading *r) {
  for (unsigned i = 0; i <= r->count; i++) {
    reading_gap *g = &r->gaps[i];
    for (unsigned at = reading_start(r, i); at < g->end; at++) {
      g->kinds |= r->words[at].kind;
      g->name = g->name || r->words[at].kind == 0;
    }
  }
}

bool reading_read(span text, reading *r) {
  *r = (reading){.count = 0};
  for (span rest = reading_trim(text); rest.len > 0;) {
    size_t length;
    reading_gap *g = &r->gaps[r->count];
    uint32_t point = utf8_decode(rest, &length);
    char separator = length == 0 ? 0 : separator_of(point);
    reading_word found;
    if (separator != 0) {
      if (separator != ' ' && g->separator != 0 && g->separator != ' ') { return false; }
      g->separator = separator == ' ' && g->separator != 0 ? g->separator : separator;
      g->bracket = point == '(' || point == '[';
      rest = span_skip(rest, length);
    } else if (reading_is_digit(rest)) {
      reading_number n;
      if (!read_number(&rest, &n) || !add_number(r, n, false)) { return false; }
    } else if (!reading_take_word(&rest, &found)) {
      return false;
    } else if (found.text.len > 0) { /* else an apostrophe that quotes */
      unsigned place = found.kind == 0 ? take_ordinal(r, &found.text, &rest) : 0;
      g->ordinal |= g->separator == '.' && r->count > 0 && g->end == reading_start(r, r->count);
      g->separator = 0;
      g->bracket = false;
      bool room =
          place > 0 ? add_number(r, (reading_number){.value = place}, true) : add_word(r, &found);
      if (!room) { return false; }
    }
  }
  drop_forms(r);
  sum_kinds(r);
  return true;
}

/** What divides a list; the earlier ones in no reference, as a comma does. */
enum divider { DIVIDER_MARK, DIVIDER_WORD, DIVIDER_COMMA, DIVIDERS };

/** The bytes of a divider at the start of a text: with a word, also the blanks around it. 0: there
 * is none. */
static size_t divider_length(span text, enum divider kind) {
  static const uint32_t marks[] = {';', '&', '+', 0x61b, 0xff06, 0xff0b, 0xff1b, 0};
  size_t length;
  uint32_t point = utf8_decode(text, &length);
  char separator = length == 0 ? 0 : separator_of(point);
  if (kind == DIVIDER_COMMA) { return separator == ',' ? length : 0; }
  if (kind == DIVIDER_MARK) {
    for (size_t i = 0; marks[i] != 0; i++) {
      if (marks[i] == point) { return length; }
    }
    return 0;
  }
  reading_word word;
  span rest = span_skip(text, length);
  if (separator != ' ' || !reading_take_word(&rest, &word) || word.kind != WORD_AND) { return 0; }
  size_t whole = text.len - rest.len;
  separator = rest.len == 0 ? 0 : separator_of(utf8_decode(rest, &length));
  return separator == ' ' ? whole + length : reading_is_digit(rest) ? whole : 0;
}

bool reading_divide(span list, span *front, span *rest) {
  for (int kind = DIVIDER_MARK; kind < DIVIDERS; kind++) {
    for (size_t at = 1; at < list.len; at++) {
      size_t length = divider_length(span_skip(list, at), (enum divider)kind);
      if (length == 0) { continue; }
      *front = span_take(list, at);
      *rest = span_skip(list, at + length);
      return true;
    }
  }
  return false;
}
