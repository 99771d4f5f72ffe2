#include "quran/reading.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "quran/numeral.h"
#include "quran/quran.h"
#include "quran/tables.h"

static const struct {
  unsigned kind;
  const char *words;
} kinds[] = {
    {WORD_SURAH, "surah sura surat sure suren surahs suras suurah suresi sourate soera qs سوره"},
    {WORD_BOOK, "quran koran korans kuran coran alquran alkoran القران قران"},
    {WORD_EPITHET,
     "holy noble glorious heilige heiligen heiliger edle edlen edler karim kareem suci mulia majid "
     "majeed كريم الكريم"},
    {WORD_CHAPTER, "q s k chapter chap ch kapitel kap bab tafsir tafseer tafsiran تفسير"},
    {WORD_VERSE,
     "ayat ayah aya ayet ayaat ayahs ayats verse verses vers verset verse versen ايه الايه "
     "ايات الايات"},
    {WORD_V, "v vv"},
    {WORD_COUNTER, "no nr num number nummer nomor ke yang رقم"},
    {WORD_RANGE, "to bis sampai sd until till through thru hingga الي"},
    {WORD_OF, "of in from aus von im dari pada dalam من في"},
    {WORD_ARTICLE, "the der die das des dem den"},
    {WORD_ORDINAL, "st nd rd th"},
    {WORD_NEXT, "f"},
    {WORD_JUZ, "juz juzz juzu juzuk dschuz cuz sipara para جز الجز"},
    {WORD_PART,
     "hizb hizip ruku rukuk rukus rub rubu manzil maqra page pages halaman hal seite seiten sayfa "
     "hadith hadis hadits hadithe حزب الحزب ركوع ربع منزل صفحه حديث"},
    {WORD_FORM,
     "arabic arabisch arab arapca translation translated ubersetzung uebersetzung terjemahan "
     "terjemah terjemahannya meal meali transliteration latin english englisch inggris german "
     "deutsch jerman indonesian indonesisch indonesia text teks meaning bedeutung arti artinya"},
    {WORD_AND, "and or und oder sowie dan atau serta ve veya و او"},
};

/** Words for several of what is counted. */
static const char plurals[] = "suren surahs suras verses versen ayahs ayats ayaat";

enum { KIND_WORDS = 256 };

/** Two words that are one. */
static const struct {
  const char *first, *second;
  unsigned kind;
} pairs[] = {
    {"q", "s", WORD_SURAH},
    {"s", "d", WORD_RANGE},
    {"sampai hingga", "dengan", WORD_RANGE},
    {"bis", "zu zum", WORD_RANGE},
    {"up", "to", WORD_RANGE},
};

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

/** The kind that a word has together with the one before it, 0 where they are two. */
static unsigned joined_kind(const reading_word *last, const reading_word *next) {
  span before = spelling_span(&last->text), text = spelling_span(&next->text);
  bool article = span_equal(before, SPAN("al")) || span_equal(before, SPAN("el"));
  if (next->kind == WORD_BOOK && (article || last->kind == WORD_EPITHET)) { return WORD_BOOK; }
  if (next->kind == WORD_EPITHET && last->kind == WORD_BOOK) { return WORD_BOOK; }
  if (next->kind == WORD_EPITHET && article) { return WORD_EPITHET; } /* "Quran al-karim" */
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    if (spelling_listed(pairs[i].first, before) && spelling_listed(pairs[i].second, text)) {
      return pairs[i].kind;
    }
  }
  return 0;
}

/** Adds a word to the last gap; "al-Quran" and "Q.S." are one. @return false when there is no room
 */
static bool add_word(reading *r, reading_word w) {
  reading_gap *g = &r->gaps[r->count];
  const unsigned start = reading_start(r, r->count);
  for (unsigned kind; g->end > start; w.kind = kind, g->end--) {
    kind = joined_kind(&r->words[g->end - 1], &w);
    if (kind == 0) { break; }
  }
  if (g->end == READING_WORDS) { return false; }
  r->words[g->end++] = w;
  return true;
}

/** True for the marks of a sentence's end. */
static bool ends_sentence(uint32_t point) {
  char separator = separator_of(point);
  return point == '?' || point == '!' || point == ';' || point == 0x61f || point == 0x61b ||
         separator == '.' || separator == ',';
}

/** The text without the blanks, brackets and marks around it. */
static span trim_marks(span text) {
  for (size_t length; text.len > 0; text = span_skip(text, length)) {
    if (separator_of(utf8_decode(text, &length)) != ' ') { break; }
  }
  while (text.len > 0) {
    size_t at = text.len - 1, length;
    while (at > 0 && text.len - at < 4 && ((unsigned char)text.data[at] & 0xc0) == 0x80) { at--; }
    uint32_t point = utf8_decode(span_skip(text, at), &length);
    if (length == 0 || !(separator_of(point) == ' ' || ends_sentence(point))) { break; }
    text = span_take(text, at);
  }
  return text;
}

span reading_trim(span text) {
  text = trim_marks(text);
  while (text.len > 1 && text.data[0] == '<' && text.data[text.len - 1] == '>') {
    text = trim_marks((span){text.data + 1, text.len - 2}); /* "<https://quran.com/2/255>" */
  }
  return text;
}

/** The word at the start of a text, behind blanks and hyphens. @return false when there is none */
static bool take_next(span *rest, reading_word *out) {
  for (size_t length; rest->len > 0; *rest = span_skip(*rest, length)) {
    char separator = separator_of(utf8_decode(*rest, &length));
    if (separator != ' ' && separator != '-') { break; }
  }
  return reading_take_word(rest, out);
}

/** The kind of the last word of the last gap that no word for "number" follows; that of a verse
 * behind a numeral and a word such as "to". */
static unsigned kind_before(const reading *r) {
  unsigned at = r->gaps[r->count].end, start = reading_start(r, r->count);
  while (at > start && r->words[at - 1].kind == WORD_COUNTER) { at--; }
  unsigned kind = at > start ? r->words[at - 1].kind : 0;
  bool initial = kind == WORD_CHAPTER && r->words[at - 1].text.len == 1; /* "K one" */
  bool goes_on = r->count > 0 && r->numbers[r->count - 1].spelled;
  return goes_on && (kind & (WORD_RANGE | WORD_AND)) != 0 ? WORD_VERSE : initial ? 0 : kind;
}

/** Takes the words of a numeral, whose first has been taken, off a text. */
static void take_spelled(numeral *n, span *rest) {
  numeral longer = *n;
  reading_word next;
  for (span behind = *rest; take_next(&behind, &next) && next.text.len > 0;) {
    if (!numeral_add(&longer, spelling_span(&next.text))) { return; }
    if (numeral_is_open(&longer)) { continue; }
    *n = longer;
    *rest = behind;
  }
}

/** Reads a numeral that counts a surah, a juz or verses beside it.
 * @param rest the text behind its first word; receives that behind its last, where it is one
 * @return false when it makes no number */
static bool read_spelled(const reading *r, const letters *first, span *rest, reading_number *out) {
  const unsigned ahead_of = WORD_SURAH | WORD_JUZ | WORD_VERSE | WORD_CHAPTER;
  const unsigned before = kind_before(r);
  numeral n = {.count = 0};
  reading_word next;
  span behind = *rest;
  *out = (reading_number){0};
  if (!numeral_add(&n, spelling_span(first))) { return true; }
  take_spelled(&n, &behind);
  span further = behind;
  unsigned value = numeral_value(&n), after = take_next(&further, &next) ? next.kind : 0;
  bool last = value == NUMERAL_LAST, local = n.language == NUMERAL_INDONESIAN;
  bool several =
      spelling_listed(plurals, spelling_span(&next.text)) || /* "the last surahs" */
      (n.language == NUMERAL_GERMAN && span_equal(spelling_span(&next.text), SPAN("verse")));
  const unsigned at = r->gaps[r->count].end;
  bool doubled = at > reading_start(r, r->count) + 1 && /* "ayat-ayat terakhir" */
                 r->words[at - 1].kind == before && r->words[at - 2].kind == before;
  bool leads = n.ordinal && !local && !several && /* "kedua surat" are both */
               (after & ahead_of) != 0;
  bool trails = (before & ahead_of) != 0 && (!last || local) && !doubled;
  bool adverb = !n.ordinal && n.language == NUMERAL_ENGLISH && at > 0 && /* "sure one" */
                span_equal(spelling_span(&r->words[at - 1].text), SPAN("sure"));
  unsigned counted = leads ? after : before;
  if (!(leads || trails) || adverb || (last && (counted & WORD_CHAPTER) != 0)) { return true; }
  bool either = leads && r->count == 0 && before == WORD_VERSE && after != WORD_VERSE;
  if (either) { return false; } /* "verse second surah" */
  if (last && (counted & WORD_VERSE) == 0) {
    value = (counted & WORD_JUZ) != 0 ? QURAN_JUZ : QURAN_SURAHS;
  }
  *out = (reading_number){.value = value, .spelled = true, .cardinal = !n.ordinal};
  *rest = behind;
  return value > 0;
}

/** True for a sign that stands for "and". */
static bool is_joint(uint32_t point) {
  return point == '&' || point == '+' || point == 0xff06 || point == 0xff0b;
}

/** Adds a number. @return false when there is no room */
static bool add_number(reading *r, reading_number n, bool ordinal) {
  unsigned end = r->gaps[r->count].end;
  if (r->count == READING_NUMBERS) { return false; }
  r->numbers[r->count] = n;
  r->gaps[++r->count] = (reading_gap){.end = end, .ordinal = ordinal};
  return true;
}

/** The kinds of the words up to `end`, joined. */
static unsigned kinds_up_to(const reading *r, unsigned end) {
  unsigned joined = 0;
  for (unsigned at = 0; at < end; at++) { joined |= r->words[at].kind; }
  return joined;
}

/** Leaves out the words behind a reference that tell which form of it is wanted: what "5 english"
 * asks for is no surah. */
static void drop_forms(reading *r) {
  unsigned *end = &r->gaps[r->count].end;
  bool numbers = r->count > 1 && r->gaps[1].separator == ':';
  bool introduced = (kinds_up_to(r, *end) & WORD_SURAH) != 0;
  bool named = r->count > 0 && r->gaps[0].end > 0;
  if (!numbers && !introduced && !named) { return; }
  while (*end > reading_start(r, r->count) && r->words[*end - 1].kind == WORD_FORM) { --*end; }
}

/** Leaves out the words [from, to). */
static void remove_words(reading *r, unsigned from, unsigned to) {
  unsigned all = r->gaps[r->count].end;
  memmove(&r->words[from], &r->words[to], (all - to) * sizeof *r->words);
  for (unsigned i = 0; i <= r->count; i++) {
    r->gaps[i].end -= r->gaps[i].end >= to ? to - from : 0;
  }
}

/** Leaves out "of the Quran" behind what a book has: a name alone is a subject of it. */
static void drop_book(reading *r) {
  const unsigned told = WORD_SURAH | WORD_CHAPTER | WORD_JUZ | WORD_VERSE;
  const bool numbers = r->count > 1 && r->gaps[1].separator == ':';
  for (unsigned i = r->count > 0; i <= r->count; i++) {
    const unsigned start = reading_start(r, i);
    for (unsigned at = start; at < r->gaps[i].end; at++) {
      unsigned from = at;
      bool introduces = i < r->count && at + 1 == r->gaps[i].end; /* "verse 255 of Quran 2" */
      if (r->words[at].kind != WORD_BOOK || introduces) { continue; }
      while (from > start && (r->words[from - 1].kind & (WORD_OF | WORD_ARTICLE)) != 0) { from--; }
      bool linked = from < at || (i == r->count && at + 1 == r->gaps[i].end);
      if (!linked || !(numbers || (kinds_up_to(r, from) & told) != 0)) { continue; }
      remove_words(r, from, at + 1);
      r->of_book = true;
      return;
    }
  }
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
      g->blank = separator == ' ';
      rest = span_skip(rest, length);
    } else if (is_joint(point)) {
      if (!add_word(r, (reading_word){.text = {"and", 3}, .kind = WORD_AND})) { return false; }
      g->separator = 0;
      rest = span_skip(rest, length);
    } else if (reading_is_digit(rest)) {
      reading_number n;
      if (!read_number(&rest, &n) || !add_number(r, n, false)) { return false; }
    } else if (!reading_take_word(&rest, &found)) {
      return false;
    } else if (found.text.len > 0) { /* else an apostrophe that quotes */
      reading_number spelled = {.value = 0};
      if (found.kind == 0 && !read_spelled(r, &found.text, &rest, &spelled)) { return false; }
      g->ordinal |= g->separator == '.' && r->count > 0 && g->end == reading_start(r, r->count);
      g->separator = 0;
      g->bracket = false;
      bool room =
          spelled.value > 0 ? add_number(r, spelled, !spelled.cardinal) : add_word(r, found);
      if (!room) { return false; }
    }
  }
  drop_forms(r);
  drop_book(r);
  sum_kinds(r);
  return true;
}

bool reading_continues(span word, span next) {
  reading_word one = {.kind = 0}, other;
  numeral n = {.count = 0};
  if (!reading_take_word(&next, &other)) { return false; }
  span after = spelling_span(&other.text);
  while (word.len > 0) { /* the last of those that hyphens join */
    if (!reading_take_word(&word, &one)) {
      size_t length;
      utf8_decode(word, &length);
      if (length == 0) { return false; }
      if (reading_is_digit(word) && word.len == length) { return numeral_multiplies(after); }
      word = span_skip(word, length);
      one.text.len = 0;
    }
  }
  return numeral_add(&n, spelling_span(&one.text)) && numeral_add(&n, after);
}

/** What divides a list; the earlier ones in no reference, as a comma does. */
enum divider { DIVIDER_MARK, DIVIDER_WORD, DIVIDER_COMMA, DIVIDERS };

/** The bytes of a divider at the start of a text: with a word, also the blanks around it. 0: there
 * is none. */
static size_t divider_length(span text, enum divider kind) {
  size_t length;
  uint32_t point = utf8_decode(text, &length);
  char separator = length == 0 ? 0 : separator_of(point);
  if (kind == DIVIDER_COMMA) { return separator == ',' ? length : 0; }
  if (kind == DIVIDER_MARK) {
    return is_joint(point) || point == ';' || point == 0x61b || point == 0xff1b ? length : 0;
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
