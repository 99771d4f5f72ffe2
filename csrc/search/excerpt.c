#include "search/excerpt.h"

#include "search/cut.h"
#include "search/verbatim.h"
#include "text/token.h"

enum {
  SPREAD = 28,  /* words a window of matches may span */
  CONTEXT = 40, /* words read behind the last match */
  SLICE = 4096, /* bytes of Markdown read for one excerpt */
  LEAD_SLICE = 2048,
  HEAD_SLICE = 1024 /* bytes of a text's beginning that mostly are enough */
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
  return cut_at((cut_text){plain, true, true}, first, memory);
}

/* Markdown */

typedef struct record {
  uint32_t word, source;
  bool block, code;
} record;

/* Sources ascend: one that would wrap ends the map. */
static bool next_record(const unsigned char **at, const unsigned char *end, record *r) {
  if (*at >= end) { return false; }
  uint32_t word = postings_varint(at, end), between = postings_varint(at, end);
  if (between > UINT32_MAX - r->source) { return false; }
  r->source += between;
  r->word += word >> 2;
  r->block = word >> 1 & 1;
  r->code = word & 1;
  return true;
}

size_t excerpt_before(span map, uint32_t first_position, size_t end, match *matches, size_t count) {
  const unsigned char *at = (const unsigned char *)map.data;
  record r = {0};
  bool behind = false;
  while (!behind && next_record(&at, (const unsigned char *)map.data + map.len, &r)) {
    behind = r.source >= end;
  }
  if (!behind) { return count; }
  while (count > 0 && matches[count - 1].position >= first_position + r.word) { count--; }
  return count;
}

typedef struct slice {
  record start, block; /* where reading may begin; the block that is in */
  record near;         /* the last one up to the first match */
  size_t end;          /* in the source */
  size_t block_end;    /* start of a later block, or the text's end */
} slice;

/* Looks up the part of the text with the words [first, last]. */
static slice find_slice(span map, size_t len, uint32_t first, uint32_t last) {
  slice s = {.start = {.block = true}, .end = len, .block_end = len};
  const unsigned char *at = (const unsigned char *)map.data, *end = at + map.len;
  record r = {0}, last_two[2] = {{.block = true}, {.block = true}}, blocks[3] = {{0}};
  bool behind = false;
  while (next_record(&at, end, &r)) {
    if (r.word <= first) {
      s.start = last_two[0]; /* so that there is room before the match */
      last_two[0] = last_two[1];
      last_two[1] = r;
      if (!r.block) { continue; }
      blocks[0] = blocks[1];
      blocks[1] = blocks[2];
      blocks[2] = r;
    } else if (r.word > last + CONTEXT) {
      if (!behind) { s.end = r.source; }
      behind = true;
      if (r.block) {
        s.block_end = r.source;
        break;
      }
    }
  }
  for (size_t i = 0; i < 3; i++) { /* not in a code block, whose fence would be missed */
    if (blocks[i].source <= s.start.source && !blocks[i].code) { s.block = blocks[i]; }
  }
  s.near = last_two[1];
  if (s.start.source > len) { s.start.source = (uint32_t)len; }
  if (s.end > len) { s.end = len; }
  if (s.block_end > len) { s.block_end = len; }
  if (s.end < s.start.source) { s.end = len; }
  return s;
}

/* Marks the arena as failed when memory is out: what lacks its excerpt then is not an answer. */
static bool read_plain(plain_text *scratch, arena *memory, span source) {
  if (plain_read(scratch, source)) { return true; }
  memory->failed = true;
  return false;
}

static span part(span source, size_t from, size_t to) {
  return (span){source.data + from, to - from};
}

/* Does not end inside a code point. */
static size_t whole_end(span source, size_t from, size_t end) {
  while (end > from && end < source.len && (source.data[end] & 0xC0) == 0x80) { end--; }
  return end;
}

/* A copy with the line ends inside paragraphs as spaces: what remains parts blocks. */
static span join_lines(span text, arena *memory) {
  span copy = arena_copy(memory, text);
  if (copy.data == NULL) { return text; }
  char *bytes = (char *)copy.data;
  for (size_t i = 0; (i += span_find(span_skip(text, i), '\n')) < text.len; i++) {
    bool parts =
        (i > 0 && text.data[i - 1] == '\n') || (i + 1 < text.len && text.data[i + 1] == '\n');
    if (!parts) { bytes[i] = ' '; }
  }
  return copy;
}

/* The excerpt out of a slice that needs no reading: the word is looked for from the record before
 * it. */
static span cut_verbatim(cut_text text, const slice *s, uint32_t first, arena *memory) {
  token_reader r;
  span word;
  bool ran_out;
  if (s->near.source < s->start.source || first < s->near.word) { return (span){NULL, 0}; }
  token_begin(&r, span_skip(text.plain, s->near.source - s->start.source));
  if (!token_seek(&r, first - s->near.word, &word)) { return (span){NULL, 0}; }
  return cut_around(text, word, memory, &ran_out);
}

span excerpt_markdown(span source, span map, uint32_t first_position, const match *matches,
                      size_t count, plain_text *scratch, arena *memory) {
  uint32_t first, last;
  if (!choose_window(matches, count, first_position, &first, &last)) { return (span){NULL, 0}; }
  slice s = find_slice(map, source.len, first, last);
  size_t end = s.end - s.start.source > SLICE ? s.start.source + SLICE : s.end;
  end = whole_end(source, s.start.source, end);
  span plain = part(source, s.start.source, end);
  record from = s.start;
  if (verbatim_is(plain, from.block)) {
    plain = join_lines(plain, memory);
    return cut_verbatim((cut_text){plain, from.block, end == source.len}, &s, first, memory);
  }
  if (s.start.source - s.block.source < SLICE) { from = s.block; }
  while (from.source < s.block_end && source.data[from.source] == ' ') { from.source++; }
  end = s.block_end - from.source > 2 * SLICE ? from.source + 2 * SLICE : s.block_end;
  end = whole_end(source, from.source, end);
  if (!read_plain(scratch, memory, part(source, from.source, end))) { return (span){NULL, 0}; }
  plain = buffer_span(&scratch->plain);
  if (first < from.word) { return (span){NULL, 0}; }
  bool begins = from.block || from.word == 0;
  return cut_at((cut_text){plain, begins, end == source.len}, first - from.word, memory);
}

/* The first word of a text that a group without positions has; without a query just the first. */
static bool find_word(const query *q, span plain, span *word) {
  token_reader r;
  token t;
  token_begin(&r, plain);
  if (q == NULL) { return token_seek(&r, 0, word); }
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

/* Cuts the excerpt around the word that find_word finds in the first `most` bytes of a Markdown
 * text; without a query, behind the headings before its first paragraph. A beginning that ends
 * behind a paragraph, and so is read like the whole, is tried before. */
static span cut_head(const query *q, span source, size_t most, plain_text *scratch, arena *memory) {
  size_t end = whole_end(source, 0, source.len < most ? source.len : most);
  size_t brief = end <= HEAD_SLICE ? 0 : HEAD_SLICE;
  while (brief > 0 && !span_equal(part(source, brief - 1, brief + 1), SPAN("\n\n"))) { brief--; }
  const size_t ends[] = {brief, end};
  for (size_t i = brief == 0; i < 2; i++) {
    span head = span_take(source, ends[i]), word;
    cut_text text = {.begins = true, .ends = ends[i] == source.len};
    bool ran_out;
    if (verbatim_is(head, true)) {
      text.plain = join_lines(head, memory);
    } else {
      if (!read_plain(scratch, memory, head)) { break; }
      size_t from = 0;
      for (size_t k = 0; q == NULL && k < scratch->block_count; k++) {
        from = scratch->blocks[k].plain;
        if (!scratch->blocks[k].heading) { break; }
      }
      text.plain = span_skip(buffer_span(&scratch->plain), from);
    }
    if (!find_word(q, text.plain, &word)) { continue; }
    span cut = cut_around(text, word, memory, &ran_out);
    if (i == 1 || !ran_out) { return cut; }
  }
  return (span){NULL, 0};
}

span excerpt_scan(const query *q, span source, plain_text *scratch, arena *memory) {
  bool any = false;
  for (size_t i = 0; i < q->term_count; i++) {
    any = any || (q->terms[i].list.positions.len == 0 && !q->terms[i].level);
  }
  return any ? cut_head(q, source, SLICE, scratch, memory) : (span){NULL, 0};
}

span excerpt_lead(span source, plain_text *scratch, arena *memory) {
  span cut = cut_head(NULL, source, LEAD_SLICE, scratch, memory);
  return cut.data == NULL ? SPAN("") : cut;
}
