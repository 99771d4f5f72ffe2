#include "search/render.h"

#include <string.h>

#include "base/ascii.h"
#include "search/parts.h"

/* ---- surahs --------------------------------------------------------------------------------- */

/* True when a line is the heading of a verse: `## 2:255`. */
static bool heads_verse(span line) {
  if (!span_starts(line, SPAN("## "))) { return false; }
  line = span_skip(line, 3);
  size_t digits = 0, colons = 0;
  for (size_t i = 0; i < line.len; i++) {
    digits += line.data[i] >= '0' && line.data[i] <= '9';
    colons += line.data[i] == ':';
  }
  return colons == 1 && digits + 1 == line.len;
}

/* Blanks the verses of a surah's text, which are units of their own, and the formula before them,
 * which is one of another surah. Headings, facts (divided by middle dots) and the text behind the
 * verses keep their places. */
static void blank_verses(char *text, size_t len) {
  enum { BEFORE, WITHIN, BEHIND } part = BEFORE;
  for (size_t at = 0, size; at < len; at += size) {
    span rest = {text + at, len - at};
    size = span_find(rest, '\n');
    span line = span_take(rest, size);
    if (span_starts(line, SPAN("## "))) { part = heads_verse(line) ? WITHIN : BEHIND; }
    bool kept = part == BEHIND || (part == BEFORE && (span_starts(line, SPAN("#")) ||
                                                      memmem(line.data, size, " · ", 4) != NULL));
    if (!kept) { memset(text + at, ' ', size); }
    size += size < rest.len;
  }
}

/* ---- links ---------------------------------------------------------------------------------- */

/* True for a destination that is neither a whole address nor a place of the page. */
static bool leads_within(span target) {
  size_t colon = span_find(target, ':'), name = 0;
  if (target.len == 0 || target.data[0] == '#' || !store_is_text(target, false)) { return false; }
  while (name < colon && (ascii_alnum(target.data[name]) || strchr("+-.", target.data[name]))) {
    name++;
  }
  return colon == target.len || name < colon || !ascii_letter(target.data[0]);
}

/* Appends the path of a destination from the root of the site. @param folder of the page, with its
 * slash at the end */
static void append_path(buffer *out, span folder, span target) {
  while (!span_starts(target, SPAN("/")) && span_starts(target, SPAN("../"))) {
    target = span_skip(target, 3);
    if (folder.len > 1) { folder.len--; }
    while (folder.len > 1 && folder.data[folder.len - 1] != '/') { folder.len--; }
  }
  if (!span_starts(target, SPAN("/"))) { buffer_append(out, folder); }
  buffer_append(out, target);
}

/* Appends a link of the page in `folder` that stands `between` bytes behind the one before it. */
static void append_link(buffer *out, span folder, const node *n, uint32_t between) {
  buffer path = {0};
  append_path(&path, folder, n->text);
  buffer_varint(out, between);
  buffer_varint(out, n->target.end - n->target.start);
  buffer_varint(out, path.len);
  buffer_append(out, buffer_span(&path));
  out->failed |= path.failed;
  buffer_free(&path);
}

/* Writes the links and images of a text that lead within the site, each definition once, by place.
 */
static void write_links(rendered *r, const store_document *d) {
  size_t count;
  uint32_t at = 0;
  buffer folder = {0};
  const node **list = document_targets(&r->text.tree, &count);
  buffer_print(&folder, "/%s/", locale_rows[d->locale].code);
  buffer_append(&folder, d->route);
  while (folder.len > 0 && folder.data[folder.len - 1] != '/') { folder.len--; }
  r->links.failed |= list == NULL || folder.failed;
  for (size_t i = 0; list != NULL && i < count; i++) {
    extent target = list[i]->target;
    if (target.start < at || target.end == target.start || !leads_within(list[i]->text)) {
      continue; /* a definition that was used before, or what leads out of the site */
    }
    append_link(&r->links, buffer_span(&folder), list[i], target.start - at);
    at = target.end;
  }
  buffer_free(&folder);
}

/* ---- parts ---------------------------------------------------------------------------------- */

/* The text of a block. */
static span block_text(const plain_text *t, size_t number) {
  span rest = span_skip(buffer_span(&t->plain), t->blocks[number].plain);
  return span_take(rest, span_find(rest, '\n'));
}

static void find_parts(rendered *r) {
  const plain_text *t = &r->text;
  uint32_t end = (uint32_t)t->plain.len;
  unsigned level = 0; /* of the last heading of notices */
  r->made.lead = r->made.answers = r->made.notices = end;
  for (size_t i = 0; i < t->block_count; i++) {
    plain_block block = t->blocks[i];
    if (block.level == 0) {
      if (r->made.lead == end) { r->made.lead = block.plain; }
      continue;
    }
    span heading = block_text(t, i);
    if (r->made.answers == end && parts_begins_answers(heading)) { r->made.answers = block.plain; }
    if (parts_begins_notices(heading)) {
      if (r->made.notices == end) { r->made.notices = block.plain; }
      level = block.level;
    } else if (block.level <= level) {
      r->made.notices = end; /* they are not the end of the text */
      level = 0;
    }
  }
}

/* The lines of headings without what they have for others: where they stand. */
static void write_outline(rendered *r) {
  for (span lines = buffer_span(&r->page.headings); lines.len > 0;) {
    span line = span_take(lines, span_find(lines, '\n'));
    lines = span_skip(lines, line.len + 1);
    buffer_append(&r->outline, span_take(line, 2));
    line = span_skip(line, 2);
    buffer_append(&r->outline, span_skip(line, span_find(line, '\t') + 1));
    buffer_byte(&r->outline, '\n');
  }
}

/* ---- the whole ------------------------------------------------------------------------------ */

static bool read_text(rendered *r, span source, fault *why) {
  bool fits = source.len <= UINT32_MAX / 8; /* so that no part of its rendition is too long */
  if (fits && plain_read(&r->text, source)) { return true; }
  return fault_set(why, "its text is longer than 512 MiB, or memory is out");
}

bool render_text(rendered *r, const store_document *d, bool framed, const html_options *options,
                 fault *why) {
  span source = d->text;
  r->framed = framed;
  r->made = (rendition){0};
  r->text.block_count = r->text.turn_count = 0;
  buffer_clear(&r->text.plain);
  buffer_clear(&r->outline);
  buffer_clear(&r->links);
  html_free(&r->page);
  if (d->text.data == NULL) { return true; }
  if (d->section == SECTION_QURAN) { /* its page is made of its verses */
    if (!read_text(r, source, why)) { return false; }
    write_links(r, d);
  }
  if (framed) {
    buffer_clear(&r->source);
    buffer_append(&r->source, source);
    if (r->source.failed) { return fault_set(why, "memory is out"); }
    blank_verses(r->source.data, r->source.len);
    source = buffer_span(&r->source);
  }
  if ((framed || d->section != SECTION_QURAN) && !read_text(r, source, why)) { return false; }
  if (d->section != SECTION_QURAN) {
    write_links(r, d);
    if (!html_render(&r->page, &r->text.tree, options)) { return fault_set(why, "memory is out"); }
    write_outline(r);
  }
  find_parts(r);
  if (r->outline.failed || r->links.failed) { return fault_set(why, "memory is out"); }
  r->made.part[RENDITION_PLAIN] = buffer_span(&r->text.plain);
  r->made.part[RENDITION_HTML] = buffer_span(&r->page.out);
  r->made.part[RENDITION_OUTLINE] = buffer_span(&r->outline);
  r->made.part[RENDITION_LINKS] = buffer_span(&r->links);
  return true;
}

void render_free(rendered *r) {
  plain_free(&r->text);
  html_free(&r->page);
  buffer_free(&r->source);
  buffer_free(&r->outline);
  buffer_free(&r->links);
}
