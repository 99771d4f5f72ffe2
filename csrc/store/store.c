#include "store/store.h"

#include "base/bytes.h"

static const char *record_at(const store *s, uint32_t number) {
  return s->bytes.data + STORE_HEAD + (size_t)STORE_RECORD * number;
}

static const char *ids(const store *s) { return record_at(s, s->count); }

static const char *routes(const store *s) { return ids(s) + (size_t)4 * s->count; }

/** Where the bytes of the documents begin. */
static size_t pool_offset(uint32_t count) {
  return STORE_HEAD + (size_t)(STORE_RECORD + 8) * count;
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

/** Checks that an index is strictly ascending, which makes it a permutation and its keys unique. */
static bool check_index(const store *s, const char *index, store_ordering *order, fault *why) {
  store_document before;
  for (uint32_t i = 0; i < s->count; i++) {
    uint32_t number = load_u32le(index + (size_t)4 * i);
    if (number >= s->count) return fault_set(why, "documents: an index names number %u", number);
    store_document d = store_at(s, number);
    if (i > 0 && order(&before, &d) >= 0) {
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
         check_index(out, ids(out), store_order_ids, why) &&
         check_index(out, routes(out), store_order_routes, why);
}

store store_again(span section) {
  return (store){section, section.len < STORE_HEAD ? 0 : load_u32le(section.data)};
}

/** Finds the document of an index that is equal to `wanted` in its order. */
static bool find(const store *s, const char *index, store_ordering *order, store_document wanted,
                 uint32_t *number) {
  uint32_t low = 0, high = s->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    *number = load_u32le(index + (size_t)4 * middle);
    store_document d = store_key(record_at(s, *number), s->bytes.data);
    int side = order(&d, &wanted);
    if (side == 0) return true;
    if (side < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return false;
}

bool store_find_id(const store *s, span id, uint32_t *number) {
  return find(s, ids(s), store_order_ids, (store_document){.id = id}, number);
}

bool store_find_route(const store *s, unsigned locale, span route, uint32_t *number) {
  store_document wanted = {.locale = locale, .route = route};
  return find(s, routes(s), store_order_routes, wanted, number);
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
