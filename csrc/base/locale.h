/** @file
 * The locales of the service: one row each, from which all that C knows of them derives. Their
 * order is that of the documents of a publication, and their number sizes its sections; so rows
 * are only ever added at the end, and a publication is written anew after one is.
 */
#pragma once

#include <stdbool.h>

#include "base/span.h"

/** Name in C; code of two letters, as requests and ids have it; English name of its language, as
 * libstemmer has it, which also ends the ids of the Quran's sources; whether a publication holds
 * the tafsir in that language or links to it. */
#define LOCALES(ROW)                \
  ROW(EN, "en", "english", false)   \
  ROW(ID, "id", "indonesian", true) \
  ROW(DE, "de", "german", false)

#define LOCALE_ENUMERATOR(name, code, language, holds_tafsir) LOCALE_##name,
enum locale { LOCALES(LOCALE_ENUMERATOR) LOCALE_COUNT };

typedef struct locale_row {
  char code[3];
  const char *language;
  bool holds_tafsir;
} locale_row;

/** By enum locale. */
extern const locale_row locale_rows[LOCALE_COUNT];

/** The locale of that code. @return LOCALE_COUNT when there is none. */
unsigned locale_of(span code);
