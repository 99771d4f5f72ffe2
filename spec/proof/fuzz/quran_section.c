/** Fuzz target: the reader of the QURAN section, and verses by their sound. The input is a list of
 * patches, six bytes each (offset, length of the run, value), put on a good section; what is still
 * accepted must be readable in every part. The input is looked for as a verse, too. Address and
 * undefined-behaviour sanitizers do the judging.
 *
 *   clang -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -D_GNU_SOURCE \
 *     -Icsrc spec/proof/fuzz/quran_section.c csrc/base/[abu]*.c csrc/quran/[bnqrs]*.c \
 *     csrc/store/document.c -lutf8proc -o build/fuzz-quran-section */
#include <stdlib.h>

#include "base/bytes.h"
#include "base/utf8.h"
#include "quran/build.h"
#include "quran/spoken.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PATCH = 6, MOST_PATCHES = 64 };

static void add_names(quran_builder *b) {
  for (unsigned i = 0; i < QURAN_SURAHS; i++) {
    quran_builder_text(b, QURAN_NAMES, SPAN("Name"));
    quran_builder_text(b, QURAN_ARABIC_NAMES, SPAN("ا"));
    quran_builder_number(b, QURAN_REVELATIONS, i % 2);
    quran_builder_text(b, QURAN_BISMILLAHS, i == 94 ? SPAN("ب") : SPAN(""));
    for (unsigned l = 0; l < QURAN_LOCALES; l++) {
      quran_builder_text(b, QURAN_MEANINGS + l, l == LOCALE_DE ? SPAN("") : SPAN("Meaning"));
      quran_builder_text(b, QURAN_LOCAL_NAMES + l, l == LOCALE_ID ? SPAN("Nama") : SPAN(""));
    }
  }
}

/** Every eighth verse has two notes, the first marked twice. */
static void add_notes(quran_builder *b, unsigned locale, unsigned verse) {
  for (uint32_t i = 1; verse % 8 == 0 && i <= 2; i++) {
    quran_builder_number(b, QURAN_NOTE_NUMBERS + locale, i);
    quran_builder_text(b, QURAN_NOTE_TEXTS + locale, SPAN("Note"));
  }
  for (uint32_t i = 0; verse % 8 == 0 && i < 3; i++) {
    quran_builder_number(b, QURAN_MARK_OFFSETS + locale, i);
    quran_builder_number(b, QURAN_MARK_NUMBERS + locale, i % 2 + 1);
  }
  quran_builder_number(b, QURAN_NOTE_STARTS + locale,
                       quran_builder_count(b, QURAN_NOTE_NUMBERS + locale));
  quran_builder_number(b, QURAN_MARK_STARTS + locale,
                       quran_builder_count(b, QURAN_MARK_NUMBERS + locale));
}

static void add_verses(quran_builder *b) {
  for (unsigned l = 0; l < QURAN_LOCALES; l++) {
    quran_builder_number(b, QURAN_NOTE_STARTS + l, 0);
    quran_builder_number(b, QURAN_MARK_STARTS + l, 0);
  }
  for (unsigned i = 0; i < QURAN_VERSES; i++) {
    quran_builder_text(b, QURAN_ARABIC, SPAN("بِسۡمِ"));
    for (unsigned l = 0; l < QURAN_LOCALES; l++) {
      quran_builder_text(b, QURAN_TRANSLATIONS + l, SPAN("Größe"));
      if (quran_source_embedded(QURAN_SOURCE_TAFSIR + l)) {
        quran_builder_text(b, QURAN_TAFSIRS + l, SPAN("Tafsir"));
      }
      add_notes(b, l, i);
    }
  }
}

static void add_sources(quran_builder *b) {
  static const char digest[] =
      "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
  for (unsigned i = 0; i < QURAN_SOURCES; i++) {
    bool embedded = quran_source_embedded(i);
    for (unsigned t = 0; t < QURAN_SOURCE_TEXT_COUNT; t++) {
      bool is_digest = t + 2 >= QURAN_SOURCE_TEXT_COUNT;
      quran_builder_text(b, QURAN_SOURCE_TEXTS,
                         t == 3       ? SPAN("2026-01-01T00:00:00Z")
                         : !is_digest ? SPAN("Text")
                         : embedded   ? span_of(digest)
                                      : SPAN(""));
    }
    for (unsigned n = 0; n < QURAN_SOURCE_NUMBER_COUNT; n++) {
      quran_builder_number(b, QURAN_SOURCE_NUMBERS, embedded);
    }
  }
  for (unsigned l = 0; l < QURAN_LOCALES; l++) {
    quran_builder_text(b, QURAN_ACCESS_NOTICES, SPAN("Notice"));
    quran_builder_text(b, QURAN_ARABIC_NOTICES + l, l == LOCALE_EN ? SPAN("") : SPAN("Notice"));
    for (unsigned i = 0; i < QURAN_SOURCES; i++) {
      quran_builder_text(b, QURAN_TERMS + l, i % 2 == 0 ? SPAN("") : SPAN("Known"));
    }
  }
}

static span good_section(void) {
  static buffer section;
  if (section.len == 0) {
    quran_builder b = {0};
    fault why;
    add_names(&b);
    add_verses(&b);
    add_sources(&b);
    if (!quran_builder_finish(&b, &section, &why)) {
      fprintf(stderr, "%s\n", why.text);
      abort();
    }
    quran_builder_free(&b);
  }
  return buffer_span(&section);
}

static size_t touched; /**< keeps the reads below from being left out */

static void touch(span text) {
  if (!utf8_valid(text)) abort();
  touched += text.len;
}

static void read_verse(const quran *q, unsigned locale, unsigned surah, unsigned verse) {
  size_t length = utf8_count(quran_translation(q, locale, surah, verse));
  touch(quran_arabic(q, surah, verse));
  touch(quran_translation(q, locale, surah, verse));
  touch(quran_tafsir(q, locale, surah, verse));
  for (unsigned i = quran_note_count(q, locale, surah, verse); i-- > 0;) {
    quran_note note = quran_note_at(q, locale, surah, verse, i);
    if (note.offset > length) abort();
    touch(note.text);
  }
  for (unsigned i = quran_mark_count(q, locale, surah, verse); i-- > 0;) {
    if (quran_mark_at(q, locale, surah, verse, i).offset > length) abort();
  }
}

static void read_all(const quran *q) {
  for (unsigned surah = 1; surah <= QURAN_SURAHS; surah++) {
    touch(quran_arabic_name(q, surah));
    touch(quran_bismillah(q, surah));
    touched += strlen(quran_revelation(q, surah));
    for (unsigned locale = 0; locale < QURAN_LOCALES; locale++) {
      unsigned meant_in;
      touch(quran_name(q, locale, surah));
      touch(quran_meaning(q, locale, surah, &meant_in));
      for (unsigned v = quran_verse_count(surah); v > 0; v--) read_verse(q, locale, surah, v);
    }
  }
  for (unsigned i = 0; i < QURAN_SOURCES; i++) {
    quran_source s = quran_source_at(q, i, i % QURAN_LOCALES);
    for (unsigned t = 0; t < QURAN_SOURCE_TEXT_COUNT; t++) touch(s.texts[t]);
    touch(quran_terms(q, i, i % QURAN_LOCALES));
  }
}

static void find_spoken(const quran *q, span text) {
  spoken *s = spoken_open(q);
  unsigned verse = 0, surah = s == NULL ? 0 : spoken_find(s, text, &verse);
  if (surah > 0 && (verse == 0 || verse > quran_verse_count(surah))) abort();
  spoken_close(s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  span good = good_section();
  size_t cut = size % PATCH == 0 ? good.len : size * 7919 % good.len; /* some are cut short */
  char *bytes = malloc(cut + 1);
  quran q;
  fault why;
  if (bytes == NULL) return 0;
  memcpy(bytes, good.data, cut);
  for (size_t i = 0; i + PATCH <= size && i < (size_t)PATCH * MOST_PATCHES; i += PATCH) {
    size_t at = load_u32le(data + i), run = data[i + 4] % 8 + 1u;
    /* Half of the patches go to the head, where most of the structure is. */
    at = cut == 0 ? 0 : at % (at & 0x80000000u ? cut : cut < 512 ? cut : 512);
    for (size_t j = at; j < at + run && j < cut; j++) bytes[j] = (char)data[i + 5];
  }
  if (quran_open((span){bytes, cut}, &q, &why)) {
    read_all(&q);
    find_spoken(&q, (span){(const char *)data, size});
  }
  free(bytes);
  return 0;
}
