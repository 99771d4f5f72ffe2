#include "store/svg.h"

#include <expat.h>

#include "base/ascii.h"
#include "base/buffer.h"

#define NAMESPACE "http://www.w3.org/2000/svg"
#define DARK "@media(prefers-color-scheme:dark)"

/* Newer releases of expat deprecate what older ones have instead. */
#if XML_MAJOR_VERSION > 2 || XML_MINOR_VERSION >= 9
unsigned long svg_line(XML_Parser parser) {
  return (unsigned long)XML_GetCurrentLineNumber64(parser);
}
void svg_set_salt(XML_Parser parser) { XML_SetHashSalt16Bytes(parser, (const uint8_t[16]){1}); }
#else
unsigned long svg_line(XML_Parser parser) {
  return (unsigned long)XML_GetCurrentLineNumber(parser);
}
void svg_set_salt(XML_Parser parser) { XML_SetHashSalt(parser, 1); }
#endif

typedef struct checker {
  XML_Parser parser;
  fault *why;
  bool refused;
  unsigned depth, elements, most, width, height;
  unsigned named; /* depth of the outermost open element with an id, 0 when there is none */
  bool styled;    /* a `style` is open */
  buffer style;
} checker;

static const char *const elements[] = {
    "circle",         "clipPath",       "defs",     "desc",  "ellipse", "g",     "line", "marker",
    "path",           "polygon",        "polyline", "rect",  "stop",    "style", "svg",  "symbol",
    "linearGradient", "radialGradient", "text",     "title", "tspan",   "use",   NULL,
};

/* Rules for values that are not just words, numbers and the signs between them. */
typedef enum {
  PLAIN,
  LOCAL,     /* or url(#name) */
  FUNCTIONS, /* of numbers */
  REFERENCE, /* #name */
} value_kind;

static const struct {
  value_kind kind;
  const char *const *names;
} attributes[] = {
    {PLAIN, (const char *const[]){"class",
                                  "clip-rule",
                                  "clipPathUnits",
                                  "color",
                                  "cx",
                                  "cy",
                                  "d",
                                  "display",
                                  "dominant-baseline",
                                  "dx",
                                  "dy",
                                  "fill-opacity",
                                  "fill-rule",
                                  "font-family",
                                  "font-size",
                                  "font-stretch",
                                  "font-style",
                                  "font-variant",
                                  "font-weight",
                                  "fx",
                                  "fy",
                                  "gradientUnits",
                                  "height",
                                  "id",
                                  "lengthAdjust",
                                  "letter-spacing",
                                  "markerHeight",
                                  "markerUnits",
                                  "markerWidth",
                                  "offset",
                                  "opacity",
                                  "orient",
                                  "overflow",
                                  "paint-order",
                                  "points",
                                  "preserveAspectRatio",
                                  "r",
                                  "refX",
                                  "refY",
                                  "rx",
                                  "ry",
                                  "spreadMethod",
                                  "stop-color",
                                  "stop-opacity",
                                  "stroke-dasharray",
                                  "stroke-dashoffset",
                                  "stroke-linecap",
                                  "stroke-linejoin",
                                  "stroke-miterlimit",
                                  "stroke-opacity",
                                  "stroke-width",
                                  "text-anchor",
                                  "text-decoration",
                                  "textLength",
                                  "vector-effect",
                                  "viewBox",
                                  "visibility",
                                  "width",
                                  "word-spacing",
                                  "x",
                                  "x1",
                                  "x2",
                                  "y",
                                  "y1",
                                  "y2",
                                  NULL}},
    {LOCAL, (const char *const[]){"clip-path", "fill", "marker-end", "marker-mid", "marker-start",
                                  "stroke", NULL}},
    {FUNCTIONS, (const char *const[]){"gradientTransform", "transform", NULL}},
    {REFERENCE, (const char *const[]){"href", NULL}},
};

enum { KINDS = sizeof attributes / sizeof *attributes };

/* @param name of what is refused; expat writes its namespace, if any, on a line before it */
static void refuse(checker *c, const char *what, const char *name) {
  const char *space_end = strrchr(name, '\n');
  if (space_end != NULL) { name = space_end + 1; }
  if (c->refused) { return; }
  c->refused = true;
  fault_set(c->why, "SVG, line %lu: %s%s%.40s%s; export it as plain SVG", svg_line(c->parser), what,
            *name ? " `" : "", name, *name ? "`" : "");
  XML_StopParser(c->parser, XML_FALSE);
}

static bool listed(const char *const *names, const char *name) {
  while (*names != NULL && strcmp(*names, name) != 0) { names++; }
  return *names != NULL;
}

/* True when the text has only letters, digits, white space and `others`. */
static bool has_only(span text, const char *others) {
  for (size_t i = 0; i < text.len; i++) {
    char byte = text.data[i];
    if (ascii_alnum(byte) || ascii_blank(byte) || byte == '\n' || byte == '\r') { continue; }
    if (byte == '\0' || strchr(others, byte) == NULL) { return false; }
  }
  return true;
}

/* True for `url(#name)`. */
static bool is_local(span value) {
  span open = SPAN("url(#");
  return value.len > open.len + 1 && span_starts(value, open) && value.data[value.len - 1] == ')' &&
         has_only(span_take(span_skip(value, open.len), value.len - open.len - 1), "-_.");
}

static bool value_fits(value_kind kind, span value) {
  static const char plain[] = ".,-+#%_";
  if (kind == REFERENCE) {
    return value.len > 1 && value.data[0] == '#' && has_only(span_skip(value, 1), "-_.");
  }
  if (kind == LOCAL && is_local(value)) { return true; }
  return has_only(value, kind == FUNCTIONS ? ".,-+()" : plain);
}

/* The kind of value that an attribute takes; KINDS for one that is not accepted. */
static unsigned kind_of(const char *name) {
  unsigned i = 0;
  while (i < KINDS && !listed(attributes[i].names, name)) { i++; }
  return i;
}

static void check_attributes(checker *c, const char **list) {
  for (; *list != NULL && !c->refused; list += 2) {
    unsigned i = kind_of(list[0]);
    if (i == KINDS) {
      refuse(c, "it may not have the attribute", list[0]);
    } else if (!value_fits(attributes[i].kind, span_of(list[1]))) {
      refuse(c, "it may not have this value of", list[0]);
    }
  }
}

static bool read_size(const checker *c, const char **list, const char *name, unsigned *out) {
  while (*list != NULL && strcmp(list[0], name) != 0) { list += 2; }
  return *list != NULL && ascii_number(span_of(list[1]), c->most, out) && *out > 0;
}

static void check_root(checker *c, const char **list) {
  bool boxed = false;
  for (const char **at = list; *at != NULL; at += 2) { boxed |= strcmp(at[0], "viewBox") == 0; }
  if (boxed && read_size(c, list, "width", &c->width) && read_size(c, list, "height", &c->height)) {
    return;
  }
  refuse(c, "its root lacks a viewBox, or a whole width and height within bounds", "");
}

static void XMLCALL on_start(void *data, const char *name, const char **list) {
  checker *c = data;
  span full = span_of(name), space = SPAN(NAMESPACE "\n");
  const char *local = span_starts(full, space) ? name + space.len : NULL;
  bool root = c->depth++ == 0;
  if (local == NULL || !listed(elements, local) || root != (strcmp(local, "svg") == 0) ||
      c->styled) { /* the text behind the element would belong to the style, too */
    return refuse(c, "it may not have here the element", name);
  }
  if (c->depth > SVG_DEPTH || ++c->elements > SVG_ELEMENTS) {
    return refuse(c, "it has too many elements, or they lie too deep within each other", "");
  }
  c->styled = strcmp(local, "style") == 0;
  if (strcmp(local, "use") == 0 && c->named != 0) { /* it could repeat what repeats it */
    return refuse(c, "within an element with an id it may not have the element", name);
  }
  for (const char **at = list; *at != NULL && c->named == 0; at += 2) {
    if (strcmp(at[0], "id") == 0) { c->named = c->depth; }
  }
  check_attributes(c, list);
  if (root && !c->refused) { check_root(c, list); }
}

bool svg_style_is_safe(span css) {
  while (css.len > 0) {
    size_t at = span_find(css, '@');
    if (!has_only(span_take(css, at), ".,-+#%_:;{}*>")) { return false; }
    css = span_skip(css, at);
    if (css.len > 0 && !span_starts(css, SPAN(DARK))) { return false; }
    css = span_skip(css, strlen(DARK));
  }
  return true;
}

bool svg_has_element(const char *name) { return listed(elements, name); }

bool svg_has_attribute(const char *name) { return kind_of(name) < KINDS; }

bool svg_value_fits(const char *attribute, span value) {
  unsigned i = kind_of(attribute);
  return i < KINDS && value_fits(attributes[i].kind, value);
}

static void XMLCALL on_end(void *data, const char *name) {
  checker *c = data;
  (void)name;
  if (c->depth-- == c->named) { c->named = 0; }
  if (!c->styled) { return; }
  c->styled = false;
  if (!svg_style_is_safe(buffer_span(&c->style))) {
    refuse(c, "its style may have neither functions, strings, escapes nor rules but " DARK, "");
  }
  buffer_clear(&c->style);
}

static void XMLCALL on_text(void *data, const char *text, int length) {
  checker *c = data;
  if (c->styled) { buffer_append(&c->style, (span){text, (size_t)length}); }
  if (c->style.failed) { refuse(c, "memory ran out", ""); }
}

static void XMLCALL on_namespace(void *data, const char *prefix, const char *uri) {
  if (prefix != NULL || uri == NULL || strcmp(uri, NAMESPACE) != 0) {
    refuse(data, "it may not have the namespace", prefix == NULL ? "xmlns" : prefix);
  }
}

static void XMLCALL on_doctype(void *data, const char *name, const char *system_id,
                               const char *public_id, int internal) {
  (void)name, (void)system_id, (void)public_id, (void)internal;
  refuse(data, "it may not have a document type", "");
}

static void XMLCALL on_instruction(void *data, const char *target, const char *text) {
  (void)text;
  refuse(data, "it may not have the instruction", target);
}

/* Browsers believe the encoding that is declared. */
static void XMLCALL on_declaration(void *data, const char *version, const char *encoding,
                                   int standalone) {
  (void)version, (void)standalone;
  if (encoding != NULL && !ascii_same(span_of(encoding), SPAN("UTF-8"))) {
    refuse(data, "it must be UTF-8, not", encoding);
  }
}

static void set_handlers(XML_Parser parser) {
  XML_SetElementHandler(parser, on_start, on_end);
  XML_SetCharacterDataHandler(parser, on_text);
  XML_SetStartNamespaceDeclHandler(parser, on_namespace);
  XML_SetStartDoctypeDeclHandler(parser, on_doctype);
  XML_SetProcessingInstructionHandler(parser, on_instruction);
  XML_SetXmlDeclHandler(parser, on_declaration);
  svg_set_salt(parser);
}

bool svg_check(span text, unsigned most, unsigned *width, unsigned *height, fault *why) {
  checker c = {.parser = XML_ParserCreateNS("UTF-8", '\n'), .why = why, .most = most};
  if (c.parser == NULL || text.len > INT32_MAX) {
    XML_ParserFree(c.parser);
    return fault_set(why, "SVG: memory ran out");
  }
  XML_SetUserData(c.parser, &c);
  set_handlers(c.parser);
  bool good = XML_Parse(c.parser, text.data, (int)text.len, 1) == XML_STATUS_OK && !c.refused;
  if (!good && !c.refused) {
    fault_set(why, "SVG, line %lu: %s", svg_line(c.parser),
              XML_ErrorString(XML_GetErrorCode(c.parser)));
  }
  XML_ParserFree(c.parser);
  buffer_free(&c.style);
  *width = c.width;
  *height = c.height;
  return good;
}
