#include "markup/autolinks.h"

#include "base/ascii.h"

static char byte_at(span text, size_t at) { return at < text.len ? text.data[at] : '\0'; }

static bool is_space(char c) { return ascii_blank(c) || c == '\n' || c == '\r' || c == '\0'; }

/* Bytes of a host of at least `dots` dots; an underscore in its last two parts makes it none. */
static size_t host_length(span text, size_t at, unsigned dots) {
  unsigned found = 0, last = 0, before = 0;
  size_t i = at;
  for (; i < text.len; i++) {
    char c = text.data[i];
    if (c == '_') {
      last++;
    } else if (c == '.') {
      before = last;
      last = 0;
      found++;
    } else if (c != '-' && !ascii_alnum(c) && (unsigned char)c < 0x80) {
      break;
    }
  }
  return found < dots || last > 0 || before > 0 ? 0 : i - at;
}

/* Leaves out the punctuation that ends a sentence, brackets that were not opened, and what looks
 * like a character reference. */
static size_t trim_end(span text, size_t at, size_t end) {
  size_t open = 0, close = 0, left = 0, right = 0;
  for (size_t i = at; i < end; i++) {
    if (text.data[i] == '<') {
      end = i;
      break;
    }
    open += text.data[i] == '(';
    close += text.data[i] == ')';
    left += text.data[i] == '[';
    right += text.data[i] == ']';
  }
  while (end > at) {
    char c = text.data[end - 1];
    if (c == ')' && close > open) {
      close--;
      end--;
    } else if (c == ']' && right > left) {
      right--;
      end--;
    } else if (c != '\0' && strchr("?!.,:*_~'\"", c) != NULL) {
      end--;
    } else if (c == ';') {
      size_t name = end - 1;
      while (name > at && ascii_alnum(text.data[name - 1])) { name--; }
      bool entity = name > at && name < end - 1 && text.data[name - 1] == '&';
      end = entity ? name - 1 : end - 1;
    } else {
      break;
    }
  }
  return end;
}

size_t autolinks_web(span text, size_t at, const char **prefix) {
  static const char *const schemes[] = {"http://", "https://", "ftp://"};
  char before = at == 0 ? ' ' : text.data[at - 1];
  bool parted = text.data[at] == 'w' ? is_space(before) || strchr("*_~([", before) != NULL
                                     : !ascii_alnum(before);
  if (!parted) { return 0; }
  size_t host = at;
  *prefix = "http://";
  if (byte_at(text, at) != 'w') {
    *prefix = "";
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0] && host == at; i++) {
      host += span_starts(span_skip(text, at), span_of(schemes[i])) ? strlen(schemes[i]) : 0;
    }
    if (host == at || !(ascii_alnum(byte_at(text, host)) || (byte_at(text, host) & 0x80) != 0)) {
      return 0;
    }
  } else if (!span_starts(span_skip(text, at), SPAN("www."))) {
    return 0;
  }
  size_t length = host_length(text, host, host == at ? 2 : 1);
  if (length == 0) { return 0; }
  size_t end = host + length;
  while (end < text.len && !is_space(text.data[end])) { end++; }
  return trim_end(text, at, end) - at;
}

size_t autolinks_mail(span text, size_t at, size_t least, size_t *back, const char **prefix) {
  *prefix = "mailto:";
  size_t start = at, end = at + 1, dots = 0;
  while (start > least &&
         (ascii_alnum(text.data[start - 1]) || strchr(".+-_", text.data[start - 1]) != NULL) &&
         text.data[start - 1] != '\0') {
    start--;
  }
  for (; end < text.len; end++) {
    char c = text.data[end];
    if (c == '.' && end + 1 < text.len && ascii_alnum(text.data[end + 1])) {
      dots++;
    } else if (c != '-' && c != '_' && !ascii_alnum(c)) {
      break;
    }
  }
  bool ends = ascii_letter(text.data[end - 1]);
  if (start == at || end - at < 2 || dots == 0 || byte_at(text, end) == '@' || !ends) { return 0; }
  *back = at - start;
  return end - start;
}

/* Looks for the byte of each sign that is rarest in prose. */
bool autolinks_possible(span text) {
  bool found = span_find(text, '@') < text.len;
  for (size_t at = 0; !found && (at += span_find(span_skip(text, at), ':')) < text.len; at++) {
    found = span_starts(span_skip(text, at), SPAN("://"));
  }
  for (size_t at = 0; !found && (at += span_find(span_skip(text, at), '.')) < text.len; at++) {
    found = at >= 3 && memcmp(text.data + at - 3, "www", 3) == 0;
  }
  return found;
}
