#include "search/format.h"

#include <math.h>

#include "base/bytes.h"
#include "search/weights.h"
#include "text/token.h"

const uint8_t format_field_weight[FIELD_COUNT] = {
    [FIELD_BODY] = WEIGHT_BODY,   [FIELD_HEADING] = WEIGHT_HEADING,
    [FIELD_ROUTE] = WEIGHT_ROUTE, [FIELD_DESCRIPTION] = WEIGHT_DESCRIPTION,
    [FIELD_LABEL] = WEIGHT_LABEL, [FIELD_TITLE] = WEIGHT_TITLE,
    [FIELD_ID] = WEIGHT_ID,       [FIELD_NOTICE] = 0,
    [FIELD_PART] = WEIGHT_PART,
};

/* The commonest weight, one occurrence in the text, is code 0: blocks of it take no bits. */
static const uint8_t weights[16] = {2, 1, 0, 3, 4, 6, 8, 10, 12, 14, 16, 20, 24, 32, 48, 72};

_Static_assert(FIELD_NOTICE < 8, "a field that vocabulary_occur notes takes three bits");

unsigned format_code(unsigned weight) {
  static const uint8_t least[] = {FORMAT_NOTICE_CODE, 1, 0};
  if (weight < sizeof(least)) { return least[weight]; }
  unsigned code = 15;
  while (weights[code] > weight) { code--; }
  return code;
}

_Static_assert(IMPACT_MOST == IMPACT_SCALE * (WEIGHT_K1_TENTHS + 10) / 10,
               "no impact passes IMPACT_MOST");

void format_impacts(uint16_t table[4096]) {
  for (unsigned norm = 0; norm < 256; norm++) {
    double ratio = exp2(((double)norm - 128) / 16);
    double k = WEIGHT_K1 * (1 - WEIGHT_B + WEIGHT_B * ratio);
    for (unsigned code = 0; code < 16; code++) {
      double tf = weights[code] / 2.0;
      long impact = lround(IMPACT_SCALE * (WEIGHT_K1 + 1) * tf / (tf + k));
      table[norm << 4 | code] = (uint16_t)(impact > 0 ? impact : 1);
    }
  }
}

uint8_t format_norm(uint32_t length, double average) {
  if (length == 0 || average <= 0) { return 0; }
  double norm = round(128 + 16 * log2(length / average));
  return (uint8_t)(norm < 0 ? 0 : norm > 255 ? 255 : norm);
}

/* FNV-1a of 64 bits. */
static uint64_t add_bytes(uint64_t hash, span bytes) {
  for (size_t i = 0; i < bytes.len; i++) {
    hash = (hash ^ (unsigned char)bytes.data[i]) * 0x100000001B3u;
  }
  return hash;
}

/* True for a folded article, without which a title is typed as well. */
static bool is_article(span word) {
  static const char *const articles[] = {"the", "a", "an", "der", "die", "das"};
  for (size_t i = 0; i < sizeof articles / sizeof *articles; i++) {
    if (span_equal(word, span_of(articles[i]))) { return true; }
  }
  return false;
}

size_t format_title(span text, char key[FORMAT_TITLE_KEY]) {
  token_reader r;
  token t;
  uint64_t hash = 0xCBF29CE484222325u;
  char bytes[8];
  token_begin(&r, text);
  while (token_next(&r, &t)) {
    char plain[FOLD_MAX];
    size_t len = t.traits & FOLD_WIDE && !(t.traits & FOLD_ARABIC) ? fold_bare(t.key, plain) : 0;
    if (t.kind == TOKEN_IDENTIFIER || (t.position == 0 && is_article(t.key))) { continue; }
    hash = add_bytes(hash, len > 0 ? (span){plain, len} : t.key);
    hash = add_bytes(hash, SPAN(" "));
  }
  if (r.position == 0) { return 0; }
  store_u64le(bytes, hash ^ hash >> 48);
  key[0] = FORMAT_TITLE;
  memcpy(key + 1, bytes, FORMAT_TITLE_KEY - 1);
  return FORMAT_TITLE_KEY;
}
