/** Fuzz target: what a worker and the fetch process say to one another. The input is
 * packets, each behind its length as 16 bits. No message grows beyond what its packets claim, a
 * packet that is read is written again as it was, and a call that is admitted stays below the path
 * of its upstream and within its header fields. */
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/ascii.h"
#include "base/bytes.h"
#include "base/escape.h"
#include "host/shared/fetch_packet.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

/* Each segment, decoded, is a name and no way to another folder. */
static void check_path(span path) {
  static char decoded[FETCH_HEAD];
  size_t length;
  if (path.len == 0 || path.data[0] != '/') abort();
  for (span rest = span_skip(path, 1); rest.len > 0;) {
    span segment = span_take(rest, span_find(rest, '/'));
    if (percent_decode(segment, false, decoded, &length) != NULL) abort();
    span name = {decoded, length};
    if (length == 0 || span_equal(name, SPAN(".")) || span_equal(name, SPAN(".."))) abort();
    if (memchr(decoded, '/', length) != NULL || ascii_any_control(name)) abort();
    rest = span_skip(rest, segment.len + 1);
  }
}

static void check_order(unsigned method, span head) {
  fetch_order order;
  fault why;
  if (!fetch_order_read(method, head, &order, &why)) return;
  if (ascii_any_control(order.target) || span_find(order.target, '#') < order.target.len) abort();
  check_path(span_take(order.target, span_find(order.target, '?')));
  for (span field; fetch_next(&order.fields, &field);) {
    span name = span_take(field, span_find(field, ':'));
    if (name.len == field.len || ascii_any_control(field)) abort();
    if (ascii_same(name, SPAN("host")) || ascii_same(name, SPAN("content-length"))) abort();
  }
  if (order.fields.len != 0) abort();
}

/* A whole message goes over a pair as the packets that it came in, or fewer. */
static void check_round(const fetch_message *m) {
  static char packet[FETCH_PACKET];
  fetch_message out = *m, part;
  fetch_progress how;
  int ends[2];
  uint32_t offset;
  span bytes;
  if (m->content.len > FETCH_PACKET - FETCH_HEADER) return;
  if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) != 0) return;
  out.sent = 0;
  if (!fetch_send(ends[0], &out, &how) || how != FETCH_WHOLE) abort();
  ssize_t count = recv(ends[1], packet, sizeof packet, 0);
  if (count < 0 || !fetch_read((span){packet, (size_t)count}, &part, &offset, &bytes)) abort();
  if (part.kind != m->kind || part.number != m->number || offset != 0) abort();
  if (!span_equal(bytes, buffer_span(&m->content))) abort();
  close(ends[0]);
  close(ends[1]);
}

static fetch_message whole;
static bool begun;

static void take_packet(span packet) {
  fetch_message part;
  uint32_t offset;
  span bytes;
  if (!fetch_read(packet, &part, &offset, &bytes)) return;
  if (!begun) {
    buffer kept = whole.content;
    whole = part;
    whole.content = kept;
    buffer_clear(&whole.content);
    begun = true;
  }
  fetch_progress how = fetch_join(&whole, &part, offset, bytes);
  size_t all = (size_t)whole.head + whole.body;
  if (whole.content.len > all ||
      (how == FETCH_WHOLE) != (how != FETCH_WRONG && whole.content.len == all)) {
    abort();
  }
  if (how == FETCH_WHOLE) {
    check_round(&whole);
    if (whole.kind == FETCH_ASK)
      check_order(whole.code, span_take(buffer_span(&whole.content), whole.head));
  }
  if (how != FETCH_PART) begun = false;
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  span rest = {(const char *)data, size};
  begun = false;
  while (rest.len >= 2) {
    size_t length = load_u16le(rest.data);
    span packet = span_take(span_skip(rest, 2), length);
    take_packet(packet);
    rest = span_skip(rest, 2 + packet.len);
  }
  if (size > 0)
    check_order(data[0] % (FETCH_METHODS + 1), span_skip((span){(const char *)data, size}, 1));
  return 0;
}
