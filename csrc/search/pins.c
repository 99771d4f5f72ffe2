#include "search/pins.h"

#include <stdio.h>

#include "quran/reference.h"

static span cut_prefix(span text, span prefix) {
  return span_starts(text, prefix) ? span_skip(text, prefix.len) : text;
}

/* A path of `{locale}/{route}` or a route, with the `.md`, query and fragment of an URL cut. */
static bool find_path(const store *s, unsigned locale, span path, uint32_t *number) {
  path = span_take(path, span_find(path, '?'));
  path = span_take(path, span_find(path, '#'));
  while (path.len > 0 && path.data[0] == '/') path = span_skip(path, 1);
  if (path.len > 3 && memcmp(path.data + path.len - 3, ".md", 3) == 0) path.len -= 3;
  if (path.len == 0) return false;
  span first = span_take(path, span_find(path, '/'));
  if (locale_of(first) == locale) {
    return store_find_route(s, locale, span_skip(path, first.len + 1), number);
  }
  return store_find_route(s, locale, path, number);
}

static bool find_document(const store *s, unsigned locale, span text, uint32_t *number) {
  span id = cut_prefix(text, SPAN("svc://content/"));
  if (id.len == 0 || text.len > SEARCH_QUERY_BYTES) return false;
  if (store_find_id(s, id, number)) return true;
  span host = text;
  if (span_starts(text, SPAN("https://"))) host = span_skip(text, 8);
  if (span_starts(text, SPAN("http://"))) host = span_skip(text, 7);
  if (host.data != text.data)
    return find_path(s, locale, span_skip(host, span_find(host, '/')), number);
  return find_path(s, locale, text, number);
}

/* True when the number is written somewhere in the locale as it is typed. */
static bool is_written(const partition *p, span number) {
  word_group group;
  return index_group(p, number, &group);
}

/* True when the reference is meant as one. A number with a dot must look like no other: nowhere in
 * the locale, and the verse of three digits. */
static bool is_meant(const search_index *index, const search_query *request, span text,
                     const quran_reference *named) {
  if (request->section == SECTION_QURAN) return true;
  switch (named->evidence) {
    case QURAN_EXPLICIT:
    case QURAN_NAME:
    case QURAN_NUMBERS: return true;
    case QURAN_DECIMAL:
      return named->first >= 100 && !is_written(&index->partitions[request->locale], text);
    default: return false;
  }
}

static bool find_verse(const search_index *index, const search_query *request, span text,
                       query_pin *pin) {
  quran_reference named;
  char id[48];
  if (index->partitions[request->locale].runs.len == 0) return false;
  bool found = quran_reference_parse(text, &named) ? is_meant(index, request, text, &named)
                                                   : quran_reference_find(text, &named);
  if (!found) return false;
  int len = snprintf(id, sizeof(id), "asset:%s:quran:surah:%u", locale_rows[request->locale].code,
                     named.surah);
  pin->verse = named.first;
  return store_find_id(index->documents, (span){id, (size_t)len}, &pin->document);
}

bool pins_find(const search_index *index, const search_query *request, span text, query_pin *out) {
  *out = (query_pin){0};
  return find_document(index->documents, request->locale, text, &out->document) ||
         find_verse(index, request, text, out);
}
