/** Fuzz target: Accept-Encoding. A coding is chosen only when the header names it or "*", and
 * adding an element of quality zero for a coding that was not chosen changes nothing. The header
 * itself is then encoded so. */
#include <stdlib.h>
#include <strings.h>

#include "host/wire/coding.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static bool contains(span text, const char *word) {
  size_t length = strlen(word);
  for (size_t i = 0; i + length <= text.len; i++) {
    if (strncasecmp(text.data + i, word, length) == 0) return true;
  }
  return false;
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  span header = {(const char *)data, size};
  coding chosen = coding_choose(header);
  if (chosen > CODING_NONE) abort();
  const char *name = coding_name(chosen);
  if (name != NULL && !contains(header, name) && !contains(header, "*")) abort();
  if (chosen == CODING_NONE && !contains(header, "identity") && !contains(header, "*")) abort();
  buffer longer = {0};
  buffer_append(&longer, header);
  buffer_text(&longer, ",unknown;q=0");
  if (coding_choose(buffer_span(&longer)) != chosen) abort();
  buffer_free(&longer);
  buffer coded = {0};
  if (name != NULL && !coding_encode(chosen, header, &coded)) abort();
  if (name != NULL && coded.len == 0) abort();
  buffer_free(&coded);
  coding_applies(CODING_BR, header, size);
  return 0;
}
