/** @file
 * The gate from a Lua userdata to the open publication, shared by the binding files that add
 * methods to it.
 */
#pragma once

#include "binding/modules.h"
#include "publication/open.h"
#include "publication/tree.h"
#include "quran/quran.h"
#include "search/search.h"
#include "store/image.h"
#include "store/renditions.h"

/** The parts of an open publication. A missing section leaves its part empty or NULL. */
typedef struct publication_view {
  store documents;
  span labels; /**< the section, which labels_read takes */
  renditions texts;
  span assets; /**< the section, which assets_read takes */
  span paths;  /**< the section, which paths_read takes */
  bool has_quran;
  quran verses;
  search_index *index;      /**< NULL when the publication has no search section */
  tree trees[FORMAT_TREES]; /**< in the order of the facts; those of verses lack `leaf` */
  const publication_facts *facts;
  span file;
} publication_view;

/** The view behind argument `index`; raises when it is not a publication, or was closed. It lives
 * until the handle is closed or collected. */
const publication_view *lua_check_publication(lua_State *L, int index);

/** Pushes a table of what a publication says of itself: `id`, `digest`, `previous` (nil when none),
 * `sequence`, `created`, `expires`, `bytes`, `documents`, `sections`, `trees`, `signers`, and
 * `missing`, those of them who have not signed yet (nil when none). */
void lua_push_publication_facts(lua_State *L, const publication_facts *facts, uint32_t documents);

enum { LUA_TREE_NAME = 16 };

/** Name of a tree: `documents`, `verses:en`; `unknown` where this release knows none of that id.
 * @param out room for it @return it */
const char *lua_tree_name(uint32_t id, char out[LUA_TREE_NAME]);

/** Pushes a table of what an image is: `type`, `width`, `height`. */
void lua_push_image(lua_State *L, const image *image);

/** Adds `methods` to the metatable of publication handles. */
void lua_publication_methods(lua_State *L, const luaL_Reg *methods);

/** Pushes a table with what a publication knows of the contract's Content: `content_id`,
 * `assetId`, `alignmentId`, `conceptId`, `learningObjectId`, `lensId`, `locale`, `section`,
 * `route`, `title`, `description` (nil when absent); `updated` (nil when unknown) and `readable`
 * (true when it has a text). The text itself is left out. */
void lua_push_document(lua_State *L, const store_document *document);
