#include "quran/lookup.h"

#include <pthread.h>
#include <stdlib.h>

enum { NAMES_MOST = 1024 };

/** A name: of the surah `of` + 1, or of the named verse `of`. */
typedef struct name {
  span spelling;
  letters skeleton;
  unsigned of;
} name;

/** Names in the order of their spellings or skeletons, equal ones in that of what they name. */
typedef struct name_list {
  name names[NAMES_MOST];
  size_t count;
} name_list;

static name_list by_spelling, by_skeleton, verses;

/* A name that is longer than what is read of a text is never asked for. */
static void add_names(name_list *list, const char *spellings, unsigned of) {
  for (span rest = span_of(spellings); rest.len > 0;) {
    span spelling = spelling_next(&rest);
    if (spelling.len > LETTERS_MOST || list->count == NAMES_MOST) {
      continue;
    }
    list->names[list->count++] = (name){spelling, spelling_skeleton(spelling), of};
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

static void sort_all(void) {
  for (unsigned i = 0; i < QURAN_SURAHS; i++) {
    add_names(&by_spelling, quran_spellings[i], i);
  }
  for (unsigned i = 0; quran_named_verses[i].spellings != NULL; i++) {
    add_names(&verses, quran_named_verses[i].spellings, i);
  }
  by_skeleton = by_spelling;
  qsort(by_spelling.names, by_spelling.count, sizeof(name), compare_spellings);
  qsort(by_skeleton.names, by_skeleton.count, sizeof(name), compare_skeletons);
  qsort(verses.names, verses.count, sizeof(name), compare_skeletons);
}

/** The first name that is not below `key`, when it has the same spelling or skeleton, or NULL. */
static const name *first_of(const name_list *list, int (*compare)(const void *, const void *),
                            const name *key) {
  static pthread_once_t sorted = PTHREAD_ONCE_INIT;
  pthread_once(&sorted, sort_all);
  size_t low = 0, high = list->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (compare(&list->names[middle], key) < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low == list->count) {
    return NULL;
  }
  name found = *key;
  found.of = list->names[low].of;
  return compare(&list->names[low], &found) == 0 ? &list->names[low] : NULL;
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
