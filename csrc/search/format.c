#include "search/format.h"

#include <math.h>

const uint8_t format_field_weight[FIELD_COUNT] = {
    [FIELD_BODY] = 2,  [FIELD_HEADING] = 4, [FIELD_DESCRIPTION] = 3, [FIELD_ROUTE] = 4,
    [FIELD_LABEL] = 6, [FIELD_TITLE] = 8,   [FIELD_ID] = 16,         [FIELD_PART] = 1,
};

/* The commonest weight, one occurrence in the text, is code 0: blocks of it take no bits. */
static const uint8_t weights[16] = {2, 1, 3, 4, 6, 8, 10, 12, 14, 16, 20, 24, 32, 48, 72, 112};

unsigned format_code(unsigned weight) {
  if (weight <= 1) return 1;
  if (weight == 2) return 0;
  unsigned code = 15;
  while (weights[code] > weight) code--;
  return code;
}

static const double k1 = 1.5, b = 0.7;

void format_impacts(uint16_t table[4096]) {
  for (unsigned norm = 0; norm < 256; norm++) {
    double ratio = exp2(((double)norm - 128) / 16);
    double k = k1 * (1 - b + b * ratio);
    for (unsigned code = 0; code < 16; code++) {
      double tf = weights[code] / 2.0;
      table[norm << 4 | code] = (uint16_t)lround(IMPACT_SCALE * (k1 + 1) * tf / (tf + k));
    }
  }
}

uint8_t format_norm(uint32_t length, double average) {
  if (length == 0 || average <= 0) return 0;
  double norm = round(128 + 16 * log2(length / average));
  return (uint8_t)(norm < 0 ? 0 : norm > 255 ? 255 : norm);
}
