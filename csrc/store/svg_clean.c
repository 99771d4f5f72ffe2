#include <expat.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/ascii.h"
#include "store/svg.h"

#define SVG_NAMESPACE "http://www.w3.org/2000/svg\n"
#define XLINK_HREF "http://www.w3.org/1999/xlink\nhref"

enum { OPEN_MOST = 64, WRITTEN_MOST = 64, NAME_MOST = 32, SIZE_MOST = 4096 };

/* An attribute that is written; its value lies in the values of the cleaner. */
typedef struct written {
  char name[NAME_MOST];
  size_t start, len;
} written;

/* The fate of an open element. */
typedef enum { WROTE, UNWRAPPED } fate;

typedef struct cleaner {
  XML_Parser parser;
  buffer *out;
  fault *why;
  bool refused, styled, switched; /* within `switch`, whose foreign objects have a substitute */
  unsigned skipped, depth;        /* elements open within one that is left out; others */
  unsigned char fates[OPEN_MOST];
  span *referenced; /* names, sorted */
  size_t referenced_count;
  written attributes[WRITTEN_MOST];
  unsigned count;
  buffer values, style;
} cleaner;

static void refuse(cleaner *c, const char *what, const char *name) {
  if (c->refused) { return; }
  c->refused = true;
  const char *local = strrchr(name, '\n');
  fault_set(c->why, "SVG, line %lu: %s `%.40s`; export it as plain SVG", svg_line(c->parser), what,
            local == NULL ? name : local + 1);
  XML_StopParser(c->parser, XML_FALSE);
}

static bool is(const char *a, const char *b) { return strcmp(a, b) == 0; }

/* ---- names that something refers to -----------------------------------------------------------
 */

static bool in_name(char byte) { return ascii_alnum(byte) || strchr("-_.:", byte) != NULL; }

static int compare_names(const void *a, const void *b) {
  return span_compare(*(const span *)a, *(const span *)b);
}

/* Finds what stands behind each `#`, colours among it. @return false when memory is out */
static bool find_references(cleaner *c, span text) {
  size_t most = 1;
  for (size_t i = 0; i < text.len; i++) { most += text.data[i] == '#'; }
  c->referenced = calloc(most, sizeof *c->referenced);
  if (c->referenced == NULL) { return false; }
  for (size_t i = 0; i < text.len; i++) {
    if (text.data[i] != '#') { continue; }
    size_t end = i + 1;
    while (end < text.len && text.data[end] != '\0' && in_name(text.data[end])) { end++; }
    c->referenced[c->referenced_count++] = (span){text.data + i + 1, end - i - 1};
  }
  qsort(c->referenced, c->referenced_count, sizeof *c->referenced, compare_names);
  return true;
}

static bool is_referenced(const cleaner *c, span name) {
  return bsearch(&name, c->referenced, c->referenced_count, sizeof name, compare_names) != NULL;
}

/* ---- attributes ----------------------------------------------------------------------------- */

/* A colour of `rgb(…)` as `#rrggbb`. */
static bool read_rgb(span value, char out[8]) {
  if (!span_starts(value, SPAN("rgb("))) { return false; }
  unsigned parts[3] = {0};
  span rest = span_skip(value, 4);
  for (int i = 0; i < 3; i++) {
    while (rest.len > 0 && strchr(" ,", rest.data[0]) != NULL) { rest = span_skip(rest, 1); }
    unsigned number = 0;
    for (; rest.len > 0 && ascii_digit(rest.data[0]) && number < 1000; rest = span_skip(rest, 1)) {
      number = 10 * number + (unsigned)(rest.data[0] - '0');
    }
    if (span_starts(rest, SPAN("."))) {
      do { rest = span_skip(rest, 1); } while (rest.len > 0 && ascii_digit(rest.data[0]));
    }
    bool percent = span_starts(rest, SPAN("%"));
    if (percent) { rest = span_skip(rest, 1); }
    number = percent ? (number * 255 + 50) / 100 : number;
    parts[i] = number > 255 ? 255 : number;
  }
  if (!span_equal(ascii_trim(rest), SPAN(")"))) { return false; }
  snprintf(out, 8, "#%02x%02x%02x", parts[0], parts[1], parts[2]);
  return true;
}

/* Sets an attribute; a later value takes the place of an earlier one. */
static void set(cleaner *c, const char *name, span value) {
  unsigned i = 0;
  while (i < c->count && !is(c->attributes[i].name, name)) { i++; }
  if (i == WRITTEN_MOST || strlen(name) >= NAME_MOST) {
    return refuse(c, "it has too many attributes at", name);
  }
  written *at = &c->attributes[i];
  c->count += i == c->count;
  snprintf(at->name, NAME_MOST, "%s", name);
  at->start = c->values.len;
  for (size_t j = 0; j < value.len; j++) { /* quotation marks only part names of fonts */
    bool quote = value.data[j] == '"' || value.data[j] == '\'';
    if (!quote) { buffer_byte(&c->values, value.data[j]); }
  }
  at->len = c->values.len - at->start;
}

/* Takes an attribute or a property of a style. */
static void take(cleaner *c, const char *name, span value) {
  char colour[8];
  if ((is(name, "filter") || is(name, "mask")) && !span_equal(value, SPAN("none"))) {
    return refuse(c, "it may not have the attribute", name);
  }
  if (!svg_has_attribute(name)) { return; }
  if (read_rgb(value, colour)) { value = span_of(colour); }
  size_t from = c->values.len;
  set(c, name, value);
  if (c->refused || c->values.failed) { return; }
  span kept = {c->values.data + from, c->values.len - from};
  if (!svg_value_fits(name, kept)) { refuse(c, "it may not have this value of", name); }
}

/* Takes the properties of a `style`. */
static void take_style(cleaner *c, span style) {
  while (style.len > 0 && !c->refused) {
    span one = span_take(style, span_find(style, ';'));
    style = span_skip(style, one.len + 1);
    size_t colon = span_find(one, ':');
    span name = ascii_trim(span_take(one, colon)), value = ascii_trim(span_skip(one, colon + 1));
    char copy[NAME_MOST];
    if (name.len == 0 || name.len >= NAME_MOST || value.len == 0 || name.data[0] == '-') {
      continue;
    }
    memcpy(copy, name.data, name.len);
    copy[name.len] = '\0';
    take(c, copy, value);
  }
}

static void take_attributes(cleaner *c, const char *element, const char **list) {
  bool root = is(element, "svg"); /* its size is set already */
  bool linked = is(element, "use") || strstr(element, "Gradient") != NULL;
  for (const char **at = list; *at != NULL && !c->refused; at += 2) {
    span value = span_of(at[1]);
    if (root && (is(at[0], "width") || is(at[0], "height"))) { continue; }
    if (is(at[0], XLINK_HREF) || is(at[0], "href")) {
      if (linked) { take(c, "href", value); }
    } else if (is(at[0], "id")) {
      if (is_referenced(c, value)) { take(c, "id", value); }
    } else if (!is(at[0], "style") && strchr(at[0], '\n') == NULL) {
      take(c, at[0], value);
    }
  }
  for (const char **at = list; *at != NULL && !c->refused; at += 2) {
    if (is(at[0], "style")) { take_style(c, span_of(at[1])); }
  }
}

/* ---- the size ------------------------------------------------------------------------------- */

/* A length in pixels, rounded; 0 for a per cent or anything that is not a length. */
static unsigned pixels(const char *text) {
  static const struct {
    const char *unit;
    double pixels;
  } units[] = {{"", 1},    {"px", 1},         {"pt", 4 / 3.0},  {"pc", 16},
               {"in", 96}, {"cm", 96 / 2.54}, {"mm", 96 / 25.4}};
  char *end;
  if (text == NULL || !ascii_digit(text[0])) { return 0; }
  double number = strtod(text, &end);
  for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
    if (!is(end, units[i].unit)) { continue; }
    double value = number * units[i].pixels + 0.5;
    return value >= 1 && value < SIZE_MOST + 1 ? (unsigned)value : 0;
  }
  return 0;
}

static const char *value_of(const char **list, const char *name) {
  while (*list != NULL && !is(list[0], name)) { list += 2; }
  return *list == NULL ? NULL : list[1];
}

/* Sets the size of the root, from what it says of it or from its box. */
static void take_size(cleaner *c, const char **list) {
  const char *box = value_of(list, "viewBox");
  unsigned width = pixels(value_of(list, "width")), height = pixels(value_of(list, "height"));
  if (box != NULL && (width == 0 || height == 0)) {
    double numbers[4] = {0};
    char *at = (char *)(uintptr_t)box;
    for (int i = 0; i < 4; i++) {
      numbers[i] = strtod(at, &at);
      at += strspn(at, " ,");
    }
    double scale = numbers[2] > SIZE_MOST || numbers[3] > SIZE_MOST
                       ? SIZE_MOST / (numbers[2] > numbers[3] ? numbers[2] : numbers[3])
                       : 1;
    if (numbers[2] >= 1 && numbers[3] >= 1) {
      width = (unsigned)(numbers[2] * scale);
      height = (unsigned)(numbers[3] * scale);
    }
  }
  char text[64];
  int length = snprintf(text, sizeof text, "%u", width);
  set(c, "width", (span){text, (size_t)length});
  length = snprintf(text, sizeof text, "%u", height);
  set(c, "height", (span){text, (size_t)length});
  length = snprintf(text, sizeof text, "0 0 %u %u", width, height);
  if (box == NULL) { set(c, "viewBox", (span){text, (size_t)length}); }
  if (width == 0 || height == 0) { refuse(c, "it says no size at", "svg"); }
}

/* ---- the document --------------------------------------------------------------------------- */

static void write_text(buffer *out, span text) {
  for (size_t i = 0; i < text.len; i++) {
    switch (text.data[i]) {
      case '&': buffer_text(out, "&amp;"); break;
      case '<': buffer_text(out, "&lt;"); break;
      case '>': buffer_text(out, "&gt;"); break;
      case '"': buffer_text(out, "&quot;"); break;
      default: buffer_byte(out, text.data[i]);
    }
  }
}

static void write_start(cleaner *c, const char *name) {
  buffer_print(c->out, "<%s", name);
  if (is(name, "svg")) { buffer_text(c->out, " xmlns=\"http://www.w3.org/2000/svg\""); }
  for (unsigned i = 0; i < c->count; i++) {
    buffer_print(c->out, " %s=\"", c->attributes[i].name);
    write_text(c->out, (span){c->values.data + c->attributes[i].start, c->attributes[i].len});
    buffer_byte(c->out, '"');
  }
  buffer_byte(c->out, '>');
}

/* Elements that draw nothing: no browser reads the fonts that LibreOffice embeds. */
static bool is_left_out(const cleaner *c, const char *name) {
  return is(name, "metadata") || is(name, "font") || (c->switched && is(name, "foreignObject"));
}

static void XMLCALL on_start(void *data, const char *name, const char **list) {
  cleaner *c = data;
  span space = SPAN(SVG_NAMESPACE);
  const char *local = span_starts(span_of(name), space) ? name + space.len : NULL;
  if (c->skipped > 0 || (local == NULL && c->depth > 0) ||
      (local != NULL && is_left_out(c, local))) {
    c->skipped++;
    return;
  }
  bool root = c->depth == 0;
  if (local == NULL || root != is(local, "svg") || c->depth == OPEN_MOST) {
    return refuse(c, "it may not have here the element", name);
  }
  bool unwrapped = is(local, "a") || is(local, "switch");
  c->switched |= is(local, "switch");
  c->fates[c->depth++] = unwrapped ? UNWRAPPED : WROTE;
  if (unwrapped) { return; }
  if (!svg_has_element(local)) { return refuse(c, "it may not have here the element", name); }
  c->count = 0;
  buffer_clear(&c->values);
  c->styled = is(local, "style");
  if (root) { take_size(c, list); }
  if (!c->styled) { take_attributes(c, local, list); }
  write_start(c, local);
}

/* Writes a style without its comments and quotation marks. */
static void write_style(cleaner *c) {
  buffer css = {0};
  span rest = buffer_span(&c->style);
  while (rest.len > 0) {
    if (span_starts(rest, SPAN("/*"))) {
      const char *end = memmem(rest.data + 2, rest.len - 2, "*/", 2);
      rest = span_skip(rest, end == NULL ? rest.len : (size_t)(end + 2 - rest.data));
      continue;
    }
    if (rest.data[0] != '"' && rest.data[0] != '\'') { buffer_byte(&css, rest.data[0]); }
    rest = span_skip(rest, 1);
  }
  if (css.failed || !svg_style_is_safe(buffer_span(&css))) {
    refuse(c, "it may not have functions, escapes or such rules in its", "style");
  } else {
    write_text(c->out, buffer_span(&css));
  }
  buffer_free(&css);
  buffer_clear(&c->style);
}

static void XMLCALL on_end(void *data, const char *name) {
  cleaner *c = data;
  if (c->refused) { return; } /* expat ends an empty element that was refused when it began */
  if (c->skipped > 0) {
    c->skipped--;
    return;
  }
  if (c->styled) { write_style(c); }
  c->styled = false;
  if (c->fates[--c->depth] == WROTE) { buffer_print(c->out, "</%s>", strrchr(name, '\n') + 1); }
}

static void XMLCALL on_text(void *data, const char *text, int length) {
  cleaner *c = data;
  if (c->refused || c->skipped > 0) { return; }
  span piece = {text, (size_t)length};
  if (c->styled) {
    buffer_append(&c->style, piece);
  } else {
    write_text(c->out, piece);
  }
}

static void XMLCALL on_doctype(void *data, const char *name, const char *system_id,
                               const char *public_id, int internal) {
  (void)system_id, (void)public_id;
  if (internal) { refuse(data, "it may not have entities in its document type", name); }
}

bool svg_clean(span text, buffer *out, fault *why) {
  cleaner c = {.out = out, .why = why, .parser = XML_ParserCreateNS("UTF-8", '\n')};
  bool good = c.parser != NULL && text.len <= INT32_MAX && find_references(&c, text);
  if (!good) {
    fault_set(why, "SVG: memory ran out");
    goto done;
  }
  XML_SetUserData(c.parser, &c);
  XML_SetElementHandler(c.parser, on_start, on_end);
  XML_SetCharacterDataHandler(c.parser, on_text);
  XML_SetStartDoctypeDeclHandler(c.parser, on_doctype);
  svg_set_salt(c.parser);
  good = XML_Parse(c.parser, text.data, (int)text.len, 1) == XML_STATUS_OK && !c.refused;
  if (!good && !c.refused) {
    fault_set(why, "SVG, line %lu: %s", svg_line(c.parser),
              XML_ErrorString(XML_GetErrorCode(c.parser)));
  }
  if (good && (out->failed || c.values.failed)) { good = fault_set(why, "SVG: memory ran out"); }
done:
  XML_ParserFree(c.parser);
  free(c.referenced);
  buffer_free(&c.values);
  buffer_free(&c.style);
  return good;
}
