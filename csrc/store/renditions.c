#include "store/renditions.h"

#include "base/bytes.h"
#include "base/utf8.h"

static const char *record_of(const renditions *all, uint32_t number) {
  return all->bytes.data + RENDITIONS_HEAD + (size_t)RENDITION_RECORD * number;
}

static uint64_t size_of(const rendition *r) {
  uint64_t size = 0;
  for (unsigned i = 0; i < RENDITION_PARTS; i++) { size += r->part[i].len; }
  return size;
}

void renditions_encode(const rendition *r, uint64_t offset, buffer *out) {
  buffer_u64(out, offset);
  for (unsigned i = 0; i < RENDITION_PARTS; i++) { buffer_u32(out, (uint32_t)r->part[i].len); }
  buffer_u32(out, r->lead);
  buffer_u32(out, r->answers);
  buffer_u32(out, r->notices);
  buffer_u32(out, 0);
}

renditions renditions_of(span section) {
  return (renditions){section, section.len < RENDITIONS_HEAD ? 0 : load_u32le(section.data)};
}

void renditions_fetch(const renditions *all, uint32_t number) {
  __builtin_prefetch(record_of(all, number));
  __builtin_prefetch(record_of(all, number) + RENDITION_RECORD - 1);
}

rendition renditions_at(const renditions *all, uint32_t number) {
  const char *record = record_of(all, number);
  const char *at = all->bytes.data + load_u64le(record + RENDITION_OFFSET);
  rendition r = {.lead = load_u32le(record + RENDITION_LEAD),
                 .answers = load_u32le(record + RENDITION_ANSWERS),
                 .notices = load_u32le(record + RENDITION_NOTICES)};
  for (unsigned i = 0; i < RENDITION_PARTS; i++) {
    r.part[i] = (span){at, load_u32le(record + RENDITION_LENGTHS + (size_t)4 * i)};
    at += r.part[i].len;
  }
  return r;
}

bool renditions_heading(span *outline, rendition_heading *out) {
  if (outline->len == 0) { return false; }
  span line = span_take(*outline, span_find(*outline, '\n'));
  *outline = span_skip(*outline, line.len + 1);
  out->level = line.data != NULL && line.len > 0 ? (unsigned)(line.data[0] - '0') : 0;
  line = span_skip(line, 2);
  out->id = span_take(line, span_find(line, '\t'));
  out->text = span_skip(line, out->id.len + 1);
  return true;
}

/** Reads a LEB128 below 2^32 at the front of `*bytes`, in its shortest form. */
static bool take_number(span *bytes, uint32_t *out) {
  uint64_t value = 0;
  for (unsigned i = 0; i < bytes->len && i < 5; i++) {
    unsigned char byte = (unsigned char)bytes->data[i];
    value |= (uint64_t)(byte & 127) << (7 * i);
    if (byte > 127) { continue; }
    *out = (uint32_t)value;
    *bytes = span_skip(*bytes, i + 1);
    return value <= UINT32_MAX && (i == 0 || byte > 0);
  }
  return false;
}

/** A place of the Markdown that leads within the site. */
typedef struct link_place {
  uint32_t between, length; /**< bytes since the last one, and of the destination */
  span path;
} link_place;

static bool take_link(span *links, link_place *out) {
  uint32_t length;
  if (!take_number(links, &out->between) || !take_number(links, &out->length) ||
      !take_number(links, &length) || length > links->len) {
    return false;
  }
  out->path = span_take(*links, length);
  *links = span_skip(*links, length);
  return true;
}

void renditions_whole(span text, span links, span site, buffer *out) {
  link_place link;
  while (links.len > 0 && take_link(&links, &link)) {
    buffer_append(out, span_take(text, link.between));
    buffer_append(out, site);
    buffer_append(out, link.path);
    text = span_skip(text, (size_t)link.between + link.length);
  }
  buffer_append(out, text);
}

/* ---- validation ----------------------------------------------------------------------------- */

static bool check_outline(span outline) {
  if (outline.len > 0 && outline.data[outline.len - 1] != '\n') { return false; }
  while (outline.len > 0) {
    span line = span_take(outline, span_find(outline, '\n'));
    outline = span_skip(outline, line.len + 1);
    span id = span_take(span_skip(line, 2), span_find(span_skip(line, 2), '\t'));
    bool good = id.len > 0 && line.len >= 3 + id.len && line.data[0] >= '1' &&
                line.data[0] <= '6' && line.data[1] == '\t' && store_is_text(id, false) &&
                store_is_text(span_skip(line, 3 + id.len), false);
    if (!good) { return false; }
  }
  return true;
}

static bool check_links(span links, span text) {
  uint64_t at = 0;
  while (links.len > 0) {
    link_place link;
    if (!take_link(&links, &link)) { return false; }
    at += (uint64_t)link.between + link.length;
    if (at > text.len || link.length == 0 || !span_starts(link.path, SPAN("/")) ||
        !store_is_text(link.path, false)) {
      return false;
    }
  }
  return true;
}

/** True for an offset where a line of the plain text begins, and for its end. */
static bool is_line(span plain, uint32_t at) {
  return at == 0 || at == plain.len || (at < plain.len && plain.data[at - 1] == '\n');
}

static bool check_rendition(const rendition *r, const store_document *d) {
  span plain = r->part[RENDITION_PLAIN];
  if (d->text.data == NULL) { return size_of(r) == 0 && (r->lead | r->answers | r->notices) == 0; }
  return utf8_valid(plain) && utf8_valid(r->part[RENDITION_HTML]) &&
         check_outline(r->part[RENDITION_OUTLINE]) &&
         check_links(r->part[RENDITION_LINKS], d->text) && is_line(plain, r->lead) &&
         is_line(plain, r->answers) && is_line(plain, r->notices);
}

bool renditions_check(span section, const store *documents, fault *why) {
  renditions all = renditions_of(section);
  uint64_t end = RENDITIONS_HEAD + (uint64_t)RENDITION_RECORD * all.count;
  if (section.len < RENDITIONS_HEAD || load_u32le(section.data + 4) != 0 ||
      all.count != documents->count || end > section.len) {
    return fault_set(why, "renditions: there is not one for each document");
  }
  for (uint32_t i = 0; i < all.count; i++) {
    const char *record = record_of(&all, i);
    bool placed = load_u64le(record + RENDITION_OFFSET) == end;
    rendition r = placed ? renditions_at(&all, i) : (rendition){0};
    if (!placed || load_u32le(record + RENDITION_ZERO) != 0 ||
        !range_inside(end, size_of(&r), section.len)) {
      return fault_set(why, "renditions: record %u is malformed", i);
    }
    store_document d = store_at(documents, i);
    if (!check_rendition(&r, &d)) {
      return fault_set(why, "renditions: that of %.*s is malformed",
                       d.id.len < 80 ? (int)d.id.len : 80, d.id.data);
    }
    end += size_of(&r);
  }
  if (end == section.len) { return true; }
  return fault_set(why, "renditions: the section does not end with the last one");
}
