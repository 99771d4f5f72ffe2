/** Fuzz target: the grammar of Quran references. Whatever is read as one exists in the book, alone,
 * among other words, and as a candidate; only what is no reference has candidates; what encloses a
 * text changes nothing.
 *
 *   clang -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -D_GNU_SOURCE \
 *     -Icsrc spec/proof/fuzz/quran_reference.c csrc/base/[abu]*.c csrc/base/escape.c \
 *     csrc/base/locale.c csrc/json/write.c csrc/quran/[inqrs]*.c csrc/quran/l[io]*.c \
 *     csrc/store/document.c csrc/base/clock.c \
 *     -lutf8proc -o build/fuzz-quran-reference */
#include <stdlib.h>

#include "quran/quran.h"
#include "quran/reference.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const quran_reference *r) {
  unsigned verses = quran_verse_count(r->surah), end;
  if (verses == 0 || r->evidence >= QURAN_EVIDENCES || r->asked_first > 999) { abort(); }
  if (r->juz > 0) {
    bool begins = r->juz <= QURAN_JUZ && quran_juz(r->juz, &end) == r->surah && end == r->first;
    if (!begins || r->last_surah < r->surah || r->last > quran_verse_count(r->last_surah)) {
      abort();
    }
    return;
  }
  if (r->last_surah != r->surah || r->first > r->last || r->last > verses ||
      (r->first == 0) != (r->last == 0)) {
    abort();
  }
  if (r->first > 0 && (r->first != r->asked_first || r->last != r->asked_last)) { abort(); }
}

static bool same(const quran_reference *a, const quran_reference *b) {
  return a->surah == b->surah && a->first == b->first && a->last == b->last && a->juz == b->juz &&
         a->last_surah == b->last_surah && a->asked_first == b->asked_first &&
         a->asked_last == b->asked_last && a->evidence == b->evidence;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  quran_reference r, among, quoted, candidates[QURAN_CANDIDATES];
  span text = {(const char *)data, size};
  bool found = quran_reference_parse(text, &r);
  size_t count = quran_reference_candidates(text, candidates);
  if (found ? count > 0 : count > QURAN_CANDIDATES || r.surah != 0 || r.first != 0) { abort(); }
  for (size_t i = 0; i < count; i++) { check(&candidates[i]); }
  if (quran_reference_find(text, &among)) {
    check(&among);
    if (among.evidence != QURAN_EXPLICIT) { abort(); }
  }
  if (!found) { return 0; }
  check(&r);
  if (size > QURAN_REFERENCE_BYTES) { abort(); }
  if (size > QURAN_REFERENCE_BYTES - 2) { return 0; }
  char enclosed[QURAN_REFERENCE_BYTES];
  enclosed[0] = enclosed[size + 1] = '"';
  memcpy(enclosed + 1, data, size);
  if (!quran_reference_parse((span){enclosed, size + 2}, &quoted) || !same(&r, &quoted)) {
    abort();
  }
  return 0;
}
