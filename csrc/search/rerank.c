#include "search/rerank.h"

#include <stdlib.h>

#include "search/placing.h"

enum { GAIN_ONE = 100 * PER_CENT, SCORE_MOST = INT32_MAX };

static uint64_t greater(uint64_t a, uint64_t b) { return a > b ? a : b; }

/* The impact of a code in the candidate's unit; and the greater one of it and the same in a unit of
 * average length. */
static uint32_t impact_of(const reranker *r, const candidate *c, uint32_t code) {
  return index_impact(r->q->index, r->q->in, c->ranked->unit, code);
}

static uint32_t level_impact(const reranker *r, const candidate *c, uint32_t code) {
  uint32_t level = r->q->index->impacts[FORMAT_LEVEL << 4 | code], own = impact_of(r, c, code);
  return level > own ? level : own;
}

static int by_weight(const void *a, const void *b, void *of) {
  const query_term *terms = of;
  uint16_t x = *(const uint16_t *)a, y = *(const uint16_t *)b;
  if (terms[x].weight != terms[y].weight) { return terms[x].weight < terms[y].weight ? 1 : -1; }
  return (terms[x].list.number > terms[y].list.number) -
         (terms[x].list.number < terms[y].list.number);
}

static bool in_content(const candidate *c, size_t place) {
  return c->codes[place] != NOT_HERE && c->codes[place] != FORMAT_NOTICE_CODE;
}

static bool has_pair(const candidate *c, placed_pair pair) {
  return in_content(c, pair.first) && in_content(c, pair.second);
}

/* The impact of the commoner term of a pair that is here: of both near each other, and side by
 * side. In a long text, where the latter is no accident either, it counts as in one of average
 * length. */
static uint32_t greatest_near(const reranker *r, const candidate *c, placed_pair pair) {
  return (uint32_t)greater(impact_of(r, c, c->codes[pair.first]),
                           impact_of(r, c, c->codes[pair.second]));
}

static uint32_t greatest_beside(const reranker *r, const candidate *c, placed_pair pair) {
  return (uint32_t)greater(level_impact(r, c, c->codes[pair.first]),
                           level_impact(r, c, c->codes[pair.second]));
}

static uint64_t share(uint32_t weight, uint32_t impact, unsigned per_cent) {
  return (uint64_t)weight * impact * per_cent / PER_CENT;
}

/* True when positions must tell how often the form as typed occurs. */
static bool form_unsure(const query_term *t) {
  return t->formed && t->list.form_bits > 0 && t->list.positions.len > 0;
}

/* Scores the occurrences of a pair side by side, and near each other: each counts no more than its
 * terms do. */
static uint64_t pair_bonus(reranker *r, const candidate *c, placed_pair pair) {
  const placed_term *a = placing_read(r, c, pair.first);
  const placed_term *b = placing_read(r, c, pair.second);
  unsigned beside = 0, near = 0;
  for (size_t i = 0, k = 0; i < a->count; i++) {
    while (k < b->count && b->positions[k] < a->positions[i] + pair.distance) { k++; }
    if (k == b->count) { break; }
    beside += b->positions[k] == a->positions[i] + pair.distance;
  }
  for (size_t i = 0, k = 0; i < a->count && k < b->count; i++) {
    while (k < b->count && b->positions[k] + NEAR_WORDS < a->positions[i]) { k++; }
    near += k < b->count && b->positions[k] <= a->positions[i] + NEAR_WORDS;
  }
  uint64_t bonus = 0;
  if (beside > 0) {
    uint32_t impact = level_impact(r, c, format_code(2 * beside));
    uint32_t most = greatest_beside(r, c, pair);
    bonus += share(pair.weights[c->kind], impact < most ? impact : most, BONUS_PAIR);
  }
  if (near > 0) {
    uint32_t impact = impact_of(r, c, format_code(2 * near)), most = greatest_near(r, c, pair);
    bonus += share(pair.weights[c->kind], impact < most ? impact : most, BONUS_NEAR);
  }
  return bonus;
}

/* A share of a weight, in parts of GAIN_ONE. */
static uint64_t part(uint64_t weight, uint64_t whole, unsigned per_cent) {
  return whole == 0 ? 0 : weight * per_cent * (GAIN_ONE / PER_CENT) / whole;
}

/* The weights of the words of a phrasing by what positions tell of them. */
typedef struct placing {
  uint32_t together; /* that stand together */
  uint32_t titled;   /* content words in the title */
  uint32_t typed;    /* content words in the form that was typed */
} placing;

/* The factor of a phrasing on the score, in parts of GAIN_ONE: by the share of its weight that is
 * here, and by the shares of its placing. */
static uint64_t gain_of(const reranker *r, const candidate *c, size_t number, placing of) {
  uint32_t whole = r->q->phrasing_weights[c->kind][number], sought = c->of[number].sought;
  const unsigned words = r->q->brief[number];
  unsigned titled = words > 0 ? BONUS_TITLED : BONUS_TITLED_LONG;
  uint64_t gain = GAIN_ONE + part(c->of[number].weight, whole, BONUS_SHARE) +
                  part(of.together, whole, BONUS_TOGETHER) + part(of.titled, sought, titled);
  unsigned typed = words == 1   ? BONUS_TYPED_ALONE
                   : words == 2 ? BONUS_TYPED_TWO
                   : words > 2  ? BONUS_TYPED
                                : 0;
  return gain * (GAIN_ONE + part(of.typed, sought, typed)) / (GAIN_ONE + part(1, 1, typed));
}

static bool has_term(const query_word *w, uint16_t term) {
  for (size_t m = 0; m < w->count; m++) {
    if (w->terms[m] == term) { return true; }
  }
  return false;
}

/* Lists, in `r->others`, the words of a phrasing that may stand near its weightiest term that is
 * here and has positions. @param anchor receives the term's place @param count how many they are
 * @return their weight */
static uint32_t list_others(reranker *r, const candidate *c, size_t number, size_t *anchor,
                            size_t *count) {
  const query *q = r->q;
  uint32_t weight = 0;
  size_t place = 0;
  for (; place < r->term_count; place++) {
    const query_term *t = &q->terms[r->terms[place].term];
    bool of = (t->phrasings >> number & 1) != 0 && t->list.positions.len > 0;
    if (of && c->codes[place] != NOT_HERE) { break; }
  }
  *anchor = place;
  *count = 0;
  for (size_t i = 0; place < r->term_count && i < q->word_count; i++) {
    const query_word *w = &q->words[i];
    bool here = false;
    if (w->phrasing != number || w->repeated || has_term(w, r->terms[place].term)) { continue; }
    for (size_t m = 0; m < w->count && !here; m++) {
      uint8_t other = r->place[w->terms[m]];
      here = other != PLACED_TERMS && c->codes[other] != NOT_HERE;
    }
    if (!here) { continue; }
    r->others[(*count)++] = w;
    weight += w->weights[c->kind];
  }
  return weight;
}

/* The weight of the others that stand near one position of the weightiest term. */
static uint32_t weigh_together(reranker *r, const candidate *c, size_t number) {
  size_t place, count;
  uint8_t at[PLACED_TERMS] = {0};
  uint32_t most = list_others(r, c, number, &place, &count), best = 0;
  const placed_term *anchor = most > 0 ? placing_read(r, c, place) : NULL;
  for (size_t k = 0; best < most && k < anchor->count; k++) {
    uint32_t weight = 0;
    for (size_t i = 0; i < count; i++) {
      bool near = placing_near(r, c, r->others[i], anchor->positions[k], at);
      weight += near ? r->others[i]->weights[c->kind] : 0;
    }
    if (weight > best) { best = weight; }
  }
  return best;
}

/* True where a unit has a word in its notices, or in a phrase that a verse is known by, alone. */
static bool is_aside(const candidate *c, uint32_t position) {
  bool phrase = position >= VERSE_PHRASES && position < VERSE_TRANSLATION;
  return position >= FORMAT_NOTICE || (phrase && c->kind == KIND_VERSE);
}

/* True when positions must tell whether the candidate has the form as typed. */
static bool typed_unsure(const reranker *r, const candidate *c, uint8_t place) {
  const query_term *t = &r->q->terms[r->terms[place].term];
  bool known = c->kind == KIND_VERSE && c->codes[place] >= r->title_code;
  return form_unsure(t) || (known && t->list.positions.len > 0);
}

/* The weight of the content words of a phrasing that are here in the form that was typed. */
static uint32_t weigh_typed(reranker *r, const candidate *c, size_t number) {
  const query *q = r->q;
  uint32_t weight = c->of[number].sure;
  for (size_t i = 0; i < q->word_count && weight < c->of[number].typed; i++) {
    const query_word *w = &q->words[i];
    bool sure = false, typed = false;
    for (size_t m = 0; w->phrasing == number && w->content && !w->repeated && m < w->count; m++) {
      const query_term *term = &q->terms[w->terms[m]];
      uint8_t place = r->place[w->terms[m]];
      if (place == PLACED_TERMS || !in_content(c, place) || !term->formed) { continue; }
      sure = sure || !typed_unsure(r, c, place);
      const placed_term *t = sure ? NULL : placing_read(r, c, place);
      for (size_t k = 0; t != NULL && k < t->count && !typed; k++) {
        typed = (term->typed >> t->forms[k] & 1) != 0 && !is_aside(c, t->positions[k]);
      }
    }
    weight += typed && !sure ? w->weights[c->kind] : 0;
  }
  return weight;
}

/* True when a unit has too little of every phrasing. Of what it may have in its title, and so be
 * about, positions must tell. */
static bool is_weak(reranker *r, const candidate *c, bool placed) {
  const query *q = r->q;
  for (size_t k = 0; k < q->phrasing_count; k++) {
    const coverage *of = &c->of[k];
    uint64_t whole = (uint64_t)of->sought + q->lost[k];
    bool enough = (uint64_t)of->held * PER_CENT >= whole * r->needed[k];
    if (r->absent[k]) { continue; }
    if (r->needed[k] == 0 || (of->weight > 0 && enough)) { return false; }
    bool titled = of->weight > 0 && of->titled > 0;
    if (titled && (!placed || placing_titled(r, c, k) > 0)) { return false; }
  }
  return q->phrasing_count > 0;
}

static uint32_t finish(const candidate *c, uint64_t sum, uint64_t gain) {
  uint64_t score = sum * gain / GAIN_ONE * c->scale / WEIGHT_HINT_ONE;
  return score > SCORE_MOST ? SCORE_MOST : (uint32_t)score;
}

/* True when a form may occur more often than the weight of its term tells: as a part of a compound,
 * which weighs less, or in the notices, which weigh nothing. */
static bool weighs_less(const query *q, const candidate *c) {
  uint32_t verse, surah, unit = c->ranked->unit;
  if (q->request->locale == LOCALE_DE) { return true; }
  if (c->kind == KIND_VERSE) { return false; }
  uint32_t document = q->in->first + index_document(q->in, unit, &verse, &surah);
  if (document >= q->index->documents->count) { return false; }
  rendition text = renditions_at(&q->index->texts, document);
  return text.notices < text.part[RENDITION_PLAIN].len;
}

/* Scores a unit as far as that goes without positions, and bounds what they could add: elsewhere a
 * form, and a pair, occurs no more often than its term. */
static void score_roughly(reranker *r, candidate *c) {
  const query *q = r->q;
  uint32_t unit = c->ranked->unit;
  c->kind = query_kind(q, unit);
  for (size_t i = 0; i < r->term_count; i++) {
    posting_cursor *cursor = &r->cursors[i];
    bool here = list_seek(cursor, unit) == unit;
    c->codes[i] = here ? (uint8_t)list_code(cursor) : NOT_HERE;
    c->postings[i] = list_number(cursor);
  }
  memset(c->of, 0, q->phrasing_count * sizeof(*c->of));
  for (size_t i = 0; i < q->word_count; i++) {
    const query_word *w = &q->words[i];
    coverage *of = &c->of[w->phrasing];
    unsigned code = NOT_HERE; /* the greatest of a term that stands for the word */
    bool typed = false, sure = false;
    for (size_t m = 0; m < w->count; m++) {
      uint8_t place = r->place[w->terms[m]];
      if (place == PLACED_TERMS || c->codes[place] == NOT_HERE) { continue; }
      if (code == NOT_HERE || c->codes[place] > code) { code = c->codes[place]; }
      const query_term *t = &q->terms[w->terms[m]];
      bool formed = t->formed && in_content(c, place);
      typed = typed || formed;
      sure = sure || (formed && !typed_unsure(r, c, place));
    }
    uint32_t weight = w->weights[c->kind];
    of->sought += w->content ? weight : 0;
    if (code == NOT_HERE) { continue; }
    of->weight += weight;
    of->held += w->content ? weight : 0;
    of->titled += w->content && code >= r->title_code ? weight : 0;
    of->typed += w->content && !w->repeated && typed ? weight : 0;
    of->sure += w->content && !w->repeated && sure ? weight : 0;
  }
  c->scale = candidates_scale(q, unit);
  c->sum = (uint64_t)c->ranked->score * WEIGHT_HINT_ONE / c->scale;
  const bool lighter = weighs_less(q, c);
  uint64_t most = c->sum, gain = 0, most_gain = 0;
  for (size_t i = 0; i < r->term_count; i++) {
    const query_term *t = &q->terms[r->terms[i].term];
    if (!t->formed || !in_content(c, i)) { continue; }
    const bool unsure = form_unsure(t);
    uint32_t impact = impact_of(r, c, unsure && lighter ? FORMAT_CODE_MOST : c->codes[i]);
    uint64_t bonus = share(t->weights[c->kind], impact, BONUS_FORM);
    most += bonus;
    if (!unsure) { c->sum += bonus; }
  }
  for (size_t i = 0; i < r->pair_count; i++) {
    placed_pair pair = r->pairs[i];
    if (!has_pair(c, pair)) { continue; }
    uint32_t beside = greatest_beside(r, c, pair), near = greatest_near(r, c, pair);
    if (!lighter) { /* side by side no more often than the rarer of both, near than the first */
      uint8_t first = c->codes[pair.first], second = c->codes[pair.second];
      beside = level_impact(r, c, first < second ? first : second);
      near = impact_of(r, c, first);
    }
    most += share(pair.weights[c->kind], beside, BONUS_PAIR) +
            share(pair.weights[c->kind], near, BONUS_NEAR);
  }
  for (size_t k = 0; k < q->phrasing_count; k++) {
    const coverage *of = &c->of[k];
    gain = greater(gain, gain_of(r, c, k, (placing){.typed = of->sure}));
    size_t anchor, count;
    uint32_t together = list_others(r, c, k, &anchor, &count);
    most_gain = greater(most_gain, gain_of(r, c, k, (placing){together, of->titled, of->typed}));
  }
  c->ranked->score = finish(c, c->sum, gain);
  c->upper_bound = finish(c, most, most_gain);
}

/* Scores the occurrences of forms as typed, where positions tell of them. */
static uint64_t form_bonus(reranker *r, const candidate *c) {
  uint64_t bonus = 0;
  for (size_t i = 0; i < r->term_count; i++) {
    const query_term *t = &r->q->terms[r->terms[i].term];
    if (!in_content(c, i) || !form_unsure(t)) { continue; }
    const placed_term *placed = placing_read(r, c, i);
    unsigned count = 0; /* occurrences of the form as typed */
    for (size_t k = 0; k < placed->count; k++) { count += placed->forms[k] == t->form; }
    uint32_t impact = count == 0 ? 0 : impact_of(r, c, format_code(2 * count));
    bonus += share(t->weights[c->kind], impact, BONUS_FORM);
  }
  return bonus;
}

static void score_exactly(reranker *r, candidate *c) {
  uint64_t gain = 0;
  placing_enter(r);
  uint64_t total = c->sum + form_bonus(r, c);
  for (size_t i = 0; i < r->pair_count; i++) {
    if (has_pair(c, r->pairs[i])) { total += pair_bonus(r, c, r->pairs[i]); }
  }
  for (size_t k = 0; k < r->q->phrasing_count; k++) {
    placing of = {weigh_together(r, c, k), placing_titled(r, c, k), 0};
    of.typed = r->q->brief[k] ? weigh_typed(r, c, k) : 0;
    gain = greater(gain, gain_of(r, c, k, of));
  }
  c->ranked->score = is_weak(r, c, true) ? 0 : finish(c, total, gain);
}

/* Chooses the weightiest terms and the pairs among them. @return false when memory is out */
static bool choose_terms(reranker *r) {
  const query *q = r->q;
  r->others = arena_alloc(q->memory, (q->word_count + 1) * sizeof(*r->others));
  if (r->others == NULL) { return false; }
  uint16_t order[QUERY_TERMS];
  for (size_t i = 0; i < q->term_count; i++) { order[i] = (uint16_t)i; }
  qsort_r(order, q->term_count, sizeof(*order), by_weight, q->terms);
  memset(r->place, PLACED_TERMS, sizeof(r->place));
  r->term_count = r->pair_count = 0;
  for (size_t i = 0; i < q->term_count && r->term_count < PLACED_TERMS; i++) {
    const query_term *t = &q->terms[order[i]];
    if (t->level) { continue; }
    r->terms[r->term_count].term = order[i];
    r->place[order[i]] = (uint8_t)r->term_count;
    list_open(t->list, q->in->units, &r->cursors[r->term_count++]);
  }
  for (size_t i = 0; i < q->pair_count && r->pair_count < PLACED_PAIRS; i++) {
    uint8_t first = r->place[q->pairs[i].first], second = r->place[q->pairs[i].second];
    if (first == PLACED_TERMS || second == PLACED_TERMS) { continue; }
    const query_term *a = &q->terms[q->pairs[i].first], *b = &q->terms[q->pairs[i].second];
    if (a->list.positions.len == 0 || b->list.positions.len == 0) { continue; }
    placed_pair *pair = &r->pairs[r->pair_count++];
    *pair = (placed_pair){first, second, q->pairs[i].distance, {0}};
    for (size_t k = 0; k < KIND_COUNT; k++) {
      pair->weights[k] = (a->weights[k] + b->weights[k]) / 2;
    }
  }
  return true;
}

/* Tells how much of each phrasing a hit must have, by what the candidates have. */
static void require_share(reranker *r, size_t count) {
  const query *q = r->q;
  for (size_t k = 0; k < q->phrasing_count; k++) {
    r->needed[k] = q->needed[k];
    for (size_t i = 0; q->compared[k] && q->lost[k] == 0 && i < count; i++) {
      const coverage *of = &r->candidates[i].of[k];
      if (of->sought > 0 && of->held == of->sought) { r->needed[k] = WEAK_BESIDE_WHOLE; }
    }
    r->absent[k] = placing_lacks(r, k, count);
  }
}

/* Gives the weak units behind the head the score 0. */
static void drop_weak(reranker *r, const candidates *found) {
  uint8_t needed = 0;
  for (size_t k = 0; k < r->q->phrasing_count; k++) { needed |= r->needed[k] | r->absent[k]; }
  if (needed == 0 || found->count == found->head) { return; }
  candidates_sort_units(found->list + found->head, found->count - found->head);
  for (size_t i = 0; i < r->term_count; i++) {
    list_open(r->q->terms[r->terms[i].term].list, r->q->in->units, &r->cursors[i]);
  }
  for (size_t i = found->head; i < found->count; i++) {
    ranked unit = found->list[i];
    candidate c = {.ranked = &unit};
    score_roughly(r, &c);
    placing_enter(r);
    if (unit.score == 0 || is_weak(r, &c, true)) { found->list[i].score = 0; }
  }
}

/* Begins to fetch from memory what is known of units: each is at another place. */
static void fetch_units(const query *q, const ranked *list, size_t count) {
  uint32_t verse, surah;
  for (size_t i = 0; i < count; i++) {
    uint32_t document = q->in->first + index_document(q->in, list[i].unit, &verse, &surah);
    if (document < q->index->documents->count) { renditions_fetch(&q->index->texts, document); }
    index_fetch_map(q->in, list[i].unit);
  }
}

bool rerank(const query *q, candidates *found, size_t exact) {
  reranker *r = arena_alloc(q->memory, sizeof(*r));
  uint64_t left[CANDIDATES]; /* upper bounds, each with its candidate */
  uint32_t best[CANDIDATES]; /* the `exact` greatest scores, falling */
  size_t kept = 0;
  if (r == NULL) { return false; }
  fetch_units(q, found->list, found->head);
  r->q = q;
  r->title_code = format_code(WEIGHT_TITLE);
  r->subject_code = format_code(WEIGHT_SUBJECT);
  if (!choose_terms(r)) { return false; }
  candidates_sort_units(found->list, found->head);
  for (size_t i = 0; i < found->head; i++) {
    r->candidates[i].ranked = &found->list[i];
    score_roughly(r, &r->candidates[i]);
  }
  require_share(r, found->head);
  placing_yield(r, found->head);
  for (size_t i = 0; i < found->head; i++) {
    candidate *c = &r->candidates[i];
    if (is_weak(r, c, false)) { c->ranked->score = c->upper_bound = 0; }
    left[i] = (uint64_t)c->upper_bound << 8 | i;
  }
  if (exact > found->head) { exact = found->head; }
  /* exactly, the most promising first, until no other can be among the best */
  for (size_t count = found->head; count > 0; count--) {
    size_t next = 0;
    for (size_t i = 1; i < count; i++) { next = left[i] > left[next] ? i : next; }
    candidate *c = &r->candidates[left[next] & 255];
    if (c->upper_bound == 0 || (kept == exact && c->upper_bound < best[exact - 1])) { break; }
    score_exactly(r, c);
    size_t at = kept < exact ? kept++ : exact;
    for (; at > 0 && best[at - 1] < c->ranked->score; at--) {
      if (at < exact) { best[at] = best[at - 1]; }
    }
    if (at < exact) { best[at] = c->ranked->score; }
    left[next] = left[count - 1];
  }
  drop_weak(r, found);
  size_t absent = 0;
  for (size_t k = 0; k < q->phrasing_count; k++) { absent += r->absent[k]; }
  if (absent > 0 && absent == q->phrasing_count) { found->count = found->head = 0; }
  return true;
}

static const char *const evidence_names[] = {
    [EVIDENCE_TYPED] = "typed",
    [EVIDENCE_STEM] = "stem",
    [EVIDENCE_IDENTIFIER] = "identifier",
    [EVIDENCE_SPELLING] = "spelling",
    [EVIDENCE_VARIANT] = "variant",
    [EVIDENCE_COMPLETED] = "completed",
    [EVIDENCE_RELATIVE] = "root",
    [EVIDENCE_DERIVED] = "ending",
    [EVIDENCE_PART] = "part",
    [EVIDENCE_LOOSE] = "loose",
    [EVIDENCE_ONE_EDIT] = "one edit",
    [EVIDENCE_TWO_EDITS] = "two edits",
    [EVIDENCE_BESIDE_RARE] = "beside rare",
    [EVIDENCE_JOINED] = "joined",
    [EVIDENCE_TITLE] = "title",
};

/* Lists the terms that the unit has. @return the sum of their points */
static uint64_t explain_terms(const query *q, const candidate *c, search_evidence *out) {
  uint64_t sum = 0;
  for (size_t i = 0; i < q->term_count; i++) {
    const query_term *t = &q->terms[i];
    posting_cursor cursor;
    char key[FOLD_MAX + 1];
    list_open(t->list, q->in->units, &cursor);
    if (list_seek(&cursor, c->ranked->unit) != c->ranked->unit) { continue; }
    uint32_t code = list_code(&cursor);
    uint32_t impact = t->level ? q->index->impacts[FORMAT_LEVEL << 4 | code]
                               : index_impact(q->index, q->in, c->ranked->unit, code);
    search_term *term = &out->terms[out->term_count++];
    *term = (search_term){.evidence = evidence_names[t->evidence],
                          .units = t->list.df,
                          .weight = t->weights[c->kind],
                          .points = (uint64_t)t->weights[c->kind] * impact};
    size_t len = t->level ? 0 : index_group_key(q->in, t->list.number, key);
    term->group = arena_copy(q->memory, (span){key, len});
    for (size_t w = 0; w < q->word_count && term->typed.len == 0; w++) {
      if (has_term(&q->words[w], (uint16_t)i)) {
        term->typed = arena_copy(q->memory, q->words[w].typed);
      }
    }
    sum += term->points;
  }
  return sum;
}

bool rerank_explain(const query *q, uint32_t unit, search_evidence **out) {
  reranker *r = arena_alloc(q->memory, sizeof(*r));
  search_evidence *e = arena_alloc(q->memory, sizeof(*e));
  ranked here = {unit, 0};
  candidate c = {.ranked = &here, .kind = query_kind(q, unit)};
  if (r == NULL || e == NULL) { return false; }
  *e = (search_evidence){.scale = candidates_scale(q, unit) * PER_CENT / WEIGHT_HINT_ONE};
  *out = e;
  e->terms = arena_alloc(q->memory, (q->term_count + 1) * sizeof(*e->terms));
  if (e->terms == NULL) { return false; }
  r->q = q;
  r->title_code = format_code(WEIGHT_TITLE);
  if (!choose_terms(r)) { return false; }
  uint64_t sum = explain_terms(q, &c, e), best = 0;
  here.score = (uint32_t)(sum * e->scale / PER_CENT);
  score_roughly(r, &c);
  placing_enter(r);
  e->form = form_bonus(r, &c) + (c.sum > sum ? c.sum - sum : 0);
  for (size_t i = 0; i < r->pair_count; i++) {
    if (has_pair(&c, r->pairs[i])) { e->pairs += pair_bonus(r, &c, r->pairs[i]); }
  }
  for (size_t k = 0; k < q->phrasing_count; k++) {
    placing of = {weigh_together(r, &c, k), placing_titled(r, &c, k), weigh_typed(r, &c, k)};
    uint64_t gain = gain_of(r, &c, k, of), whole = q->phrasing_weights[c.kind][k];
    if (gain <= best || whole == 0) { continue; }
    uint64_t sought = c.of[k].sought > 0 ? c.of[k].sought : 1;
    best = gain;
    e->held = (unsigned)(c.of[k].weight * (uint64_t)PER_CENT / whole);
    e->together = (unsigned)(of.together * (uint64_t)PER_CENT / whole);
    e->titled = (unsigned)(of.titled * (uint64_t)PER_CENT / sought);
    e->typed = (unsigned)(of.typed * (uint64_t)PER_CENT / sought);
  }
  return !q->memory->failed;
}
