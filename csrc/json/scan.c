#include "json/scan.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/escape.h"
#include "base/utf8.h"

enum { FEW_NAMES = 16 };

typedef struct scanner {
  span text;
  size_t at;
  unsigned depth_left;
  arena names; /**< member names with escapes, resolved */
  fault *why;
  const span *wanted; /**< names of members of the outermost object, whose bytes go to `found` */
  span *found;
  size_t wanted_count;
  unsigned outermost; /**< depth_left within that object */
  bool exhausted;     /**< what was refused is for lack of memory */
} scanner;

/** The member names so far of the object being read. */
typedef struct name_list {
  span *items;
  size_t count, size;
} name_list;

static bool value(scanner *s);
static bool bare(scanner *s);

static bool refuse(scanner *s, const char *what) { return fault_set(s->why, "%s", what); }

static bool refuse_memory(scanner *s) {
  s->exhausted = true;
  return refuse(s, "out of memory");
}

static int peek(const scanner *s) {
  return s->at < s->text.len ? (unsigned char)s->text.data[s->at] : -1;
}

static bool take(scanner *s, char byte) {
  if (peek(s) != (unsigned char)byte) { return false; }
  s->at++;
  return true;
}

static void skip_space(scanner *s) {
  int c;
  while ((c = peek(s)) == ' ' || c == '\t' || c == '\n' || c == '\r') { s->at++; }
}

static bool word(scanner *s, span expected) {
  if (!span_starts(span_skip(s->text, s->at), expected)) { return refuse(s, "not a JSON value"); }
  s->at += expected.len;
  return true;
}

static bool digit_follows(const scanner *s) { return peek(s) >= '0' && peek(s) <= '9'; }

static size_t digits(scanner *s) {
  size_t from = s->at;
  while (digit_follows(s)) { s->at++; }
  return s->at - from;
}

/** Refuses the number from `from` on when no double holds it. It is copied for strtod's NUL. */
static bool in_range(scanner *s, size_t from) {
  char few[64], *copy = few;
  size_t len = s->at - from;
  if (len >= sizeof few && (copy = malloc(len + 1)) == NULL) { return refuse_memory(s); }
  memcpy(copy, s->text.data + from, len);
  copy[len] = '\0';
  double number = strtod(copy, NULL);
  if (copy != few) { free(copy); }
  if (isfinite(number)) { return true; }
  s->at = from;
  return refuse(s, "number out of range");
}

static bool number(scanner *s) {
  size_t from = s->at;
  take(s, '-');
  if (!take(s, '0') && digits(s) == 0) { return refuse(s, "digit expected"); }
  if (digit_follows(s)) { return refuse(s, "leading zero in a number"); }
  if (take(s, '.') && digits(s) == 0) {
    return refuse(s, "digit expected after the decimal point");
  }
  if (take(s, 'e') || take(s, 'E')) {
    if (!take(s, '+')) { take(s, '-'); }
    if (digits(s) == 0) { return refuse(s, "digit expected in the exponent"); }
  }
  return in_range(s, from);
}

/** The four digits behind `\u`. */
static bool unit(scanner *s, uint32_t *out) {
  *out = 0;
  for (int i = 0; i < 4; i++) {
    int digit = hex_value(peek(s));
    if (digit < 0) { return refuse(s, "four hexadecimal digits expected after \\u"); }
    *out = *out << 4 | (uint32_t)digit;
    s->at++;
  }
  return true;
}

/** The escape behind a backslash, as the code point it stands for. */
static bool escape(scanner *s, uint32_t *point) {
  static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
  int c = peek(s);
  const char *found = c > 0 ? strchr(names, c) : NULL;
  if (c != 'u' && found == NULL) { return refuse(s, "unknown escape in a string"); }
  s->at++;
  if (c != 'u') { return *point = (unsigned char)values[found - names], true; }
  if (!unit(s, point)) { return false; }
  if (*point < 0xd800 || *point > 0xdfff) { return true; }
  uint32_t low;
  if (*point > 0xdbff || !take(s, '\\') || !take(s, 'u')) { return refuse(s, "lone surrogate"); }
  if (!unit(s, &low)) { return false; }
  if (low < 0xdc00 || low > 0xdfff) { return refuse(s, "lone surrogate"); }
  *point = 0x10000 + ((*point - 0xd800) << 10) + (low - 0xdc00);
  return true;
}

/** Passes over the bytes of a string that mean themselves. */
static void skip_plain(scanner *s) {
  const char *data = s->text.data;
  size_t at = s->at, len = s->text.len;
  while (at < len && (unsigned char)(data[at] - 0x20) < 0x60 && data[at] != '"' &&
         data[at] != '\\') {
    at++;
  }
  s->at = at;
}

/** A string, checked and passed over. */
static bool string(scanner *s) {
  if (!take(s, '"')) { return refuse(s, "string expected"); }
  for (;;) {
    skip_plain(s);
    int c = peek(s);
    size_t step = 1;
    uint32_t point;
    if (c < 0) { return refuse(s, "string not closed"); }
    if (c < 0x20) { return refuse(s, "control character in a string"); }
    if (c >= 0x80) { utf8_decode(span_skip(s->text, s->at), &step); }
    if (step == 0) { return refuse(s, "invalid UTF-8"); }
    s->at += step;
    if (c == '"') { return true; }
    if (c == '\\' && !escape(s, &point)) { return false; }
  }
}

size_t json_unescape(span inner, char *out) {
  fault ignored;
  scanner s = {.text = inner, .why = &ignored};
  size_t length = 0;
  while (s.at < inner.len) {
    uint32_t point = (unsigned char)inner.data[s.at++];
    if (point != '\\') {
      out[length++] = (char)point;
    } else if (escape(&s, &point)) {
      length += utf8_encode(point, out + length);
    }
  }
  return length;
}

/** A string as a member name: its value with the escapes resolved, borrowed where it has none. */
static bool resolved_string(scanner *s, span *name) {
  size_t from = s->at + 1;
  if (!string(s)) { return false; }
  *name = (span){s->text.data + from, s->at - 1 - from};
  if (span_find(*name, '\\') == name->len) { return true; }
  char *copy = arena_alloc(&s->names, name->len);
  if (copy == NULL) { return refuse_memory(s); }
  *name = (span){copy, json_unescape(*name, copy)};
  return true;
}

static bool add_name(scanner *s, name_list *names, span name) {
  if (!list_grow(names->items, names->count, names->size)) { return refuse_memory(s); }
  names->items[names->count++] = name;
  return true;
}

static int order(const void *a, const void *b) {
  return span_compare(*(const span *)a, *(const span *)b);
}

/** Few names are put in order where they lie: qsort is made for many. */
static void sort_names(name_list *names) {
  if (names->count > FEW_NAMES) {
    qsort(names->items, names->count, sizeof *names->items, order);
    return;
  }
  for (size_t i = 1; i < names->count; i++) {
    span name = names->items[i];
    size_t at = i;
    for (; at > 0 && span_compare(names->items[at - 1], name) > 0; at--) {
      names->items[at] = names->items[at - 1];
    }
    names->items[at] = name;
  }
}

static bool unique(scanner *s, name_list *names) {
  sort_names(names);
  for (size_t i = 1; i < names->count; i++) {
    if (!span_equal(names->items[i - 1], names->items[i])) { continue; }
    span name = span_take(names->items[i], 64);
    return fault_set(s->why, "duplicate member name \"%.*s\"", (int)name.len, name.data);
  }
  return true;
}

/** Keeps the bytes of a member that is wanted, which end where the scanner stands. */
static void keep_wanted(scanner *s, span name, size_t from) {
  if (s->depth_left != s->outermost) { return; }
  for (size_t i = 0; i < s->wanted_count; i++) {
    if (span_equal(name, s->wanted[i])) { s->found[i] = (span){s->text.data + from, s->at - from}; }
  }
}

static bool members(scanner *s, name_list *names) {
  if (take(s, '}')) { return true; }
  do {
    span name;
    skip_space(s);
    if (!resolved_string(s, &name) || !add_name(s, names, name)) { return false; }
    skip_space(s);
    if (!take(s, ':')) { return refuse(s, "':' expected after a member name"); }
    skip_space(s);
    size_t from = s->at;
    if (!bare(s)) { return false; }
    keep_wanted(s, name, from);
    skip_space(s);
  } while (take(s, ','));
  if (!take(s, '}')) { return refuse(s, "',' or '}' expected in an object"); }
  return unique(s, names);
}

static bool object(scanner *s) {
  name_list names = {0};
  s->at++;
  skip_space(s);
  bool good = members(s, &names);
  free(names.items);
  return good;
}

static bool array(scanner *s) {
  s->at++;
  skip_space(s);
  if (take(s, ']')) { return true; }
  do {
    if (!value(s)) { return false; }
  } while (take(s, ','));
  return take(s, ']') || refuse(s, "',' or ']' expected in an array");
}

static bool nested(scanner *s, bool (*container)(scanner *)) {
  if (s->depth_left == 0) { return refuse(s, "nested too deep"); }
  s->depth_left--;
  bool good = container(s);
  s->depth_left++;
  return good;
}

static bool bare(scanner *s) {
  switch (peek(s)) {
    case '{': return nested(s, object);
    case '[': return nested(s, array);
    case '"': return string(s);
    case 't': return word(s, SPAN("true"));
    case 'f': return word(s, SPAN("false"));
    case 'n': return word(s, SPAN("null"));
    default: break;
  }
  if (peek(s) == '-' || digit_follows(s)) { return number(s); }
  return refuse(s, s->at < s->text.len ? "not a JSON value" : "value expected");
}

/** A value with the white space around it. */
static bool value(scanner *s) {
  skip_space(s);
  if (!bare(s)) { return false; }
  skip_space(s);
  return true;
}

/** Checks `text` and takes the bytes of the members `names` of the object that it is. */
static bool find_members(span text, unsigned depth, const span *names, size_t count, span *found,
                         json_fault *out) {
  scanner s = {.text = text,
               .depth_left = depth,
               .why = &out->why,
               .wanted = names,
               .found = found,
               .wanted_count = count,
               .outermost = depth - 1};
  for (size_t i = 0; i < count; i++) { found[i] = (span){NULL, 0}; }
  bool good = value(&s) && (s.at == s.text.len || refuse(&s, "something follows the JSON value"));
  arena_free(&s.names);
  out->offset = s.at;
  out->exhausted = s.exhausted;
  return good;
}

bool json_check(span text, unsigned depth, json_fault *out) {
  return find_members(text, depth, NULL, 0, NULL, out);
}

bool json_members(span text, const span *names, size_t count, span *found, json_fault *out) {
  return find_members(text, JSON_DEPTH, names, count, found, out);
}

span json_member(span text, span name) {
  span found;
  json_fault ignored;
  bool good = find_members(text, JSON_DEPTH_MAX, &name, 1, &found, &ignored);
  return good ? found : (span){NULL, 0};
}
