/** Fuzz target: the header of the PROXY protocol. A header that is ready was not so a byte earlier,
 * and no prefix of it is refused; what is refused stays refused; nothing waits beyond the limits;
 * who is named can be written and read back. */
#include <stdlib.h>

#include "host/wire/address.h"
#include "host/wire/proxy_header.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void check_name(const proxy_header *header) {
  char written[ADDRESS_TEXT];
  struct in6_addr again;
  if (!header->named) return;
  address_write(&header->client, written);
  if (!address_read(span_of(written), &again)) abort();
  if (memcmp(&header->client, &again, sizeof again) != 0) abort();
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  proxy_verdict before = PROXY_MORE;
  uint32_t length = 0;
  for (size_t count = 0; count <= size && count <= PROXY_HEADER_LIMIT + 1; count++) {
    proxy_header header;
    proxy_verdict verdict = proxy_header_read((span){(const char *)data, count}, &header);
    if (before != PROXY_MORE && verdict != before) abort();
    if (verdict == PROXY_MORE && count >= PROXY_HEADER_LIMIT) abort();
    if (verdict == PROXY_REFUSED && header.reason == NULL) abort();
    if (verdict == PROXY_READY && before == PROXY_MORE) {
      length = header.length;
      if (length != count) abort();
      check_name(&header);
    }
    if (verdict == PROXY_READY && header.length != length) abort();
    before = verdict;
  }
  return 0;
}
