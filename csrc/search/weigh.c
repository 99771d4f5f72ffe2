#include <math.h>

#include "search/query.h"
#include "search/weights.h"

/* The inverse document frequency of what `df` of `units` have. */
static double idf_of(double units, double df) { return log(1 + (units - df + 0.5) / (df + 0.5)); }

double query_weight(double units, double df) {
  return WEIGHT_SCALE * pow(idf_of(units, df), WEIGHT_IDF_EXPONENT);
}

/* Weighs the terms among lessons and among verses. The words that a kind of units has weigh as much
 * together as they do among all units: their rarity is shared out anew. */
static void weigh_by_kind(query *q) {
  const partition *p = q->in;
  uint32_t first = p->section_end[SECTION_QURAN - 1], end = p->section_end[SECTION_QURAN];
  const double units[] = {[KIND_LESSON] = p->units - (end - first), [KIND_VERSE] = end - first};
  double whole[KIND_COUNT] = {0}, sum[KIND_COUNT] = {0};
  for (size_t i = 0; i < q->term_count; i++) {
    query_term *t = &q->terms[i];
    uint32_t verses = list_before(t->list, p->units, end) - list_before(t->list, p->units, first);
    const uint32_t df[] = {[KIND_LESSON] = t->list.df - verses, [KIND_VERSE] = verses};
    for (size_t k = 0; k < KIND_COUNT; k++) {
      double ratio = idf_of(units[k], df[k]) / idf_of(p->units, t->list.df);
      double weight = df[k] == 0 ? 0 : t->weight * pow(ratio, WEIGHT_IDF_EXPONENT) + 1;
      t->weights[k] = (uint32_t)lround(weight);
    }
  }
  for (size_t i = 0; i < q->word_count; i++) {
    const query_word *w = &q->words[i];
    for (size_t k = 0; k < KIND_COUNT; k++) {
      uint32_t most = 0, most_here = 0;
      for (size_t m = 0; m < w->count; m++) {
        const query_term *t = &q->terms[w->terms[m]];
        most = t->weights[k] > 0 && t->weight > most ? t->weight : most;
        most_here = t->weights[k] > most_here ? t->weights[k] : most_here;
      }
      whole[k] += most;
      sum[k] += most_here;
    }
  }
  for (size_t i = 0; i < q->term_count; i++) {
    query_term *t = &q->terms[i];
    for (size_t k = 0; k < KIND_COUNT; k++) {
      bool here = t->weights[k] > 0 && sum[k] > 0;
      t->weights[k] = here ? (uint32_t)lround(t->weights[k] * whole[k] / sum[k]) + 1 : t->weight;
    }
  }
}

/* Tells how much of each phrasing a hit must have. A word that nothing has weighs as much as the
 * rarest. */
static void require_share(query *q) {
  const double rarest = query_weight(q->in->units, 0);
  size_t words[SEARCH_PHRASINGS] = {0}, all[SEARCH_PHRASINGS] = {0};
  for (size_t i = 0; i < q->word_count; i++) {
    const query_word *w = &q->words[i];
    words[w->phrasing] += w->content && !w->repeated;
    all[w->phrasing] += !w->repeated;
    if (w->content && w->count == 0) { q->lost[w->phrasing] += (uint32_t)lround(rarest); }
  }
  for (size_t i = 0; i < q->phrasing_count; i++) {
    bool rated = q->in->units >= WEAK_UNITS && !q->phrasings[i].identified;
    if (rated && words[i] == 2 && q->lost[i] > 0) { q->needed[i] = WEAK_OF_TWO; }
    bool alone = q->brief[i] == 1 && all[i] > 1 && q->phrasings[i].others.left == 0;
    q->compared[i] = rated && (q->brief[i] > 1 || alone);
  }
}

static bool find_title(const query *q, span text, word_group *out) {
  char key[FORMAT_TITLE_KEY];
  span title = {key, format_title(text, key)};
  return title.len > 0 && index_group(q->in, title, out);
}

bool query_names(const query *q, size_t number) {
  word_group group;
  for (size_t i = 0; i < q->word_count; i++) {
    const query_word *first = &q->words[i];
    for (size_t k = i; first->phrasing == number && k < q->word_count; k++) {
      const query_word *last = &q->words[k];
      if (last->phrasing != number) { break; }
      const char *end = last->typed.data + last->typed.len;
      span part = {first->typed.data, (size_t)(end - first->typed.data)};
      if (find_title(q, part, &group)) { return true; }
    }
  }
  return false;
}

/* Adds the documents that have a text as their title; `confidence` is that in the text being what
 * the phrasing means. */
static void add_title(query *q, size_t number, span text, double confidence) {
  word_group group;
  if (q->term_count == QUERY_TERMS || !find_title(q, text, &group)) { return; }
  query_term *t = &q->terms[q->term_count++];
  *t = (query_term){.list = group,
                    .phrasings = (uint8_t)(1u << number),
                    .evidence = EVIDENCE_TITLE,
                    .level = true};
  for (size_t k = 0; k < KIND_COUNT; k++) {
    double whole = q->phrasing_weights[k][number];
    for (size_t i = 0; i < q->term_count; i++) {
      const query_term *other = &q->terms[i];
      bool identified = other->evidence == EVIDENCE_IDENTIFIER && other->phrasings == t->phrasings;
      whole += identified ? other->weights[k] : 0;
    }
    t->weights[k] = (uint32_t)(confidence * BONUS_TITLE * whole / PER_CENT);
  }
  t->weight = t->weights[KIND_LESSON];
}

/* Adds the titles that a phrasing may mean: as it was typed, with mistyped words mended, and with
 * what its words are variants of. */
static void add_titles(query *q, size_t number) {
  const phrasing *p = &q->phrasings[number];
  char text[SEARCH_QUERY_BYTES];
  size_t len = 0, at = 0; /* of the typed text: what is copied */
  bool mended = false;
  if (p->name) { return; }
  add_title(q, number, p->text, 1);
  for (size_t i = 0; p->brief && i < q->word_count; i++) {
    const query_word *w = &q->words[i];
    if (w->phrasing != number || w->likeliest.len == 0) { continue; }
    size_t before = (size_t)(w->typed.data - p->text.data) - at;
    if (before + w->likeliest.len > sizeof text - len) { return; }
    memcpy(text + len, p->text.data + at, before);
    memcpy(text + len + before, w->likeliest.data, w->likeliest.len);
    len += before + w->likeliest.len;
    at += before + w->typed.len;
    mended = true;
  }
  if (mended && p->text.len - at <= sizeof text - len) {
    memcpy(text + len, p->text.data + at, p->text.len - at);
    add_title(q, number, (span){text, len + p->text.len - at}, 1); /* the words weigh less by now */
  }
  variant_reader others = p->others;
  for (span other; variants_next(&others, &other);) {
    add_title(q, number, other, p->shaped ? CONFIDENCE_SHAPE : CONFIDENCE_OTHERS);
  }
}

void query_weigh(query *q) {
  size_t content = 0;
  for (size_t i = 0; i < q->term_count; i++) {
    for (size_t k = 0; k < KIND_COUNT; k++) { q->terms[i].weights[k] = q->terms[i].weight; }
  }
  for (size_t i = 0; i < q->word_count; i++) {
    query_word *w = &q->words[i];
    for (size_t k = i; w->count > 0 && !w->repeated && k > 0; k--) {
      const query_word *earlier = &q->words[k - 1];
      if (earlier->phrasing != w->phrasing) { break; }
      w->repeated = earlier->count > 0 && earlier->terms[0] == w->terms[0];
    }
    content += w->content && !w->repeated;
    if (q->phrasings[w->phrasing].brief && w->content && !w->repeated) { q->brief[w->phrasing]++; }
  }
  require_share(q);
  if (q->in->runs.len > 0 && content > 1) { weigh_by_kind(q); }
  for (size_t i = 0; i < q->word_count; i++) {
    query_word *w = &q->words[i];
    for (size_t k = 0; k < KIND_COUNT; k++) {
      for (size_t m = 0; m < w->count; m++) {
        uint32_t weight = q->terms[w->terms[m]].weights[k];
        w->weights[k] = weight > w->weights[k] ? weight : w->weights[k];
      }
      q->phrasing_weights[k][w->phrasing] += w->weights[k];
    }
  }
  for (size_t i = 0; i < q->phrasing_count; i++) { add_titles(q, i); }
  const uint64_t most = (1u << 31) / IMPACT_MOST * WEIGHT_HINT_ONE / WEIGHT_HINT - QUERY_TERMS;
  for (size_t k = 0; k < KIND_COUNT; k++) {
    uint64_t sum = 0;
    for (size_t i = 0; i < q->term_count; i++) { sum += q->terms[i].weights[k]; }
    if (sum <= most) { continue; }
    for (size_t i = 0; i < q->term_count; i++) {
      q->terms[i].weights[k] = (uint32_t)(q->terms[i].weights[k] * most / sum) + 1;
    }
    for (size_t i = 0; i < q->word_count; i++) {
      q->words[i].weights[k] = (uint32_t)(q->words[i].weights[k] * most / sum);
    }
    for (size_t i = 0; i < q->phrasing_count; i++) {
      q->phrasing_weights[k][i] = (uint32_t)(q->phrasing_weights[k][i] * most / sum);
    }
  }
}
