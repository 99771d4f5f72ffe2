/** Fuzz target: references to content. What resolves is a document there is; the reference that a
 * client was given leads back to it, however it is spelt. */
#include "search_support.h"

#include "store/store.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static sample sound;

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc, (void)argv;
  make_sample(&sound);
  return 0;
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  static const span sites[] = {{"https://site.test", 17}, {"http://[::1]:8080/base", 22}};
  char *copy = malloc(size + 1);
  uint32_t number = UINT32_MAX;
  MUST(copy != NULL);
  memcpy(copy, data, size);
  for (size_t i = 0; i < sizeof sites / sizeof *sites; i++) {
    if (store_resolve(&sound.store, (span){copy, size}, sites[i], &number) == RESOLVED) {
      MUST(number < sound.store.count);
      MUST(store_at(&sound.store, number).id.len > 0);
    }
  }
  free(copy);
  return 0;
}
