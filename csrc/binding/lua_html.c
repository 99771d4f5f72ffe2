/** Functions that make pages: `svc.html`, `svc.formula`, `svc.formula_commands`, `svc.check_image`
 * and `svc.clean_image`. */
#include "binding/keys.h"
#include "binding/publication.h"
#include "markup/command.h"
#include "markup/html.h"
#include "markup/mathml.h"
#include "search/render_cache.h"
#include "store/assets.h"
#include "store/svg.h"

static const char page_type[] = "svc.html_page";

/* A page and what it is made of. */
typedef struct rendering {
  html_page page;
  markup_tree document;
} rendering;

static int free_page(lua_State *L) {
  rendering *r = luaL_checkudata(L, 1, page_type);
  html_free(&r->page);
  document_free(&r->document);
  return 0;
}

/* An empty page that the collector releases where nothing else does. */
static rendering *push_page(lua_State *L) {
  return lua_new_value(L, page_type, sizeof(rendering), 0);
}

/* Pushes a list with `push` called for each line. */
static void push_lines(lua_State *L, span lines, void (*push)(lua_State *L, span line)) {
  lua_newtable(L);
  while (lines.len > 0) {
    span line = span_take(lines, span_find(lines, '\n'));
    lines = span_skip(lines, line.len + 1);
    push(L, line);
    lua_append(L);
  }
}

/* Cuts the next field off a line. */
static span take_field(span *line) {
  span field = span_take(*line, span_find(*line, '\t'));
  *line = span_skip(*line, field.len + 1);
  return field;
}

static void push_heading(lua_State *L, span line) {
  span level = take_field(&line);
  take_field(&line);
  lua_createtable(L, 0, 3);
  lua_set_integer(L, "level", (uint64_t)(level.data[0] - '0'));
  lua_set_span(L, "id", take_field(&line));
  lua_set_span(L, "text", line);
}

static void push_fault(lua_State *L, span line) {
  for (int i = 0; i < 3; i++) { take_field(&line); }
  lua_push_span(L, line);
}

/* The titles of alerts: a list at `index`, or nil for those of document_alerts. */
static void check_alerts(lua_State *L, int index, html_options *options) {
  if (lua_isnoneornil(L, index)) { return; }
  luaL_checktype(L, index, LUA_TTABLE);
  for (int i = 0; i < DOCUMENT_ALERTS; i++) {
    lua_geti(L, index, i + 1);
    options->alerts[i] = lua_check_span(L, -1); /* which the list keeps */
    lua_pop(L, 1);
  }
}

static int html(lua_State *L) {
  span markdown = lua_check_span(L, 1);
  html_options options = {0};
  check_alerts(L, 2, &options);
  rendering *r = push_page(L);
  html_page *page = &r->page;
  if (markdown.len > UINT32_MAX || !document_read(&r->document, markdown, false) ||
      !html_render(page, &r->document, &options)) {
    return luaL_error(L, "out of memory");
  }
  lua_push_span(L, buffer_span(&page->out));
  lua_createtable(L, 0, 2);
  push_lines(L, buffer_span(&page->headings), push_heading);
  lua_setfield(L, -2, "headings");
  push_lines(L, buffer_span(&page->faults), push_fault);
  lua_setfield(L, -2, "faults");
  html_free(page);
  document_free(&r->document);
  return 2;
}

static int formula(lua_State *L) {
  span tex = lua_check_span(L, 1);
  bool display = lua_toboolean(L, 2);
  html_page *page = &push_page(L)->page;
  fault why;
  size_t at;
  if (!mathml_write(&page->out, tex, display, &at, &why)) {
    lua_pushnil(L);
    lua_pushstring(L, why.text);
    lua_pushinteger(L, (lua_Integer)at + 1);
    return 3;
  }
  mathml_read(&page->headings, tex);
  if (page->out.failed || page->headings.failed) { return luaL_error(L, "out of memory"); }
  lua_push_span(L, buffer_span(&page->out));
  lua_push_span(L, buffer_span(&page->headings));
  html_free(page);
  return 2;
}

static int check_image(lua_State *L) {
  span name = lua_check_span(L, 1), bytes = lua_check_span(L, 2);
  image i = {0};
  fault why;
  if (!image_read(image_type_of(name), bytes, svg_check, &i, &why)) {
    return lua_refuse(L, why.text);
  }
  lua_push_image(L, &i);
  return 1;
}

static const char cleaning_type[] = "svc.image_cleaning";

typedef struct cleaning {
  buffer drawing, out, removed;
} cleaning;

static int free_cleaning(lua_State *L) {
  cleaning *c = luaL_checkudata(L, 1, cleaning_type);
  buffer_free(&c->drawing);
  buffer_free(&c->out);
  buffer_free(&c->removed);
  return 0;
}

/* Cleans an image; a drawing that is not of the subset becomes one that is. */
static bool clean(unsigned type, span bytes, cleaning *c, fault *why) {
  image i;
  bool drawing = type == IMAGE_SVG && bytes.len > 0 && bytes.len <= IMAGE_LONGEST;
  if (drawing && !image_read(type, bytes, svg_check, &i, why)) {
    if (!svg_clean(bytes, &c->drawing, why)) { return false; }
    buffer_text(&c->removed, "what only its program reads");
    bytes = buffer_span(&c->drawing);
  }
  return image_clean(type, bytes, svg_check, &c->out, &c->removed, why);
}

static int clean_image(lua_State *L) {
  span name = lua_check_span(L, 1), bytes = lua_check_span(L, 2);
  cleaning *c = lua_new_value(L, cleaning_type, sizeof *c, 0);
  fault why;
  if (!clean(image_type_of(name), bytes, c, &why)) { return lua_refuse(L, why.text); }
  lua_push_span(L, buffer_span(&c->out));
  lua_push_span(L, buffer_span(&c->removed));
  buffer_free(&c->drawing);
  buffer_free(&c->out);
  buffer_free(&c->removed);
  return 2;
}

/* Renditions that were made before */

static int free_render_cache(lua_State *L) {
  render_cache **c = luaL_checkudata(L, 1, LUA_RENDER_CACHE_TYPE);
  render_cache_free(*c);
  *c = NULL;
  return 0;
}

/* render_cache(path, stamp) */
static int new_render_cache(lua_State *L) {
  const char *path = luaL_optstring(L, 1, NULL);
  unsigned char stamp[DIGEST_BYTES];
  render_cache **c = lua_new_value(L, LUA_RENDER_CACHE_TYPE, sizeof(render_cache *), 0);
  *c = render_cache_new();
  if (*c == NULL) { return luaL_error(L, "out of memory"); }
  if (path != NULL && digest_of(lua_check_span(L, 2), stamp)) {
    render_cache_load(*c, path, stamp);
  }
  return 1;
}

static int save_render_cache(lua_State *L) {
  render_cache **c = luaL_checkudata(L, 1, LUA_RENDER_CACHE_TYPE);
  unsigned char stamp[DIGEST_BYTES];
  fault why;
  luaL_argcheck(L, *c != NULL, 1, "the cache is closed");
  bool done = digest_of(lua_check_span(L, 3), stamp) || fault_set(&why, "out of memory");
  done = done && render_cache_save(*c, luaL_checkstring(L, 2), stamp, &why);
  return lua_push_outcome(L, done, &why);
}

static const luaL_Reg render_cache_methods[] = {{"save", save_render_cache}, {NULL, NULL}};

static const luaL_Reg functions[] = {
    {"check_image", check_image},
    {"clean_image", clean_image},
    {"formula", formula},
    {"html", html},
    {"render_cache", new_render_cache},
    {NULL, NULL},
};

void lua_open_html(lua_State *L) {
  lua_new_type(L, page_type, free_page, NULL);
  lua_new_type(L, cleaning_type, free_cleaning, NULL);
  lua_new_type(L, LUA_RENDER_CACHE_TYPE, free_render_cache, render_cache_methods);
  luaL_setfuncs(L, functions, 0);
  lua_newtable(L);
  const char *shape;
  for (size_t i = 0; command_name(i, &shape) != NULL; i++) {
    lua_pushstring(L, shape);
    lua_setfield(L, -2, command_name(i, &shape));
  }
  lua_setfield(L, -2, "formula_commands");
}
