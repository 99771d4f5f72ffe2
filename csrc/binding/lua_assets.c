/** Images for Lua: `svc.check_image`, `svc.clean_image`, `svc.image_types`, and the handle's
 * methods `asset` and `assets`. */
#include "binding/keys.h"
#include "binding/publication.h"
#include "store/assets.h"

static void push_image(lua_State *L, const image *i) {
  lua_createtable(L, 0, 6);
  lua_set_string(L, "type", image_media_type(i->type));
  lua_set_integer(L, "width", i->width);
  lua_set_integer(L, "height", i->height);
}

static void push_asset(lua_State *L, const asset *a) {
  push_image(L, &a->image);
  lua_set_span(L, "name", a->name);
  lua_set_integer(L, "length", a->bytes.len);
  lua_set_hex(L, "digest", a->digest);
}

static int find_asset(lua_State *L) {
  asset a;
  if (!assets_find(lua_check_publication(L, 1)->assets, lua_check_span(L, 2), &a)) { return 0; }
  push_asset(L, &a);
  lua_push_span(L, a.bytes);
  return 2;
}

static int list_assets(lua_State *L) {
  assets_reader r = assets_read(lua_check_publication(L, 1)->assets);
  asset a;
  lua_push_array(L, r.left);
  while (assets_next(&r, &a)) {
    push_asset(L, &a);
    lua_append(L);
  }
  return 1;
}

static int check_image(lua_State *L) {
  span name = lua_check_span(L, 1), bytes = lua_check_span(L, 2);
  image i;
  fault why;
  if (!image_read(image_type_of(name), bytes, &i, &why)) { return lua_refuse(L, why.text); }
  push_image(L, &i);
  return 1;
}

static const char cleaning_type[] = "svc.image_cleaning";

typedef struct cleaning {
  buffer out, removed;
} cleaning;

static int free_cleaning(lua_State *L) {
  cleaning *c = luaL_checkudata(L, 1, cleaning_type);
  buffer_free(&c->out);
  buffer_free(&c->removed);
  return 0;
}

static int clean_image(lua_State *L) {
  span name = lua_check_span(L, 1), bytes = lua_check_span(L, 2);
  cleaning *c = lua_new_value(L, cleaning_type, sizeof *c, 0);
  fault why;
  if (!image_clean(image_type_of(name), bytes, &c->out, &c->removed, &why)) {
    return lua_refuse(L, why.text);
  }
  lua_push_span(L, buffer_span(&c->out));
  lua_push_span(L, buffer_span(&c->removed));
  buffer_free(&c->out);
  buffer_free(&c->removed);
  return 2;
}

static const luaL_Reg methods[] = {
    {"asset", find_asset},
    {"assets", list_assets},
    {NULL, NULL},
};

static const luaL_Reg functions[] = {
    {"check_image", check_image},
    {"clean_image", clean_image},
    {NULL, NULL},
};

void lua_open_assets(lua_State *L) {
  lua_new_type(L, cleaning_type, free_cleaning, NULL);
  lua_publication_methods(L, methods);
  luaL_setfuncs(L, functions, 0);
  lua_createtable(L, 0, IMAGE_TYPES);
  for (unsigned type = 0; type < IMAGE_TYPES; type++) {
    lua_set_string(L, image_extension(type) + 1, image_media_type(type));
  }
  lua_setfield(L, -2, "image_types");
}
