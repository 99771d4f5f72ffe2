/** Fuzz target: addresses, networks and X-Forwarded-For. What is read is written back and read the
 * same; the client of an untrusted peer is the peer, whatever the header says. */
#include <stdlib.h>

#include "host/wire/address.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  span text = {(const char *)data, size};
  struct in6_addr address, again, peer = IN6ADDR_LOOPBACK_INIT;
  char written[ADDRESS_TEXT];
  networks none = {0}, all = {0}, some = {0};
  fault why;
  if (address_read(text, &address)) {
    address_write(&address, written);
    if (!address_read(span_of(written), &again)) abort();
    if (memcmp(&address, &again, sizeof address) != 0) abort();
  }
  networks_add(&some, text, &why);
  if (!networks_add(&all, SPAN("::/0"), &why) || !networks_hold(&all, &peer)) abort();
  struct in6_addr client = peer;
  if (address_forwarded(&none, text, &client)) abort();
  if (memcmp(&client, &peer, sizeof peer) != 0) abort();
  address_forwarded(&all, text, &client);
  client = address_client_key(&client);
  return 0;
}
