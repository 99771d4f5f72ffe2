#include "search/marks.h"

#include "search/format.h"
#include "text/token.h"

/* True when the query looked for the group, by a word that says something. */
static bool is_asked(const query *q, uint32_t group) {
  bool content = false;
  size_t term = 0;
  while (term < q->term_count && (q->terms[term].level || q->terms[term].list.number != group)) {
    term++;
  }
  if (term == q->term_count) { return false; }
  bool listed = false;
  for (size_t i = 0; i < q->word_count; i++) {
    const query_word *w = &q->words[i];
    content = content || w->content;
    for (size_t k = 0; k < w->count; k++) {
      if (w->terms[k] != term) { continue; }
      if (w->content) { return true; }
      listed = true;
    }
  }
  return !listed || !content;
}

static bool form_asked(const query *q, span word) {
  uint32_t group;
  unsigned form;
  return word.len > 0 && index_form(q->in, word, &group, &form) && is_asked(q, group);
}

static bool key_asked(const query *q, span key) {
  word_group group;
  return index_group(q->in, key, &group) && is_asked(q, group.number);
}

/* True when another spelling of an Arabic word was asked for. */
static bool spelling_asked(const query *q, span word) {
  char key[FOLD_MAX + 1];
  if (form_asked(q, (span){key, fold_arabic_dagger(word, key)})) { return true; }
  key[0] = FORMAT_LOOSE;
  for (int waw = 0; waw < 2; waw++) {
    size_t len = fold_arabic_loose(word, waw == 1, key + 1);
    if (len > 0 && key_asked(q, (span){key, len + 1})) { return true; }
  }
  return false;
}

static bool token_asked(const query *q, const token *t) {
  if (t->kind == TOKEN_IDENTIFIER) { return key_asked(q, t->key); }
  return form_asked(q, t->key) || ((t->traits & FOLD_ARABIC) != 0 && spelling_asked(q, t->source));
}

size_t marks_find(const query *q, span excerpt, search_mark out[MARKS_MOST]) {
  token_reader r;
  token t;
  size_t count = 0;
  token_begin(&r, excerpt);
  while (count < MARKS_MOST && token_next(&r, &t)) {
    uint32_t first = (uint32_t)(t.source.data - excerpt.data);
    bool inside = count > 0 && first < out[count - 1].end; /* of an identifier */
    if (inside || !token_asked(q, &t)) { continue; }
    out[count++] = (search_mark){first, first + (uint32_t)t.source.len};
  }
  return count;
}
