/** @file
 * The locales of the service: one row each, from which all that C knows of them derives. Their
 * order is that of the documents of a publication, and their number sizes its sections; so rows
 * are only ever added at the end, and a publication is written anew after one is.
 */
#pragma once

#include "base/span.h"

/** A publication's parts of the Quran in a locale, beside the Arabic text. */
enum locale_quran {
  NO_QURAN,     /**< nothing */
  LINKS_TAFSIR, /**< a translation, and a link to a tafsir */
  HOLDS_TAFSIR, /**< both */
};

/** Name in C; code of two letters, as requests and ids have it; English name of its language, as
 * libstemmer has it, which also ends the ids of the Quran's sources; enum locale_quran. Those with
 * NO_QURAN come last. */
#define LOCALES(ROW)                        \
  ROW(EN, "en", "english", LINKS_TAFSIR)    \
  ROW(ID, "id", "indonesian", HOLDS_TAFSIR) \
  ROW(DE, "de", "german", LINKS_TAFSIR)

#define LOCALE_ENUMERATOR(name, code, language, quran) LOCALE_##name,
/* A term of a sum, which parentheses would break. NOLINTNEXTLINE(bugprone-macro-parentheses) */
#define LOCALE_WITH_QURAN(name, code, language, quran) +((quran) != NO_QURAN)
enum locale { LOCALES(LOCALE_ENUMERATOR) LOCALE_COUNT };

/** Number of locales that have a Quran: the first ones. */
enum { QURAN_LOCALES = 0 LOCALES(LOCALE_WITH_QURAN) };

typedef struct locale_row {
  char code[3];
  const char *language;
  enum locale_quran quran;
} locale_row;

/** By enum locale. */
extern const locale_row locale_rows[LOCALE_COUNT];

/** The locale of that code. @return LOCALE_COUNT when there is none. */
unsigned locale_of(span code);
