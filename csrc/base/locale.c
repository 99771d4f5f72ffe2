#include "base/locale.h"

#include <stdint.h>

#define ROW_OF(name, code, language, holds_tafsir) [LOCALE_##name] = {code, language, holds_tafsir},
const locale_row locale_rows[LOCALE_COUNT] = {LOCALES(ROW_OF)};

#define CHECK_ROW(name, code, language, holds_tafsir)       \
  _Static_assert(sizeof(code) == 3 && sizeof(language) > 1, \
                 "a locale is a code of two letters and a language");
LOCALES(CHECK_ROW)
_Static_assert(LOCALE_COUNT <= UINT8_MAX, "a locale is one byte of a document's record");

unsigned locale_of(span code) {
  unsigned i = 0;
  while (i < LOCALE_COUNT && !span_equal(span_of(locale_rows[i].code), code)) i++;
  return i;
}
