#include "markup/target.h"

#include "base/ascii.h"
#include "base/escape.h"
#include "markup/entities.h"

address_kind address_judge(span target) {
  for (size_t i = 0; i < target.len; i++) {
    unsigned char c = (unsigned char)target.data[i];
    if (c <= ' ' || c == 0x7F || c == '\\') { return ADDRESS_REFUSED; }
  }
  if (span_starts(target, SPAN("//"))) { return ADDRESS_REFUSED; }
  size_t stop = 0;
  while (stop < target.len && strchr(":/?#", target.data[stop]) == NULL) { stop++; }
  if (stop == target.len || target.data[stop] != ':') { return ADDRESS_WITHIN; }
  span scheme = span_take(target, stop);
  if (ascii_same(scheme, SPAN("https")) || ascii_same(scheme, SPAN("http"))) {
    return ADDRESS_OUTSIDE;
  }
  return ascii_same(scheme, SPAN("mailto")) ? ADDRESS_MAIL : ADDRESS_REFUSED;
}

void target_write(buffer *out, span target) {
  size_t path = 0;
  while (path < target.len && target.data[path] != '?' && target.data[path] != '#') { path++; }
  bool markdown = path > 3 && memcmp(target.data + path - 3, ".md", 3) == 0;
  quote_html(out, span_take(target, markdown ? path - 3 : path));
  quote_html(out, span_skip(target, path));
}

enum { LABEL_MOST = 999, PARENTHESES_MOST = 32 };

static bool is_punctuation(char c) { return c > ' ' && c < 0x7F && !ascii_alnum(c); }

static bool is_space(char c) { return ascii_blank(c) || c == '\n' || c == '\r'; }

span target_unescape(parser *p, span text) {
  if (span_find(text, '\\') == text.len && span_find(text, '&') == text.len &&
      memchr(text.data, '\0', text.len) == NULL) {
    return text;
  }
  char *out = arena_alloc(p->memory, text.len * 3 + 1);
  if (out == NULL) {
    p->failed = true;
    return text;
  }
  size_t len = 0;
  for (size_t i = 0; i < text.len; i++) {
    char resolved[ENTITY_TEXT];
    size_t size = 0, taken = entities_read(span_skip(text, i), resolved, &size);
    if (taken > 0) {
      memcpy(out + len, resolved, size);
      len += size;
      i += taken - 1;
    } else if (text.data[i] == '\0') {
      memcpy(out + len, "\uFFFD", 3);
      len += 3;
    } else {
      i += text.data[i] == '\\' && i + 1 < text.len && is_punctuation(text.data[i + 1]);
      out[len++] = text.data[i];
    }
  }
  return (span){out, len};
}

/* The end of `<…>`, with its closing sign. */
static size_t bracketed_end(span text, size_t at) {
  for (size_t i = at + 1; i < text.len; i++) {
    if (text.data[i] == '>') { return i + 1; }
    if (text.data[i] == '<' || text.data[i] == '\n') { return 0; }
    i += text.data[i] == '\\' && i + 1 < text.len && text.data[i + 1] != '\n';
  }
  return 0;
}

size_t target_destination(parser *p, span text, size_t at, span *out, extent *target) {
  if (at < text.len && text.data[at] == '<') {
    size_t end = bracketed_end(text, at);
    if (end == 0) { return 0; }
    *target = (extent){(uint32_t)at + 1, (uint32_t)end - 1};
    *out = target_unescape(p, (span){text.data + at + 1, end - at - 2});
    return end;
  }
  size_t i = at;
  unsigned open = 0;
  for (; i < text.len && !is_space(text.data[i]); i++) {
    char c = text.data[i];
    if (c == '\\' && i + 1 < text.len && is_punctuation(text.data[i + 1])) {
      i++;
    } else if (c == '(') {
      if (++open > PARENTHESES_MOST) { return 0; }
    } else if (c == ')') {
      if (open == 0) { break; }
      open--;
    } else if (ascii_control(c) && c != '\0') {
      return 0;
    }
  }
  if (open > 0) { return 0; }
  *target = (extent){(uint32_t)at, (uint32_t)i};
  *out = target_unescape(p, (span){text.data + at, i - at});
  return i;
}

size_t target_title(parser *p, span text, size_t at, span *out) {
  if (at >= text.len) { return 0; }
  char open = text.data[at], close = open == '(' ? ')' : open;
  if (open != '"' && open != '\'' && open != '(') { return 0; }
  for (size_t i = at + 1; i < text.len; i++) {
    char c = text.data[i];
    if (c == close) {
      *out = target_unescape(p, (span){text.data + at + 1, i - at - 1});
      return i + 1;
    }
    if (c == '(' && open == '(') { return 0; }
    i += c == '\\';
  }
  return 0;
}

size_t target_label(span text, size_t at) {
  bool any = false;
  if (at >= text.len || text.data[at] != '[') { return 0; }
  for (size_t i = at + 1; i < text.len && i - at <= LABEL_MOST + 1; i++) {
    char c = text.data[i];
    if (c == ']') { return any ? i + 1 - at : 0; }
    if (c == '[') { return 0; }
    any = any || !is_space(c);
    i += c == '\\' && i + 1 < text.len && is_punctuation(text.data[i + 1]);
  }
  return 0;
}
