#include "store/labels.h"

#include <stdlib.h>

#include "base/ascii.h"
#include "base/bytes.h"
#include "store/document.h"

const char *const label_kinds[] = {"category", "country", "exam", "folder",
                                   "credit",   "alias",   NULL};

static int order(const void *left, const void *right) {
  const label *a = left, *b = right;
  if (a->locale != b->locale) { return a->locale < b->locale ? -1 : 1; }
  if (a->kind != b->kind) { return a->kind < b->kind ? -1 : 1; }
  return span_compare(a->id, b->id);
}

static bool fits(span field) { return field.len > 0 && field.len <= UINT16_MAX; }

static bool is_id(unsigned kind, span id) {
  bool route = kind == LABEL_ALIAS; /* former addresses have other letters, too */
  for (size_t i = 0; i < id.len; i++) {
    char c = id.data[i];
    if (!ascii_digit(c) && !ascii_small(c) && c != '-' && c != ':' && c != '/' &&
        !(route && (ascii_alnum(c) || c == '.' || c == '_' || c == '~'))) {
      return false;
    }
  }
  return fits(id);
}

static bool check(const label *l, fault *why) {
  int shown = l->id.len < 80 ? (int)l->id.len : 80;
  if (!is_id(l->kind, l->id)) {
    return fault_set(why, "label %.*s: its id is not of lower-case letters, digits and -:/", shown,
                     l->id.data);
  }
  if (fits(l->text) && store_is_text(l->text, false)) { return true; }
  return fault_set(why, "label %.*s: its text is not 1 to 65535 bytes of UTF-8 on one line", shown,
                   l->id.data);
}

labels_reader labels_read(span section) {
  const char *records = section.data + LABELS_HEAD;
  uint32_t count = load_u32le(section.data);
  return (labels_reader){records, records + (size_t)LABELS_RECORD * count, count};
}

bool labels_next(labels_reader *r, label *out) {
  if (r->left == 0) { return false; }
  size_t id = load_u16le(r->record + 2), text = load_u16le(r->record + 4);
  *out =
      (label){(uint8_t)r->record[0], (uint8_t)r->record[1], {r->bytes, id}, {r->bytes + id, text}};
  r->record += LABELS_RECORD;
  r->bytes += id + text;
  r->left--;
  return true;
}

/** Checks that the head and the records describe exactly the section. */
static bool check_bounds(span section, fault *why) {
  if (section.len < LABELS_HEAD || load_u32le(section.data + 4) != 0) {
    return fault_set(why, "labels: the head is malformed");
  }
  uint32_t count = load_u32le(section.data);
  uint64_t size = LABELS_HEAD + (uint64_t)LABELS_RECORD * count;
  if (count > LABELS_MOST || size > section.len) {
    return fault_set(why, "labels: %u of them do not fit the section", count);
  }
  for (uint32_t i = 0; i < count; i++) {
    const char *record = section.data + LABELS_HEAD + (size_t)LABELS_RECORD * i;
    if ((uint8_t)record[0] >= LOCALE_COUNT || (uint8_t)record[1] >= LABEL_KINDS ||
        load_u16le(record + 6) != 0) {
      return fault_set(why, "labels: record %u is malformed", i);
    }
    size += (uint64_t)load_u16le(record + 2) + load_u16le(record + 4);
  }
  if (size == section.len) { return true; }
  return fault_set(why, "labels: the section does not end with its last label");
}

bool labels_check(span section, fault *why) {
  if (!check_bounds(section, why)) { return false; }
  labels_reader r = labels_read(section);
  label before = {0}, l;
  for (bool first = true; labels_next(&r, &l); first = false, before = l) {
    if (!check(&l, why)) { return false; }
    if (!first && order(&before, &l) >= 0) {
      return fault_set(why, "labels: they are out of order");
    }
  }
  return true;
}

span labels_find(span section, unsigned locale, unsigned kind, span id) {
  labels_reader r = labels_read(section);
  label l;
  while (labels_next(&r, &l)) {
    if (l.locale == locale && l.kind == kind && span_equal(l.id, id)) { return l.text; }
  }
  return (span){0};
}

bool labels_write(label *labels, size_t count, buffer *out, fault *why) {
  if (count > LABELS_MOST) { return fault_set(why, "more than %d labels", LABELS_MOST); }
  if (count > 0) { qsort(labels, count, sizeof *labels, order); }
  buffer_u32(out, (uint32_t)count);
  buffer_u32(out, 0);
  for (size_t i = 0; i < count; i++) {
    const label *l = &labels[i];
    if (!check(l, why)) { return false; }
    if (i > 0 && order(l - 1, l) == 0) {
      return fault_set(why, "label %.*s is given twice", (int)l->id.len, l->id.data);
    }
    buffer_u8(out, (uint8_t)l->locale);
    buffer_u8(out, (uint8_t)l->kind);
    buffer_u16(out, (uint16_t)l->id.len);
    buffer_u16(out, (uint16_t)l->text.len);
    buffer_u16(out, 0);
  }
  for (size_t i = 0; i < count; i++) {
    buffer_append(out, labels[i].id);
    buffer_append(out, labels[i].text);
  }
  return out->failed ? fault_set(why, "out of memory") : true;
}
