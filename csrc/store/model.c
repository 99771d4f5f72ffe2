#include "store/model.h"

static const char *const sections[SECTION_COUNT] = {
    [SECTION_ARTICLES] = "articles",
    [SECTION_MATERIAL] = "material",
    [SECTION_TRYOUT] = "tryout",
    [SECTION_QURAN] = "quran",
};

const char *model_section_name(unsigned section) { return sections[section]; }

unsigned model_section_of(span name) {
  unsigned i = 0;
  while (i < SECTION_COUNT && !span_equal(span_of(sections[i]), name)) { i++; }
  return i;
}
