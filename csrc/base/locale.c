#include "base/locale.h"

#include <stdint.h>

#define ROW_OF(name, code, language, quran) [LOCALE_##name] = {code, language, quran},
const locale_row locale_rows[LOCALE_COUNT] = {LOCALES(ROW_OF)};

#define CHECK_ROW(name, code, language, quran)              \
  _Static_assert(sizeof(code) == 3 && sizeof(language) > 1, \
                 "a locale is a code of two letters and a language");
LOCALES(CHECK_ROW)

#define CHECK_ORDER(name, code, language, quran)                                     \
  _Static_assert(((quran) != NO_QURAN) == ((int)LOCALE_##name < (int)QURAN_LOCALES), \
                 "a locale without a Quran stands before one with it");
LOCALES(CHECK_ORDER)

_Static_assert(LOCALE_COUNT <= UINT8_MAX, "a locale is one byte of a document's record");

unsigned locale_of(span code) {
  unsigned i = 0;
  while (i < LOCALE_COUNT && !span_equal(span_of(locale_rows[i].code), code)) { i++; }
  return i;
}
