#include "search/variants.h"

#include <stdlib.h>

#include "base/buffer.h"
#include "base/utf8.h"
#include "search/index.h"
#include "search/postings.h"
#include "text/token.h"

typedef struct variant {
  unsigned locale;
  size_t key_len, len;
  char *bytes; /* the key, and behind it the alternative; none for the first word of a key */
} variant;

/* Writes the folded words of a text, joined by spaces. @return their number, 0 when the text has
 * none or too much */
static size_t fold_words(span text, char out[FOLD_MAX], size_t *len, size_t *first) {
  token_reader r;
  token t;
  size_t count = 0;
  *len = 0;
  token_begin(&r, text);
  while (token_next(&r, &t)) {
    if (t.kind == TOKEN_IDENTIFIER) { continue; }
    if (*len + 1 + t.key.len > FOLD_MAX || count == VARIANT_WORDS) { return 0; }
    if (count > 0) { out[(*len)++] = ' '; }
    memcpy(out + *len, t.key.data, t.key.len);
    *len += t.key.len;
    *first = count == 0 ? *len : *first;
    count++;
  }
  return count;
}

enum { SHAPE = 1 /* first byte of the key of a shape */, SHAPE_OPERANDS = 2 };

/* The placeholder in a shape for a sign that has other ways of writing. */
static const struct {
  uint32_t point;
  const char *text;
} signs[] = {{0x2032, "'"}, {0x2033, "''"}, {0x207A, "^+"}, {0x207B, "^-"}, {0x2212, "-"},
             {0x2013, "-"}, {'{', ""},      {'}', ""},      {0x2223, "|"},  {0xD7, "*"}};

/* The sign at the beginning of a text, as it is in a shape. */
static span sign_of(uint32_t point, span text, size_t step) {
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
    if (signs[i].point == point) { return span_of(signs[i].text); }
  }
  if (fold_apostrophe(point)) { return SPAN("'"); }
  return point <= ' ' ? SPAN("") : span_take(text, step);
}

/* Writes the key of the shape of a formula of one or two operands, such as n!, f'(x) and √2, whose
 * signs tell what is meant: any letter is x, any number 1, a raised or lowered one begins with its
 * sign. @return bytes, 0 when the text has words, or no sign */
static size_t fold_shape(span text, char out[FOLD_MAX]) {
  size_t len = 1, operands = 0, marks = 0, step;
  char last = 0; /* of the operand that is being read */
  out[0] = SHAPE;
  for (; text.len > 0; text = span_skip(text, step)) {
    uint32_t point = utf8_decode(text, &step);
    enum fold_class class = step == 0 ? FOLD_SPACE : fold_classify(point);
    bool raised = class == FOLD_SUPER, lowered = fold_lowered(point);
    bool number = class == FOLD_NUMBER || raised, letter = class == FOLD_ALPHA;
    if (step == 0 || len + 4 > FOLD_MAX || operands > SHAPE_OPERANDS) { return 0; }
    if (number && last == (raised ? '^' : lowered ? '_' : '1')) { continue; }
    if (letter && last == 'x') { return 0; }
    if (!number && !letter) {
      span sign = sign_of(point, text, step);
      memcpy(out + len, sign.data, sign.len);
      len += sign.len;
      marks += sign.len;
      last = 0;
      continue;
    }
    last = letter ? 'x' : raised ? '^' : lowered ? '_' : '1';
    bool scripted = raised || lowered;
    if (scripted && out[len - 1] != '-') { out[len++] = last; }
    out[len++] = letter ? 'x' : '1';
    marks += scripted;
    operands++;
  }
  return operands > 0 && operands <= SHAPE_OPERANDS && marks > 0 ? len : 0;
}

static bool add(variants *v, unsigned locale, span key, span finds) {
  char *bytes = arena_alloc(&v->memory, key.len + finds.len);
  if (bytes == NULL || !list_grow(v->list, v->count, v->size)) { return false; }
  memcpy(bytes, key.data, key.len);
  memcpy(bytes + key.len, finds.data, finds.len);
  v->list[v->count++] = (variant){locale, key.len, finds.len, bytes};
  return true;
}

bool variants_add(variants *v, unsigned locale, span words, span finds, fault *why) {
  char key[FOLD_MAX], other[FOLD_MAX];
  size_t other_len, first = 0, ignored = 0, len = fold_shape(words, key);
  size_t count = len > 0 ? 1 : fold_words(words, key, &len, &first);
  if (count == 0 || fold_words(finds, other, &other_len, &ignored) == 0) {
    return fault_set(why, "search: variant %.*s → %.*s: each side has 1 to %d words",
                     (int)words.len, words.data, (int)finds.len, finds.data, VARIANT_WORDS);
  }
  bool same = len == other_len && memcmp(key, other, len) == 0;
  bool added = same || add(v, locale, (span){key, len}, finds);
  added = added && (count == 1 || add(v, locale, (span){key, first}, SPAN("")));
  return added || fault_set(why, "search: memory is out");
}

static int by_key(const void *a, const void *b) {
  const variant *x = a, *y = b;
  if (x->locale != y->locale) { return x->locale < y->locale ? -1 : 1; }
  int order = span_compare((span){x->bytes, x->key_len}, (span){y->bytes, y->key_len});
  return order != 0 ? order
                    : span_compare((span){x->bytes + x->key_len, x->len},
                                   (span){y->bytes + y->key_len, y->len});
}

bool variants_write(variants *v, unsigned locale, lexicon_writer *out, fault *why) {
  if (v->count > 0) { qsort(v->list, v->count, sizeof(*v->list), by_key); }
  for (size_t i = 0, end; i < v->count; i = end) {
    const variant *first = &v->list[i];
    span key = {first->bytes, first->key_len};
    span alternatives[VARIANT_ALTERNATIVES];
    uint32_t count = 0;
    for (end = i; end < v->count && v->list[end].locale == first->locale; end++) {
      const variant *next = &v->list[end];
      span text = {next->bytes + next->key_len, next->len};
      if (!span_equal(key, (span){next->bytes, next->key_len})) { break; }
      if (text.len == 0 || (count > 0 && span_equal(text, alternatives[count - 1]))) { continue; }
      if (count == VARIANT_ALTERNATIVES) {
        return fault_set(why, "search: %.*s has more than %d variants; take out the least known",
                         (int)key.len, key.data, VARIANT_ALTERNATIVES);
      }
      alternatives[count++] = text;
    }
    if (first->locale != locale) { continue; }
    lexicon_add(out, key, 0);
    buffer_varint(&out->data, count);
    for (uint32_t k = 0; k < count; k++) {
      buffer_varint(&out->data, alternatives[k].len);
      buffer_append(&out->data, alternatives[k]);
    }
  }
  bool failed = out->index.failed || out->data.failed;
  return !failed || fault_set(why, "search: memory is out");
}

void variants_free(variants *v) {
  arena_free(&v->memory);
  free(v->list);
  *v = (variants){0};
}

variant_reader variants_of(const lexicon_cursor *c) {
  variant_reader r = {c->payload, c->end, 0};
  r.left = postings_varint(&r.at, r.end);
  if (r.left > VARIANT_ALTERNATIVES) { r.left = 0; }
  return r;
}

bool variants_find(const lexicon *of, span key, variant_reader *out) {
  lexicon_cursor c;
  lexicon_seek_block(of, key, &c);
  for (unsigned i = 0; i < LEXICON_BLOCK && c.number < of->count; i++) {
    int order = lexicon_compare(&c, key);
    *out = variants_of(&c);
    if (order == 0) { return true; }
    variant_reader rest = *out;
    span text;
    bool more = true;
    while (more) { more = variants_next(&rest, &text); }
    if (order > 0 || !lexicon_next(&c, rest.at)) { break; }
  }
  return false;
}

bool variants_of_shape(const lexicon *of, span text, variant_reader *out) {
  char key[FOLD_MAX];
  variant_reader found;
  size_t len = of->count == 0 ? 0 : fold_shape(text, key);
  bool known = len > 0 && variants_find(of, (span){key, len}, &found);
  if (known) { *out = found; }
  return known;
}

bool variants_next(variant_reader *r, span *text) {
  if (r->left == 0) { return false; }
  uint32_t len = postings_varint(&r->at, r->end);
  if (len > (size_t)(r->end - r->at)) {
    r->left = 0;
    return false;
  }
  *text = (span){(const char *)r->at, len};
  r->at += len;
  r->left--;
  return true;
}
