/** Fuzz target: the JSON scanner. What it accepts must be valid UTF-8 whose members can be taken
 * out and are accepted alone; no input may be accepted at a lower depth and refused at a higher.
 * Members found while checking are those found afterwards, and those spelled with escapes. */
#include <stdlib.h>

#include "base/utf8.h"
#include "json/scan.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  span text = {(const char *)data, size};
  json_fault fault, deeper;
  bool shallow = json_check(text, 8, &fault);
  bool good = json_check(text, JSON_DEPTH, &deeper);
  if (fault.offset > size || deeper.offset > size || (shallow && !good)) abort();
  span name = SPAN("id"), found;
  if (json_members(text, &name, 1, &found, &fault) != good) abort();
  if (!good) return 0;
  if (!utf8_valid(text)) abort();
  span id = json_member(text, name);
  if (id.data != NULL && (id.data != found.data || id.len != found.len)) abort();
  if (found.data != NULL && !json_check(found, JSON_DEPTH, &fault)) abort();
  return 0;
}
