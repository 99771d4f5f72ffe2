#include "store/document.h"

#include "base/ascii.h"
#include "base/bytes.h"
#include "base/clock.h"
#include "base/utf8.h"
#include "json/write.h"

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

/** Appends a member that is a prefix and what follows the locale in the content id. */
static void write_derived(buffer *out, const char *before, const store_document *d) {
  span path = span_skip(d->id, sizeof "asset:en:" - 1);
  buffer_text(out, before);
  buffer_append(out, path); /* of lower-case letters, digits, hyphens and colons: no escapes */
  buffer_byte(out, '"');
}

/** Appends a member that needs no escapes. */
static void write_plain(buffer *out, span before, span text) {
  buffer_append(out, before);
  buffer_append(out, text);
  buffer_byte(out, '"');
}

/** Appends a member that is the address of the document's page, its ending before the quote. */
static void write_url(buffer *out, const char *before, const store_document *d, span site,
                      const char *ending) {
  json_write_after(out, before, site);
  out->len--; /* the quote */
  buffer_byte(out, '/');
  buffer_text(out, locale_rows[d->locale].code);
  buffer_byte(out, '/');
  buffer_append(out, d->route);
  buffer_text(out, ending);
  buffer_byte(out, '"');
}

/** The number that ends the route of a surah. */
static span surah_of(const store_document *d) {
  size_t at = d->route.len;
  while (at > 0 && d->route.data[at - 1] != '/') { at--; }
  return span_skip(d->route, at);
}

static void write_title(buffer *out, const store_document *d, uint32_t verse) {
  json_write_after(out, ",\"title\":", d->title);
  if (verse == 0) { return; }
  span surah = surah_of(d);
  out->len--; /* the quote */
  buffer_byte(out, ' ');
  buffer_append(out, surah);
  buffer_print(out, ":%u\"", verse);
}

void store_leaf_answer(const store_document *d, const leaf_answer *a, buffer *out) {
  char ending[32] = "";
  bool item = a != NULL && a->item;
  span description = item && d->description.data == NULL ? SPAN("") : d->description;
  write_derived(out, "{\"alignmentId\":\"alignment:", d);
  write_plain(out, SPAN(",\"assetId\":\""), d->id);
  write_plain(out, SPAN(",\"conceptId\":\""), d->concept);
  write_plain(out, SPAN(",\"content_id\":\""), d->id);
  if (description.data != NULL) { json_write_after(out, ",\"description\":", description); }
  if (a != NULL && a->excerpt.data != NULL) { json_write_after(out, ",\"excerpt\":", a->excerpt); }
  write_derived(out, ",\"learningObjectId\":\"lo:", d);
  write_plain(out, SPAN(",\"lensId\":\""), d->lens);
  write_plain(out, SPAN(",\"locale\":\""), span_of(locale_rows[d->locale].code));
  if (a != NULL && d->text.data != NULL) {
    write_url(out, ",\"markdown_url\":", d, a->site, ".md");
  }
  write_plain(out, SPAN(",\"route\":\""), d->route);
  write_plain(out, SPAN(",\"section\":\""), span_of(model_section_name(d->section)));
  if (d->text.data != NULL && !item) {
    buffer_text(out, ",\"text\":");
    json_write_utf8(out, d->text);
  }
  write_title(out, d, a != NULL && item ? a->verse : 0);
  if (a != NULL) {
    if (a->verse > 0) { snprintf(ending, sizeof ending, "#verse-%u", a->verse); }
    write_url(out, ",\"url\":", d, a->site, ending);
  }
  buffer_byte(out, '}');
}

void store_leaf(const store_document *d, buffer *out) { store_leaf_answer(d, NULL, out); }

bool store_is_name(span text) {
  bool open = true; /* a segment has to begin, or go on after a hyphen */
  for (size_t i = 0; i < text.len; i++) {
    char c = text.data[i];
    bool joint = c == '-' || c == ':';
    if (!ascii_digit(c) && !ascii_small(c) && (!joint || open)) { return false; }
    open = joint;
  }
  return !open;
}

/** True when `text` is a name that begins with `prefix`, then `more` names separated by a colon;
 * `text` may be just the prefix when `bare`. */
static bool is_name_of(span text, const char *prefix, bool bare) {
  span start = span_of(prefix);
  if (!span_starts(text, start) || !store_is_name(text)) { return false; }
  return text.len == start.len ? bare : text.data[start.len] == ':';
}

bool store_is_route(span route) {
  bool open = true; /* a segment has to begin */
  for (size_t i = 0; i < route.len; i++) {
    char c = route.data[i];
    bool plain = ascii_alnum(c) || c == '-' || c == '_' || c == '~';
    if (c == '/' ? open : c == '.' ? open : !plain) { return false; }
    open = c == '/';
  }
  return !open && (route.len < 3 || memcmp(route.data + route.len - 3, ".md", 3) != 0);
}

bool store_is_text(span text, bool lines) {
  for (size_t i = 0; i < text.len; i++) {
    char c = text.data[i];
    bool line = c == '\t' || c == '\n' || c == '\r';
    if (ascii_control(c) && !(lines && line)) { return false; }
  }
  return utf8_valid(text);
}

static bool fits(span field) { return field.len > 0 && field.len <= UINT16_MAX; }

bool store_check(const store_document *d, fault *why) {
  char asset[32], lens[32];
  int shown = d->id.len < 80 ? (int)d->id.len : 80;
  snprintf(asset, sizeof asset, "asset:%s:%s", locale_rows[d->locale].code,
           model_section_name(d->section));
  snprintf(lens, sizeof lens, "lens:%s", model_section_name(d->section));
  const struct {
    bool good;
    const char *name, *rule;
  } checks[] = {
      {fits(d->id) && is_name_of(d->id, asset, false), "id",
       "asset:{locale}:{section}:{path}, lower-case kebab segments joined by colons"},
      {fits(d->concept) && is_name_of(d->concept, "concept", false), "concept",
       "concept:{subject}:{concept}, lower-case kebab segments joined by colons"},
      {fits(d->lens) && is_name_of(d->lens, lens, true), "lens",
       "lens:{section}[:{subject}] of its own section"},
      {fits(d->route) && store_is_route(d->route), "route",
       "segments of letters, digits and -._~ joined by slashes, not ending in .md"},
      {fits(d->title) && store_is_text(d->title, false), "title",
       "1 to 65535 bytes of UTF-8 on one line"},
      {d->description.len <= UINT16_MAX && store_is_text(d->description, false), "description",
       "at most 65535 bytes of UTF-8 on one line"},
      {d->updated.len == 0 || date_is_day(d->updated), "updated",
       "a day of the calendar, YYYY-MM-DD"},
      {d->text.len <= UINT32_MAX && store_is_text(d->text, true), "text",
       "UTF-8 without control characters other than tab and line ends"},
  };
  for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
    if (!checks[i].good) {
      return fault_set(why, "document %.*s: its %s is not %s", shown, d->id.data, checks[i].name,
                       checks[i].rule);
    }
  }
  return true;
}

/** The run of digits at `*at` without its leading zeros; `*at` is moved behind it. */
static span number_at(span text, size_t *at) {
  while (*at < text.len && text.data[*at] == '0') { ++*at; }
  size_t start = *at;
  while (*at < text.len && ascii_digit(text.data[*at])) { ++*at; }
  return (span){text.data + start, *at - start};
}

/** Compares bytewise, but runs of digits as numbers, until a text ends: `*i` and `*j` say where. */
static int natural_common(span a, size_t *i, span b, size_t *j) {
  *i = *j = 0;
  while (*i < a.len && *j < b.len) {
    if (ascii_digit(a.data[*i]) && ascii_digit(b.data[*j])) {
      span left = number_at(a, i), right = number_at(b, j);
      if (left.len != right.len) { return left.len < right.len ? -1 : 1; }
      int order = span_compare(left, right);
      if (order != 0) { return order; }
    } else if (a.data[*i] != b.data[*j]) {
      return (unsigned char)a.data[*i] < (unsigned char)b.data[*j] ? -1 : 1;
    } else {
      ++*i, ++*j;
    }
  }
  return 0;
}

/** Bytewise order but for runs of digits, which compare as numbers. */
static int natural(span a, span b) {
  size_t i, j;
  int order = natural_common(a, &i, b, &j);
  return order != 0 ? order : (i < a.len) - (j < b.len);
}

int store_side(span route, span path) {
  size_t i, j;
  int order = natural_common(route, &i, path, &j);
  if (order != 0) { return order; }
  if (j < path.len || i == route.len) { return -1; }
  return ((unsigned char)route.data[i] > '/') - ((unsigned char)route.data[i] < '/');
}

int store_order_ids(const store_document *a, const store_document *b) {
  return span_compare(a->id, b->id);
}

int store_order_routes(const store_document *a, const store_document *b) {
  if (a->locale != b->locale) { return a->locale < b->locale ? -1 : 1; }
  return span_compare(a->route, b->route);
}

int store_order(const store_document *a, const store_document *b) {
  if (a->locale != b->locale) { return a->locale < b->locale ? -1 : 1; }
  if (a->section != b->section) { return a->section < b->section ? -1 : 1; }
  int order = natural(a->route, b->route);
  if (order == 0) { order = span_compare(a->route, b->route); }
  return order != 0 ? order : span_compare(a->id, b->id);
}

void store_encode(const store_document *d, uint64_t offset, char r[STORE_RECORD]) {
  const span names[] = {d->id, d->concept, d->lens, d->route, d->title, d->description};
  memset(r, 0, STORE_RECORD);
  store_u64le(r + RECORD_OFFSET, offset);
  store_u32le(r + RECORD_TEXT, (uint32_t)d->text.len);
  for (int i = 0; i < 6; i++) { store_u16le(r + RECORD_NAMES + 2 * i, (uint16_t)names[i].len); }
  r[RECORD_UPDATED] = (char)d->updated.len;
  r[RECORD_LOCALE] = (char)d->locale;
  r[RECORD_SECTION] = (char)d->section;
}

uint64_t store_bytes(const char *record) {
  uint64_t size = load_u32le(record + RECORD_TEXT) + (uint64_t)(uint8_t)record[RECORD_UPDATED];
  for (int i = 0; i < 6; i++) { size += load_u16le(record + RECORD_NAMES + 2 * i); }
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

store_document store_key(const char *record, const char *base) {
  const char *names = record + RECORD_NAMES, *at = base + load_u64le(record + RECORD_OFFSET);
  size_t id = load_u16le(names), route = id + load_u16le(names + 2) + load_u16le(names + 4);
  return (store_document){.locale = (uint8_t)record[RECORD_LOCALE],
                          .id = {at, id},
                          .route = {at + route, load_u16le(names + 6)}};
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
