/** HTML for Lua: `svc.html`, `svc.escape_html` and `svc.formula_names`. */
#include "binding/publication.h"
#include "markup/command.h"
#include "markup/entities.h"
#include "markup/html.h"
#include "store/assets.h"

static const char page_type[] = "svc.html_page";

static int free_page(lua_State *L) {
  html_free(luaL_checkudata(L, 1, page_type));
  return 0;
}

/* An empty page that the collector releases where nothing else does. */
static html_page *push_page(lua_State *L) {
  return lua_new_value(L, page_type, sizeof(html_page), 0);
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

static void push_heading(lua_State *L, span line) {
  span rest = span_skip(line, 2);
  span id = span_take(rest, span_find(rest, '\t'));
  lua_createtable(L, 0, 3);
  lua_set_integer(L, "level", (uint64_t)(line.data[0] - '0'));
  lua_set_span(L, "id", id);
  lua_set_span(L, "text", span_skip(rest, id.len + 1));
}

/* The images of a publication, and the path they are below: their address, from wherever. */
typedef struct image_shelf {
  span path, assets;
} image_shelf;

static bool find_image(void *context, span target, unsigned *width, unsigned *height) {
  const image_shelf *shelf = context;
  asset a;
  while (span_starts(target, SPAN("../"))) {
    target = span_skip(target, 3);
  }
  if (!span_starts(target, shelf->path) ||
      !assets_find(shelf->assets, span_skip(target, shelf->path.len), &a)) {
    return false;
  }
  *width = a.image.width;
  *height = a.image.height;
  return true;
}

static int html(lua_State *L) {
  span markdown = lua_check_span(L, 1);
  image_shelf shelf;
  figure_images images = {NULL, &shelf};
  if (!lua_isnoneornil(L, 2)) {
    shelf = (image_shelf){lua_check_span(L, 3), lua_check_publication(L, 2)->assets};
    images.find = find_image;
  }
  html_page *page = push_page(L);
  if (!html_render(page, markdown, &images)) {
    return luaL_error(L, "out of memory");
  }
  lua_push_span(L, buffer_span(&page->out));
  lua_createtable(L, 0, 2);
  push_lines(L, buffer_span(&page->headings), push_heading);
  lua_setfield(L, -2, "headings");
  push_lines(L, buffer_span(&page->faults), lua_push_span);
  lua_setfield(L, -2, "faults");
  html_free(page);
  return 2;
}

static int escape_html(lua_State *L) {
  span text = lua_check_span(L, 1);
  html_page *page = push_page(L);
  entities_escape(&page->out, text);
  if (page->out.failed) {
    return luaL_error(L, "out of memory");
  }
  lua_push_span(L, buffer_span(&page->out));
  html_free(page);
  return 1;
}

static const luaL_Reg functions[] = {
    {"escape_html", escape_html},
    {"html", html},
    {NULL, NULL},
};

void lua_open_html(lua_State *L) {
  lua_new_type(L, page_type, free_page, NULL);
  luaL_setfuncs(L, functions, 0);
  lua_newtable(L);
  for (size_t i = 0; command_name(i) != NULL; i++) {
    lua_append_string(L, command_name(i));
  }
  lua_setfield(L, -2, "formula_names");
}
