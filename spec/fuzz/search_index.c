/** Fuzzes the reader of the search index: the input is a SEARCH section, as if a signer had signed
 * it. It must open or be refused, and what opens must answer without a wrong access.
 *
 *   make fuzz, or
 *   clang -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -D_GNU_SOURCE \
 *     -Icsrc -Ispec/fuzz spec/fuzz/search_index.c csrc/{base,text,store,quran,search}/ *.c \
 *     -lutf8proc -lmd4c -lstemmer -lm -o build/fuzz-search-index
 *   build/fuzz-search-index -max_len=65536 build/corpus-search-index
 *
 * (without the space before `*.c`). The first run writes a sound section as the only seed. */
#include "search_support.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);
size_t LLVMFuzzerCustomMutator(unsigned char *data, size_t size, size_t most, unsigned seed);
size_t LLVMFuzzerMutate(unsigned char *data, size_t size, size_t most);

static sample sound;

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc, (void)argv;
  make_sample(&sound);
  return 0;
}

/** Starts from the sound section, which no fuzzer would find by itself. */
size_t LLVMFuzzerCustomMutator(unsigned char *data, size_t size, size_t most, unsigned seed) {
  size_t len = sound.section.len;
  if ((size < len / 2 || seed % 16 == 0) && len <= most) {
    memcpy(data, sound.section.data, len);
    size = len;
  }
  srand(seed);
  for (int i = rand() % 8; i > 0 && size > 0; i--) {
    data[(size_t)rand() % size] = (unsigned char)(rand() % 3 == 0 ? 255 : rand());
  }
  return rand() % 4 == 0 ? LLVMFuzzerMutate(data, size, most) : size;
}

static const char *const queries[] = {"common words",
                                      "quadratic x^2 equation",
                                      "wasserkraftwerk",
                                      "الحمد",
                                      "comon wrods numbr",
                                      "n1 n2 n3",
                                      "C++",
                                      "co"};

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  search_index *index;
  search_page page;
  fault why;
  char *copy = malloc(size + 1);
  MUST(copy != NULL);
  memcpy(copy, data, size);
  if (search_open((span){copy, size}, &sound.store, NULL, &index, &why)) {
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
