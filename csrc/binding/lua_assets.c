/** Images for Lua: `svc.image_types`, and the handle's methods `asset` and `assets`. */
#include "binding/keys.h"
#include "binding/publication.h"
#include "store/assets.h"

void lua_push_image(lua_State *L, const image *i) {
  lua_createtable(L, 0, 6);
  lua_set_string(L, "type", image_media_type(i->type));
  lua_set_integer(L, "width", i->width);
  lua_set_integer(L, "height", i->height);
}

static void push_asset(lua_State *L, const asset *a) {
  lua_push_image(L, &a->image);
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

static const luaL_Reg methods[] = {
    {"asset", find_asset},
    {"assets", list_assets},
    {NULL, NULL},
};

void lua_open_assets(lua_State *L) {
  lua_publication_methods(L, methods);
  lua_createtable(L, 0, IMAGE_TYPES);
  for (unsigned type = 0; type < IMAGE_TYPES; type++) {
    lua_set_string(L, image_extension(type) + 1, image_media_type(type));
  }
  lua_setfield(L, -2, "image_types");
}
