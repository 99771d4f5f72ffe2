#include "text/token.h"

#include "base/utf8.h"

enum { SECTION_SIGN = 0xA7, DEGREE = 0xB0, RAISED_PLUS = 0x207A, RAISED_MINUS = 0x207B };

typedef struct glyph {
  uint32_t point;
  size_t length; /* 0 at the end of the text */
  enum fold_class class;
} glyph;

static glyph peek_wide(span text, size_t at) {
  glyph g;
  g.point = utf8_decode(span_skip(text, at), &g.length);
  if (g.length == 0) { return (glyph){0xFFFD, 1, FOLD_SPACE}; }
  g.class = fold_classify(g.point);
  return g;
}

static inline glyph peek(span text, size_t at) {
  if (at >= text.len) { return (glyph){0, 0, FOLD_SPACE}; }
  unsigned char c = (unsigned char)text.data[at];
  return c < 128 ? (glyph){c, 1, (enum fold_class)fold_ascii_class[c]} : peek_wide(text, at);
}

/* Moves over ASCII letters and digits. */
static inline size_t skip_plain(span text, size_t at) {
  for (; at < text.len; at++) {
    unsigned char c = (unsigned char)text.data[at];
    if (c >= 128 || (fold_ascii_class[c] != FOLD_ALPHA && fold_ascii_class[c] != FOLD_NUMBER)) {
      break;
    }
  }
  return at;
}

static bool begins_word(enum fold_class class) {
  return class == FOLD_ALPHA || class == FOLD_NUMBER || class == FOLD_SUPER;
}

/* Text up to the next white space or bracket. */
typedef struct segment {
  size_t first, end; /* trimmed */
  size_t whole_end;  /* untrimmed: where looking for identifiers goes on */
  bool identifier;
} segment;

/* Moves over a brace around what is raised or lowered: `x^{2}` is one. @param open whether one is
 * open. @return false when `at` is at no such brace */
static bool script_brace(span text, size_t at, bool *open) {
  char c = text.data[at], before = at > 0 ? text.data[at - 1] : '\0';
  bool opens = c == '{' && (before == '^' || before == '_');
  if (!opens && !(c == '}' && *open)) { return false; }
  *open = opens;
  return true;
}

/* True between 101 and ₂: a digit below the line never joins a number. */
static bool parts_numbers(uint32_t last, uint32_t next) {
  return fold_lowered(last) != fold_lowered(next) && fold_classify(last) == FOLD_NUMBER &&
         fold_classify(next) == FOLD_NUMBER;
}

/* Reads to the next white space or bracket and decides whether what stands there is more than
 * words joined by hyphens and apostrophes. */
static segment read_segment(span text, size_t first) {
  segment c = {first, first, first, false};
  bool symbol = false, hyphen = false, digit = false, pending_symbol = false, brace = false;
  uint32_t last = 0;
  glyph g;
  for (size_t at = first; (g = peek(text, at)).length != 0; at += g.length, c.whole_end = at) {
    if (g.class == FOLD_SPACE && script_brace(text, at, &brace)) {
      if (!brace && c.end == at) { c.end++; /* closed, behind what it holds */ }
      continue;
    }
    /* `+` joins only where it is doubled or ends the identifier: C++ is one, a+b is two */
    bool parts = g.point == '+' && !brace && (at == 0 || text.data[at - 1] != '+') &&
                 begins_word(peek(text, at + 1).class);
    if (g.class == FOLD_SPACE || parts) { break; }
    bool kept = g.point == '+' || g.point == '#' || g.point == '%' || g.point == DEGREE ||
                g.point == RAISED_PLUS || g.point == RAISED_MINUS; /* also at the end */
    if (g.class == FOLD_SYMBOL && !kept) {
      bool soft = g.point == '-' || fold_apostrophe(g.point);
      hyphen = hyphen || g.point == '-';
      pending_symbol = pending_symbol || !soft;
      continue;
    }
    digit = digit || g.class == FOLD_NUMBER || g.class == FOLD_SUPER;
    symbol = symbol || pending_symbol || g.class == FOLD_SYMBOL || g.class == FOLD_SUPER ||
             (g.class == FOLD_NUMBER && parts_numbers(last, g.point));
    last = g.point;
    c.end = at + g.length;
    if (g.point >= 128 || !begins_word(g.class)) { continue; }
    for (; c.end < text.len; c.end++) { /* over ASCII letters and digits */
      unsigned char next = (unsigned char)text.data[c.end];
      if (next >= 128 || !begins_word((enum fold_class)fold_ascii_class[next])) { break; }
      digit = digit || fold_ascii_class[next] == FOLD_NUMBER;
    }
    last = (unsigned char)text.data[c.end - 1];
    g.length = c.end - at;
  }
  c.identifier = symbol || (hyphen && digit);
  return c;
}

/* `§ 823`: the sign and its number are one identifier, with or without a space. */
static bool section_sign(span text, size_t at, segment *out) {
  size_t next = at;
  while (peek(text, next).point == SECTION_SIGN) { next += 2; }
  while (next < text.len && (text.data[next] == ' ' || peek(text, next).point == 0xA0)) {
    next += peek(text, next).length;
  }
  if (peek(text, next).class != FOLD_NUMBER) { return false; }
  *out = read_segment(text, next);
  out->first = at;
  out->identifier = true;
  return true;
}

/* Moves to the next word; fills `c` when a segment begins on the way. */
static bool seek_word(token_reader *r, segment *c) {
  static const span signs = {"\xC2\xA7", 2};
  glyph g;
  size_t lead = r->text.len;
  c->identifier = false;
  for (; (g = peek(r->text, r->at)).length != 0; r->at += g.length) {
    if (begins_word(g.class)) { break; }
    bool fresh = r->at >= r->segment_end;
    if (fresh && g.point == SECTION_SIGN) { /* of a run of signs the first speaks for all */
      bool first = r->at < signs.len ||
                   !span_equal(span_take(span_skip(r->text, r->at - signs.len), signs.len), signs);
      if (first && section_sign(r->text, r->at, c)) { return true; }
    }
    bool leads = g.point == '#' || g.point == '@' || g.point == '$';
    lead = fresh && leads ? r->at : r->text.len;
  }
  if (g.length == 0) { return false; }
  bool led = lead < r->at;
  if (r->at < r->segment_end || (r->at < r->words_end && !led)) { return true; }
  *c = read_segment(r->text, r->at);
  r->words_end = c->whole_end;
  if (led) {
    c->first = lead;
    c->identifier = true;
  }
  return true;
}

static size_t word_end(span text, size_t at) {
  bool super = peek(text, at).class == FOLD_SUPER;
  glyph g, last = {0, 0, FOLD_SPACE};
  if (!super) {
    size_t plain = skip_plain(text, at);
    if (plain > at) { last = peek(text, plain - 1); }
    at = plain;
  }
  for (; (g = peek(text, at)).length != 0; at += g.length) {
    bool inside =
        begins_word(g.class)
            ? (g.class == FOLD_SUPER) == super && !parts_numbers(last.point, g.point)
            : g.class == FOLD_DIACRITIC || (last.class == FOLD_ALPHA && fold_apostrophe(g.point) &&
                                            peek(text, at + g.length).class == FOLD_ALPHA);
    if (!inside) { break; }
    last = g;
  }
  return at;
}

/* Emits the power whose base is the last letter of the word [first, end), raised as ³, ^3 or ^{3},
 * in an identifier that is more. */
static bool emit_power(token_reader *r, size_t first, size_t end, token *out) {
  size_t base = end - 1;
  if (first >= r->segment_end || first == r->power) { return false; }
  while (base > first && (r->text.data[base] & 0xC0) == 0x80) { base--; }
  if (peek(r->text, base).class != FOLD_ALPHA) { return false; }
  bool sign = peek(r->text, end).point == '^', brace = sign && peek(r->text, end + 1).point == '{';
  size_t raised = end + sign + brace;
  glyph g;
  for (; (g = peek(r->text, raised)).length != 0; raised += g.length) {
    if (sign ? !begins_word(g.class) : g.class != FOLD_SUPER) { break; }
  }
  if (raised == end + sign + brace) { return false; }
  raised += brace && peek(r->text, raised).point == '}';
  if (base == r->segment && raised == r->segment_last) { return false; }
  span source = {r->text.data + base, raised - base};
  size_t len = fold_identifier(source, r->key);
  if (len == 0) { return false; }
  r->power = r->at = first;
  *out = (token){TOKEN_IDENTIFIER, source, {r->key, len}, r->position, 0};
  return true;
}

bool token_next(token_reader *r, token *out) {
  segment c;
  while (seek_word(r, &c)) {
    if (c.identifier) {
      span source = {r->text.data + c.first, c.end - c.first};
      size_t len = fold_identifier(source, r->key);
      r->segment = c.first;
      r->segment_last = c.end;
      r->segment_end = c.whole_end;
      *out = (token){TOKEN_IDENTIFIER, source, {r->key, len}, r->position, 0};
      if (len != 0) { return true; }
    }
    glyph g = peek(r->text, r->at);
    if (!begins_word(g.class)) { /* a section sign: its number comes next */
      r->at += g.length;
      continue;
    }
    size_t first = r->at;
    r->at = word_end(r->text, first);
    if (emit_power(r, first, r->at, out)) { return true; }
    span source = {r->text.data + first, r->at - first};
    unsigned traits;
    size_t len = fold_word(source, r->key, &traits);
    if (len == 0) { continue; }
    *out = (token){TOKEN_WORD, source, {r->key, len}, r->position++, traits};
    return true;
  }
  return false;
}

bool token_seek(token_reader *r, uint32_t position, span *source) {
  unsigned traits;
  glyph g;
  r->segment_end = r->text.len; /* identifiers do not count */
  while ((g = peek(r->text, r->at)).length != 0) {
    if (!begins_word(g.class)) {
      r->at += g.length;
      continue;
    }
    size_t first = r->at;
    r->at = word_end(r->text, first);
    *source = (span){r->text.data + first, r->at - first};
    unsigned char bytes = 0;
    for (size_t i = 0; i < source->len; i++) { bytes |= (unsigned char)source->data[i]; }
    if (bytes >= 128 && fold_word(*source, r->key, &traits) == 0) { continue; }
    if (r->position++ == position) { return true; }
  }
  return false;
}
