#include "store/store.h"

#include "base/bytes.h"
#include "store/build.h"

static const char *record_at(const store *s, uint32_t number) {
  return s->bytes.data + STORE_HEAD + (size_t)STORE_RECORD * number;
}

static const char *ids(const store *s) { return record_at(s, s->count); }

static const char *routes(const store *s) { return ids(s) + (size_t)4 * s->count; }

/** Where the bytes of the documents begin. */
static size_t pool_offset(uint32_t count) {
  return STORE_HEAD + (size_t)(STORE_RECORD + 8) * count;
}

uint64_t store_bytes(const char *record) {
  uint64_t size = load_u32le(record + RECORD_TEXT) + (uint64_t)(uint8_t)record[RECORD_UPDATED];
  for (int i = 0; i < 6; i++) size += load_u16le(record + RECORD_NAMES + 2 * i);
  return size;
}

/** The next `length` bytes at `*at`. */
static span next(const char **at, size_t length) {
  span field = {*at, length};
  *at += length;
  return field;
}

/** The same, absent when there are none. */
static span next_optional(const char **at, size_t length) {
  span field = next(at, length);
  return length == 0 ? (span){NULL, 0} : field;
}

store_document store_decode(const char *record, const char *base) {
  const char *names = record + RECORD_NAMES, *at = base + load_u64le(record + RECORD_OFFSET);
  store_document d = {.locale = (uint8_t)record[RECORD_LOCALE],
                      .section = (uint8_t)record[RECORD_SECTION]};
  d.id = next(&at, load_u16le(names));
  d.concept = next(&at, load_u16le(names + 2));
  d.lens = next(&at, load_u16le(names + 4));
  d.route = next(&at, load_u16le(names + 6));
  d.title = next(&at, load_u16le(names + 8));
  d.description = next_optional(&at, load_u16le(names + 10));
  d.updated = next_optional(&at, (uint8_t)record[RECORD_UPDATED]);
  d.text = next_optional(&at, load_u32le(record + RECORD_TEXT));
  return d;
}

store_document store_at(const store *s, uint32_t number) {
  store_document d = store_decode(record_at(s, number), s->bytes.data);
  d.number = number;
  return d;
}

/** Checks that the records' bytes follow one another and end with the section. */
static bool check_records(const store *s, fault *why) {
  static const char zeros[STORE_RECORD - RECORD_ZERO];
  uint64_t end = pool_offset(s->count);
  for (uint32_t i = 0; i < s->count; i++) {
    const char *record = record_at(s, i);
    uint64_t size = store_bytes(record);
    if (load_u64le(record + RECORD_OFFSET) != end || !range_inside(end, size, s->bytes.len) ||
        memcmp(record + RECORD_ZERO, zeros, sizeof zeros) != 0 ||
        (uint8_t)record[RECORD_LOCALE] >= LOCALE_COUNT ||
        (uint8_t)record[RECORD_SECTION] >= SECTION_COUNT) {
      return fault_set(why, "documents: record %u is malformed", i);
    }
    end += size;
  }
  if (end == s->bytes.len) return true;
  return fault_set(why, "documents: the section does not end with its last document");
}

static bool check_documents(const store *s, fault *why) {
  store_document before;
  for (uint32_t i = 0; i < s->count; i++) {
    store_document d = store_at(s, i);
    if (!store_check(&d, why)) return false;
    if (i > 0 && store_order(&before, &d) >= 0) {
      return fault_set(why, "documents: number %u is out of order", i);
    }
    before = d;
  }
  return true;
}

/** Compares a document's place in the order of ids; the locale is not read. */
static int compare_id(const store_document *d, unsigned locale, span id) {
  (void)locale;
  return span_compare(d->id, id);
}

static int compare_route(const store_document *d, unsigned locale, span route) {
  if (d->locale != locale) return d->locale < locale ? -1 : 1;
  return span_compare(d->route, route);
}

typedef int comparison(const store_document *d, unsigned locale, span key);

static span id_of(const store_document *d) { return d->id; }

static span route_of(const store_document *d) { return d->route; }

/** Checks that an index is strictly ascending, which makes it a permutation and its keys unique. */
static bool check_index(const store *s, const char *index, comparison *compare,
                        span (*key_of)(const store_document *), fault *why) {
  store_document before;
  for (uint32_t i = 0; i < s->count; i++) {
    uint32_t number = load_u32le(index + (size_t)4 * i);
    if (number >= s->count) return fault_set(why, "documents: an index names number %u", number);
    store_document d = store_at(s, number);
    if (i > 0 && compare(&before, d.locale, key_of(&d)) >= 0) {
      return fault_set(why, "documents: an index is out of order at number %u", number);
    }
    before = d;
  }
  return true;
}

bool store_open(span section, store *out, fault *why) {
  *out = (store){section, 0};
  if (section.len < STORE_HEAD || load_u32le(section.data + 4) != 0) {
    return fault_set(why, "documents: the head is malformed");
  }
  out->count = load_u32le(section.data);
  if (out->count < 1 || out->count > STORE_MOST || pool_offset(out->count) > section.len) {
    return fault_set(why, "documents: %u of them do not fit the section", out->count);
  }
  return check_records(out, why) && check_documents(out, why) &&
         check_index(out, ids(out), compare_id, id_of, why) &&
         check_index(out, routes(out), compare_route, route_of, why);
}

store store_again(span section) {
  return (store){section, section.len < STORE_HEAD ? 0 : load_u32le(section.data)};
}

static bool find(const store *s, const char *index, comparison *compare, unsigned locale, span key,
                 uint32_t *number) {
  uint32_t low = 0, high = s->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    *number = load_u32le(index + (size_t)4 * middle);
    store_document d = store_at(s, *number);
    int order = compare(&d, locale, key);
    if (order == 0) return true;
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return false;
}

bool store_find_id(const store *s, span id, uint32_t *number) {
  return find(s, ids(s), compare_id, 0, id, number);
}

bool store_find_route(const store *s, unsigned locale, span route, uint32_t *number) {
  return find(s, routes(s), compare_route, locale, route, number);
}

/** The first number whose locale and section are not below the ones given. */
static uint32_t lower_bound(const store *s, unsigned locale, unsigned section) {
  uint32_t low = 0, high = s->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    const char *record = record_at(s, middle);
    unsigned at = (uint8_t)record[RECORD_LOCALE];
    bool below = at != locale ? at < locale : (uint8_t)record[RECORD_SECTION] < section;
    if (below)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

void store_range(const store *s, unsigned locale, unsigned section, uint32_t *first,
                 uint32_t *end) {
  bool all = section == SECTION_COUNT;
  *first = lower_bound(s, locale, all ? 0 : section);
  *end = lower_bound(s, locale, section + !all);
}
