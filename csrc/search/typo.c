#include "search/typo.h"

#include "base/utf8.h"

enum { PART_LEAST = 4, UNITS_LEAST = 2, WHOLE_LEAST = 2 * PART_LEAST };

/* Endings that are words by accident: they make a new word, not a compound. */
static const char *const endings[] = {"heit", "keit",  "schaft", "lich", "isch",  "ungen",
                                      "ende", "enden", "ender",  "iert", "ierte", "ierten"};
static const char *const links[] = {"", "s", "es", "n", "en", "er"};

static size_t letters(span word) {
  size_t count = 0;
  for (size_t i = 0; i < word.len; i++) { count += (word.data[i] & 0xC0) != 0x80; }
  return count;
}

static uint32_t weigh(span part, compound_count *count, void *known) {
  if (letters(part) < PART_LEAST) { return 0; }
  for (size_t i = 0; i < sizeof(endings) / sizeof(endings[0]); i++) {
    if (span_equal(part, span_of(endings[i]))) { return 0; }
  }
  uint32_t units = count(known, part);
  return units < UNITS_LEAST ? 0 : units;
}

/* The known word that `left` is, with a linking element or without. */
static uint32_t weigh_left(span left, compound_count *count, void *known, span *part) {
  uint32_t best = 0;
  for (size_t i = 0; i < sizeof(links) / sizeof(links[0]); i++) {
    span link = span_of(links[i]);
    if (left.len <= link.len) { continue; }
    span tail = span_skip(left, left.len - link.len);
    if (!span_equal(tail, link)) { continue; }
    uint32_t units = weigh(span_take(left, left.len - link.len), count, known);
    if (units <= best) { continue; }
    best = units;
    *part = span_take(left, left.len - link.len);
  }
  return best;
}

size_t compound_split(span word, compound_count *count, void *known, span parts[COMPOUND_PARTS]) {
  uint64_t best = 0;
  span left = word, right = word, candidate = word;
  if (letters(word) < WHOLE_LEAST) { return 0; }
  for (size_t at = PART_LEAST; at + PART_LEAST <= word.len; at++) {
    if ((word.data[at] & 0xC0) == 0x80) { continue; }
    uint64_t units = weigh(span_skip(word, at), count, known);
    if (units == 0) { continue; }
    units *= weigh_left(span_take(word, at), count, known, &candidate);
    if (units <= best) { continue; }
    best = units;
    left = candidate;
    right = span_skip(word, at);
  }
  if (best == 0) { return 0; }
  size_t n = 0;
  const span halves[2] = {left, right};
  for (size_t i = 0; i < 2 && n < COMPOUND_PARTS; i++) {
    parts[n++] = halves[i];
    span inner[COMPOUND_PARTS];
    size_t more = compound_split(halves[i], count, known, inner);
    for (size_t k = 0; k < more && n < COMPOUND_PARTS; k++) { parts[n++] = inner[k]; }
  }
  return n;
}

enum { LETTERS = 30, EDITS = 2, FAR = EDITS + 1, COMPLETIONS = 1 << 14 };

/* Edits that are forgiven in a word of so many letters. */
static unsigned allowance_of(size_t count) { return count < 5 ? 0 : count < 9 ? 1 : 2; }

/* A set of letters, a bit for each by its last byte; an edit changes one letter at most. */
typedef uint32_t letter_set;

static letter_set letter_at(const char *text, size_t i) { return 1u << (text[i] & 31); }

/* True when at most `most` letters of the set are not in the other. */
static bool mostly_in(letter_set set, letter_set other, unsigned most) {
  for (set &= ~other; most > 0; most--) { set &= set - 1; }
  return set == 0;
}

/* The parts of the word that the first letters of an entry may be: bit k of `within[d]` says
 * that at most d edits make them its first k letters. A row takes a few operations on whole
 * integers, after Wu and Manber (1992), with the exchange of neighbours as one edit more. */
typedef struct row {
  uint32_t within[EDITS + 1];
  uint32_t same; /* bit k: the letter of the entry that ends the row is the k-th of the word */
  size_t end;    /* bytes of the entry up to here */
} row;

/* The state of one word's walk over the sorted dictionary: letters that an entry shares with
 * the ones before it keep their rows. */
typedef struct walk {
  typo_word *of;
  uint32_t word[LETTERS];
  size_t count; /* its letters */
  letter_set set;
  uint32_t ascii[128]; /* `same` of a row that ends with this one */
  uint32_t all;        /* the bits 0..count */
  unsigned allowance;
  row rows[LETTERS + 1];
  size_t sound;  /* rows that hold, the first left out */
  size_t shared; /* bytes that all entries since the last row have in common with its entry */
  bool dead;     /* no entry that begins with the letters of the rows can be near */
} walk;

/* @return false when the word has more than LETTERS letters, or too few to be forgiven an
 * edit */
static bool begin_walk(walk *w, typo_word *of) {
  size_t step;
  w->of = of; /* the rows are written before they are read */
  memset(w->ascii, 0, sizeof w->ascii);
  w->count = w->shared = w->sound = 0;
  w->set = 0;
  w->dead = false;
  w->rows[0] = (row){0};
  for (size_t i = 0; i < of->word.len; i += step) {
    uint32_t letter = utf8_decode(span_skip(of->word, i), &step);
    if (step == 0) { break; }
    if (w->count == LETTERS) { return false; }
    w->word[w->count++] = letter;
    w->set |= letter_at(of->word.data, i + step - 1);
    if (letter < 128) { w->ascii[letter] |= 1u << w->count; }
  }
  w->all = (2u << w->count) - 1;
  w->allowance = allowance_of(w->count);
  if (of->generous && w->allowance == 0) { w->allowance = 1; }
  if (of->near && w->allowance > 1) { w->allowance = 1; }
  for (unsigned d = 0; d <= EDITS; d++) { w->rows[0].within[d] = (2u << d) - 1; }
  return w->allowance > 0;
}

static void add_row(walk *w, uint32_t letter, size_t end) {
  row *here = &w->rows[++w->sound];
  const row *before = here - 1;
  *here = (row){.same = letter < 128 ? w->ascii[letter] : 0, .end = end};
  for (size_t k = 0; letter >= 128 && k < w->count; k++) {
    here->same |= (uint32_t)(w->word[k] == letter) << (k + 1);
  }
  for (unsigned d = 0; d <= w->allowance; d++) {
    uint32_t bits = before->within[d] << 1 & here->same;
    if (d > 0) {
      uint32_t inserted = before->within[d - 1], omitted = here->within[d - 1] << 1;
      bits |= inserted | inserted << 1 | omitted;
    }
    if (d > 0 && w->sound > 1) {
      bits |= here[-2].within[d - 1] << 2 & here->same << 1 & before->same;
    }
    here->within[d] = bits & w->all;
  }
  /* the row after the next follows from both */
  w->dead = w->sound > 1 && (here->within[w->allowance] | before->within[w->allowance]) == 0;
}

/* Edits between the word and an entry, FAR when beyond the allowance. */
static unsigned distance(walk *w, span key) {
  size_t step, shared = w->shared;
  w->shared = key.len;
  if (w->dead && shared >= w->rows[w->sound].end) { return FAR; }
  while (w->sound > 0 && w->rows[w->sound].end > shared) { w->sound--; }
  w->dead = false;
  for (size_t at = w->rows[w->sound].end; at < key.len && !w->dead; at += step) {
    uint32_t letter = utf8_decode(span_skip(key, at), &step);
    if (step == 0 || w->sound == LETTERS) { return FAR; }
    add_row(w, letter, at + step);
  }
  for (unsigned edits = 0; edits <= w->allowance; edits++) {
    if (w->rows[w->sound].within[edits] >> w->count & 1) { return edits; }
  }
  return FAR;
}

static bool has_digit(span word) {
  for (size_t i = 0; i < word.len; i++) {
    if (word.data[i] >= '0' && word.data[i] <= '9') { return true; }
  }
  return false;
}

static bool better(const typo_match *a, const typo_match *b) {
  if (a->edits != b->edits) { return a->edits < b->edits; }
  if (a->list.df != b->list.df) { return a->list.df > b->list.df; }
  return a->list.number < b->list.number;
}

/* Notes the word of a match. */
static void name_match(typo_match *m, span word) {
  m->len = word.len <= TYPO_BYTES ? (uint8_t)word.len : 0;
  memcpy(m->word, word.data, m->len);
}

/* Keeps the best matches in their order, one for each group. */
static void keep_best(typo_match out[TYPO_GROUPS], size_t *count, const typo_match *m) {
  for (size_t i = 0; i < *count; i++) {
    if (out[i].list.number != m->list.number) { continue; }
    if (!better(m, &out[i])) { return; }
    --*count;
    memmove(out + i, out + i + 1, (*count - i) * sizeof(*out));
    break;
  }
  size_t at = *count;
  while (at > 0 && better(m, &out[at - 1])) { at--; }
  if (at == TYPO_GROUPS) { return; }
  size_t last = *count < TYPO_GROUPS ? *count : TYPO_GROUPS - 1;
  for (size_t i = last; i > at; i--) { out[i] = out[i - 1]; }
  out[at] = *m;
  if (*count < TYPO_GROUPS) { ++*count; }
}

typedef bool visitor(void *state, const partition *p, const lexicon_cursor *c, uint32_t number,
                     unsigned form);

/* Calls `visit` for the words that begin with `prefix`, until it returns false. */
static void each_word(const partition *p, span prefix, visitor *visit, void *state) {
  lexicon_cursor c;
  uint32_t number = 0;
  unsigned form;
  lexicon_seek_block(&p->forms, prefix, &c);
  while (c.number < p->forms.count) {
    if (c.number % LEXICON_BLOCK == 0) { number = 0; }
    const unsigned char *end = index_form_payload(&c, &number, &form);
    span key = {c.key, c.key_len};
    bool inside = span_starts(key, prefix);
    if (!inside && span_compare(key, prefix) > 0) { return; }
    if (inside && !visit(state, p, &c, number, form)) { return; }
    if (!lexicon_next(&c, end)) { return; }
  }
}

/* The walks of words that begin with the same letter. */
typedef struct search_state {
  walk walks[TYPO_WORDS];
  size_t count;
  bool begun;                    /* an entry has been visited */
  letter_set sets[FOLD_MAX + 2]; /* of the present entry's first bytes */
  uint8_t counts[FOLD_MAX + 2];
} search_state;

/* False when the number of letters or the letters themselves need more edits than are
 * forgiven. */
static bool similar(const walk *w, size_t count, letter_set set) {
  unsigned most = w->allowance;
  return count + most >= w->count && count <= w->count + most && mostly_in(set, w->set, most) &&
         mostly_in(w->set, set, most);
}

static bool visit_typo(void *state, const partition *p, const lexicon_cursor *c, uint32_t number,
                       unsigned form) {
  search_state *s = state;
  size_t shared = s->begun ? c->shared : 0;
  s->begun = true;
  for (size_t i = shared; i < c->key_len; i++) {
    bool ends = i + 1 == c->key_len || ((unsigned char)c->key[i + 1] & 0xC0) != 0x80;
    s->sets[i + 1] = s->sets[i] | (ends ? letter_at(c->key, i) : 0);
    s->counts[i + 1] = (uint8_t)(s->counts[i] + ends);
  }
  span key = {c->key, c->key_len};
  for (size_t i = 0; i < s->count; i++) {
    walk *w = &s->walks[i];
    if (shared < w->shared) { w->shared = shared; }
    if (!similar(w, s->counts[key.len], s->sets[key.len])) { continue; }
    typo_match m = {.form = form, .edits = distance(w, key)};
    if (m.edits == 0 || m.edits == FAR || has_digit(key)) { continue; }
    name_match(&m, key);
    if (index_group_at(p, number, &m.list)) { keep_best(w->of->matches, &w->of->count, &m); }
  }
  return true;
}

static span first_letter(span word) {
  size_t step;
  utf8_decode(word, &step);
  return span_take(word, step);
}

/* Letters of one script are typed for each other. */
static bool is_latin(span letter) {
  unsigned char lead = (unsigned char)letter.data[0];
  return (lead >= 'a' && lead <= 'z') || (lead >= 0xC3 && lead <= 0xC5);
}

/* Tries `letter`, which may be none, before `rest` as a word of the dictionary. */
static void try_initial(const partition *p, span letter, span rest, typo_word *w) {
  char key[2 * FOLD_MAX];
  typo_match m = {.edits = EDITS};
  uint32_t number;
  if (letter.len + rest.len > FOLD_MAX) { return; }
  memcpy(key, letter.data, letter.len);
  memcpy(key + letter.len, rest.data, rest.len);
  span word = {key, letter.len + rest.len};
  if (!index_form(p, word, &number, &m.form) || !index_group_at(p, number, &m.list)) { return; }
  name_match(&m, word);
  keep_best(w->matches, &w->count, &m);
}

/* Words that differ in the first letter only: another, none, one more, f for ph, or the first two
 * exchanged. That costs as much as two edits. */
static void search_initials(const partition *p, typo_word *w) {
  char swapped[8];
  span first = first_letter(w->word), rest = span_skip(w->word, first.len);
  span second = first_letter(rest);
  for (size_t i = 0; i < p->initial_count; i++) {
    span letter = {p->initials[i].bytes, p->initials[i].len};
    if (is_latin(letter) != is_latin(first)) { continue; }
    try_initial(p, letter, rest, w);
    try_initial(p, letter, w->word, w);
  }
  try_initial(p, SPAN(""), rest, w);
  if (span_equal(first, SPAN("f"))) { try_initial(p, SPAN("ph"), rest, w); }
  if (span_starts(w->word, SPAN("ph"))) { try_initial(p, SPAN("f"), span_skip(w->word, 2), w); }
  memcpy(swapped, second.data, second.len);
  memcpy(swapped + second.len, first.data, first.len);
  try_initial(p, (span){swapped, first.len + second.len}, span_skip(rest, second.len), w);
}

void typo_search(const partition *p, typo_word *words, size_t count) {
  for (size_t i = 0; i < count; i++) { words[i].count = 0; }
  for (size_t i = 0; i < count; i++) {
    span letter = first_letter(words[i].word);
    size_t earlier = 0;
    while (earlier < i && !span_starts(words[earlier].word, letter)) { earlier++; }
    if (earlier < i) { continue; }
    /* words of one letter together: reading the dictionary is most of the work */
    search_state s; /* most of its bytes are never read */
    s.count = 0;
    s.counts[0] = 0;
    s.sets[0] = 0;
    s.begun = false;
    for (size_t k = i; k < count; k++) {
      if (span_starts(words[k].word, letter)) {
        s.count += begin_walk(&s.walks[s.count], &words[k]);
      }
    }
    if (s.count > 0) { each_word(p, letter, visit_typo, &s); }
  }
  for (typo_word *w = words; w < words + count; w++) {
    /* two edits only where one finds nothing */
    while (w->count > 1 && w->matches[w->count - 1].edits > w->matches[0].edits) { w->count--; }
    if (w->near || w->count > 0) { continue; }
    if (allowance_of(utf8_count(w->word)) > 0 && !has_digit(w->word)) { search_initials(p, w); }
  }
}

bool typo_variants(const partition *p, span word, variant_reader *out) {
  typo_word typed = {.word = word};
  unsigned best = FAR;
  walk w;
  lexicon_cursor c;
  if (word.len == 0 || !begin_walk(&w, &typed)) { return false; }
  span letter = first_letter(word);
  lexicon_seek_block(&p->variants, letter, &c);
  for (bool more = c.number < p->variants.count; more;) {
    span key = {c.key, c.key_len}, text;
    if (!span_starts(key, letter) && span_compare(key, letter) > 0) { break; }
    variant_reader here = variants_of(&c), rest = here;
    w.shared = 0; /* few entries are alike: each is read from its start */
    unsigned edits = here.left > 0 && span_find(key, ' ') == key.len ? distance(&w, key) : FAR;
    if (edits > 0 && edits < best) {
      best = edits;
      *out = here;
    }
    while (variants_next(&rest, &text)) {}
    more = lexicon_next(&c, rest.at);
  }
  return best < FAR;
}

typedef struct complete_state {
  size_t seen, count;
  typo_match *out;
} complete_state;

static bool visit_completion(void *state, const partition *p, const lexicon_cursor *c,
                             uint32_t number, unsigned form) {
  complete_state *s = state;
  typo_match m = {.form = form, .edits = 0};
  name_match(&m, (span){c->key, c->key_len});
  if (index_group_at(p, number, &m.list)) { keep_best(s->out, &s->count, &m); }
  return ++s->seen < COMPLETIONS;
}

size_t typo_complete(const partition *p, span prefix, typo_match out[TYPO_GROUPS]) {
  complete_state s = {.out = out};
  each_word(p, prefix, visit_completion, &s);
  return s.count;
}

typedef struct derive_state {
  unsigned locale;
  span word;
  bool ends[FOLD_MAX + 1]; /* whether the word may end there and go on with an ending */
  size_t least;            /* of the beginning: what the matches have */
  uint32_t but, units;
  size_t count;
  typo_match *out;
} derive_state;

static bool visit_derived(void *state, const partition *p, const lexicon_cursor *c, uint32_t number,
                          unsigned form) {
  derive_state *s = state;
  span key = {c->key, c->key_len};
  const size_t least = s->least; /* grows as matches are found: this key may share less */
  size_t shared = 0;
  while (shared < key.len && shared < s->word.len && key.data[shared] == s->word.data[shared]) {
    shared++;
  }
  for (size_t len = shared; len >= least && len + ENDING_MOST >= key.len; len--) {
    typo_match m = {.form = form, .edits = 0};
    if (!s->ends[len] || !analyze_ending(s->locale, span_skip(key, len))) { continue; }
    if (number == s->but || !index_group_at(p, number, &m.list) || m.list.df >= s->units) { break; }
    name_match(&m, key);
    if (len > s->least) { s->count = 0; }
    s->least = len;
    keep_best(s->out, &s->count, &m);
    break;
  }
  return true;
}

size_t typo_derived(const partition *p, unsigned locale, span word, size_t least, uint32_t but,
                    uint32_t units, typo_match out[TYPO_GROUPS]) {
  derive_state s = {.locale = locale, .word = word, .but = but, .units = units, .out = out};
  if (word.len > FOLD_MAX) { return 0; }
  for (size_t len = word.len; len >= least && len + ENDING_MOST >= word.len; len--) {
    s.ends[len] = analyze_ending(locale, span_skip(word, len));
    if (s.ends[len]) { s.least = len; }
  }
  if (s.least > 0) { each_word(p, span_take(word, s.least), visit_derived, &s); }
  return s.count;
}

typedef struct spell_state {
  uint32_t group;
  unsigned form;
  size_t len;
  char *out;
} spell_state;

static bool visit_spelling(void *state, const partition *p, const lexicon_cursor *c,
                           uint32_t number, unsigned form) {
  spell_state *s = state;
  (void)p;
  if (number != s->group || form != s->form || c->key_len > FOLD_MAX) { return true; }
  memcpy(s->out, c->key, c->key_len);
  s->len = c->key_len;
  return false;
}

size_t typo_spell(const partition *p, uint32_t group, unsigned form, char out[FOLD_MAX]) {
  spell_state s = {.group = group, .form = form, .out = out};
  each_word(p, SPAN(""), visit_spelling, &s);
  return s.len;
}

bool typo_short(const partition *p, span word, typo_word *w) {
  size_t kept = 0;
  *w = (typo_word){.word = word, .generous = true};
  if (utf8_count(word) >= SHORT_LEAST) { typo_search(p, w, 1); }
  for (size_t i = 0; i < w->count; i++) {
    const typo_match *m = &w->matches[i];
    unsigned char odd = 0; /* 0 where both have the same letters */
    for (size_t k = 0; k < w->word.len; k++) { odd ^= (unsigned char)w->word.data[k]; }
    for (size_t k = 0; k < m->len; k++) { odd ^= (unsigned char)m->word[k]; }
    bool exchanged = m->len == w->word.len && odd == 0;
    if (m->len > w->word.len || exchanged) { w->matches[kept++] = *m; }
  }
  w->count = kept;
  return kept > 0;
}
