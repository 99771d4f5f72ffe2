#include "search/excerpt.h"

#include <stdint.h>
#include <utf8proc.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/bytes.h"
#include "base/span.h"
#include "base/utf8.h"
#include "search/query.h"
#include "text/token.h"

enum { CUT_LEAST = 160, CUT_MOST = 240 };

enum {
  LEAD = 100, /* characters before the first match at most */
  SHORT = 32  /* bytes: longer words are no abbreviations */
};

/* True for a space, a tab and the ends of lines. */
static inline bool blank(char c) {
  const uint64_t blanks = UINT64_C(1) << ' ' | 1u << '\n' | 1u << '\t' | 1u << '\r';
  return (unsigned char)c <= ' ' && (blanks >> c & 1) != 0;
}

static const uint64_t high_bits = 0x8080808080808080u;

/* The high bits of those of 8 bytes that are blanks: of a text without other control characters. */
static inline uint64_t find_blanks(uint64_t bytes) {
  uint64_t above = (bytes & ~high_bits) + 0x5F5F5F5F5F5F5F5Fu; /* ' ' */
  return ~(above | bytes) & high_bits;
}

/* Bytes up to the next blank, of at most 8. */
static inline size_t count_solid(const char *at) {
  uint64_t blanks = find_blanks(load_u64le(at));
  return blanks == 0 ? 8 : (size_t)__builtin_ctzll(blanks) / 8;
}

/* The end of the word at `at`. */
static size_t word_end(span text, size_t at) {
  while (text.len - at >= 8) {
    size_t solid = count_solid(text.data + at);
    at += solid;
    if (solid < 8) { return at; }
  }
  while (at < text.len && !blank(text.data[at])) { at++; }
  return at;
}

/* Characters in [at, end). */
static inline size_t count_characters(span text, size_t at, size_t end) {
  if (end - at >= 8 || text.len - at < 8) { return utf8_count((span){text.data + at, end - at}); }
  uint64_t bytes = load_u64le(text.data + at) & ((UINT64_C(1) << 8 * (end - at)) - 1);
  return end - at - utf8_inside(bytes);
}

/* Offset where the word before `at` begins, moving over white space; 0 at the start. */
static size_t word_before(span text, size_t at) {
  while (at > 0 && blank(text.data[at - 1])) { at--; }
  return cut_word_start(text, 0, at);
}

static size_t blank_before(span text, size_t at) {
  while (at > 0 && blank(text.data[at - 1])) { at--; }
  return at;
}

size_t cut_word_start(span text, size_t least, size_t at) {
  while (at - least >= 8) {
    uint64_t blanks = find_blanks(load_u64le(text.data + at - 8));
    if (blanks != 0) { return at - (size_t)__builtin_clzll(blanks) / 8; }
    at -= 8;
  }
  while (at > least && !blank(text.data[at - 1])) { at--; }
  return at;
}

static bool block_starts(span text, size_t at) {
  for (; at > 0 && blank(text.data[at - 1]); at--) {
    if (text.data[at - 1] == '\n') { return true; }
  }
  return at == 0;
}

/* ---- sentences ------------------------------------------------------------------------------ */

static inline bool ends_with(span text, span end) {
  return text.len >= end.len && memcmp(text.data + text.len - end.len, end.data, end.len) == 0;
}

/* The length of the bracket or quotation mark that closes at the end of a text, 0 without one. */
static size_t closer_length(span text) {
  static const span marks[] = {SPAN("”"), SPAN("“"), SPAN("’"), SPAN("»"), SPAN("«")};
  unsigned char last = text.len > 0 ? (unsigned char)text.data[text.len - 1] : 0;
  if (last < 128) { return last == ')' || last == ']' || last == '"' || last == '\''; }
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
    if (ends_with(text, marks[i])) { return marks[i].len; }
  }
  return 0;
}

/* A text without the brackets and quotation marks that close at its end. */
static span without_closers(span text) {
  for (size_t length; (length = closer_length(text)) > 0;) { text.len -= length; }
  return text;
}

/* True for a word that ends with a full stop which ends no sentence: an initial, the number before
 * a name of a month or of a question, an abbreviation that stands before capital letters. */
static bool is_shortened(span word) {
  static const char *const known[] = {"Abb", "Bd",  "Dr",  "Fig", "Hal",  "Jl",  "Kap", "Mr",
                                      "Mrs", "Ms",  "No",  "Nr",  "Prof", "St",  "Tab", "Vol",
                                      "bzw", "dsb", "dst", "ebd", "usw",  "vgl", "vs"};
  size_t digits = 0;
  while (word.len > 0 && !ascii_alnum(word.data[0]) && (unsigned char)word.data[0] < 128) {
    word = span_skip(word, 1);
  }
  while (digits < word.len && ascii_digit(word.data[digits])) { digits++; }
  if (digits == word.len) { return digits <= 2; }
  if (utf8_count(word) == 1) { return true; }
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    if (span_equal(word, span_of(known[i]))) { return true; }
  }
  return false;
}

/* True when a sentence ends with the word before `at`, behind which stands white space, or where
 * the text ends. */
static bool ends_sentence(span text, size_t at) {
  span before = without_closers(span_take(text, at));
  size_t next = at;
  if (before.len == 0) { return true; }
  char last = before.data[before.len - 1];
  if (last == '!' || last == '?' || ends_with(before, SPAN("؟"))) { return true; }
  if (last != '.') { return ends_with(before, SPAN("…")); }
  while (next < text.len && blank(text.data[next])) { next++; }
  if (next < text.len && ascii_small(text.data[next])) { return false; }
  size_t least = before.len < SHORT ? 0 : before.len - SHORT;
  size_t start = cut_word_start(text, least, before.len);
  return before.len < at || !is_shortened((span){text.data + start, before.len - 1 - start});
}

bool cut_begins_sentence(span text, size_t at) {
  return block_starts(text, at) || ends_sentence(text, blank_before(text, at));
}

/* ---- excerpts ------------------------------------------------------------------------------- */

/* Goes back from the first match: to the start of its sentence when that is near, else a few
 * words. `*cut` tells whether the sentence was cut. */
static size_t find_start(span text, size_t anchor, bool *cut) {
  size_t at = cut_word_start(text, 0, anchor), few = at;
  size_t count = utf8_count((span){text.data + at, anchor - at}); /* of the characters between */
  for (;;) {
    if (cut_begins_sentence(text, at)) {
      *cut = false;
      return at;
    }
    size_t before = word_before(text, at);
    count += count_characters(text, before, at);
    if (at == 0 || before == at || count > LEAD) { break; }
    at = before;
    if (count <= LEAD / 2) { few = at; }
  }
  *cut = true;
  return few;
}

/* Appends `[from, to)` with white space collapsed. */
static span collapse(span text, size_t from, size_t to, bool cut_start, bool cut_end,
                     arena *memory) {
  char *out = arena_alloc(memory, to - from + 8);
  if (out == NULL) { return (span){NULL, 0}; }
  size_t len = 0;
  if (cut_start) {
    memcpy(out, "…", 3);
    len = 3;
  }
  size_t body = len;
  for (size_t i = from; i < to;) {
    if (blank(text.data[i])) {
      while (i < to && blank(text.data[i])) { i++; }
      if (i < to && len > body) { out[len++] = ' '; }
    }
    for (size_t solid = 8; solid == 8 && to - i >= 8; i += solid, len += solid) {
      memcpy(out + len, text.data + i, 8);
      solid = count_solid(out + len);
    }
    while (i < to && !blank(text.data[i])) { out[len++] = text.data[i++]; }
  }
  if (cut_end) {
    if (len > body && out[len - 1] == '.') { len--; } /* no end of a sentence: see is_shortened */
    memcpy(out + len, "…", 3);
    len += 3;
  }
  return (span){out, len};
}

/* The place where a text without white space may be cut after `most` characters. */
static size_t cut_inside(span text, size_t from, size_t most) {
  size_t at = from, good = from, step;
  utf8proc_int32_t state = 0;
  uint32_t last = 0;
  for (size_t count = 0; at < text.len && count < most; count++, at += step) {
    uint32_t point = utf8_decode(span_skip(text, at), &step);
    if (step == 0) { break; }
    bool edge =
        utf8proc_grapheme_break_stateful((utf8proc_int32_t)last, (utf8proc_int32_t)point, &state);
    if (count == 0 || edge) { good = at; }
    last = point;
  }
  return good;
}

/* Moves over words of ASCII with one blank between two, 8 bytes at a time. @return the start of a
 * word, fewer than `most` characters behind `at`, which is the start of one */
static size_t pass_plain(span text, size_t at, size_t most) {
  size_t start = at;
  uint64_t last = 0; /* 128 when a blank ends the bytes before */
  for (size_t end = at; end - at + 8 < most && text.len - end >= 8; end += 8) {
    uint64_t bytes = load_u64le(text.data + end), blanks = find_blanks(bytes);
    uint64_t inner = blanks << 8 >> 8; /* what stands behind the last byte is not known yet */
    if ((bytes & high_bits) != 0 || (blanks & (blanks << 8 | last)) != 0) { break; }
    if (last != 0) { start = end; }
    if (inner != 0) { start = end + 8 - (size_t)__builtin_clzll(inner) / 8; }
    last = blanks >> 56;
  }
  return start;
}

/* The end: the last sentence end between the least and the most characters, else the last word
 * that fits. */
static size_t find_end(span text, size_t from, size_t keep, bool *cut) {
  size_t at = from, word = from, sentence = 0, count = 0;
  while (at < text.len && blank(text.data[at])) { at++; }
  size_t start = pass_plain(text, at, CUT_LEAST);
  if (start > at) {
    count = start - at;
    at = start;
    word = start - 1;
  }
  while (at < text.len && count < CUT_MOST - 2) {
    size_t end = word_end(text, at);
    count += count_characters(text, at, end);
    at = end;
    if (at == text.len || count >= CUT_MOST - 2) { break; }
    word = at;
    bool late = at >= keep && count >= CUT_LEAST;
    if (late && (ends_sentence(text, at) || block_starts(text, at + 1))) { sentence = at; }
    while (at < text.len && blank(text.data[at])) { at++; }
    count++;
  }
  if (at == text.len && count <= CUT_MOST - 2) {
    *cut = false;
    return text.len;
  }
  *cut = sentence == 0 || !ends_sentence(text, sentence);
  if (sentence != 0) { return sentence; }
  return word > from && word >= keep ? word : cut_inside(text, from, CUT_MOST - 2);
}

/* For a text that ends too soon: begins at the earliest sentence that leaves the excerpt within its
 * most; at the earliest word where such a sentence leaves it below its least. */
static size_t reach_back(span text, size_t start, bool *cut) {
  size_t count = utf8_count(span_skip(text, start)), sentence = SIZE_MAX, at = start;
  bool enough = false;
  if (count >= CUT_LEAST) { return start; }
  while (at > 0) {
    size_t before = word_before(text, at);
    count += count_characters(text, before, at);
    if (before == at || count > CUT_MOST - 2) { break; }
    at = before;
    if (!cut_begins_sentence(text, at)) { continue; }
    sentence = at;
    enough = count >= CUT_LEAST;
  }
  if (at == start) { return start; }
  if (enough) { at = sentence; }
  *cut = at != sentence;
  return at;
}

/* The excerpt that shows a word. @param word of `text`. @return in the arena, white space
 * collapsed; the absent span when memory is out. */
static span cut_around(span text, span word, arena *memory) {
  bool cut_start = false, cut_end = false;
  size_t at = (size_t)(word.data - text.data);
  size_t start = find_start(text, at, &cut_start);
  size_t end = find_end(text, start, at + word.len, &cut_end);
  if (end == text.len) { start = reach_back(text, start, &cut_start); }
  return collapse(text, start, end, cut_start, cut_end, memory);
}

span cut_at(span text, uint32_t first, arena *memory) {
  token_reader r;
  span word;
  token_begin(&r, text);
  if (!token_seek(&r, first, &word)) { return (span){NULL, 0}; }
  return cut_around(text, word, memory);
}

enum {
  SPREAD = 28,   /* words a window of matches may span */
  SCANNED = 4096 /* bytes of plain text looked through for a word without positions */
};

/* Gives terms by falling weight, so that the cap drops the least telling. */
static size_t next_term(const query *q, uint32_t below, uint32_t *weight, size_t after) {
  size_t best = q->term_count;
  uint32_t most = 0;
  for (size_t i = 0; i < q->term_count; i++) {
    uint32_t w = q->terms[i].weight;
    bool left = w < below || (w == below && i > after);
    if (left && (best == q->term_count || w > most)) {
      best = i;
      most = w;
    }
  }
  *weight = most;
  return best;
}

size_t excerpt_matches(const query *q, posting_cursor *cursors, uint32_t unit,
                       match out[EXCERPT_MATCHES]) {
  uint32_t positions[POSITIONS_MAX], weight = UINT32_MAX;
  uint8_t forms[POSITIONS_MAX];
  size_t count = 0, looked = 0;
  for (size_t i = 0; count < EXCERPT_MATCHES && looked < 64; looked++) {
    i = next_term(q, weight, &weight, i);
    if (i == q->term_count) { break; }
    if (list_seek(&cursors[i], unit) != unit) { continue; }
    size_t found = list_positions(&cursors[i].list, list_number(&cursors[i]), positions, forms);
    if (found > EXCERPT_MATCHES - count) { found = EXCERPT_MATCHES - count; }
    /* merged from the end, so that nothing is overwritten before it is moved */
    for (size_t more = found, kept = count; more > 0;) {
      match m = {positions[more - 1], q->terms[i].weight, (uint16_t)i};
      match last = kept > 0 ? out[kept - 1] : (match){0, 0, 0};
      bool behind = kept > 0 &&
                    (last.position != m.position ? last.position > m.position : last.term > m.term);
      out[kept + more - 1] = behind ? last : m;
      if (behind) {
        kept--;
      } else {
        more--;
      }
    }
    count += found;
  }
  return count;
}

/* The weight of the terms of some matches, each counted once. */
static uint64_t weigh_distinct(const match *m, size_t count) {
  uint64_t weight = 0, seen = 0; /* a bit for each of the first terms, which are nearly all */
  for (size_t i = 0; i < count; i++) {
    bool few = m[i].term < 64;
    uint64_t bit = few ? UINT64_C(1) << m[i].term : 0;
    size_t same = few ? i : 0;
    while (same < i && m[same].term != m[i].term) { same++; }
    if (same == i && (seen & bit) == 0) { weight += m[i].weight; }
    seen |= bit;
  }
  return weight;
}

/* Chooses the window of matches whose distinct terms weigh most, the earliest among equals.
 * @param least position of the text's first word. @return false when no match is in the text */
static bool choose_window(const match *m, size_t count, uint32_t least, uint32_t *first,
                          uint32_t *last) {
  uint64_t best = 0, most = weigh_distinct(m, count);
  for (size_t i = 0; i < count && best < most; i++) {
    if (m[i].position < least) { continue; }
    size_t end = i + 1;
    while (end < count && m[end].position - m[i].position < SPREAD) { end++; }
    uint64_t weight = weigh_distinct(m + i, end - i);
    if (weight <= best) { continue; }
    best = weight;
    *first = m[i].position - least;
    *last = m[end - 1].position - least;
  }
  return best > 0;
}

span excerpt_plain(span plain, uint32_t first_position, const match *matches, size_t count,
                   arena *memory) {
  uint32_t first, last;
  if (!choose_window(matches, count, first_position, &first, &last)) { return (span){NULL, 0}; }
  return cut_at(plain, first, memory);
}

/* A word at the beginning of a sentence, and its byte in the plain text. */
typedef struct place {
  uint32_t word, at;
} place;

static bool next_place(const unsigned char **at, const unsigned char *end, place *p) {
  if (*at >= end) { return false; }
  uint32_t words = postings_varint(at, end), bytes = postings_varint(at, end);
  if (bytes > UINT32_MAX - p->at) { return false; }
  p->word += words;
  p->at += bytes;
  return true;
}

size_t excerpt_before(span map, uint32_t first_position, size_t end, match *matches, size_t count) {
  const unsigned char *at = (const unsigned char *)map.data;
  place p = {0};
  bool behind = false;
  while (!behind && next_place(&at, (const unsigned char *)map.data + map.len, &p)) {
    behind = p.at >= end;
  }
  if (!behind) { return count; }
  while (count > 0 && matches[count - 1].position >= first_position + p.word) { count--; }
  return count;
}

/* Finds a word of the text, reading on from the last place before it. */
static bool find_by_number(span plain, span map, uint32_t number, span *word) {
  const unsigned char *at = (const unsigned char *)map.data;
  place p = {0}, near = {0};
  while (next_place(&at, (const unsigned char *)map.data + map.len, &p) && p.word <= number) {
    near = p;
  }
  token_reader r;
  if (near.at > plain.len) { return false; }
  token_begin(&r, span_skip(plain, near.at));
  return token_seek(&r, number - near.word, word);
}

span excerpt_text(span plain, span map, uint32_t first_position, const match *matches, size_t count,
                  arena *memory) {
  uint32_t first, last;
  span word;
  if (!choose_window(matches, count, first_position, &first, &last) ||
      !find_by_number(plain, map, first, &word)) {
    return (span){NULL, 0};
  }
  return cut_around(plain, word, memory);
}

/* The first word of a text that a group without positions has. */
static bool find_word(const query *q, span plain, span *word) {
  token_reader r;
  token t;
  token_begin(&r, plain);
  while (token_next(&r, &t)) {
    uint32_t number;
    unsigned form;
    size_t i = 0;
    if (t.kind != TOKEN_WORD || !index_form(q->in, t.key, &number, &form)) { continue; }
    while (i < q->term_count && q->terms[i].list.number != number) { i++; }
    if (i == q->term_count || q->terms[i].list.positions.len > 0) { continue; }
    *word = t.source;
    return true;
  }
  return false;
}

span excerpt_scan(const query *q, span plain, arena *memory) {
  bool any = false;
  span word, head = span_take(plain, SCANNED);
  for (size_t i = 0; i < q->term_count; i++) {
    any = any || (q->terms[i].list.positions.len == 0 && !q->terms[i].level);
  }
  while (head.len < plain.len && head.len > 0 && plain.data[head.len] != ' ') { head.len--; }
  return any && find_word(q, head, &word) ? cut_around(plain, word, memory) : (span){NULL, 0};
}

span excerpt_lead(span plain, uint32_t lead, arena *memory) {
  span cut = cut_at(span_skip(plain, lead), 0, memory);
  return cut.data == NULL ? SPAN("") : cut;
}
