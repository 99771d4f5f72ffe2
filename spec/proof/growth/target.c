/** Runs a fuzz target on inputs of growing length, for callgrind, which counts from `difftime` to
 * `clock`: functions of the C library that nothing else calls. The first input is run twice; what
 * is made once is made then. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

__attribute__((weak)) int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static double sink;

static unsigned char *read_file(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (file == NULL || fseek(file, 0, SEEK_END) != 0) { abort(); }
  *size = (size_t)ftell(file);
  unsigned char *bytes = malloc(*size + 1);
  rewind(file);
  if (bytes == NULL || fread(bytes, 1, *size, file) != *size) { abort(); }
  fclose(file);
  return bytes;
}

int main(int argc, char **argv) {
  if (LLVMFuzzerInitialize != NULL) { LLVMFuzzerInitialize(&argc, &argv); }
  for (int i = 1; i < argc; i++) {
    size_t size;
    unsigned char *bytes = read_file(argv[i], &size);
    if (i == 1) { LLVMFuzzerTestOneInput(bytes, size); }
    sink += difftime(0, 0);
    LLVMFuzzerTestOneInput(bytes, size);
    sink += (double)clock();
    free(bytes);
  }
  return 0;
}
