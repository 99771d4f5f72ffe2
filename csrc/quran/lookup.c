#include "quran/lookup.h"

#include <pthread.h>
#include <stdlib.h>

enum { NAMES_MOST = 1024 };

/** A name: of the surah `of` + 1, or of the named verse `of`. */
typedef struct name {
  span spelling;
  letters skeleton, sounds;
  uint32_t spelled_set, sounds_set;
  unsigned of;
} name;

/** Names in the order of their spellings or skeletons, equal ones in that of what they name. */
typedef struct name_list {
  name names[NAMES_MOST];
  size_t count;
} name_list;

static name_list by_spelling, by_skeleton, verses, verses_by_spelling;

/** The letters that a text in Latin script has, as bits. */
static uint32_t set_of(span text) {
  uint32_t set = 0;
  for (size_t i = 0; i < text.len; i++) {
    set |= UINT32_C(1) << ((unsigned char)text.data[i] & 31);
  }
  return set;
}

/* A name that is longer than what is read of a text is never asked for. */
static void add_names(name_list *list, const char *spellings, unsigned of) {
  for (span rest = span_of(spellings); rest.len > 0;) {
    span spelling = spelling_next(&rest);
    if (spelling.len > LETTERS_MOST || list->count == NAMES_MOST) { continue; }
    letters sounds = spelling_sounds(spelling);
    list->names[list->count++] = (name){
        .spelling = spelling,
        .skeleton = spelling_skeleton(spelling),
        .sounds = sounds,
        .spelled_set = set_of(spelling),
        .sounds_set = set_of(spelling_span(&sounds)),
        .of = of,
    };
  }
}

static int compare_of(const name *a, const name *b) { return (a->of > b->of) - (a->of < b->of); }

static int compare_spellings(const void *a, const void *b) {
  const name *one = a, *other = b;
  int order = span_compare(one->spelling, other->spelling);
  return order != 0 ? order : compare_of(one, other);
}

static int compare_skeletons(const void *a, const void *b) {
  const name *one = a, *other = b;
  int order = span_compare(spelling_span(&one->skeleton), spelling_span(&other->skeleton));
  return order != 0 ? order : compare_of(one, other);
}

enum { ALPHABET = 27 /* a to z, and all others as one */ };

/** What it costs to add or to drop a letter, and to change one into another. */
typedef struct costs {
  unsigned char alone[ALPHABET], change[ALPHABET][ALPHABET];
} costs;

static costs of_letters, of_sounds;

static unsigned letter_of(char c) { return c >= 'a' && c <= 'z' ? (unsigned)(c - 'a') + 1 : 0; }

/** Vowels are heard less than consonants, and some of these are taken for one another. */
static void fill_costs(void) {
  static const char alike[][3] = {"kg", "kh", "sx", "sd", "dt", "bf", "mn"};
  memset(&of_letters, 1, sizeof of_letters);
  memset(of_sounds.alone, 2, sizeof of_sounds.alone);
  for (const char *vowel = "aiu"; *vowel != '\0'; vowel++) {
    of_sounds.alone[letter_of(*vowel)] = 1;
  }
  for (unsigned x = 0; x < ALPHABET; x++) {
    for (unsigned y = 0; y < ALPHABET; y++) {
      unsigned dropped = of_sounds.alone[x], added = of_sounds.alone[y];
      of_sounds.change[x][y] = (unsigned char)(dropped == added ? dropped : dropped + added);
    }
  }
  for (size_t i = 0; i < sizeof alike / sizeof *alike; i++) {
    unsigned x = letter_of(alike[i][0]), y = letter_of(alike[i][1]);
    of_sounds.change[x][y] = of_sounds.change[y][x] = 1;
  }
}

static void sort_all(void) {
  fill_costs();
  for (unsigned i = 0; i < QURAN_SURAHS; i++) { add_names(&by_spelling, quran_spellings[i], i); }
  for (unsigned i = 0; quran_named_verses[i].spellings != NULL; i++) {
    add_names(&verses, quran_named_verses[i].spellings, i);
  }
  by_skeleton = by_spelling;
  verses_by_spelling = verses;
  qsort(by_spelling.names, by_spelling.count, sizeof(name), compare_spellings);
  qsort(by_skeleton.names, by_skeleton.count, sizeof(name), compare_skeletons);
  qsort(verses.names, verses.count, sizeof(name), compare_skeletons);
  qsort(verses_by_spelling.names, verses.count, sizeof(name), compare_spellings);
}

static void sort_once(void) {
  static pthread_once_t sorted = PTHREAD_ONCE_INIT;
  pthread_once(&sorted, sort_all);
}

/** The first name that is not below `key`, NULL when all are. */
static const name *seek(const name_list *list, int (*compare)(const void *, const void *),
                        const name *key) {
  sort_once();
  size_t low = 0, high = list->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (compare(&list->names[middle], key) < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < list->count ? &list->names[low] : NULL;
}

/** The first name that has the same spelling or skeleton as `key`, or NULL. */
static const name *first_of(const name_list *list, int (*compare)(const void *, const void *),
                            const name *key) {
  const name *at = seek(list, compare, key);
  if (at == NULL) { return NULL; }
  name found = *key;
  found.of = at->of;
  return compare(at, &found) == 0 ? at : NULL;
}

static name key_of(span skeleton) {
  name key = {.of = 0};
  spelling_add(&key.skeleton, skeleton);
  return key;
}

unsigned lookup_spelling(span spelling) {
  const name *found = first_of(&by_spelling, compare_spellings, &(name){.spelling = spelling});
  return found == NULL ? 0 : found->of + 1;
}

unsigned lookup_skeleton(span skeleton) {
  name key = key_of(skeleton);
  const name *found = first_of(&by_skeleton, compare_skeletons, &key);
  return found == NULL ? 0 : found->of + 1;
}

const struct quran_named_verse *lookup_verse(span skeleton) {
  name key = key_of(skeleton);
  const name *found = first_of(&verses, compare_skeletons, &key);
  return found == NULL ? NULL : &quran_named_verses[found->of];
}

bool lookup_begins_verse(span start) {
  const name *at = seek(&verses_by_spelling, compare_spellings, &(name){.spelling = start});
  return at != NULL && span_starts(at->spelling, start);
}

/* Names that are nearly spelled so. */

static unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }

/** Damerau's distance (optimal string alignment). Three rows of the table are kept: a swap of two
 * letters looks two rows back.
 * @return the distance, or a number above `limit` where the distance is above it */
static unsigned distance(span a, span b, const costs *cost, unsigned limit) {
  unsigned rows[3][LETTERS_MOST + 1];
  unsigned lowest_above =
      0; /* the least cost of the row above; the first row never ends the search */
  unsigned char other[LETTERS_MOST], alone[LETTERS_MOST];
  rows[0][0] = 0;
  for (size_t j = 0; j < b.len; j++) {
    other[j] = (unsigned char)letter_of(b.data[j]);
    alone[j] = cost->alone[other[j]];
    rows[0][j + 1] = rows[0][j] + alone[j];
  }
  for (size_t i = 1; i <= a.len; i++) {
    unsigned *row = rows[i % 3], *above = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
    char x = a.data[i - 1];
    const unsigned char *change = cost->change[letter_of(x)];
    unsigned dropped = cost->alone[letter_of(x)], lowest = row[0] = above[0] + dropped;
    for (size_t j = 1; j <= b.len; j++) {
      char y = b.data[j - 1];
      unsigned changed = above[j - 1] + (x == y ? 0 : change[other[j - 1]]);
      row[j] = least(changed, least(above[j] + dropped, row[j - 1] + alone[j - 1]));
      if (i > 1 && j > 1 && x == b.data[j - 2] && y == a.data[i - 2]) {
        row[j] = least(row[j], before[j - 2] + 1);
      }
      lowest = least(lowest, row[j]);
    }
    if (lowest > limit && lowest_above > limit) { return limit + 1; }
    lowest_above = lowest;
  }
  return rows[a.len % 3][b.len];
}

/** Puts a surah in its place of the list, once and with its least cost. */
static void insert_near(lookup_near found, lookup_near list[LOOKUP_NEAREST], size_t *count) {
  size_t at = 0;
  while (at < *count && list[at].surah != found.surah) { at++; }
  if (at == *count && *count < LOOKUP_NEAREST) {
    list[(*count)++] = (lookup_near){found.surah, UINT32_MAX};
  }
  at = at < *count ? at : *count - 1;
  if (list[at].cost <= found.cost) { return; }
  for (; at > 0 && list[at - 1].cost > found.cost; at--) { list[at] = list[at - 1]; }
  list[at] = found;
}

/** Edits that texts of these letters and lengths need at least: one replaces a letter of either, or
 * makes one of them a letter longer. */
static unsigned fewest_edits(uint32_t a, size_t a_len, uint32_t b, size_t b_len, unsigned limit) {
  unsigned longer = (unsigned)(a_len > b_len ? a_len - b_len : b_len - a_len);
  if (longer > limit) { return longer; }
  unsigned lost = (unsigned)__builtin_popcount(a & ~b),
           gained = (unsigned)__builtin_popcount(b & ~a);
  unsigned replaced = lost > gained ? lost : gained;
  return replaced > longer ? replaced : longer;
}

void lookup_nearest(span spelling, unsigned limit, lookup_near list[LOOKUP_NEAREST],
                    size_t *count) {
  letters sounds = spelling_sounds(spelling);
  uint32_t spelled_set = set_of(spelling), sounds_set = set_of(spelling_span(&sounds));
  sort_once();
  for (size_t i = 0; i < by_spelling.count; i++) {
    const name *own = &by_spelling.names[i];
    unsigned least_cost =
        fewest_edits(spelled_set, spelling.len, own->spelled_set, own->spelling.len, limit);
    if (least_cost > limit) { continue; }
    least_cost += fewest_edits(sounds_set, sounds.len, own->sounds_set, own->sounds.len, limit);
    if (least_cost > limit) { continue; }
    unsigned cost =
        distance(spelling_span(&sounds), spelling_span(&own->sounds), &of_sounds, limit);
    if (cost <= limit) { cost += distance(spelling, own->spelling, &of_letters, limit - cost); }
    if (cost <= limit) {
      insert_near((lookup_near){own->of + 1, cost}, list, count);
      if (*count == LOOKUP_NEAREST && list[LOOKUP_NEAREST - 1].cost < limit) {
        limit = list[LOOKUP_NEAREST - 1].cost;
      }
    }
  }
}
