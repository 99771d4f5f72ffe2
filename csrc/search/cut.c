#include "search/cut.h"

#include <utf8proc.h>

#include "base/bytes.h"
#include "base/utf8.h"
#include "text/token.h"

enum { LEAD = 100 /* characters before the first match at most */ };

/* True for a space, a tab and the ends of lines. */
static inline bool blank(char c) {
  const uint64_t blanks = UINT64_C(1) << ' ' | 1u << '\n' | 1u << '\t' | 1u << '\r';
  return (unsigned char)c <= ' ' && (blanks >> c & 1) != 0;
}

/* Bytes up to the next blank, of at most 8: of a text without other control characters. */
static inline size_t count_solid(const char *at) {
  const uint64_t high = 0x8080808080808080u;
  uint64_t bytes = load_u64le(at), above = (bytes & ~high) + 0x5F5F5F5F5F5F5F5Fu; /* ' ' */
  uint64_t blanks = ~(above | bytes) & high;
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

static bool ends_sentence(span text, size_t at) {
  if (at == 0) { return true; }
  unsigned char c = (unsigned char)text.data[at - 1];
  if (c == '.' || c == '!' || c == '?') { return true; }
  return at >= 2 && memcmp(text.data + at - 2, "\xD8\x9F", 2) == 0; /* ؟ */
}

/* Offset where the word before `at` begins, moving over white space; 0 at the start. */
static size_t word_before(span text, size_t at) {
  while (at > 0 && blank(text.data[at - 1])) { at--; }
  while (at > 0 && !blank(text.data[at - 1])) { at--; }
  return at;
}

static size_t blank_before(span text, size_t at) {
  while (at > 0 && blank(text.data[at - 1])) { at--; }
  return at;
}

static bool block_starts(span text, size_t at) {
  for (; at > 0 && blank(text.data[at - 1]); at--) {
    if (text.data[at - 1] == '\n') { return true; }
  }
  return at == 0;
}

/* Goes back from the first match: to the start of its sentence when that is near, else a few
 * words. `*cut` tells whether the sentence was cut. */
static size_t find_start(span text, size_t anchor, bool begins, bool *cut) {
  size_t at = anchor;
  while (at > 0 && !blank(text.data[at - 1])) { at--; }
  size_t few = at;
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

/* The end: the last sentence end between the least and the most characters, else the last word
 * that fits. */
static size_t find_end(span text, size_t from, size_t keep, bool ends, bool *cut, bool *ran_out) {
  size_t at = from, word = from, sentence = 0, count = 0;
  while (at < text.len && blank(text.data[at])) { at++; }
  while (at < text.len && count < CUT_MOST - 2) {
    size_t end = word_end(text, at);
    for (; at < end; at++) { count += (text.data[at] & 0xC0) != 0x80; }
    if (at == text.len || count >= CUT_MOST - 2) { break; }
    word = at;
    bool late = at >= keep && count >= CUT_LEAST;
    if (late && (ends_sentence(text, at) || block_starts(text, at + 1))) { sentence = at; }
    while (at < text.len && blank(text.data[at])) { at++; }
    count++;
  }
  *ran_out = at == text.len && count <= CUT_MOST - 2;
  if (*ran_out) {
    *cut = !ends && !ends_sentence(text, blank_before(text, text.len));
    return ends ? text.len : *cut ? word > keep ? word : text.len : text.len;
  }
  *cut = sentence == 0;
  if (sentence != 0) { return sentence; }
  return word > from && word >= keep ? word : cut_inside(text, from, CUT_MOST - 2);
}

/* For a text that ends too soon: begins at the earliest sentence that leaves the excerpt within its
 * most; at the earliest word where such a sentence leaves it below its least. */
static size_t reach_back(span text, size_t start, bool begins, bool *cut) {
  size_t count = utf8_count(span_skip(text, start)), sentence = SIZE_MAX, at = start;
  bool enough = false;
  if (count >= CUT_LEAST) { return start; }
  while (at > 0) {
    size_t before = word_before(text, at);
    count += utf8_count((span){text.data + before, at - before});
    if (before == at || count > CUT_MOST - 2) { break; }
    at = before;
    bool is_start =
        at == 0 ? begins : block_starts(text, at) || ends_sentence(text, blank_before(text, at));
    if (!is_start) { continue; }
    sentence = at;
    enough = count >= CUT_LEAST;
  }
  if (at == start) { return start; }
  if (enough) { at = sentence; }
  *cut = at != sentence;
  return at;
}

span cut_around(cut_text text, span word, arena *memory, bool *ran_out) {
  bool cut_start = false, cut_end = false;
  size_t at = (size_t)(word.data - text.plain.data);
  size_t start = find_start(text.plain, at, text.begins, &cut_start);
  size_t end = find_end(text.plain, start, at + word.len, text.ends, &cut_end, ran_out);
  if (end == text.plain.len) { start = reach_back(text.plain, start, text.begins, &cut_start); }
  return collapse(text.plain, start, end, cut_start, cut_end, memory);
}

span cut_at(cut_text text, uint32_t first, arena *memory) {
  token_reader r;
  span word;
  bool ran_out;
  token_begin(&r, text.plain);
  if (!token_seek(&r, first, &word)) { return (span){NULL, 0}; }
  return cut_around(text, word, memory, &ran_out);
}
