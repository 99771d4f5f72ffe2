#include "host/uri.h"

#include <arpa/inet.h>
#include <stdint.h>
#include <strings.h>

#include "base/utf8.h"

enum { TOKEN = 1, PATH = 2, QUERY = 4, NAME = 8 };

/* Classes of a byte: RFC 9110 tchar; RFC 3986 pchar and "/"; the same and "?"; host names. */
static const unsigned char classes[256] = {
    ['a' ... 'z'] = TOKEN | PATH | QUERY | NAME,
    ['A' ... 'Z'] = TOKEN | PATH | QUERY | NAME,
    ['0' ... '9'] = TOKEN | PATH | QUERY | NAME,
    ['-'] = TOKEN | PATH | QUERY | NAME,
    ['.'] = TOKEN | PATH | QUERY | NAME,
    ['_'] = TOKEN | PATH | QUERY | NAME,
    ['~'] = TOKEN | PATH | QUERY | NAME,
    ['!'] = TOKEN | PATH | QUERY,
    ['$'] = TOKEN | PATH | QUERY,
    ['&'] = TOKEN | PATH | QUERY,
    ['\''] = TOKEN | PATH | QUERY,
    ['*'] = TOKEN | PATH | QUERY,
    ['+'] = TOKEN | PATH | QUERY,
    ['%'] = TOKEN | PATH | QUERY,
    ['#'] = TOKEN,
    ['^'] = TOKEN,
    ['`'] = TOKEN,
    ['|'] = TOKEN,
    ['('] = PATH | QUERY,
    [')'] = PATH | QUERY,
    [','] = PATH | QUERY,
    [';'] = PATH | QUERY,
    ['='] = PATH | QUERY,
    [':'] = PATH | QUERY,
    ['@'] = PATH | QUERY,
    ['/'] = PATH | QUERY,
    ['?'] = QUERY,
};

static const char bad_byte[] = "The request target has a byte that must be percent-encoded.";
static const char bad_authority[] = "The request target names no valid host.";

static bool all(span text, unsigned char class) {
  for (size_t i = 0; i < text.len; i++) {
    if (!(classes[(unsigned char)text.data[i]] & class)) return false;
  }
  return true;
}

bool uri_token(span text) { return text.len > 0 && all(text, TOKEN); }

static bool valid_port(span digits) {
  unsigned value = 0;
  for (size_t i = 0; i < digits.len; i++) {
    if (digits.data[i] < '0' || digits.data[i] > '9') return false;
    value = value * 10 + (unsigned)(digits.data[i] - '0');
    if (value > 65535) return false;
  }
  return true;
}

static bool bracketed_address(span text) {
  char copy[INET6_ADDRSTRLEN];
  struct in6_addr address;
  if (text.len >= sizeof copy) return false;
  memcpy(copy, text.data, text.len);
  copy[text.len] = '\0';
  return inet_pton(AF_INET6, copy, &address) == 1;
}

bool uri_authority(span text) {
  span host, rest;
  if (text.len > 0 && text.data[0] == '[') {
    size_t end = span_find(text, ']');
    if (end == text.len) return false;
    host = span_take(span_skip(text, 1), end - 1);
    rest = span_skip(text, end + 1);
    if (!bracketed_address(host)) return false;
  } else {
    host = span_take(text, span_find(text, ':'));
    rest = span_skip(text, host.len);
    if (host.len == 0 || host.len > 255 || !all(host, NAME)) return false;
  }
  return rest.len == 0 || (rest.data[0] == ':' && valid_port(span_skip(rest, 1)));
}

static int hex(char digit) {
  if (digit >= '0' && digit <= '9') return digit - '0';
  if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
  if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
  return -1;
}

const char *uri_decode(span text, bool plus, char *out, size_t *length) {
  size_t written = 0;
  for (size_t i = 0; i < text.len; i++) {
    char byte = text.data[i];
    if (byte == '%') {
      int high = text.len - i > 2 ? hex(text.data[i + 1]) : -1;
      int low = high < 0 ? -1 : hex(text.data[i + 2]);
      if (low < 0) return "A percent sign is not followed by two hexadecimal digits.";
      byte = (char)(high << 4 | low);
      i += 2;
    } else if (byte == '+' && plus) {
      byte = ' ';
    }
    if (byte == '\0') return "A NUL byte is not accepted.";
    out[written++] = byte;
  }
  *length = written;
  if (!utf8_valid((span){out, written})) return "The decoded text is not UTF-8.";
  return NULL;
}

static const char *check_path(span path) {
  char decoded[8 * 1024];
  size_t length;
  if (!all(path, PATH)) return bad_byte;
  if (span_find(path, '%') == path.len) return NULL;
  if (path.len > sizeof decoded) return "The path is too long.";
  return uri_decode(path, false, decoded, &length);
}

static const char *split_query(span text, uri_target *out) {
  size_t mark = span_find(text, '?');
  out->path = span_take(text, mark);
  if (mark < text.len) out->query = span_skip(text, mark + 1);
  if (!all(out->query, QUERY)) return bad_byte;
  return check_path(out->path);
}

static const char *split_absolute(span target, uri_target *out) {
  size_t scheme = span_find(target, ':');
  if (!(scheme == 4 && strncasecmp(target.data, "http", 4) == 0) &&
      !(scheme == 5 && strncasecmp(target.data, "https", 5) == 0)) {
    return "The request target must be a path beginning with \"/\", or an http URL.";
  }
  span rest = span_skip(target, scheme + 1);
  if (!span_starts(rest, SPAN("//"))) return bad_authority;
  rest = span_skip(rest, 2);
  size_t end = 0;
  while (end < rest.len && rest.data[end] != '/' && rest.data[end] != '?') end++;
  out->authority = span_take(rest, end);
  if (!uri_authority(out->authority)) return bad_authority;
  return split_query(span_skip(rest, end), out);
}

const char *uri_split(span method, span target, uri_target *out) {
  *out = (uri_target){SPAN(""), SPAN(""), {NULL, 0}};
  if (span_equal(method, SPAN("CONNECT"))) {
    out->authority = target;
    bool valid = uri_authority(target) && span_find(target, ':') < target.len;
    return valid ? NULL : "CONNECT needs host and port as its target.";
  }
  if (span_equal(target, SPAN("*"))) {
    out->path = target;
    return span_equal(method, SPAN("OPTIONS")) ? NULL : "Only OPTIONS can have the target \"*\".";
  }
  if (target.len == 0) return "The request target is missing.";
  return target.data[0] == '/' ? split_query(target, out) : split_absolute(target, out);
}
