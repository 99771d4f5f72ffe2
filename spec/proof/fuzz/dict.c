/** Fuzz target: the dictionary that workers share, by orders of which each is a byte for what to do
 * and how long a key and a value are, and their bytes. What was set is found as it was set, numbers
 * add up, what is removed is gone, and a walk ends and names keys that there may be. */
#include "host/shared/dict.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

enum { ROOM = 1024 * 1024, STEPS_MOST = 1 << 16 };

static uint64_t now = 1;

static void set(dict *d, span key, span value, uint64_t life) {
  buffer found = {0};
  if (!dict_set(d, key, value, life, now)) {
    if (key.len <= DICT_KEY_LIMIT && value.len <= DICT_VALUE_LIMIT) { abort(); }
    return;
  }
  if (!dict_get(d, key, now, &found) || !span_equal(buffer_span(&found), value)) { abort(); }
  buffer_free(&found);
}

static void add(dict *d, span key, int64_t step) {
  int64_t once, again;
  if (!dict_add(d, key, step, 0, now, &once)) { return; }
  if (dict_add(d, key, 0, 0, now, &again) && again != once) { abort(); }
}

static void take(dict *d, span key) {
  buffer found = {0};
  dict_remove(d, key);
  if (dict_get(d, key, now, &found)) { abort(); }
  buffer_free(&found);
}

static void walk(dict *d, span prefix) {
  buffer key = {0};
  uint64_t place = 0;
  unsigned steps = 0;
  while (dict_next(d, &place, prefix, now, &key)) {
    if (key.len > 0 && !span_starts(buffer_span(&key), prefix)) { abort(); }
    if (++steps > STEPS_MOST) { abort(); }
    buffer_clear(&key);
  }
  buffer_free(&key);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  static dict *d;
  if (d == NULL) { d = dict_open(ROOM); }
  if (d == NULL) { abort(); }
  span rest = {(const char *)data, size};
  while (rest.len >= 2) {
    unsigned what = (unsigned char)rest.data[0], length = (unsigned char)rest.data[1];
    span key = span_take(span_skip(rest, 2), length % 16 + (length == 255 ? 250 : 0));
    rest = span_skip(rest, 2 + key.len);
    span value = span_take(rest, (size_t)(what / 8) * 4);
    now += what == 255 ? 100 : 0;
    switch (what % 5) {
      case 0: set(d, key, value, what & 8 ? 50 : 0); break;
      case 1: add(d, key, (int64_t)length * (what & 8 ? -1 : INT64_MAX / 256)); break;
      case 2: take(d, key); break;
      case 3: walk(d, key); break;
      default: set(d, key, rest, 0); break;
    }
    rest = span_skip(rest, what % 5 == 0 ? value.len : 0);
  }
  return 0;
}
