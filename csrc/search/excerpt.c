#include "search/excerpt.h"

#include <string.h>
#include <utf8proc.h>

#include "base/utf8.h"
#include "search/verbatim.h"
#include "text/token.h"

enum {
  SPREAD = 28,  /* words a window of matches may span */
  LEAD = 100,   /* characters before the first match at most */
  CONTEXT = 40, /* words read behind the last match */
  SLICE = 4096, /* bytes of Markdown read for one excerpt */
  LEAD_SLICE = 2048
};

static bool precedes(const match *a, const match *b) {
  return a->position != b->position ? a->position < b->position : a->term < b->term;
}

/* Merges the matches of a term, `run` of them by position, into `out[0..count)`. */
static void merge_matches(match *out, size_t count, const match *run, size_t more) {
  while (more > 0) {
    size_t at = count + more - 1;
    out[at] = count > 0 && precedes(&run[more - 1], &out[count - 1]) ? out[--count] : run[--more];
  }
}

/* Terms by falling weight, so that the cap drops the least telling. */
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
  match run[POSITIONS_MAX];
  size_t count = 0, looked = 0;
  for (size_t i = 0; count < EXCERPT_MATCHES && looked < 64; looked++) {
    i = next_term(q, weight, &weight, i);
    if (i == q->term_count) break;
    if (list_seek(&cursors[i], unit) != unit) continue;
    size_t found = list_positions(&cursors[i].list, list_number(&cursors[i]), positions, forms);
    if (found > EXCERPT_MATCHES - count) found = EXCERPT_MATCHES - count;
    for (size_t k = 0; k < found; k++) {
      run[k] = (match){positions[k], q->terms[i].weight, (uint16_t)i};
    }
    merge_matches(out, count, run, found);
    count += found;
  }
  return count;
}

/* Weight of the distinct terms among m[first..end). */
static uint64_t worth(const match *m, size_t first, size_t end) {
  uint64_t sum = 0;
  for (size_t i = first; i < end; i++) {
    size_t k = first;
    while (k < i && m[k].term != m[i].term) k++;
    if (k == i) sum += m[i].weight;
  }
  return sum;
}

/* The window of matches of the greatest worth, the earliest among equals. */
static void choose_window(const match *m, size_t count, uint32_t least, uint32_t *first,
                          uint32_t *last) {
  uint64_t best = 0;
  for (size_t i = 0; i < count; i++) {
    if (m[i].position < least) continue;
    size_t end = i + 1;
    while (end < count && m[end].position - m[i].position < SPREAD) end++;
    uint64_t value = worth(m, i, end);
    if (value <= best) continue;
    best = value;
    *first = m[i].position - least;
    *last = m[end - 1].position - least;
  }
  if (best == 0) *first = UINT32_MAX;
}

/* Cutting */

static bool blank(unsigned char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

static bool ends_sentence(span text, size_t at) {
  if (at == 0) return true;
  unsigned char c = (unsigned char)text.data[at - 1];
  if (c == '.' || c == '!' || c == '?') return true;
  return at >= 2 && memcmp(text.data + at - 2, "\xD8\x9F", 2) == 0; /* ؟ */
}

/* Offset where the word before `at` begins, moving over white space; 0 at the start. */
static size_t word_before(span text, size_t at) {
  while (at > 0 && blank((unsigned char)text.data[at - 1])) at--;
  while (at > 0 && !blank((unsigned char)text.data[at - 1])) at--;
  return at;
}

static size_t blank_before(span text, size_t at) {
  while (at > 0 && blank((unsigned char)text.data[at - 1])) at--;
  return at;
}

static bool block_starts(span text, size_t at) {
  for (; at > 0 && blank((unsigned char)text.data[at - 1]); at--) {
    if (text.data[at - 1] == '\n') return true;
  }
  return at == 0;
}

/* Goes back from the first match: to the start of its sentence when that is near, else a few
 * words. `*cut` tells whether the sentence was cut. */
static size_t find_start(span text, size_t anchor, bool begins, bool *cut) {
  size_t at = anchor, few = anchor;
  while (at > 0 && !blank((unsigned char)text.data[at - 1])) at--;
  few = at;
  size_t count = utf8_count((span){text.data + at, anchor - at}); /* of the characters between */
  for (;;) {
    bool start =
        at == 0 ? begins : block_starts(text, at) || ends_sentence(text, blank_before(text, at));
    if (start) {
      *cut = false;
      return at;
    }
    size_t before = word_before(text, at);
    count += utf8_count((span){text.data + before, at - before});
    if (at == 0 || before == at || count > LEAD) break;
    at = before;
    if (count <= LEAD / 2) few = at;
  }
  *cut = true;
  return few;
}

/* Appends `[from, to)` with white space collapsed. */
static span collapse(span text, size_t from, size_t to, bool cut_start, bool cut_end,
                     arena *memory) {
  char *out = arena_alloc(memory, to - from + 8);
  if (out == NULL) return (span){NULL, 0};
  size_t len = 0;
  if (cut_start) {
    memcpy(out, "…", 3);
    len = 3;
  }
  bool space = false;
  size_t body = len;
  for (size_t i = from; i < to; i++) {
    if (blank((unsigned char)text.data[i])) {
      space = len > body;
      continue;
    }
    if (space) out[len++] = ' ';
    space = false;
    out[len++] = text.data[i];
  }
  if (cut_end) {
    memcpy(out + len, "…", 3);
    len += 3;
  }
  return (span){out, len};
}

/* Where a text without white space may be cut after `most` characters. */
static size_t cut_inside(span text, size_t from, size_t most) {
  size_t at = from, good = from, step;
  utf8proc_int32_t state = 0;
  uint32_t last = 0;
  for (size_t count = 0; at < text.len && count < most; count++, at += step) {
    uint32_t point = utf8_decode(span_skip(text, at), &step);
    if (step == 0) break;
    bool edge =
        utf8proc_grapheme_break_stateful((utf8proc_int32_t)last, (utf8proc_int32_t)point, &state);
    if (count == 0 || edge) good = at;
    last = point;
  }
  return good;
}

/* The end: the last sentence end between the least and the most characters, else the last word
 * that fits. */
static size_t find_end(span text, size_t from, size_t keep, bool ends, bool *cut) {
  size_t at = from, word = from, sentence = 0, count = 0;
  bool gap = true;
  while (at < text.len && count < EXCERPT_MOST - 2) {
    unsigned char c = (unsigned char)text.data[at];
    if (blank(c)) {
      if (!gap) {
        word = at;
        bool stop = ends_sentence(text, at) || block_starts(text, at + 1);
        if (stop && at >= keep && count >= EXCERPT_LEAST) sentence = at;
        count++;
      }
      gap = true;
    } else {
      count += (c & 0xC0) != 0x80;
      gap = false;
    }
    at++;
  }
  if (at >= text.len) {
    *cut = !ends && !ends_sentence(text, blank_before(text, text.len));
    return ends ? text.len : *cut ? word > keep ? word : text.len : text.len;
  }
  *cut = sentence == 0;
  if (sentence != 0) return sentence;
  return word > from && word >= keep ? word : cut_inside(text, from, EXCERPT_MOST - 2);
}

/* Where the text ends too soon: begins at the earliest sentence, else at a word, that leaves the
 * excerpt within its most. */
static size_t reach_back(span text, size_t start, bool begins, bool *cut) {
  size_t count = utf8_count(span_skip(text, start)), best = start, at = start;
  bool best_cut = *cut, found = false;
  if (count >= EXCERPT_LEAST) return start;
  while (at > 0) {
    size_t before = word_before(text, at);
    count += utf8_count((span){text.data + before, at - before});
    if (before == at || count > EXCERPT_MOST - 2) break;
    at = before;
    bool sentence =
        at == 0 ? begins : block_starts(text, at) || ends_sentence(text, blank_before(text, at));
    if (!sentence && found) continue;
    found = found || sentence;
    best = at;
    best_cut = !sentence;
  }
  *cut = best_cut;
  return best;
}

span excerpt_cut(span plain, uint32_t first, bool begins, bool ends, arena *memory) {
  token_reader r;
  span word;
  bool cut_start = false, cut_end = false;
  token_begin(&r, plain);
  if (!token_seek(&r, first, &word)) return (span){NULL, 0};
  size_t from = (size_t)(word.data - plain.data), first_end = from + word.len;
  size_t start = find_start(plain, from, begins, &cut_start);
  size_t end = find_end(plain, start, first_end, ends, &cut_end);
  if (end == plain.len) start = reach_back(plain, start, begins, &cut_start);
  return collapse(plain, start, end, cut_start, cut_end, memory);
}

span excerpt_plain(span plain, uint32_t first_position, const match *matches, size_t count,
                   arena *memory) {
  uint32_t first = UINT32_MAX, last = 0;
  choose_window(matches, count, first_position, &first, &last);
  if (first == UINT32_MAX) return (span){NULL, 0};
  return excerpt_cut(plain, first, true, true, memory);
}

/* Markdown */

typedef struct record {
  uint32_t word, source;
  bool block, code;
} record;

static bool next_record(const unsigned char **at, const unsigned char *end, record *r) {
  if (*at >= end) return false;
  uint32_t word = postings_varint(at, end);
  r->source += postings_varint(at, end);
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
  if (!behind) return count;
  while (count > 0 && matches[count - 1].position >= first_position + r.word) count--;
  return count;
}

typedef struct slice {
  record start, block; /* where reading may begin; the block that is in */
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
      if (!r.block) continue;
      blocks[0] = blocks[1];
      blocks[1] = blocks[2];
      blocks[2] = r;
    } else if (r.word > last + CONTEXT) {
      if (!behind) s.end = r.source;
      behind = true;
      if (r.block) {
        s.block_end = r.source;
        break;
      }
    }
  }
  for (size_t i = 0; i < 3; i++) { /* not in a code block, whose fence would be missed */
    if (blocks[i].source <= s.start.source && !blocks[i].code) s.block = blocks[i];
  }
  if (s.start.source > len) s.start.source = (uint32_t)len;
  if (s.end > len) s.end = len;
  if (s.block_end > len) s.block_end = len;
  if (s.end < s.start.source) s.end = len;
  return s;
}

/* Marks the arena as failed when memory is out: what lacks its excerpt then is not an answer. */
static bool read_plain(plain_text *scratch, arena *memory, span source) {
  if (plain_read(scratch, source)) return true;
  memory->failed = true;
  return false;
}

static span part(span source, size_t from, size_t to) {
  return (span){source.data + from, to - from};
}

/* Does not end inside a code point. */
static size_t whole_end(span source, size_t from, size_t end) {
  while (end > from && end < source.len && (source.data[end] & 0xC0) == 0x80) end--;
  return end;
}

/* A copy with the line ends inside paragraphs as spaces: what remains parts blocks. */
static span join_lines(span text, arena *memory) {
  span copy = arena_copy(memory, text);
  if (copy.data == NULL) return text;
  char *bytes = (char *)copy.data;
  for (size_t i = 0; i < text.len; i++) {
    if (text.data[i] != '\n') continue;
    bool parts =
        (i > 0 && text.data[i - 1] == '\n') || (i + 1 < text.len && text.data[i + 1] == '\n');
    if (!parts) bytes[i] = ' ';
  }
  return copy;
}

span excerpt_markdown(span source, span map, uint32_t first_position, const match *matches,
                      size_t count, plain_text *scratch, arena *memory) {
  uint32_t first = UINT32_MAX, last = 0;
  choose_window(matches, count, first_position, &first, &last);
  if (first == UINT32_MAX) return (span){NULL, 0};
  slice s = find_slice(map, source.len, first, last);
  size_t end = s.end - s.start.source > SLICE ? s.start.source + SLICE : s.end;
  span plain = part(source, s.start.source, whole_end(source, s.start.source, end));
  record from = s.start;
  if (verbatim_is(plain, from.block)) {
    plain = join_lines(plain, memory);
  } else {
    if (s.start.source - s.block.source < SLICE) from = s.block;
    while (from.source < source.len && source.data[from.source] == ' ') from.source++;
    end = s.block_end - from.source > 2 * SLICE ? from.source + 2 * SLICE : s.block_end;
    end = whole_end(source, from.source, end);
    if (!read_plain(scratch, memory, part(source, from.source, end))) return (span){NULL, 0};
    plain = buffer_span(&scratch->plain);
  }
  if (first < from.word) return (span){NULL, 0};
  bool begins = from.block || from.word == 0;
  return excerpt_cut(plain, first - from.word, begins, end == source.len, memory);
}

/* True when the word belongs to a group of the query that has no positions. */
static bool unplaced(const query *q, span word) {
  uint32_t number;
  unsigned form;
  if (!index_form(q->in, word, &number, &form)) return false;
  for (size_t i = 0; i < q->term_count; i++) {
    const word_group *g = &q->terms[i].list;
    if (g->number == number) return g->positions.len == 0;
  }
  return false;
}

span excerpt_scan(const query *q, span source, plain_text *scratch, arena *memory) {
  token_reader r;
  token t;
  bool any = false;
  for (size_t i = 0; i < q->term_count; i++) {
    any = any || (q->terms[i].list.positions.len == 0 && !q->terms[i].level);
  }
  size_t end = whole_end(source, 0, source.len < SLICE ? source.len : SLICE);
  if (!any || !read_plain(scratch, memory, span_take(source, end))) return (span){NULL, 0};
  span plain = buffer_span(&scratch->plain);
  token_begin(&r, plain);
  while (token_next(&r, &t)) {
    if (t.kind == TOKEN_WORD && unplaced(q, t.key)) {
      return excerpt_cut(plain, t.position, true, end == source.len, memory);
    }
  }
  return (span){NULL, 0};
}

span excerpt_lead(span source, plain_text *scratch, arena *memory) {
  size_t end = whole_end(source, 0, source.len < LEAD_SLICE ? source.len : LEAD_SLICE);
  if (source.len == 0 || !read_plain(scratch, memory, span_take(source, end))) return SPAN("");
  span plain = buffer_span(&scratch->plain);
  size_t from = 0;
  for (size_t i = 0; i < scratch->block_count; i++) {
    from = scratch->blocks[i].plain;
    if (!scratch->blocks[i].heading) break;
  }
  span text = span_skip(plain, from);
  span cut = excerpt_cut(text, 0, true, end == source.len, memory);
  return cut.data == NULL ? SPAN("") : cut;
}
