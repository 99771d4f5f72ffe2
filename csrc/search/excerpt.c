#include "search/excerpt.h"

#include "search/cut.h"
#include "text/token.h"

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

/* Chooses the window of matches whose distinct terms weigh most, the earliest among equals.
 * @param least position of the text's first word. @return false when no match is in the text */
static bool choose_window(const match *m, size_t count, uint32_t least, uint32_t *first,
                          uint32_t *last) {
  uint64_t best = 0;
  for (size_t i = 0; i < count; i++) {
    if (m[i].position < least) { continue; }
    size_t end = i + 1;
    while (end < count && m[end].position - m[i].position < SPREAD) { end++; }
    uint64_t weight = 0;
    for (size_t k = i; k < end; k++) {
      size_t same = i;
      while (same < k && m[same].term != m[k].term) { same++; }
      if (same == k) { weight += m[k].weight; }
    }
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

/* Where a sentence begins: its first word, and the byte of the plain text. */
typedef struct place {
  uint32_t word, at;
} place;

static bool next_sentence(const unsigned char **at, const unsigned char *end, place *p) {
  if (*at >= end) { return false; }
  uint32_t words = postings_varint(at, end) >> 1, bytes = postings_varint(at, end);
  postings_varint(at, end); /* where it stands in the Markdown */
  if (bytes > UINT32_MAX - p->at) { return false; }
  p->word += words;
  p->at += bytes;
  return true;
}

size_t excerpt_before(span map, uint32_t first_position, size_t end, match *matches, size_t count) {
  const unsigned char *at = (const unsigned char *)map.data;
  place p = {0};
  bool behind = false;
  while (!behind && next_sentence(&at, (const unsigned char *)map.data + map.len, &p)) {
    behind = p.at >= end;
  }
  if (!behind) { return count; }
  while (count > 0 && matches[count - 1].position >= first_position + p.word) { count--; }
  return count;
}

/* Finds a word of the text, reading on from where its sentence begins. */
static bool find_by_number(span plain, span map, uint32_t number, span *word) {
  const unsigned char *at = (const unsigned char *)map.data;
  place p = {0}, near = {0};
  while (next_sentence(&at, (const unsigned char *)map.data + map.len, &p) && p.word <= number) {
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
