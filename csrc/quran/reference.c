#include "quran/reference.h"

#include "quran/interpret.h"
#include "quran/link.h"
#include "quran/naming.h"
#include "quran/quran.h"

static bool parse_single(span text, quran_reference *out) {
  return link_parse(text, out) || interpret_text(text, false, out);
}

/* Lists. */

enum { MEMBERS_MOST = 32 };

/** A list of references. Verses that follow one another are one of its runs. */
typedef struct reference_list {
  quran_reference runs[QURAN_CANDIDATES];
  size_t count;
  unsigned members;
  bool comma; /* stands between surah and verse: the end of "2,255 und 3,4" is one verse */
  bool cut;   /* there is more, which is not read */
} reference_list;

/** Adds a reference, to the last run where it goes on with it. */
static void add_run(reference_list *list, quran_reference found) {
  quran_reference *last = list->count == 0 ? NULL : &list->runs[list->count - 1];
  list->members++;
  if (last != NULL && last->surah == found.surah && last->first > 0 && last->juz == 0 &&
      last->last + 1 == found.first && found.juz == 0) {
    last->last = last->asked_last = found.last;
    last->evidence = found.evidence > last->evidence ? found.evidence : last->evidence;
  } else if (list->count < QURAN_CANDIDATES) {
    list->runs[list->count++] = found;
  } else {
    list->cut = true;
  }
}

/** Reads a member of a list: a number alone is a verse of the surah before it, or a surah behind a
 * whole one. */
static bool read_member(span text, reference_list *list, quran_reference *out) {
  reading r;
  const quran_reference *before = list->count == 0 ? NULL : &list->runs[list->count - 1];
  bool whole = before != NULL && before->first == 0;
  bool verses = before != NULL && !whole && before->juz == 0 &&
                !(list->comma && span_find(text, ',') < text.len);
  if (verses && interpret_verses(text, before->surah, out)) {
    out->evidence = before->evidence;
    return true;
  }
  if (!parse_single(text, out)) { return false; }
  if (before == NULL) {
    list->comma = reading_read(text, &r) && r.count > 1 && r.gaps[1].separator == ',';
  } else if (out->evidence == QURAN_DECIMAL && !list->comma) {
    return false; /* "6,7" in "94:5,6,7" */
  }
  return out->first > 0 || (out->asked_first == 0 && (whole || out->evidence != QURAN_LOOSE));
}

/** Adds the members of "2:255, 3:18 and 59:22". @return false where a member is none */
static bool add_members(span text, reference_list *list) {
  quran_reference found;
  span front, rest;
  list->cut = list->cut || list->members == MEMBERS_MOST;
  if (list->cut) { return true; }
  if (read_member(text, list, &found)) {
    add_run(list, found);
    return true;
  }
  return reading_divide(text, &front, &rest) && add_members(front, list) && add_members(rest, list);
}

/** Reads a list of two members or more. @return false where it is none */
static bool read_list(span text, reference_list *list) {
  span front, rest;
  *list = (reference_list){.count = 0};
  return reading_divide(text, &front, &rest) && add_members(front, list) && add_members(rest, list);
}

/** Reads a list whose members make one range: "2:255 and 2:256". */
static bool parse_list(span text, quran_reference *out) {
  const unsigned unsure = 1U << QURAN_DECIMAL | 1U << QURAN_WORD | 1U << QURAN_LOOSE;
  reference_list list;
  bool one = text.len <= QURAN_REFERENCE_BYTES && read_list(text, &list) && list.count == 1 &&
             !(list.comma && list.runs[0].first == list.runs[0].surah + 1) && /* "Sure 1, 2, 3" */
             !list.cut && list.runs[0].first > 0 && (unsure >> list.runs[0].evidence & 1) == 0;
  if (one) { *out = list.runs[0]; }
  return one;
}

bool quran_reference_parse(span text, quran_reference *out) {
  text = reading_trim(text);
  return parse_single(text, out) || parse_list(text, out);
}

/* Texts that are nearly a reference. */

static void add_candidate(quran_reference found, quran_reference list[QURAN_CANDIDATES],
                          size_t *count) {
  for (size_t i = 0; i < *count; i++) {
    if (list[i].surah == found.surah && list[i].first == found.first) { return; }
  }
  if (*count < QURAN_CANDIDATES) { list[(*count)++] = found; }
}

/** A surah and, where it has them, verses, as a candidate. */
static quran_reference candidate_of(unsigned surah, unsigned first, unsigned last) {
  quran_reference found = {.surah = surah, .evidence = QURAN_LOOSE};
  interpret_set_verses(first, last, &found);
  return found;
}

/** True when the number at `index` counts something else than surahs: "hizb 5", "5 verses". */
static bool counts_part(const reading *r, unsigned index) {
  const unsigned parts = WORD_JUZ | WORD_PART;
  const reading_gap *next = &r->gaps[index + 1];
  bool last = index + 1 == r->count;
  bool behind = last || next->ordinal || (next->kinds & WORD_ORDINAL) != 0;
  return ((r->gaps[index].kinds | (behind ? next->kinds : 0)) & parts) != 0 ||
         (last && (next->kinds & WORD_VERSE) != 0);
}

/** Verses that candidates have. */
typedef struct verses {
  unsigned first, last;
} verses;

/** Adds the surahs that some of the words [from, to) name, those of the most words first. */
static void add_named(const reading *r, const interpret_front *words, verses v,
                      quran_reference out[QURAN_CANDIDATES], size_t *count) {
  naming name;
  bool introduced = (words->kinds & ~(unsigned)WORD_COUNTER) != 0;
  for (unsigned left = words->to - words->from; left > 0; left--) {
    for (unsigned start = words->from; start + left <= words->to; start++) {
      unsigned surah = naming_join(r, start, start + left, &name)
                           ? naming_surah(&name, introduced, !introduced && left == 1)
                           : 0;
      if (surah > 0) { add_candidate(candidate_of(surah, v.first, v.last), out, count); }
    }
  }
}

/** Adds the surahs whose names are nearest to the words. */
static void add_nearest(const reading *r, const interpret_front *words, verses v,
                        quran_reference out[QURAN_CANDIDATES], size_t *count) {
  naming name;
  lookup_near near[LOOKUP_NEAREST];
  bool unlike = (words->kinds & WORD_JUZ) == 0 && naming_join(r, words->from, words->to, &name) &&
                (name.kinds & WORD_PART) == 0;
  size_t nearest = unlike ? naming_nearest(&name, near) : 0;
  for (size_t i = 0; i < nearest; i++) {
    add_candidate(candidate_of(near[i].surah, v.first, v.last), out, count);
  }
}

/** Adds the surah that has one of the numbers, with the verse behind it, and the surahs that are
 * named behind it: "Sure 97 (Yasin)" may be either. */
static void add_numbered(const reading *r, const interpret_front *front,
                         quran_reference out[QURAN_CANDIDATES], size_t *count) {
  const unsigned telling = WORD_SURAH | WORD_BOOK | WORD_CHAPTER;
  unsigned at = 0;
  while (at < r->count && counts_part(r, at)) { at++; }
  bool told = at == 0 ? (front->kinds & (WORD_VERSE | WORD_V)) == 0
                      : at < r->count && (r->gaps[at].kinds & telling) != 0;
  bool followed = told && at + 1 < r->count && !counts_part(r, at + 1) &&
                  (r->gaps[at + 1].kinds & WORD_AND) == 0; /* "2. und 3. Sure" */
  unsigned verse = followed ? r->numbers[at + 1].value : 0;
  if (told && at < r->count && quran_verse_count(r->numbers[at].value) > 0) {
    quran_reference found = candidate_of(r->numbers[at].value, verse, verse);
    if (verse == 0 || found.first > 0) { add_candidate(found, out, count); }
  }
  for (unsigned i = 1; i <= r->count; i++) {
    interpret_front words = interpret_split(r, i);
    words.kinds |= front->kinds;
    add_named(r, &words, (verses){verse, verse}, out, count);
  }
}

size_t quran_reference_candidates(span text, quran_reference out[QURAN_CANDIDATES]) {
  reading r;
  reference_list list;
  size_t count = 0;
  if (text.len > QURAN_REFERENCE_BYTES || quran_reference_parse(text, out)) { return 0; }
  if (read_list(text, &list)) {
    for (size_t i = 0; i < list.count; i++) {
      if (list.runs[i].first == 0) { list.runs[i].evidence = QURAN_LOOSE; }
      add_candidate(list.runs[i], out, &count);
    }
    return count;
  }
  if (!reading_read(text, &r)) { return 0; }
  count = interpret_members(&r, out, QURAN_CANDIDATES);
  if (count > 0) { return count; }
  interpret_front front = interpret_split(&r, 0);
  bool range = r.count == 1 || (r.count == 2 && interpret_is_range(&r, 1));
  verses v = {0, 0};
  if (range && !counts_part(&r, 0) && !front.counts_surah && !r.gaps[0].bracket) {
    v = (verses){r.numbers[0].value, r.numbers[r.count - 1].value};
  }
  add_named(&r, &front, v, out, &count);
  if (count == 0) { add_nearest(&r, &front, v, out, &count); }
  add_numbered(&r, &front, out, &count);
  quran_reference named;
  if (interpret_named_verse(&r, &named)) { add_candidate(named, out, &count); }
  return count;
}

/* References among other words. */

/** True when a reference may begin with the word. @param next the word behind it */
static bool may_begin(span text, span next) {
  reading_word first;
  if (reading_is_digit(next)) { return true; }
  if (!reading_take_word(&text, &first) || first.text.len < 3) { return false; }
  return (first.kind & (WORD_SURAH | WORD_BOOK | WORD_JUZ)) != 0 ||
         lookup_begins_verse(spelling_span(&first.text));
}

bool quran_reference_find(span text, quran_reference *out) {
  enum { TEXT_WORDS = 64, WINDOW = 7 };
  span words[TEXT_WORDS + 1];
  size_t count = 0;
  *out = (quran_reference){0};
  if (text.len > QURAN_REFERENCE_BYTES) { return false; }
  while (text.len > 0 && count < TEXT_WORDS) {
    span next = spelling_next(&text);
    if (next.len > 0) { words[count++] = next; }
  }
  words[count] = (span){"", 0};
  for (size_t i = 0; i < count; i++) {
    if (!may_begin(words[i], words[i + 1])) { continue; }
    for (size_t n = count - i < WINDOW ? count - i : WINDOW; n > 0; n--) {
      const char *end = words[i + n - 1].data + words[i + n - 1].len;
      span window = {words[i].data, (size_t)(end - words[i].data)};
      if (reading_continues(words[i + n - 1], words[i + n])) {
        continue;
      } /* "surat kelima|puluh" */
      if (interpret_text(window, true, out) && out->evidence == QURAN_EXPLICIT) { return true; }
    }
  }
  *out = (quran_reference){0};
  return false;
}

size_t quran_reference_begun(span text, unsigned surahs[QURAN_BEGUN]) {
  reading r;
  naming name;
  if (text.len > QURAN_REFERENCE_BYTES || !reading_read(text, &r) || r.count > 0) { return 0; }
  bool introduced = r.gaps[0].end > 1 && (r.words[0].kind & WORD_SURAH) != 0;
  if (!introduced || !naming_join(&r, 1, r.gaps[0].end, &name)) { return 0; }
  return name.joined.len < QURAN_BEGUN_LEAST ? 0 : naming_begun(&name, surahs, QURAN_BEGUN);
}
