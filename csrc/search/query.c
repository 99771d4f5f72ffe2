#include "search/query.h"

#include <math.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "search/phrasing.h"
#include "search/typo.h"
#include "search/weights.h"
#include "text/token.h"

enum {
  SLOTS = 4 * QUERY_TERMS,
  NONE = UINT16_MAX,
  PREFIX_LEAST = 3, /* letters of an unfinished last word */
  PAIR_DISTANCE = 3,
  POWER_BASE = 3, /* letters of a power whose sign is left out, and its digits */
  POWER_DIGITS = 2,
  SURE_STEM = 6,    /* bytes of a stem that leaves no doubt which word it is of */
  PRODUCT_MOST = 3, /* letters that are written side by side as factors */
  JOINED_LEAST = 4, /* bytes of a word that another is joined to, and units of the rarer of both */
  JOINED_UNITS = 2
};

/* Confidence that a group of the dictionary is what was typed. */
static const double confidence_of[] = {
    [EVIDENCE_TYPED] = CONFIDENCE_EXACT,         [EVIDENCE_STEM] = CONFIDENCE_EXACT,
    [EVIDENCE_IDENTIFIER] = CONFIDENCE_EXACT,    [EVIDENCE_SPELLING] = CONFIDENCE_SPELLING,
    [EVIDENCE_VARIANT] = CONFIDENCE_VARIANT,     [EVIDENCE_COMPLETED] = CONFIDENCE_COMPLETED,
    [EVIDENCE_RELATIVE] = CONFIDENCE_RELATIVE,   [EVIDENCE_PART] = CONFIDENCE_PART,
    [EVIDENCE_LOOSE] = CONFIDENCE_LOOSE,         [EVIDENCE_ONE_EDIT] = CONFIDENCE_ONE_EDIT,
    [EVIDENCE_TWO_EDITS] = CONFIDENCE_TWO_EDITS, [EVIDENCE_BESIDE_RARE] = CONFIDENCE_BESIDE_RARE,
    [EVIDENCE_JOINED] = CONFIDENCE_PART,
};

/* The kind of a match of the dictionary, by its edits; 0 is a completion. */
static const uint8_t evidence_of_edits[] = {EVIDENCE_COMPLETED, EVIDENCE_ONE_EDIT,
                                            EVIDENCE_TWO_EDITS};

/* The words of a request that nothing but a typo explains, looked up together. */
typedef struct guesses {
  typo_word words[TYPO_WORDS];
  char keys[TYPO_WORDS][FOLD_MAX];
  size_t count;
  bool known; /* they have been looked up */
} guesses;

typedef struct reader {
  query *out;
  const partition *in;
  unsigned locale;
  uint16_t *slots;  /* group number → term + 1 */
  uint8_t *repeats; /* of each term in the present phrasing */
  unsigned phrasing, typos;
  guesses *guesses;
  bool rehearsal; /* only collects guesses: nothing is added to the bag */
  bool alone;     /* the request is of a single word */
  bool brief;     /* the phrasing is short: rare words may be typos */
  double share;   /* of its weight that the present word keeps */
  bool known;     /* the present word has variants, and is no typo */
  bool several;   /* the phrasing has several content words */
  bool formula;   /* the phrasing has an equals sign */
  bool listing;   /* terms belong to the last of `out->words` */
  uint16_t last;  /* the term of the word before, NONE when there is none */
  uint32_t last_position;
} reader;

/* Share of its weight that a word keeps, by its class, in a question and elsewhere. */
static const double share_of_class[][2] = {
    [WORD_CONTENT] = {1, 1},
    [WORD_FUNCTION] = {WEIGHT_FUNCTION_WORD_ASKED, WEIGHT_FUNCTION_WORD},
    [WORD_QUESTION] = {WEIGHT_QUESTION_WORD_ASKED, WEIGHT_QUESTION_WORD},
    [WORD_QURAN] = {WEIGHT_HINT_WORD, WEIGHT_HINT_WORD},
};

/* Lets a term stand for a word, too. */
static void add_meaning(query_word *w, uint16_t term) {
  size_t known = 0;
  while (known < w->count && w->terms[known] != term) { known++; }
  if (known == w->count && w->count < QUERY_MEANINGS) { w->terms[w->count++] = term; }
}

/* Adds a group to the bag, where it is once; repeated in one phrasing it weighs more, but ever less
 * so. @return its term, NONE when the bag is full */
static uint16_t add_term(reader *r, const word_group *g, int form, enum query_evidence evidence) {
  query *q = r->out;
  if (r->rehearsal) { return 0; }
  uint32_t slot = g->number * 2654435761u % SLOTS;
  for (; r->slots[slot] != 0; slot = (slot + 1) % SLOTS) {
    if (q->terms[r->slots[slot] - 1].list.number == g->number) { break; }
  }
  if (r->slots[slot] == 0) {
    if (q->term_count == QUERY_TERMS) { return NONE; }
    q->terms[q->term_count] = (query_term){.list = *g};
    r->slots[slot] = (uint16_t)++q->term_count;
  }
  uint16_t number = (uint16_t)(r->slots[slot] - 1);
  query_term *t = &q->terms[number];
  t->phrasings |= (uint8_t)(1u << r->phrasing);
  if (r->repeats[number] < 16) { r->repeats[number]++; }
  double confidence =
      r->share * confidence_of[evidence] * (1 + WEIGHT_REPEATED * log(r->repeats[number]));
  uint32_t weight = (uint32_t)lround(query_weight(r->in->units, g->df) * confidence) + 1;
  if (weight > t->weight) {
    t->weight = weight;
    t->evidence = (uint8_t)evidence;
  }
  if (form >= 0 && !t->formed) {
    t->form = (uint8_t)form;
    t->formed = true;
    t->typed = 1u << form;
  }
  if (r->listing) { add_meaning(&q->words[q->word_count - 1], number); }
  return number;
}

static uint16_t add_key(reader *r, span key, enum query_evidence evidence) {
  word_group g;
  return index_group(r->in, key, &g) ? add_term(r, &g, -1, evidence) : NONE;
}

/* Finds a word as it is written in the index: its group, and its form there. */
static bool find_form(const partition *in, span word, word_group *group, unsigned *form) {
  uint32_t number;
  return word.len > 0 && index_form(in, word, &number, form) && index_group_at(in, number, group);
}

/* Adds a word as it is written in the index. */
static uint16_t add_form(reader *r, span word, enum query_evidence evidence) {
  unsigned form;
  word_group g;
  return find_form(r->in, word, &g, &form) ? add_term(r, &g, (int)form, evidence) : NONE;
}

/* Adds words of the dictionary that a typed one may mean. @return the term of the likeliest */
static uint16_t add_matches(reader *r, const typo_match *matches, size_t count) {
  uint16_t found = NONE;
  if (count > 0 && r->listing && !r->rehearsal) {
    span likeliest = {matches[0].word, matches[0].len};
    r->out->words[r->out->word_count - 1].likeliest = arena_copy(r->out->memory, likeliest);
  }
  for (size_t i = count; i > 0; i--) {
    const typo_match *m = &matches[i - 1];
    found = add_term(r, &m->list, (int)m->form, (enum query_evidence)evidence_of_edits[m->edits]);
  }
  return found;
}

static uint32_t count_units(void *known, span word) {
  unsigned form;
  word_group g;
  return find_form(known, word, &g, &form) ? g.df : 0;
}

static void rehearse(reader *r);

/* Finds the words that a mistyped one may mean, looked up with those that come after it. None are
 * looked up in a rehearsal, and for more than TYPO_WORDS words. @param near as of typo_word */
static typo_word find_typos(reader *r, span word, bool near) {
  guesses *g = r->guesses;
  typo_word guessed = {.word = word, .near = near};
  if (r->rehearsal) {
    if (g->count == TYPO_WORDS) { return guessed; }
    memcpy(g->keys[g->count], word.data, word.len);
    g->words[g->count] = (typo_word){.word = {g->keys[g->count], word.len}, .near = near};
    g->count++;
    return guessed;
  }
  if (r->typos == TYPO_WORDS) { return guessed; }
  r->typos++;
  if (!g->known && !r->alone) { rehearse(r); }
  if (!g->known) { typo_search(r->in, g->words, g->count); }
  g->known = true;
  for (size_t i = 0; i < g->count; i++) {
    if (span_equal(g->words[i].word, word)) {
      guessed = g->words[i];
      guessed.word = word;
      return guessed;
    }
  }
  typo_search(r->in, &guessed, 1);
  return guessed;
}

/* Pairs two terms, once. */
static void add_pair(reader *r, uint16_t first, uint16_t second, uint32_t distance) {
  query *q = r->out;
  query_pair pair = {first, second, (uint16_t)distance};
  if (first == second || distance > PAIR_DISTANCE || q->pair_count == QUERY_PAIRS) { return; }
  for (size_t i = 0; i < q->pair_count; i++) {
    if (memcmp(&q->pairs[i], &pair, sizeof(pair)) == 0) { return; }
  }
  q->pairs[q->pair_count++] = pair;
}

/* Notes which other forms of the term count as the typed word. */
static void add_inflections(reader *r, span word, uint16_t term) {
  query_term *t = &r->out->terms[term];
  char other[FOLD_MAX];
  size_t len;
  if (t->list.form_bits == 0) { return; /* it has no other */ }
  for (size_t i = 0; analyze_inflection(r->locale, word, i, other, &len); i++) {
    uint32_t number;
    unsigned form;
    bool known = len > 0 && index_form(r->in, (span){other, len}, &number, &form);
    if (known && number == t->list.number) { t->typed |= 1u << form; }
  }
}

/* Adds a power that is typed without its sign: `a2` may be a², as `mc2` is mc². @return the term of
 * the word itself, or else that of the power */
static uint16_t add_power(reader *r, span word, uint16_t found) {
  char key[FOLD_MAX + 1];
  size_t letters = 0, digits = 0;
  while (letters < word.len && !ascii_digit(word.data[letters])) { letters++; }
  while (letters + digits < word.len && ascii_digit(word.data[letters + digits])) { digits++; }
  bool power = letters > 0 && letters <= POWER_BASE && digits > 0 && digits <= POWER_DIGITS &&
               letters + digits == word.len;
  if (!power) { return found; }
  memcpy(key, word.data, letters);
  key[letters] = '^';
  memcpy(key + letters + 1, word.data + letters, digits);
  uint16_t other = add_key(r, (span){key, word.len + 1}, EVIDENCE_SPELLING);
  return found == NONE ? other : found;
}

/* Adds an identifier whose powers are typed without their sign: `m/s2` is m/s². */
static bool add_powers(reader *r, span identifier) {
  char key[FOLD_MAX];
  size_t len = 0;
  for (size_t i = 0; i < identifier.len; i++) {
    char c = identifier.data[i];
    if (len + 2 > FOLD_MAX) { return false; }
    if (i > 0 && ascii_digit(c) && ascii_letter(identifier.data[i - 1])) { key[len++] = '^'; }
    key[len++] = c;
  }
  return len > identifier.len && add_key(r, (span){key, len}, EVIDENCE_SPELLING) != NONE;
}

/* Adds the words of an Arabic one that is written without the blank between them: the two that the
 * corpus has most often, by the rarer of the two. @return the term of the first, NONE where it
 * cannot be parted */
static uint16_t add_joined(reader *r, span word, enum query_evidence evidence) {
  size_t best = 0;
  uint32_t most = 0;
  for (size_t at = JOINED_LEAST; at + JOINED_LEAST <= word.len; at++) {
    if ((word.data[at] & 0xC0) == 0x80) { continue; } /* inside a letter */
    uint32_t left = count_units((void *)r->in, span_take(word, at));
    uint32_t right = count_units((void *)r->in, span_skip(word, at));
    uint32_t units = left < right ? left : right;
    if (units > most) {
      most = units;
      best = at;
    }
  }
  if (most < JOINED_UNITS) { return NONE; }
  uint16_t found = add_form(r, span_take(word, best), evidence);
  uint16_t second = add_form(r, span_skip(word, best), evidence);
  if (found != NONE && second != NONE && !r->rehearsal) { add_pair(r, found, second, 1); }
  return found;
}

/* Adds the words that may be of one root with `word`, each with the share that it has of what the
 * corpus says of them all: an affix may be taken off in several ways, and none is certain.
 * @param found the term of the word itself, NONE where it is nowhere. @return the likeliest term */
static uint16_t add_relatives(reader *r, span word, uint16_t found) {
  relative list[RELATIVES];
  word_group groups[RELATIVES];
  uint32_t sum = 0, most = 0;
  size_t kept = 0, count = analyze_relatives(r->locale, word, list);
  uint32_t own = found == NONE || r->rehearsal ? UINT32_MAX : r->out->terms[found].list.number;
  for (size_t i = 0; i < count; i++) {
    span text = {list[i].text, list[i].len};
    word_group *g = &groups[kept];
    bool known =
        index_group(r->in, analyzer_stem(r->out->index->stems, r->locale, text, FOLD_LETTER), g);
    for (size_t k = 0; known && k < kept; k++) { known = groups[k].number != g->number; }
    if (!known || g->number == own) { continue; }
    sum += g->df;
    kept++;
  }
  uint16_t likeliest = found;
  for (size_t i = 0; i < kept; i++) {
    double probability = (double)groups[i].df / sum;
    if (probability < RELATIVE_LEAST) { continue; }
    r->share *= probability;
    uint16_t term = add_term(r, &groups[i], -1, EVIDENCE_RELATIVE);
    r->share /= probability;
    if (found == NONE && groups[i].df > most) {
      likeliest = term;
      most = groups[i].df;
    }
  }
  return likeliest;
}

/* Adds the terms that a word may mean, the likeliest first; the next is tried only where the one
 * before found nothing. Loose Arabic spellings come on top: the Quran is not spelled as it is
 * typed. @param last the word is the last of its phrasing, and may be unfinished */
static uint16_t add_word(reader *r, const token *t, bool last) {
  bool letters = (t->traits & FOLD_DIGIT) == 0, arabic = (t->traits & FOLD_ARABIC) != 0;
  bool german = r->locale == LOCALE_DE && letters && !arabic, guessed = letters && !r->known;
  char key[FOLD_MAX + 1];
  unsigned form;
  word_group own;
  bool known = find_form(r->in, t->key, &own, &form);
  uint16_t found = known ? add_term(r, &own, (int)form, EVIDENCE_TYPED) : NONE;
  if (found != NONE && r->brief && guessed && own.df == 1) {
    typo_word others = find_typos(r, t->key, true); /* it may be a typo of a frequent one */
    for (size_t i = others.count; i > 0; i--) {
      typo_match *m = &others.matches[i - 1];
      if (m->list.df < UNITS_BESIDE_RARE) { continue; }
      add_term(r, &m->list, (int)m->form, EVIDENCE_BESIDE_RARE);
    }
  }
  bool typed = found != NONE && r->brief && !r->rehearsal;
  span stem = {NULL, 0};
  if (found == NONE || (typed && r->several)) {
    stem = analyzer_stem(r->out->index->stems, r->locale, t->key, t->traits);
  }
  if (found == NONE) {
    found = add_key(r, stem, EVIDENCE_STEM);
  } else if (typed && stem.len >= SURE_STEM) {
    r->out->terms[found].typed = UINT32_MAX;
  } else if (typed) {
    add_inflections(r, t->key, found);
  }
  bool relatives = found == NONE || !r->brief || analyze_short_root(r->locale, t->key);
  if (letters && !arabic && relatives) { found = add_relatives(r, t->key, found); }
  if (!letters && !arabic) { found = add_power(r, t->key, found); }
  if (arabic) {
    size_t len = fold_arabic_dagger(t->source, key);
    uint16_t loose = add_form(r, (span){key, len}, EVIDENCE_SPELLING);
    key[0] = FORMAT_LOOSE;
    for (int waw = 0; waw < 2; waw++) {
      len = fold_arabic_loose(t->source, waw == 1, key + 1);
      uint16_t term = len == 0 ? NONE : add_key(r, (span){key, len + 1}, EVIDENCE_LOOSE);
      if (loose == NONE) { loose = term; }
    }
    if (found == NONE) { found = loose; }
    if (found == NONE) { found = add_joined(r, t->key, EVIDENCE_SPELLING); }
  }
  for (int back = 0; back < 2 && found == NONE && german; back++) { /* umlauts */
    found = add_form(r, (span){key, analyze_umlaut(t->key, back == 1, key)}, EVIDENCE_SPELLING);
  }
  if (found == NONE && last && guessed && utf8_count(t->key) >= PREFIX_LEAST) {
    typo_match matches[TYPO_GROUPS];
    found = add_matches(r, matches, typo_complete(r->in, t->key, matches));
  }
  if (found == NONE && german && !r->known) { /* a compound that nobody wrote, by its parts */
    span parts[COMPOUND_PARTS];
    size_t count = compound_split(t->key, count_units, (void *)r->in, parts);
    for (size_t i = 0; i < count; i++) { found = add_form(r, parts[i], EVIDENCE_PART); }
  }
  bool product = found == NONE && r->formula && t->key.len <= PRODUCT_MOST;
  for (size_t i = 0; product && i < t->key.len; i++) { /* `RI` is R times I */
    uint16_t factor = add_form(r, (span){t->key.data + i, 1}, EVIDENCE_SPELLING);
    found = found == NONE ? factor : found;
  }
  if (found == NONE && guessed) {
    typo_word typos = find_typos(r, t->key, false);
    found = add_matches(r, typos.matches, typos.count);
    if (found == NONE && r->brief && r->several && typo_short(r->in, t->key, &typos)) {
      found = add_matches(r, typos.matches, typos.count);
    }
    if (found == NONE) { found = add_joined(r, t->key, EVIDENCE_JOINED); }
  }
  return found;
}

/* Pairs a word with the one before it. Words that are everywhere have no positions to compare and
 * are stepped over. */
static void pair_word(reader *r, uint16_t term, uint32_t position) {
  if (term != NONE && r->out->terms[term].list.positions.len == 0) { return; }
  if (term != NONE && r->last != NONE) { add_pair(r, r->last, term, position - r->last_position); }
  r->last = term;
  r->last_position = position;
}

/* Adds the alternatives of a word of a run: the words of each are shared out among those of the
 * run, in their order. @return the first term */
static uint16_t add_alternatives(reader *r, const variant_run *run, uint32_t position, bool typed) {
  variant_reader left = run->alternatives;
  uint16_t found = NONE;
  for (span text; variants_next(&left, &text);) {
    token_reader tokens;
    token t;
    uint32_t words = 0;
    token_begin(&tokens, text);
    while (token_next(&tokens, &t)) { words = t.kind == TOKEN_WORD ? t.position + 1 : words; }
    uint16_t before = NONE;
    token_begin(&tokens, text);
    while (token_next(&tokens, &t)) {
      if (t.kind != TOKEN_WORD ||
          run->first + t.position * (run->end - run->first) / words != position) {
        continue;
      }
      enum word_class class = words > 1 ? outline_class(r->in, t.key) : WORD_CONTENT;
      if (class == WORD_FUNCTION || class == WORD_QUESTION) { continue; }
      uint16_t term = NONE;
      unsigned form;
      word_group g;
      if (find_form(r->in, t.key, &g, &form)) {
        term = add_term(r, &g, typed ? -1 : (int)form, EVIDENCE_VARIANT);
      } else {
        span stem = analyzer_stem(r->out->index->stems, r->locale, t.key, t.traits);
        term = add_key(r, stem, EVIDENCE_VARIANT);
      }
      if (before != NONE && term != NONE) { add_pair(r, before, term, 1); }
      before = term;
      found = found == NONE ? term : found;
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
static uint16_t add_whole(reader *r, span word, variant_run *run) {
  char key[FOLD_MAX];
  uint16_t found = add_form(r, word, EVIDENCE_SPELLING);
  for (int back = 0; back < 2 && found == NONE && r->locale == LOCALE_DE; back++) {
    found = add_form(r, (span){key, analyze_umlaut(word, back == 1, key)}, EVIDENCE_SPELLING);
  }
  if (found != NONE) { return found; }
  span stem = analyzer_stem(r->out->index->stems, r->locale, word, FOLD_LETTER | FOLD_WIDE);
  found = add_key(r, stem, EVIDENCE_SPELLING);
  if (found != NONE || !variants_find(&r->in->variants, word, &run->alternatives)) { return found; }
  return add_alternatives(r, run, run->first, false);
}

/* Adds what words side by side are where nothing parts them: Zell-Atmung is Zellatmung. It stands
 * for each of them. */
static void add_row(reader *r, const token *t, bool content, row *words) {
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
  uint16_t found = NONE;
  for (size_t i = 0; i + 1 < words->count && found == NONE; i++) {
    span whole = {words->text + words->starts[i], words->len - words->starts[i]};
    variant_run run = {.first = t->position, .end = t->position + 1};
    found = add_whole(r, whole, &run);
    for (size_t k = 1; found != NONE && k < words->count - i; k++) {
      add_meaning(&r->out->words[r->out->word_count - 1 - k], found);
    }
  }
}

static void read_phrasing(reader *r, phrasing *from) {
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
  r->last = NONE;
  r->alone = whole.words == 1 && q->phrasing_count == 1;
  r->brief = from->brief = whole.words <= BRIEF_WORDS && !whole.question;
  size_t content = 0;
  for (size_t i = 0; i < OUTLINED && i < whole.words; i++) {
    content += whole.classes[i] == WORD_CONTENT;
  }
  r->several = content > 1;
  token_begin(&tokens, from->text);
  while (token_next(&tokens, &t)) {
    if (t.kind == TOKEN_IDENTIFIER) {
      from->identified = true;
      bool known = add_key(r, t.key, EVIDENCE_IDENTIFIER) != NONE || add_powers(r, t.key);
      if (known) {
        from->brief = false; /* its words are not what was typed */
        identified = t.source.data + t.source.len;
      }
      continue;
    }
    if (from->name) { continue; }
    enum word_class class = WORD_CONTENT; /* for all where none has it: they are what is sought */
    if (whole.content && t.position < OUTLINED) {
      class = (enum word_class)whole.classes[t.position];
    } else if (whole.content) {
      class = outline_class(r->in, t.key);
    }
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
    bool all = t.position == 0 && run.end == whole.words && !from->shaped;
    if (all) { from->others = run.alternatives; }
    uint16_t found = add_word(r, &t, tokens.position == whole.words);
    if (r->known) {
      uint16_t other = add_alternatives(r, &run, t.position, found != NONE);
      found = found == NONE ? other : found;
      query_word *w = &q->words[q->word_count - 1]; /* the others of its run stand for it, too */
      if (r->listing && w->count == 0) { w->content = false; }
    }
    bool mistyped = found == NONE && !r->known && t.traits == FOLD_LETTER;
    if (mistyped && typo_variants(r->in, t.key, &run.alternatives)) {
      run.first = t.position;
      run.end = t.position + 1;
      r->share *= CONFIDENCE_ONE_EDIT;
      found = add_alternatives(r, &run, t.position, false);
      if (whole.words == 1) { from->others = run.alternatives; }
    }
    if (r->brief) { add_row(r, &t, class == WORD_CONTENT, &words); }
    r->known = r->listing = false;
    r->share = 1;
    pair_word(r, found, t.position);
    bool arabic = (t.traits & FOLD_ARABIC) != 0;
    if (arabic && before > 0 && before + t.key.len <= FOLD_MAX) { /* يا أيها may be written يأيها */
      memcpy(joined + before, t.key.data, t.key.len);
      add_form(r, (span){joined, before + t.key.len}, EVIDENCE_SPELLING);
    }
    before = arabic ? t.key.len : 0;
    memcpy(joined, t.key.data, before);
  }
}

/* Reads all phrasings without adding anything, for the words that nothing but a typo explains. */
static void rehearse(reader *r) {
  reader other = *r;
  other.rehearsal = true;
  for (size_t i = 0; i < r->out->phrasing_count && r->guesses->count < TYPO_WORDS; i++) {
    token_reader tokens;
    token t;
    const phrasing *from = &r->out->phrasings[i];
    outline whole;
    variant_run run = {.end = 0};
    outline_read(r->in, from, &whole);
    other.brief = whole.words <= BRIEF_WORDS && !whole.question;
    token_begin(&tokens, from->text);
    while (token_next(&tokens, &t)) {
      if (t.kind == TOKEN_WORD && !from->name) {
        outline_variants(r->in, &whole, t.position, &run);
        other.known = t.position < run.end;
        add_word(&other, &t, tokens.position == whole.words);
      }
    }
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
  guesses guessed;
  reader r = {.out = out, .in = in, .locale = request->locale, .share = 1, .guesses = &guessed};
  r.slots = arena_alloc(memory, SLOTS * sizeof(*r.slots));
  r.repeats = arena_alloc(memory, QUERY_TERMS);
  if (memory->failed) { return false; }
  memset(r.slots, 0, SLOTS * sizeof(*r.slots));
  guessed.count = 0;
  guessed.known = false;
  if (!phrasing_read(request, memory, out->phrasings, &out->phrasing_count)) { return false; }
  for (size_t i = 0; i < out->phrasing_count; i++) {
    phrasing *from = &out->phrasings[i];
    r.phrasing = (unsigned)i;
    from->name = pins_is_name(request, from->typed);
    out->pin_count += pins_find(index, request, from->typed, &out->pins[out->pin_count]);
    from->shaped = variants_of_shape(&in->variants, from->text, &from->others);
    read_phrasing(&r, from);
  }
  query_weigh(out);
  return true;
}
