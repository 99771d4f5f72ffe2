/** Reads lines of bytes in hexadecimal, each the beginning of a connection, and writes for each
 * what the reader of PROXY headers says of its every prefix, the empty one first: a letter each (M
 * more, G ready, R refused), then the length of the header and who it names, or what is wrong. */
#include <stdio.h>
#include <stdlib.h>

#include "host/wire/address.h"
#include "host/wire/proxy_header.h"

static size_t from_hex(const char *line, char *out) {
  size_t count = 0;
  unsigned byte;
  while (sscanf(line + 2 * count, "%2x", &byte) == 1) out[count++] = (char)byte;
  return count;
}

static void tell(proxy_verdict verdict, const proxy_header *header) {
  char address[ADDRESS_TEXT] = "the connection";
  if (header->named) address_write(&header->client, address);
  if (verdict == PROXY_MORE) printf(" more\n");
  if (verdict == PROXY_READY) printf(" %u %s\n", header->length, address);
  if (verdict == PROXY_REFUSED) printf(" %s\n", header->reason);
}

int main(void) {
  static char line[16 * 1024], bytes[8 * 1024];
  while (fgets(line, sizeof line, stdin) != NULL) {
    size_t count = from_hex(line, bytes);
    proxy_verdict verdict = PROXY_MORE;
    proxy_header header;
    for (size_t length = 0; length <= count; length++) {
      /* Bytes of its own, so that a sanitizer sees a step beyond them. */
      char *prefix = malloc(length + 1);
      if (prefix == NULL) abort();
      memcpy(prefix, bytes, length);
      verdict = proxy_header_read((span){prefix, length}, &header);
      putchar("MGR"[verdict]);
      free(prefix);
    }
    tell(verdict, &header);
  }
  return 0;
}
