#include "search/query_read.h"

#include "base/ascii.h"
#include "search/meaning.h"
#include "search/phrasing.h"
#include "search/weights.h"
#include "text/token.h"

/* Share of its weight that a word keeps, by its class, in a question and elsewhere. */
static const double share_of_class[][2] = {
    [WORD_CONTENT] = {1, 1},
    [WORD_FUNCTION] = {WEIGHT_FUNCTION_WORD_ASKED, WEIGHT_FUNCTION_WORD},
    [WORD_QUESTION] = {WEIGHT_QUESTION_WORD_ASKED, WEIGHT_QUESTION_WORD},
    [WORD_QURAN] = {WEIGHT_HINT_WORD, WEIGHT_HINT_WORD},
    [WORD_REQUEST] = {WEIGHT_REQUEST_WORD, WEIGHT_REQUEST_WORD},
};

/* Adds an identifier whose powers are typed without their sign: `m/s2` is m/s². */
static bool add_powers(query_reader *r, span identifier) {
  char key[FOLD_MAX];
  size_t len = 0;
  for (size_t i = 0; i < identifier.len; i++) {
    char c = identifier.data[i];
    if (len + 2 > FOLD_MAX) { return false; }
    if (i > 0 && ascii_digit(c) && ascii_letter(identifier.data[i - 1])) { key[len++] = '^'; }
    key[len++] = c;
  }
  return len > identifier.len && terms_add_key(r, (span){key, len}, EVIDENCE_SPELLING) != TERM_NONE;
}

/* Pairs a word with the one before it. Words that are everywhere have no positions to compare and
 * are stepped over. */
static void pair_word(query_reader *r, uint16_t term, uint32_t position) {
  if (term != TERM_NONE && r->out->terms[term].list.positions.len == 0) { return; }
  if (term != TERM_NONE && r->last != TERM_NONE) {
    terms_pair(r, r->last, term, position - r->last_position);
  }
  r->last = term;
  r->last_position = position;
}

/* Adds the alternatives of a word of a run: the words of each are shared out among those of the
 * run, in their order. @return the first term */
static uint16_t add_alternatives(query_reader *r, const variant_run *run, uint32_t position,
                                 bool typed) {
  variant_reader left = run->alternatives;
  uint16_t found = TERM_NONE;
  for (span text; variants_next(&left, &text);) {
    token_reader tokens;
    token t;
    uint32_t words = 0;
    token_begin(&tokens, text);
    while (token_next(&tokens, &t)) { words = t.kind == TOKEN_WORD ? t.position + 1 : words; }
    uint16_t before = TERM_NONE;
    token_begin(&tokens, text);
    while (token_next(&tokens, &t)) {
      if (t.kind != TOKEN_WORD ||
          run->first + t.position * (run->end - run->first) / words != position) {
        continue;
      }
      enum word_class class = words > 1 ? outline_class(r->in, t.key) : WORD_CONTENT;
      if (class == WORD_FUNCTION || class == WORD_QUESTION) { continue; }
      uint16_t term = TERM_NONE;
      unsigned form;
      word_group g;
      if (terms_find(r->in, t.key, &g, &form)) {
        term = terms_add(r, &g, typed ? -1 : (int)form, EVIDENCE_VARIANT);
      } else {
        span stem = analyzer_stem(r->out->index->stems, r->locale, t.key, t.traits);
        term = terms_add_key(r, stem, EVIDENCE_VARIANT);
      }
      if (before != TERM_NONE && term != TERM_NONE) { terms_pair(r, before, term, 1); }
      before = term;
      found = found == TERM_NONE ? term : found;
    }
  }
  return found;
}

/* Words of a brief phrasing that stand side by side, without what parts them. */
typedef struct row {
  char text[FOLD_MAX];
  size_t starts[BRIEF_WORDS], count, len;
  uint32_t next; /* position of the word that continues it */
} row;

/* Adds a word that is typed in parts: in another spelling, in another form, or as a variant. */
static uint16_t add_whole(query_reader *r, span word, variant_run *run) {
  uint16_t found = terms_add_form(r, word, EVIDENCE_SPELLING);
  if (found == TERM_NONE && r->locale == LOCALE_DE) { found = terms_add_umlauts(r, word); }
  if (found != TERM_NONE) { return found; }
  span stem = analyzer_stem(r->out->index->stems, r->locale, word, FOLD_LETTER | FOLD_WIDE);
  found = terms_add_key(r, stem, EVIDENCE_SPELLING);
  if (found != TERM_NONE || !variants_find(&r->in->variants, word, &run->alternatives)) {
    return found;
  }
  return add_alternatives(r, run, run->first, false);
}

/* Adds what words side by side are where nothing parts them: Zell-Atmung is Zellatmung. It stands
 * for each of them. */
static void add_row(query_reader *r, const token *t, bool content, row *words) {
  bool letters = (t->traits & (FOLD_DIGIT | FOLD_ARABIC)) == 0;
  bool fits = words->count < BRIEF_WORDS && words->len + t->key.len <= FOLD_MAX;
  if (!fits || t->position != words->next) { words->count = words->len = 0; }
  words->next = t->position + 1;
  if (!letters || !content || !r->listing || t->key.len > FOLD_MAX) {
    words->count = words->len = 0;
    return;
  }
  words->starts[words->count++] = words->len;
  memcpy(words->text + words->len, t->key.data, t->key.len);
  words->len += t->key.len;
  uint16_t found = TERM_NONE;
  for (size_t i = 0; i + 1 < words->count && found == TERM_NONE; i++) {
    span whole = {words->text + words->starts[i], words->len - words->starts[i]};
    variant_run run = {.first = t->position, .end = t->position + 1};
    found = add_whole(r, whole, &run);
    for (size_t k = 1; found != TERM_NONE && k < words->count - i; k++) {
      terms_mean(&r->out->words[r->out->word_count - 1 - k], found);
    }
  }
}

/* The class of a word. Where a phrasing has no content word, all of them are what is sought. */
static enum word_class class_of(const query_reader *r, const outline *whole, const token *t) {
  if (!whole->content) { return WORD_CONTENT; }
  if (t->position >= OUTLINED) { return outline_class(r->in, t->key); }
  return (enum word_class)whole->classes[t->position];
}

/* True when a run has all words that say what is sought. */
static bool covers(const variant_run *run, const outline *whole) {
  return run->first <= whole->first && run->end > whole->last;
}

static void read_phrasing(query_reader *r, phrasing *from) {
  query *q = r->out;
  token_reader tokens;
  token t;
  char joined[2 * FOLD_MAX]; /* begins with the word before, where it is Arabic */
  size_t before = 0;
  outline whole;
  variant_run run = {.end = 0};
  row words = {.count = 0};
  outline_read(r->in, from, &whole);
  from->asks = whole.question;
  r->formula = from->identified = memchr(from->text.data, '=', from->text.len) != NULL;
  const char *identified = from->text.data; /* end of the last identifier that is in the index */
  memset(r->repeats, 0, QUERY_TERMS);
  r->last = TERM_NONE;
  r->alone = whole.words == 1 && q->phrasing_count == 1;
  r->brief = from->brief = whole.words <= BRIEF_WORDS && !whole.question;
  r->several = whole.contents > 1;
  bool fragment = whole.contents >= BRIEF_WORDS && !r->brief && whole.words <= FRAGMENT_WORDS;
  r->rare = whole.question ? WEIGHT_RARE_ASKED : fragment ? WEIGHT_RARE_FRAGMENT : 0;
  token_begin(&tokens, from->text);
  while (token_next(&tokens, &t)) {
    if (t.kind == TOKEN_IDENTIFIER) {
      from->identified = true;
      bool known =
          terms_add_key(r, t.key, EVIDENCE_IDENTIFIER) != TERM_NONE || add_powers(r, t.key);
      if (known) {
        from->brief = false; /* its words are not what was typed */
        identified = t.source.data + t.source.len;
      }
      continue;
    }
    if (from->name) { continue; }
    enum word_class class = class_of(r, &whole, &t);
    q->hinted = q->hinted || class == WORD_QURAN;
    r->listing = q->word_count < QUERY_TERMS;
    if (r->listing) {
      q->words[q->word_count++] = (query_word){
          .phrasing = (uint8_t)r->phrasing, .content = class == WORD_CONTENT, .typed = t.source};
    }
    r->share = share_of_class[class][whole.question ? 0 : 1];
    if (t.source.data < identified) { r->share *= WEIGHT_IN_IDENTIFIER; }
    outline_variants(r->in, &whole, t.position, &run);
    r->known = t.position < run.end;
    if (covers(&run, &whole) && !from->shaped) { from->others = run.alternatives; }
    uint16_t found = meaning_add(r, &t, tokens.position == whole.words);
    if (r->known) {
      uint16_t other = add_alternatives(r, &run, t.position, found != TERM_NONE);
      found = found == TERM_NONE ? other : found;
      query_word *w = &q->words[q->word_count - 1]; /* the others of its run stand for it, too */
      if (r->listing && w->count == 0) { w->content = false; }
    }
    bool mistyped = found == TERM_NONE && !r->known && t.traits == FOLD_LETTER;
    if (mistyped && typo_variants(r->in, t.key, &run.alternatives)) {
      run.first = t.position;
      run.end = t.position + 1;
      r->share *= CONFIDENCE_ONE_EDIT;
      found = add_alternatives(r, &run, t.position, false);
      if (covers(&run, &whole)) { from->others = run.alternatives; }
    }
    if (r->brief) { add_row(r, &t, class == WORD_CONTENT, &words); }
    r->known = r->listing = false;
    r->share = 1;
    pair_word(r, found, t.position);
    bool arabic = (t.traits & FOLD_ARABIC) != 0;
    if (arabic && before > 0 && before + t.key.len <= FOLD_MAX) { /* يا أيها may be written يأيها */
      memcpy(joined + before, t.key.data, t.key.len);
      terms_add_form(r, (span){joined, before + t.key.len}, EVIDENCE_SPELLING);
    }
    before = arabic ? t.key.len : 0;
    memcpy(joined, t.key.data, before);
  }
}

bool query_read(search_index *index, const search_query *request, arena *memory, query *out) {
  const partition *in = &index->partitions[request->locale];
  *out = (query){.index = index, .request = request, .memory = memory, .in = in, .end = in->units};
  if (request->section < SECTION_COUNT) {
    out->first = request->section > 0 ? in->section_end[request->section - 1] : 0;
    out->end = in->section_end[request->section];
    if (request->below.data != NULL) {
      index_below(index, request->locale, request->section, request->below, &out->first, &out->end);
    }
  }
  if (request->count == 0) { return true; }
  out->terms = arena_alloc(memory, QUERY_TERMS * sizeof(query_term));
  out->pairs = arena_alloc(memory, QUERY_PAIRS * sizeof(query_pair));
  out->words = arena_alloc(memory, QUERY_TERMS * sizeof(query_word));
  query_guesses guessed;
  query_reader r = {
      .out = out, .in = in, .locale = request->locale, .share = 1, .guesses = &guessed};
  r.slots = arena_alloc(memory, TERM_SLOTS * sizeof(*r.slots));
  r.repeats = arena_alloc(memory, QUERY_TERMS);
  if (memory->failed) { return false; }
  memset(r.slots, 0, TERM_SLOTS * sizeof(*r.slots));
  guessed.count = 0;
  guessed.known = false;
  if (!phrasing_read(request, memory, out->phrasings, &out->phrasing_count)) { return false; }
  for (size_t i = 0; i < out->phrasing_count; i++) {
    phrasing *from = &out->phrasings[i];
    r.phrasing = (unsigned)i;
    from->name = pins_is_name(request, from->typed);
    query_pin *pin = &out->pins[out->pin_count];
    bool pinned = pins_find(index, request, from->typed, pin) ||
                  pins_find_spoken(index, request, from->text, pin);
    from->shaped = variants_of_shape(&in->variants, from->text, &from->others);
    read_phrasing(&r, from);
    out->pin_count += pinned;
  }
  query_weigh(out);
  return true;
}
