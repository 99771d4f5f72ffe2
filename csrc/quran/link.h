/** @file
 * Addresses of passages: at the sites that readers copy them from, and of pages of this service.
 */
#pragma once

#include "quran/passage.h"

/** Reads an address, of a site that is listed also without its scheme. The time is linear in the
 * text. @return false when it is no address of a passage */
bool link_parse(span text, quran_reference *out);
