#include "quran/numeral.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/ascii.h"
#include "quran/spelling.h"

/** What a part of a numeral is. */
enum part_class {
  PART_UNIT = 1, /* 1 to 9 */
  PART_TEEN,     /* 10 to 19 */
  PART_TEN,      /* 20, 30, … 90 */
  PART_TIMES_TEN,
  PART_PLUS_TEN,
  PART_HUNDRED, /* its value is 0 where it needs a unit before it */
  PART_BEYOND,  /* thousands and more, which no number here has */
  PART_AND,
  PART_PREFIX, /* makes the numeral an ordinal */
  PART_ENDING, /* of a German ordinal */
  PART_LAST
};

/** Words of a class, divided by spaces; their values begin with `first` and grow by `step`.
 * `stem`: a German ordinal, which needs an ending. */
static const struct {
  enum numeral_language language;
  enum part_class class;
  bool ordinal, stem;
  unsigned char first, step;
  const char *words;
} rows[] = {
    {NUMERAL_ENGLISH, PART_UNIT, false, false, 1, 1,
     "one two three four five six seven eight nine"},
    {NUMERAL_ENGLISH, PART_UNIT, true, false, 1, 1,
     "first second third fourth fifth sixth seventh eighth ninth"},
    {NUMERAL_ENGLISH, PART_TEEN, false, false, 10, 1,
     "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"},
    {NUMERAL_ENGLISH, PART_TEEN, true, false, 10, 1,
     "tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth "
     "nineteenth"},
    {NUMERAL_ENGLISH, PART_TEN, false, false, 20, 10,
     "twenty thirty forty fifty sixty seventy eighty ninety"},
    {NUMERAL_ENGLISH, PART_TEN, true, false, 20, 10,
     "twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth"},
    {NUMERAL_ENGLISH, PART_HUNDRED, false, false, 1, 0, "hundred"},
    {NUMERAL_ENGLISH, PART_HUNDRED, true, false, 1, 0, "hundredth"},
    {NUMERAL_ENGLISH, PART_BEYOND, false, false, 0, 0, "thousand thousandth million millionth"},
    {NUMERAL_ENGLISH, PART_AND, false, false, 0, 0, "and"},
    {NUMERAL_ENGLISH, PART_LAST, true, false, 0, 0, "last final"},
    {NUMERAL_INDONESIAN, PART_PREFIX, true, false, 0, 0, "ke"},
    {NUMERAL_INDONESIAN, PART_UNIT, false, false, 1, 1,
     "satu dua tiga empat lima enam tujuh delapan sembilan"},
    {NUMERAL_INDONESIAN, PART_UNIT, true, false, 1, 0, "pertama"},
    {NUMERAL_INDONESIAN, PART_TEEN, false, false, 10, 1, "sepuluh sebelas"},
    {NUMERAL_INDONESIAN, PART_TIMES_TEN, false, false, 0, 0, "puluh"},
    {NUMERAL_INDONESIAN, PART_PLUS_TEN, false, false, 0, 0, "belas"},
    {NUMERAL_INDONESIAN, PART_HUNDRED, false, false, 0, 0, "ratus"},
    {NUMERAL_INDONESIAN, PART_HUNDRED, false, false, 1, 0, "seratus"},
    {NUMERAL_INDONESIAN, PART_BEYOND, false, false, 0, 0, "ribu seribu juta sejuta"},
    {NUMERAL_INDONESIAN, PART_LAST, true, false, 0, 0, "terakhir"},
    {NUMERAL_GERMAN, PART_UNIT, false, false, 1, 1,
     "ein zwei drei vier funf sechs sieben acht neun"},
    {NUMERAL_GERMAN, PART_UNIT, false, false, 1, 0, "eins"},
    {NUMERAL_GERMAN, PART_UNIT, false, false, 5, 0, "fuenf"},
    {NUMERAL_GERMAN, PART_UNIT, true, true, 1, 1,
     "erst zweit dritt viert funft sechst siebt acht neunt"},
    {NUMERAL_GERMAN, PART_UNIT, true, true, 5, 0, "fuenft"},
    {NUMERAL_GERMAN, PART_UNIT, true, true, 7, 0, "siebent"},
    {NUMERAL_GERMAN, PART_TEEN, false, false, 10, 1,
     "zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn"},
    {NUMERAL_GERMAN, PART_TEEN, false, false, 12, 3, "zwoelf fuenfzehn"},
    {NUMERAL_GERMAN, PART_TEEN, true, true, 10, 1,
     "zehnt elft zwolft dreizehnt vierzehnt funfzehnt sechzehnt siebzehnt achtzehnt neunzehnt"},
    {NUMERAL_GERMAN, PART_TEEN, true, true, 12, 3, "zwoelft fuenfzehnt"},
    {NUMERAL_GERMAN, PART_TEN, false, false, 20, 10,
     "zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig"},
    {NUMERAL_GERMAN, PART_TEN, false, false, 50, 0, "fuenfzig"},
    {NUMERAL_GERMAN, PART_TEN, true, true, 20, 10,
     "zwanzigst dreissigst vierzigst funfzigst sechzigst siebzigst achtzigst neunzigst"},
    {NUMERAL_GERMAN, PART_TEN, true, true, 50, 0, "fuenfzigst"},
    {NUMERAL_GERMAN, PART_HUNDRED, false, false, 1, 0, "hundert"},
    {NUMERAL_GERMAN, PART_HUNDRED, true, true, 1, 0, "hundertst"},
    {NUMERAL_GERMAN, PART_BEYOND, false, false, 0, 0, "tausend million millionen"},
    {NUMERAL_GERMAN, PART_AND, false, false, 0, 0, "und"},
    {NUMERAL_GERMAN, PART_ENDING, true, false, 0, 0, "e en er es em"},
    {NUMERAL_GERMAN, PART_LAST, true, true, 0, 0, "letzt"},
};

enum { PARTS_MOST = 200, LETTERS_OF_PARTS = 27 };

/** The words of `rows`, by their first letters. */
static struct part {
  span word;
  enum numeral_language language;
  enum part_class class;
  bool ordinal, stem;
  unsigned char value;
} parts[PARTS_MOST];
static size_t starts[LETTERS_OF_PARTS]; /* of the parts of each letter, and the end */

static int compare_parts(const void *a, const void *b) {
  return span_compare(((const struct part *)a)->word, ((const struct part *)b)->word);
}

static void sort_parts(void) {
  size_t count = 0;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    unsigned char value = rows[i].first;
    for (span rest = span_of(rows[i].words); rest.len > 0 && count < PARTS_MOST;) {
      parts[count++] = (struct part){
          .word = spelling_next(&rest),
          .language = rows[i].language,
          .class = rows[i].class,
          .ordinal = rows[i].ordinal,
          .stem = rows[i].stem,
          .value = value,
      };
      value = (unsigned char)(value + rows[i].step);
    }
  }
  qsort(parts, count, sizeof *parts, compare_parts);
  for (size_t letter = 0, at = 0; letter < LETTERS_OF_PARTS; letter++) {
    while (at < count && parts[at].word.data[0] < (char)('a' + letter)) { at++; }
    starts[letter] = at;
  }
}

static const struct part *last_part(const numeral *n) {
  return n->count == 0 ? NULL : &parts[n->parts[n->count - 1]];
}

/** True when a part may stand behind the last one. An "and" divides hundreds from what follows
 * them, and in German the unit from the tens. */
static bool may_follow(const numeral *n, const struct part *next) {
  const struct part *last = last_part(n);
  enum part_class class = last == NULL ? 0 : last->class, before = 0;
  if (n->language != 0 && n->language != next->language) { return false; }
  if (last != NULL && last->stem) { return next->class == PART_ENDING; }
  if (next->class == PART_PREFIX) { return last == NULL; }
  if (next->class == PART_ENDING) { return false; }
  if (next->class == PART_AND) {
    return class == PART_HUNDRED || (class == PART_UNIT && next->language == NUMERAL_GERMAN);
  }
  if (class == PART_AND) {
    before = parts[n->parts[n->count - 2]].class;
    bool rest = next->class == PART_UNIT || next->class == PART_TEEN;
    return next->class == PART_TEN || (before == PART_HUNDRED && rest);
  }
  return true;
}

/** Adds the parts that a word is made of: of the ways to divide it, one that ends where it ends. */
static bool add_parts(numeral *n, span word) {
  if (word.len == 0) { return n->count > 0 && !last_part(n)->stem; }
  if (n->count == NUMERAL_PARTS || !ascii_small(word.data[0])) { return false; }
  size_t letter = (size_t)(word.data[0] - 'a');
  size_t end = starts[letter + 1];
  for (size_t i = end; i > starts[letter]; i--) { /* the longer ones are behind their beginnings */
    const struct part *each = &parts[i - 1];
    if (!span_starts(word, each->word) || !may_follow(n, each)) { continue; }
    numeral longer = *n;
    longer.parts[longer.count++] = (unsigned char)(i - 1);
    longer.language = each->language;
    longer.ordinal = n->ordinal || each->ordinal;
    if (add_parts(&longer, span_skip(word, each->word.len))) {
      *n = longer;
      return true;
    }
  }
  return false;
}

static void sort_once(void) {
  static pthread_once_t sorted = PTHREAD_ONCE_INIT;
  pthread_once(&sorted, sort_parts);
}

bool numeral_add(numeral *n, span word) {
  sort_once();
  const struct part *last = last_part(n);
  bool unit = last != NULL && last->class == PART_UNIT;
  if (word.len == 0 || !add_parts(n, word)) { return false; }
  n->apart = n->apart || (unit && parts[n->parts[n->count - 1]].class == PART_AND);
  return true;
}

bool numeral_is_open(const numeral *n) {
  const struct part *last = last_part(n);
  return last != NULL && (last->class == PART_AND || last->class == PART_PREFIX);
}

/** Takes the next part where it is of a class. */
static const struct part *take_part(const numeral *n, unsigned *at, enum part_class class) {
  if (*at == n->count || parts[n->parts[*at]].class != class) { return NULL; }
  return &parts[n->parts[(*at)++]];
}

/** Takes hundreds: "hundred", "two hundred". @return 0 where there are none */
static unsigned take_hundreds(const numeral *n, unsigned *at) {
  unsigned from = *at;
  const struct part *unit = take_part(n, at, PART_UNIT), *hundred = take_part(n, at, PART_HUNDRED);
  if (hundred == NULL || (unit == NULL && hundred->value == 0)) {
    *at = from;
    return 0;
  }
  return unit == NULL ? 100 : 100U * unit->value;
}

/** Takes what is below a hundred. @return 0 where there is none */
static unsigned take_tens(const numeral *n, unsigned *at) {
  const struct part *teen = take_part(n, at, PART_TEEN), *ten, *unit;
  if (teen != NULL) { return teen->value; }
  ten = take_part(n, at, PART_TEN);
  unit = ten == NULL || n->language == NUMERAL_ENGLISH ? take_part(n, at, PART_UNIT) : NULL;
  if (ten != NULL || unit == NULL) {
    return (ten == NULL ? 0U : ten->value) + (unit == NULL ? 0U : unit->value);
  }
  if (take_part(n, at, PART_AND) != NULL) {
    ten = take_part(n, at, PART_TEN);
    return ten == NULL ? 0U : 0U + unit->value + ten->value;
  }
  if (take_part(n, at, PART_PLUS_TEN) != NULL) { return 10U + unit->value; }
  if (take_part(n, at, PART_TIMES_TEN) == NULL) { return unit->value; }
  const struct part *more = take_part(n, at, PART_UNIT);
  return 10U * unit->value + (more == NULL ? 0U : more->value);
}

unsigned numeral_value(const numeral *n) {
  unsigned at = 0, end = n->count, hundreds, tens;
  const struct part *prefix = take_part(n, &at, PART_PREFIX);
  end -= end > 0 && last_part(n)->class == PART_ENDING;
  for (unsigned i = at; i + 1 < end; i++) {
    if (parts[n->parts[i]].ordinal) { return 0; } /* only the last part makes an ordinal */
  }
  if (prefix == NULL && take_part(n, &at, PART_LAST) != NULL) {
    return at == end ? NUMERAL_LAST : 0;
  }
  if (n->apart && !n->ordinal) { return 0; } /* "fünf und zwanzig" may be two numbers */
  hundreds = take_hundreds(n, &at);
  if (hundreds > 0) { take_part(n, &at, PART_AND); }
  tens = take_tens(n, &at);
  return at == end ? hundreds + tens : 0;
}

bool numeral_multiplies(span word) {
  numeral n = {.count = 0};
  enum part_class class = numeral_add(&n, word) ? parts[n.parts[0]].class : 0;
  return class == PART_HUNDRED || class == PART_TIMES_TEN || class == PART_BEYOND;
}
