#include "base/utf8.h"
#include "search/phrasing.h"
#include "search/query.h"
#include "search/query_read.h"
#include "search/search.h"
#include "search/typo.h"

/* True when the word is in the dictionary, as it is or in another spelling, or a part of a name
 * that is. */
static bool is_held(const query *q, const query_word *w) {
  for (size_t m = 0; m < w->count; m++) {
    uint8_t evidence = q->terms[w->terms[m]].evidence;
    if (evidence < EVIDENCE_ONE_EDIT || evidence > EVIDENCE_JOINED) { return true; }
  }
  return !w->content;
}

bool query_whole(const query *q) {
  for (size_t i = 0; q->pin_count == 0 && i < q->word_count; i++) {
    if (!is_held(q, &q->words[i])) { return false; }
  }
  return true;
}

/* The word of the dictionary that a mistyped or missing one may be. @return bytes, 0 when it is
 * none
 */
static size_t mend(const query *q, const query_word *w, char out[FOLD_MAX]) {
  if (w->count > 0) {
    const query_term *t = &q->terms[w->terms[0]];
    if (t->evidence == EVIDENCE_JOINED) { return 0; }
    return typo_spell(q->in, t->list.number, t->form, out);
  }
  char key[FOLD_MAX];
  unsigned traits;
  typo_word word = {.word = {key, fold_word(w->typed, key, &traits)}, .generous = true};
  if (utf8_count(word.word) < SHORT_LEAST || traits != FOLD_LETTER) { return 0; }
  typo_search(q->in, &word, 1);
  for (size_t i = 0; i < word.count; i++) {
    size_t len = typo_spell(q->in, word.matches[i].list.number, word.matches[i].form, out);
    if (words_class(&q->in->words, (span){out, len}) == WORD_CONTENT) { return len; }
  }
  return 0;
}

/* Writes the phrasing with mended words. @return false when a word stays missing, or memory is out
 */
static bool write_suggestion(const query *q, span *out) {
  buffer text = {0};
  char other[FOLD_MAX];
  span typed = q->phrasings[0].text;
  size_t at = 0; /* of the typed text: what is copied */
  bool whole = true;
  for (size_t i = 0; i < q->word_count && whole; i++) {
    const query_word *w = &q->words[i];
    if (is_held(q, w)) { continue; }
    size_t len = mend(q, w, other), first = (size_t)(w->typed.data - typed.data);
    whole = len > 0;
    buffer_append(&text, (span){typed.data + at, first - at});
    buffer_append(&text, (span){other, len});
    at = first + w->typed.len;
  }
  buffer_append(&text, span_skip(typed, at));
  whole = whole && !text.failed;
  if (whole) { *out = arena_copy(q->memory, buffer_span(&text)); }
  buffer_free(&text);
  return whole && out->data != NULL;
}

/* True when no text has the word itself, nor one that it may be mistyped for. */
static bool is_missing(const query *q, const query_word *w) {
  return w->content && (w->count == 0 || q->terms[w->terms[0]].evidence == EVIDENCE_JOINED);
}

bool search_advise(search_index *index, const search_query *request, arena *memory,
                   search_advice *advice, fault *why) {
  query q;
  *advice = (search_advice){0};
  if (request->count == 0) { return true; }
  bool ok = query_read(index, request, memory, &q);
  bool whole = ok && query_whole(&q);
  for (size_t i = 0; ok && !whole && i < q.word_count; i++) {
    bool missing = is_missing(&q, &q.words[i]);
    if (missing && advice->missing_count < ADVICE_WORDS) {
      advice->missing[advice->missing_count++] = arena_copy(memory, q.words[i].typed);
    }
  }
  if (ok && !whole && request->count == 1) { write_suggestion(&q, &advice->suggestion); }
  for (unsigned other = 0; ok && advice->missing_count > 0 && other < LOCALE_COUNT; other++) {
    search_query there = *request;
    query read;
    there.locale = other;
    if (other == request->locale || index->partitions[other].units == 0) { continue; }
    ok = query_read(index, &there, memory, &read);
    advice->elsewhere[other] = ok && read.word_count > 0 && query_whole(&read);
  }
  return (ok && !memory->failed) || fault_set(why, "search: memory is out");
}
