/** Fuzz target: the parser of Quran references. Whatever is read as one must exist.
 *
 *   clang -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -D_GNU_SOURCE \
 *     -Icsrc spec/proof/fuzz/quran_reference.c csrc/base/[abu]*.c csrc/quran/[bnqrs]*.c \
 *     csrc/store/model.c -lutf8proc -o build/fuzz-quran-reference */
#include <stdlib.h>

#include "quran/quran.h"
#include "quran/reference.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  quran_reference r;
  if (!quran_reference_parse((span){(const char *)data, size}, &r)) {
    if (r.surah != 0 || r.first != 0 || r.last != 0) abort();
    return 0;
  }
  if (size > 512 || quran_verse_count(r.surah) == 0 || r.first > r.last) abort();
  if ((r.first == 0) != (r.last == 0) || r.last > quran_verse_count(r.surah)) abort();
  return 0;
}
