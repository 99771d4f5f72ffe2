#include "search/format.h"

#include <math.h>

#include "search/weights.h"

const uint8_t format_field_weight[FIELD_COUNT] = {
    [FIELD_BODY] = WEIGHT_BODY,   [FIELD_HEADING] = WEIGHT_HEADING,
    [FIELD_ROUTE] = WEIGHT_ROUTE, [FIELD_DESCRIPTION] = WEIGHT_DESCRIPTION,
    [FIELD_LABEL] = WEIGHT_LABEL, [FIELD_TITLE] = WEIGHT_TITLE,
    [FIELD_ID] = WEIGHT_ID,       [FIELD_PART] = WEIGHT_PART,
};

/* The commonest weight, one occurrence in the text, is code 0: blocks of it take no bits. */
static const uint8_t weights[16] = {2, 1, 3, 4, 6, 8, 10, 12, 14, 16, 20, 24, 32, 48, 72, 112};

unsigned format_code(unsigned weight) {
  if (weight <= 1) {
    return 1;
  }
  if (weight == 2) {
    return 0;
  }
  unsigned code = 15;
  while (weights[code] > weight) {
    code--;
  }
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
      table[norm << 4 | code] = (uint16_t)lround(IMPACT_SCALE * (WEIGHT_K1 + 1) * tf / (tf + k));
    }
  }
}

uint8_t format_norm(uint32_t length, double average) {
  if (length == 0 || average <= 0) {
    return 0;
  }
  double norm = round(128 + 16 * log2(length / average));
  return (uint8_t)(norm < 0 ? 0 : norm > 255 ? 255 : norm);
}
