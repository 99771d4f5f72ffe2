#include "search/phrasing.h"

#include <stdlib.h>

#include "base/buffer.h"
#include "base/utf8.h"
#include "text/token.h"

enum { ABSENT_LEAST = 2 /* letters: -x is more often a part of a formula */ };

static bool is_blank(char c) { return (unsigned char)c <= ' '; }

static span trim(span text) {
  while (text.len > 0 && is_blank(text.data[0])) { text = span_skip(text, 1); }
  while (text.len > 0 && is_blank(text.data[text.len - 1])) { text.len--; }
  return text;
}

/* Bytes of the word behind a minus, 0 when it is no such word. */
static size_t absent_word(span text) {
  size_t len = 0, letters = 0, step;
  for (; len < text.len && !is_blank(text.data[len]); len += step) {
    uint32_t point = utf8_decode(span_skip(text, len), &step);
    if (step == 0) { break; }
    enum fold_class class = fold_classify(point);
    bool inner = letters > 0 && (class == FOLD_MARK || fold_apostrophe(point));
    if (class != FOLD_ALPHA && !inner) { return 0; }
    letters += class == FOLD_ALPHA;
  }
  return letters >= ABSENT_LEAST ? len : 0;
}

static void read_phrases(phrasing *p) {
  static const char *const quotes[] = {"\"", "“", "”", "„", "«", "»"};
  size_t begin = SIZE_MAX;
  for (size_t at = 0; at < p->text.len; at++) {
    size_t quote = 0; /* bytes of the quotation mark that stands here */
    for (size_t i = 0; i < sizeof(quotes) / sizeof(*quotes) && quote == 0; i++) {
      if (span_starts(span_skip(p->text, at), span_of(quotes[i]))) { quote = strlen(quotes[i]); }
    }
    if (quote == 0) { continue; }
    if (begin == SIZE_MAX) {
      begin = at + quote;
      continue;
    }
    span inside = trim((span){p->text.data + begin, at - begin});
    if (inside.len > 0 && p->phrase_count < PHRASING_PHRASES) {
      p->phrases[p->phrase_count++] = inside;
    }
    begin = SIZE_MAX;
  }
}

/* Lists the words that are to be absent, and copies the rest. */
static bool read_text(phrasing *p, arena *memory) {
  char *text = arena_alloc(memory, p->typed.len + 1);
  if (text == NULL) { return false; }
  p->text = (span){text, p->typed.len};
  for (size_t at = 0; at < p->typed.len; at++) {
    text[at] = p->typed.data[at];
    bool minus = text[at] == '-' && (at == 0 || is_blank(text[at - 1]));
    size_t len = minus ? absent_word(span_skip(p->typed, at + 1)) : 0;
    if (len == 0 || p->absent_count == PHRASING_ABSENT) { continue; }
    p->absent[p->absent_count++] = (span){p->typed.data + at + 1, len};
    memset(text + at, ' ', len + 1);
    at += len;
  }
  read_phrases(p);
  return true;
}

static void add_words(buffer *key, char sign, span text) {
  token_reader r;
  token t;
  token_begin(&r, text);
  buffer_u8(key, (uint8_t)sign);
  while (token_next(&r, &t)) {
    buffer_append(key, t.key);
    buffer_u8(key, t.kind == TOKEN_IDENTIFIER ? '\1' : ' ');
  }
}

static bool write_key(phrasing *p, arena *memory) {
  buffer key = {0};
  add_words(&key, p->asks ? '?' : ' ', p->text);
  for (size_t i = 0; i < p->phrase_count; i++) { add_words(&key, '"', p->phrases[i]); }
  for (size_t i = 0; i < p->absent_count; i++) { add_words(&key, '-', p->absent[i]); }
  p->key = key.failed ? (span){NULL, 0} : arena_copy(memory, buffer_span(&key));
  buffer_free(&key);
  return p->key.data != NULL;
}

static int by_key(const void *a, const void *b) {
  const phrasing *x = a, *y = b;
  int order = span_compare(x->key, y->key);
  return order != 0 ? order : span_compare(x->typed, y->typed);
}

bool phrasing_read(const search_query *request, arena *memory, phrasing out[SEARCH_PHRASINGS],
                   size_t *count) {
  *count = 0;
  for (size_t i = 0; i < request->count; i++) {
    out[i] = (phrasing){.typed = trim(request->phrasings[i])};
    if (!read_text(&out[i], memory)) { return false; }
    span text = out[i].text;
    out[i].asks = memchr(text.data, '?', text.len) != NULL ||
                  memmem(text.data, text.len, "؟", strlen("؟")) != NULL;
    if (request->count > 1 && !write_key(&out[i], memory)) { return false; }
  }
  qsort(out, request->count, sizeof(*out), by_key);
  for (size_t i = 0; i < request->count; i++) {
    if (i > 0 && span_equal(out[i].key, out[*count - 1].key)) { continue; }
    out[(*count)++] = out[i];
  }
  return true;
}
