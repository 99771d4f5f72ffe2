/** @file
 * Documents and verses that a phrasing names: ids of an item, routes, URLs, references to the
 * Quran. Lenses and concepts, which many items have, are identifiers of the index. They come before
 * all ranking.
 */
#pragma once

#include "search/index.h"
#include "search/request.h"

/** A document or verse that a phrasing names. */
typedef struct query_pin {
  uint32_t document; /**< its number in the store */
  uint32_t verse;    /**< 0 when the document itself is meant */
} query_pin;

/** True when a phrasing is an id or URL in the project's own form, whatever it names: it asks for
 * that thing and for nothing else. */
bool pins_is_name(const search_query *request, span text);

/** Reads a phrasing as a name, or finds a reference to the Quran among its words. A text that can
 * mean something else (3.14, "sad") names a verse or surah only in a search of the section of the
 * Quran. @param text without white space around it. @return false when it names nothing of this
 * locale. */
bool pins_find(const search_index *index, const search_query *request, span text, query_pin *out);

/** Reads a phrasing as a verse in Latin letters (quran/spoken.h), where a quarter of its words or
 * more are in no text of the locale. Words around it that ask for something ("the meaning of …")
 * are no part of it. @return false when it is none. */
bool pins_find_spoken(search_index *index, const search_query *request, span text, query_pin *out);
