#include "store/resolve.h"

#include "base/ascii.h"
#include "base/percent.h"

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
