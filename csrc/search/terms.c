#include "search/terms.h"

#include <math.h>

#include "search/weights.h"

enum { PAIR_DISTANCE = 3 };

/* Confidence that a group of the dictionary is what was typed. */
static const double confidence_of[] = {
    [EVIDENCE_TYPED] = CONFIDENCE_EXACT,
    [EVIDENCE_STEM] = CONFIDENCE_EXACT,
    [EVIDENCE_IDENTIFIER] = CONFIDENCE_EXACT,
    [EVIDENCE_SPELLING] = CONFIDENCE_SPELLING,
    [EVIDENCE_VARIANT] = CONFIDENCE_VARIANT,
    [EVIDENCE_COMPLETED] = CONFIDENCE_COMPLETED,
    [EVIDENCE_RELATIVE] = CONFIDENCE_RELATIVE,
    [EVIDENCE_DERIVED] = CONFIDENCE_DERIVED,
    [EVIDENCE_PART] = CONFIDENCE_PART,
    [EVIDENCE_LOOSE] = CONFIDENCE_LOOSE,
    [EVIDENCE_ONE_EDIT] = CONFIDENCE_ONE_EDIT,
    [EVIDENCE_TWO_EDITS] = CONFIDENCE_TWO_EDITS,
    [EVIDENCE_BESIDE_RARE] = CONFIDENCE_BESIDE_RARE,
    [EVIDENCE_JOINED] = CONFIDENCE_PART,
};

void terms_mean(query_word *w, uint16_t term) {
  size_t known = 0;
  while (known < w->count && w->terms[known] != term) { known++; }
  if (known == w->count && w->count < QUERY_MEANINGS) { w->terms[w->count++] = term; }
}

uint16_t terms_add(query_reader *r, const word_group *g, int form, enum query_evidence evidence) {
  query *q = r->out;
  if (r->rehearsal) { return 0; }
  uint32_t slot = g->number * 2654435761u % TERM_SLOTS;
  for (; r->slots[slot] != 0; slot = (slot + 1) % TERM_SLOTS) {
    if (q->terms[r->slots[slot] - 1].list.number == g->number) { break; }
  }
  if (r->slots[slot] == 0) {
    if (q->term_count == QUERY_TERMS) { return TERM_NONE; }
    q->terms[q->term_count] = (query_term){.list = *g};
    r->slots[slot] = (uint16_t)++q->term_count;
  }
  uint16_t number = (uint16_t)(r->slots[slot] - 1);
  query_term *t = &q->terms[number];
  t->phrasings |= (uint8_t)(1u << r->phrasing);
  if (r->repeats[number] < 16) { r->repeats[number]++; }
  double confidence =
      r->share * confidence_of[evidence] * (1 + WEIGHT_REPEATED * log(r->repeats[number]));
  double full = query_weight(r->in->units, g->df);
  if (evidence >= EVIDENCE_VARIANT && !r->brief && r->typed > 0 && full > r->typed) {
    full = r->typed;
  }
  if (r->rare != 0) { full *= pow(full / query_weight(r->in->units, 0), r->rare); }
  uint32_t weight = (uint32_t)lround(full * confidence) + 1;
  if (weight > t->weight) {
    t->weight = weight;
    t->evidence = (uint8_t)evidence;
  }
  if (form >= 0 && !t->formed) {
    t->form = (uint8_t)form;
    t->formed = true;
    t->typed = 1u << form;
  }
  if (r->listing) { terms_mean(&q->words[q->word_count - 1], number); }
  return number;
}

uint16_t terms_add_key(query_reader *r, span key, enum query_evidence evidence) {
  word_group g;
  return index_group(r->in, key, &g) ? terms_add(r, &g, -1, evidence) : TERM_NONE;
}

bool terms_find(const partition *in, span word, word_group *group, unsigned *form) {
  uint32_t number;
  return word.len > 0 && index_form(in, word, &number, form) && index_group_at(in, number, group);
}

uint16_t terms_add_form(query_reader *r, span word, enum query_evidence evidence) {
  unsigned form;
  word_group g;
  return terms_find(r->in, word, &g, &form) ? terms_add(r, &g, (int)form, evidence) : TERM_NONE;
}

uint16_t terms_add_umlauts(query_reader *r, span word) {
  char key[FOLD_MAX];
  uint16_t found = TERM_NONE;
  for (int back = 0; back < 2 && found == TERM_NONE; back++) {
    span other = {key, analyze_umlaut(word, back == 1, key)};
    found = terms_add_form(r, other, EVIDENCE_SPELLING);
  }
  return found;
}

void terms_pair(query_reader *r, uint16_t first, uint16_t second, uint32_t distance) {
  query *q = r->out;
  query_pair pair = {first, second, (uint16_t)distance};
  if (first == second || distance > PAIR_DISTANCE || q->pair_count == QUERY_PAIRS) { return; }
  for (size_t i = 0; i < q->pair_count; i++) {
    if (memcmp(&q->pairs[i], &pair, sizeof(pair)) == 0) { return; }
  }
  q->pairs[q->pair_count++] = pair;
}
