#include "host/wire/uri.h"

#include "base/ascii.h"
#include "base/escape.h"
#include "host/wire/address.h"

enum { TOKEN = 1, PATH = 2, QUERY = 4, NAME = 8 };
enum { PATHS = PATH | QUERY, WORDS = TOKEN | PATHS, NAMES = NAME | WORDS };

/* Classes of a byte: RFC 9110 tchar; RFC 3986 pchar and "/"; the same, "?" and what browsers leave
   as it is in a query (WHATWG URL, query percent-encode set); host names. */
static const unsigned char classes[256] = {
    ['a' ... 'z'] = NAMES, ['A' ... 'Z'] = NAMES, ['0' ... '9'] = NAMES, ['-'] = NAMES,
    ['.'] = NAMES,         ['_'] = NAMES,         ['~'] = NAMES,         ['!'] = WORDS,
    ['$'] = WORDS,         ['&'] = WORDS,         ['\''] = WORDS,        ['*'] = WORDS,
    ['+'] = WORDS,         ['%'] = WORDS,         ['#'] = TOKEN,         ['^'] = TOKEN | QUERY,
    ['`'] = TOKEN | QUERY, ['|'] = TOKEN | QUERY, ['('] = PATHS,         [')'] = PATHS,
    [','] = PATHS,         [';'] = PATHS,         ['='] = PATHS,         [':'] = PATHS,
    ['@'] = PATHS,         ['/'] = PATHS,         ['['] = QUERY,         [']'] = QUERY,
    ['{'] = QUERY,         ['}'] = QUERY,         ['\\'] = QUERY,        ['?'] = QUERY};

static const char bad_authority[] = "The request target names no valid host.";

/* Bytes of `class` that `text` begins with. */
static size_t run_of(span text, unsigned char class) {
  size_t i = 0;
  while (i < text.len && classes[(unsigned char)text.data[i]] & class) { i++; }
  return i;
}

size_t uri_token_length(span text) { return run_of(text, TOKEN); }
bool uri_token(span text) { return text.len > 0 && run_of(text, TOKEN) == text.len; }

bool uri_authority(span text) {
  span host, rest;
  if (text.len > 0 && text.data[0] == '[') {
    size_t end = span_find(text, ']');
    if (end == text.len) { return false; }
    host = span_take(span_skip(text, 1), end - 1);
    rest = span_skip(text, end + 1);
    if (!address_parse(host, AF_INET6, &(struct in6_addr){0})) { return false; }
  } else {
    host = span_take(text, span_find(text, ':'));
    rest = span_skip(text, host.len);
    if (host.len == 0 || host.len > 255 || run_of(host, NAME) < host.len) { return false; }
  }
  uint32_t port;
  span digits = span_skip(rest, 1);
  if (rest.len == 0) { return true; }
  return rest.data[0] == ':' && (digits.len == 0 || ascii_number(digits, UINT16_MAX, &port));
}

static bool check_bytes(span text, unsigned char class, const char *name, fault *why) {
  size_t good = run_of(text, class);
  unsigned byte = good < text.len ? (unsigned char)text.data[good] : 0;
  return good == text.len ||
         fault_set(why, "Byte %zu of the %s is 0x%02X: send it percent-encoded, as %%%02X.",
                   good + 1, name, byte, byte);
}

static bool split_query(span text, uri_target *out, fault *why) {
  char decoded[8 * 1024];
  size_t question = span_find(text, '?'), length;
  span path = out->path = span_take(text, question);
  if (question < text.len) { out->query = span_skip(text, question + 1); }
  if (!check_bytes(path, PATH, "path", why)) { return false; }
  if (span_find(path, '%') < path.len) {
    if (path.len > sizeof decoded) { return fault_set(why, "The path is too long."); }
    const char *reason = percent_decode(path, false, decoded, &length);
    if (reason != NULL) { return fault_set(why, "Byte %zu of the path %s.", length + 1, reason); }
  }
  return check_bytes(out->query, QUERY, "query", why);
}

static bool split_absolute(span target, uri_target *out, fault *why) {
  span scheme = span_take(target, span_find(target, ':'));
  if (!ascii_same(scheme, SPAN("http")) && !ascii_same(scheme, SPAN("https"))) {
    return fault_set(why,
                     "The request target must be a path beginning with \"/\", or an http URL.");
  }
  span rest = span_skip(target, scheme.len + 1);
  if (!span_starts(rest, SPAN("//"))) { return fault_set(why, "%s", bad_authority); }
  rest = span_skip(rest, 2);
  size_t end = 0;
  while (end < rest.len && rest.data[end] != '/' && rest.data[end] != '?') { end++; }
  out->authority = span_take(rest, end);
  if (!uri_authority(out->authority)) { return fault_set(why, "%s", bad_authority); }
  return split_query(span_skip(rest, end), out, why);
}

bool uri_split(span method, span target, uri_target *out, fault *why) {
  *out = (uri_target){SPAN(""), SPAN(""), {NULL, 0}};
  if (span_equal(method, SPAN("CONNECT"))) {
    out->authority = target;
    bool valid = uri_authority(target) && span_find(target, ':') < target.len;
    return valid || fault_set(why, "CONNECT needs host and port as its target.");
  }
  if (span_equal(target, SPAN("*"))) {
    out->path = target;
    return span_equal(method, SPAN("OPTIONS")) ||
           fault_set(why, "Only OPTIONS can have the target \"*\".");
  }
  if (target.len == 0) { return fault_set(why, "The request target is missing."); }
  return target.data[0] == '/' ? split_query(target, out, why) : split_absolute(target, out, why);
}
