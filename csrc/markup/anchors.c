#include "markup/anchors.h"

#include <stdlib.h>

#include "base/ascii.h"
#include "base/hash.h"

enum { FIRST_SIZE = 64 };

static void write_id(buffer *out, span text) {
  for (size_t i = 0; i < text.len; i++) {
    unsigned char c = (unsigned char)text.data[i];
    bool umlaut = c == 0xC3 && i + 1 < text.len && strchr("\x84\x96\x9C", text.data[i + 1]);
    if (umlaut) {
      buffer_byte(out, (char)c);
      buffer_byte(out, (char)(text.data[++i] + 0x20));
    } else if (c >= 0x80 || c == '_' || c == '-' || ascii_alnum((char)c)) {
      buffer_byte(out, ascii_lower((char)c));
    } else if (c == ' ') {
      buffer_byte(out, '-');
    }
  }
}

static span name_of(const anchors *set, const anchor *slot) {
  return span_take(span_skip(buffer_span(&set->names), slot->at), slot->len);
}

/* The slot that holds `id`, or the free one where it belongs. */
static anchor *slot_of(const anchors *set, span id, uint64_t hash) {
  size_t at = hash & (set->size - 1);
  for (; set->slots[at].len != 0; at = (at + 1) & (set->size - 1)) {
    const anchor *slot = &set->slots[at];
    if (slot->hash == hash && span_equal(name_of(set, slot), id)) { break; }
  }
  return &set->slots[at];
}

/* Makes room for one more id, so that slots stay where they are until it is in. */
static bool make_room(anchors *set) {
  if ((set->count + 1) * 2 <= set->size) { return true; }
  size_t size = set->size == 0 ? FIRST_SIZE : set->size * 2;
  anchor *slots = calloc(size, sizeof *slots);
  if (slots == NULL) { return false; }
  for (size_t i = 0; i < set->size; i++) {
    if (set->slots[i].len == 0) { continue; }
    size_t at = set->slots[i].hash & (size - 1);
    while (slots[at].len != 0) { at = (at + 1) & (size - 1); }
    slots[at] = set->slots[i];
  }
  free(set->slots);
  set->slots = slots;
  set->size = size;
  return true;
}

/* Appends the first number with which `id` is free. Numbers below `taken->next` are taken, since
 * ids are only ever added. */
static void number_id(const anchors *set, anchor *taken, buffer *id) {
  size_t length = id->len;
  do {
    id->len = length;
    buffer_print(id, "-%u", taken->next++);
  } while (!id->failed && slot_of(set, buffer_span(id), hash_of(buffer_span(id)))->len != 0);
}

/* Enters the id that `id` holds, numbered where it is taken. */
static bool enter_id(anchors *set, buffer *id) {
  if (id->failed || !make_room(set)) { return false; }
  anchor *slot = slot_of(set, buffer_span(id), hash_of(buffer_span(id)));
  if (slot->len != 0) { number_id(set, slot, id); }
  span name = buffer_span(id);
  uint64_t hash = hash_of(name);
  *slot_of(set, name, hash) = (anchor){set->names.len, name.len, hash, 1};
  buffer_append(&set->names, name);
  set->count++;
  return !id->failed && !set->names.failed;
}

bool anchors_choose(anchors *set, span heading, buffer *id) {
  write_id(id, heading);
  if (id->len == 0) { buffer_text(id, "section"); }
  return enter_id(set, id);
}

bool anchors_take(anchors *set, span wanted, buffer *id) {
  buffer_append(id, wanted);
  return enter_id(set, id);
}

void anchors_free(anchors *set) {
  buffer_free(&set->names);
  free(set->slots);
  *set = (anchors){0};
}
