/** @file
 * The fixed vocabularies of the service, and nowhere else: the locales and the sections, in the
 * order in which documents stand in a publication. Requests and publications name no others.
 */
#ifndef SVC_STORE_MODEL_H
#define SVC_STORE_MODEL_H

#include <stdbool.h>

#include "base/span.h"

enum model_locale { LOCALE_EN, LOCALE_ID, LOCALE_DE, LOCALE_COUNT };
enum model_section {
  SECTION_ARTICLES,
  SECTION_MATERIAL,
  SECTION_TRYOUT,
  SECTION_QURAN,
  SECTION_COUNT
};

/** The code of a locale, `"en"` and so on. @param locale below LOCALE_COUNT. */
const char *model_locale_name(unsigned locale);

/** The name of a section, `"articles"` and so on. @param section below SECTION_COUNT. */
const char *model_section_name(unsigned section);

/** The locale of that code. @return LOCALE_COUNT when there is none. */
unsigned model_locale_of(span code);

/** The section of that name. @return SECTION_COUNT when there is none. */
unsigned model_section_of(span name);

#endif
