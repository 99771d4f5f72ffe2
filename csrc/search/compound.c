#include "search/compound.h"

enum { PART_LEAST = 4, UNITS_LEAST = 2, WHOLE_LEAST = 2 * PART_LEAST };

/* Endings that are words by accident: they make a new word, not a compound. */
static const char *const endings[] = {"heit", "keit",  "schaft", "lich", "isch",  "ungen",
                                      "ende", "enden", "ender",  "iert", "ierte", "ierten"};
static const char *const links[] = {"", "s", "es", "n", "en", "er"};

static size_t letters(span word) {
  size_t count = 0;
  for (size_t i = 0; i < word.len; i++) { count += (word.data[i] & 0xC0) != 0x80; }
  return count;
}

static uint32_t weigh(span part, compound_count *count, void *known) {
  if (letters(part) < PART_LEAST) { return 0; }
  for (size_t i = 0; i < sizeof(endings) / sizeof(endings[0]); i++) {
    if (span_equal(part, span_of(endings[i]))) { return 0; }
  }
  uint32_t units = count(known, part);
  return units < UNITS_LEAST ? 0 : units;
}

/* The known word that `left` is, with a linking element or without. */
static uint32_t weigh_left(span left, compound_count *count, void *known, span *part) {
  uint32_t best = 0;
  for (size_t i = 0; i < sizeof(links) / sizeof(links[0]); i++) {
    span link = span_of(links[i]);
    if (left.len <= link.len) { continue; }
    span tail = span_skip(left, left.len - link.len);
    if (!span_equal(tail, link)) { continue; }
    uint32_t units = weigh(span_take(left, left.len - link.len), count, known);
    if (units <= best) { continue; }
    best = units;
    *part = span_take(left, left.len - link.len);
  }
  return best;
}

size_t compound_split(span word, compound_count *count, void *known, span parts[COMPOUND_PARTS]) {
  uint64_t best = 0;
  span left = word, right = word, candidate = word;
  if (letters(word) < WHOLE_LEAST) { return 0; }
  for (size_t at = PART_LEAST; at + PART_LEAST <= word.len; at++) {
    if ((word.data[at] & 0xC0) == 0x80) { continue; }
    uint64_t units = weigh(span_skip(word, at), count, known);
    if (units == 0) { continue; }
    units *= weigh_left(span_take(word, at), count, known, &candidate);
    if (units <= best) { continue; }
    best = units;
    left = candidate;
    right = span_skip(word, at);
  }
  if (best == 0) { return 0; }
  size_t n = 0;
  const span halves[2] = {left, right};
  for (size_t i = 0; i < 2 && n < COMPOUND_PARTS; i++) {
    parts[n++] = halves[i];
    span inner[COMPOUND_PARTS];
    size_t more = compound_split(halves[i], count, known, inner);
    for (size_t k = 0; k < more && n < COMPOUND_PARTS; k++) { parts[n++] = inner[k]; }
  }
  return n;
}
