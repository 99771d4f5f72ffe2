#include "search/outline.h"

#include "text/token.h"

enum word_class outline_class(const partition *p, span key) {
  enum word_class class = words_class(&p->words, key);
  return class == WORD_QURAN && p->runs.len == 0 ? WORD_CONTENT : class;
}

void outline_read(const partition *p, const phrasing *from, outline *out) {
  token_reader tokens;
  token t;
  size_t len = 0;
  out->question = from->asks;
  out->content = false;
  out->keyed = 0;
  token_begin(&tokens, from->text);
  while (token_next(&tokens, &t)) {
    enum word_class class = t.kind == TOKEN_WORD ? outline_class(p, t.key) : WORD_CONTENT;
    out->content = out->content || class == WORD_CONTENT;
    out->question = out->question || (class == WORD_QUESTION && t.position == 0);
    if (t.kind != TOKEN_WORD || t.position >= OUTLINED) { continue; }
    out->classes[t.position] = (uint8_t) class;
    if (t.position == out->keyed && len + 1 + t.key.len <= OUTLINE_KEYS) {
      out->keys[len] = ' ';
      len += t.position > 0;
      memcpy(out->keys + len, t.key.data, t.key.len);
      len += t.key.len;
      out->ends[out->keyed++] = (uint16_t)len;
    }
  }
  out->words = tokens.position;
}

void outline_variants(const partition *p, const outline *of, uint32_t position, variant_run *run) {
  variant_reader found;
  if (position < run->end || position >= of->keyed || p->variants.count == 0) { return; }
  const char *key = of->keys + (position == 0 ? 0 : of->ends[position - 1] + 1);
  *run = (variant_run){.first = position, .end = position};
  for (uint32_t end = position; end < of->keyed && end - position < VARIANT_WORDS; end++) {
    size_t len = (size_t)(of->keys + of->ends[end] - key);
    if (len <= FOLD_MAX && variants_find(&p->variants, (span){key, len}, &found)) {
      *run = found.left > 0 ? (variant_run){found, position, end + 1} : *run;
    } else if (end == position) {
      return; /* the first word of each key is one */
    }
  }
}
