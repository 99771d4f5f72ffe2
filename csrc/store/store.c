#include "store/store.h"

#include "base/ascii.h"
#include "base/bytes.h"
#include "base/escape.h"

enum { LONGEST = STORE_REFERENCE, VERSE_MOST = 999 };

/** An absolute URL as far as it matters here. */
typedef struct url {
  span scheme, host, port, path;
} url;

static span default_port(span scheme) {
  if (ascii_same(scheme, SPAN("http"))) { return SPAN("80"); }
  return ascii_same(scheme, SPAN("https")) ? SPAN("443") : SPAN("");
}

/** Offset of the first byte of `text` that is one of `stops`; its length when there is none. */
static size_t find_any(span text, const char *stops) {
  size_t i = 0;
  while (i < text.len && (text.data[i] == '\0' || strchr(stops, text.data[i]) == NULL)) { i++; }
  return i;
}

/** Splits `text` when it is `scheme://authority…`. */
static bool read_url(span text, url *out) {
  size_t colon = span_find(text, ':');
  if (colon == 0 || !span_starts(span_skip(text, colon), SPAN("://"))) { return false; }
  out->scheme = span_take(text, colon);
  span rest = span_skip(text, colon + 3);
  size_t end = find_any(rest, "/?#");
  span authority = span_take(rest, end);
  size_t bracket = span_find(authority, ']'); /* an IPv6 address has colons of its own */
  size_t from = bracket < authority.len ? bracket : 0;
  size_t port = from + span_find(span_skip(authority, from), ':');
  out->host = span_take(authority, port);
  out->port = span_skip(authority, port + 1);
  if (out->port.len == 0) { out->port = default_port(out->scheme); }
  out->path = span_skip(rest, end);
  return true;
}

/** Decodes percent escapes. @return false when one is malformed or the text too long. */
static bool decode(span text, char out[LONGEST], span *result) {
  if (text.len > LONGEST || percent_decode(text, false, out, &result->len) != NULL) {
    return false;
  }
  result->data = out;
  return true;
}

/** Reads `/{locale}/{route}[.md]`. */
static bool read_path(span path, unsigned *locale, span *route) {
  if (path.len == 0 || path.data[0] != '/') { return false; }
  path = span_skip(path, 1);
  size_t slash = span_find(path, '/');
  *locale = locale_of(span_take(path, slash));
  *route = span_skip(path, slash + 1);
  if (route->len > 3 && span_equal(span_skip(*route, route->len - 3), SPAN(".md"))) {
    route->len -= 3;
  }
  return *locale != LOCALE_COUNT;
}

static bool has_encoded_slash(span path) {
  for (; path.len >= 3; path = span_skip(path, 1)) {
    if (ascii_same(span_take(path, 3), SPAN("%2f"))) { return true; }
  }
  return false;
}

static enum store_resolution found(bool is) { return is ? RESOLVED : RESOLVED_NOTHING; }

enum store_resolution store_reference_route(span reference, span site,
                                            char decoded[STORE_REFERENCE], unsigned *locale,
                                            span *route) {
  url at, home;
  if (!read_url(reference, &at)) { return RESOLVED_NOTHING; }
  if (!read_url(site, &home) || !ascii_same(at.scheme, home.scheme) ||
      !ascii_same(at.host, home.host) || !span_equal(at.port, home.port)) {
    return RESOLVED_FOREIGN;
  }
  span part = span_take(at.path, find_any(at.path, "?#"));
  if (!span_starts(part, home.path)) { return RESOLVED_NOTHING; }
  part = span_skip(part, home.path.len);
  if (has_encoded_slash(part)) { return RESOLVED_NOTHING; }
  return found(decode(part, decoded, &part) && read_path(part, locale, route));
}

enum store_resolution store_resolve(const store *s, span reference, span site, uint32_t *number) {
  const span resource = SPAN("svc://content/");
  char decoded[LONGEST];
  url at;
  span part;
  if (!read_url(reference, &at)) { return found(store_find_id(s, reference, number)); }
  if (span_equal(at.scheme, SPAN("svc"))) {
    if (!span_starts(reference, resource)) { return RESOLVED_NOTHING; }
    part = span_skip(reference, resource.len);
    return found(decode(part, decoded, &part) && store_find_id(s, part, number));
  }
  unsigned locale;
  enum store_resolution outcome = store_reference_route(reference, site, decoded, &locale, &part);
  if (outcome != RESOLVED) { return outcome; }
  return found(store_find_route(s, locale, part, number));
}

uint32_t store_verse_of(span reference) {
  span name = span_skip(reference, span_find(reference, '#') + 1), prefix = SPAN("verse-");
  span digits = span_skip(name, prefix.len);
  uint32_t verse = 0;
  if (!span_starts(name, prefix) || span_starts(digits, SPAN("0"))) { return 0; }
  return ascii_number(digits, VERSE_MOST, &verse) ? verse : 0;
}

static const char *record_at(const store *s, uint32_t number) {
  return s->bytes.data + STORE_HEAD + (size_t)STORE_RECORD * number;
}

static const char *ids(const store *s) { return record_at(s, s->count); }

static const char *routes(const store *s) { return ids(s) + (size_t)4 * s->count; }

/** The place at which the bytes of the documents begin. */
static size_t pool_offset(uint32_t count) {
  return STORE_HEAD + (size_t)(STORE_RECORD + 8) * count;
}

void store_fetch(const store *s, uint32_t number) {
  __builtin_prefetch(record_at(s, number));
  __builtin_prefetch(record_at(s, number) + STORE_RECORD - 1);
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
  if (end == s->bytes.len) { return true; }
  return fault_set(why, "documents: the section does not end with its last document");
}

static bool check_documents(const store *s, fault *why) {
  store_document before;
  for (uint32_t i = 0; i < s->count; i++) {
    store_document d = store_at(s, i);
    if (!store_check(&d, why)) { return false; }
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
    if (number >= s->count) {
      return fault_set(why, "documents: an index names number %u", number);
    }
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
    if (side == 0) { return true; }
    if (side < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return false;
}

bool store_find_id(const store *s, span id, uint32_t *number) {
  return span_starts(id, SPAN("asset:")) &&
         find(s, ids(s), store_order_ids, (store_document){.id = id}, number);
}

bool store_find_route(const store *s, unsigned locale, span route, uint32_t *number) {
  store_document wanted = {.locale = locale, .route = route};
  return store_is_route(route) && find(s, routes(s), store_order_routes, wanted, number);
}

/** The first number whose locale and section are not below the ones given. */
static uint32_t lower_bound(const store *s, unsigned locale, unsigned section) {
  uint32_t low = 0, high = s->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    const char *record = record_at(s, middle);
    unsigned at = (uint8_t)record[RECORD_LOCALE];
    bool below = at != locale ? at < locale : (uint8_t)record[RECORD_SECTION] < section;
    if (below) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

void store_range(const store *s, unsigned locale, unsigned section, uint32_t *first,
                 uint32_t *end) {
  bool all = section == SECTION_COUNT;
  *first = lower_bound(s, locale, all ? 0 : section);
  *end = lower_bound(s, locale, section + !all);
}

/** Orders a document as those of the routes' index to what lies below the path of `b`, by bytes. */
static int order_below(const store_document *a, const store_document *b) {
  if (a->locale != b->locale) { return a->locale < b->locale ? -1 : 1; }
  int order = span_compare(span_take(a->route, b->route.len), b->route);
  if (order != 0) { return order; }
  span rest = span_skip(a->route, b->route.len);
  return rest.len == 0 ? -1 : span_compare(span_take(rest, 1), SPAN("/"));
}

/** The first number of [low, high) whose route stands to `path` on `side` (0: among what lies below
 * it, 1: behind that) or further behind. */
static uint32_t bound(const store *s, uint32_t low, uint32_t high, span path, int side) {
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (store_side(store_key(record_at(s, middle), s->bytes.data).route, path) < side) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

bool store_holds(const store *s, unsigned locale, span path) {
  uint32_t number;
  store_document wanted = {.locale = locale, .route = path};
  return find(s, routes(s), order_below, wanted, &number);
}

void store_below(const store *s, unsigned locale, unsigned section, span path, uint32_t *first,
                 uint32_t *end) {
  uint32_t low, high;
  store_range(s, locale, section, &low, &high);
  *first = *end = bound(s, low, high, path, 0);
  if (store_holds(s, locale, path)) { *end = bound(s, *first, high, path, 1); }
}

/** The path of the folder of a route. */
static span folder_of(span route) {
  size_t length = route.len;
  while (length > 0 && route.data[length - 1] != '/') { length--; }
  return length == 0 ? route : span_take(route, length - 1);
}

/** The folder of that path, which is added while there is room. @return NULL when there is none */
static store_folder *folder_find(store_folder *folders, uint32_t *count, uint32_t most, span path) {
  for (uint32_t i = 0; i < *count; i++) {
    if (span_equal(folders[i].path, path)) { return &folders[i]; }
  }
  if (*count == most) { return NULL; }
  folders[*count] = (store_folder){path, 0};
  return &folders[(*count)++];
}

uint32_t store_folders(const store *s, unsigned locale, unsigned section, store_folder *folders,
                       uint32_t most, uint32_t *readable) {
  uint32_t first, end, count = 0;
  store_folder *folder = NULL;
  span last = {NULL, 0};
  *readable = 0;
  store_range(s, locale, section, &first, &end);
  for (uint32_t i = first; i < end; i++) {
    store_document d = store_at(s, i);
    span path = folder_of(d.route);
    if (i == first || !span_equal(path, last)) {
      folder = folder_find(folders, &count, most, path);
      last = path;
    }
    if (d.text.data == NULL) { continue; }
    if (folder != NULL) { folder->readable++; }
    ++*readable;
  }
  return count;
}

/** True when `a` stands before `b` among the newest. */
static bool is_newer(const store_document *a, const store_document *b) {
  int order = span_compare(a->updated, b->updated);
  return order != 0 ? order > 0 : span_compare(a->route, b->route) < 0;
}

uint32_t store_newest(const store *s, unsigned locale, unsigned section, uint32_t most,
                      uint32_t *numbers) {
  store_document newest[STORE_NEWEST];
  uint32_t first, end, count = 0;
  store_range(s, locale, section, &first, &end);
  for (uint32_t i = first; i < end; i++) {
    store_document d = store_at(s, i);
    if (d.text.data == NULL || d.updated.data == NULL) { continue; }
    if (count == most && (most == 0 || !is_newer(&d, &newest[count - 1]))) { continue; }
    uint32_t at = count < most ? count++ : count - 1;
    for (; at > 0 && is_newer(&d, &newest[at - 1]); at--) { newest[at] = newest[at - 1]; }
    newest[at] = d;
  }
  for (uint32_t i = 0; i < count; i++) { numbers[i] = newest[i].number; }
  return count;
}
