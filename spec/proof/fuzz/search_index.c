/** Fuzzes the reader of the search index: the input is a list of edits of a sound SEARCH section,
 * as if a signer had signed the result. It must open or be refused, and what opens must answer
 * without a wrong access.
 *
 * An edit is six bytes: where (32 bits; with the top bit set within the first 512 bytes, which hold
 * the counts and offsets that everything else hangs on), how, and an operand. Edits reach the whole
 * section however short the input is. */
#include "base/bytes.h"
#include "search_support.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static sample sound;

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc, (void)argv;
  make_sample(&sound);
  return 0;
}

enum { EDIT_BYTES = 6, HEAD_BYTES = 512 };

/** Applies one edit to `section` of `*len` bytes. */
static void edit(char *section, size_t *len, const unsigned char *e) {
  uint32_t where = load_u32le(e);
  if (*len == 0) return;
  size_t reach = where >> 31 && *len > HEAD_BYTES ? HEAD_BYTES : *len;
  char *at = section + (where & INT32_MAX) % reach;
  switch (e[4] % 5) {
    case 0: *at = (char)e[5]; break;
    case 1: *at = (char)(*at ^ 1 << e[5] % 8); break;
    case 2: *at = (char)(*at + (signed char)e[5]); break;
    case 3: memset(at, e[5] & 1 ? 0xff : 0, 4 < (size_t)(section + *len - at) ? 4 : 1); break;
    default: *len = e[5] == 0 ? (size_t)(at - section) : *len; break;
  }
}

static const char *const queries[] = {"common words",
                                      "quadratic x^2 equation",
                                      "wasserkraftwerk",
                                      "الحمد",
                                      "comon wrods numbr",
                                      "n1 n2 n3",
                                      "C++",
                                      "co",
                                      "bench"};

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  search_index *index;
  search_page page;
  fault why;
  size_t len = sound.section.len;
  char *copy = malloc(len);
  MUST(copy != NULL);
  memcpy(copy, sound.section.data, len);
  for (; size >= EDIT_BYTES; data += EDIT_BYTES, size -= EDIT_BYTES) edit(copy, &len, data);
  if (search_open((span){copy, len}, &sound.store, renditions_of(buffer_span(&sound.texts)), NULL,
                  &index, &why)) {
    for (unsigned i = 0; i <= sizeof queries / sizeof *queries; i++) {
      arena memory = {0};
      bool browse = i == sizeof queries / sizeof *queries;
      search_query q = {
          .count = !browse, .locale = i % LOCALE_COUNT, .limit = 10, .section = i % 5};
      if (!browse) q.phrasings[0] = span_of(queries[i]);
      run_query(index, &q, &memory, &page);
      arena_free(&memory);
    }
    search_close(index);
  }
  free(copy);
  return 0;
}
