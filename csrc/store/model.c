#include "store/model.h"

static const char *const locales[LOCALE_COUNT] = {
    [LOCALE_EN] = "en",
    [LOCALE_ID] = "id",
    [LOCALE_DE] = "de",
};

static const char *const sections[SECTION_COUNT] = {
    [SECTION_ARTICLES] = "articles",
    [SECTION_MATERIAL] = "material",
    [SECTION_TRYOUT] = "tryout",
    [SECTION_QURAN] = "quran",
};

static unsigned index_of(const char *const *names, unsigned count, span name) {
  unsigned i = 0;
  while (i < count && !span_equal(span_of(names[i]), name)) i++;
  return i;
}

const char *model_locale_name(unsigned locale) { return locales[locale]; }

const char *model_section_name(unsigned section) { return sections[section]; }

unsigned model_locale_of(span code) { return index_of(locales, LOCALE_COUNT, code); }

unsigned model_section_of(span name) { return index_of(sections, SECTION_COUNT, name); }
