/** @file
 * The sections of the service, in the order in which documents stand in a publication inside their
 * locale (base/locale.h). Requests and publications name no others.
 */
#pragma once

#include "base/locale.h"
#include "base/span.h"

enum model_section {
  SECTION_ARTICLES,
  SECTION_MATERIAL,
  SECTION_TRYOUT,
  SECTION_QURAN,
  SECTION_COUNT
};

/** The name of a section, `"articles"` and so on. @param section below SECTION_COUNT. */
const char *model_section_name(unsigned section);

/** The section of that name. @return SECTION_COUNT when there is none. */
unsigned model_section_of(span name);
