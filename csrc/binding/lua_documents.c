/** Documents and labels for Lua: the methods `document`, `translations`, `alternates`, `route`,
 * `resolve`, `text`, `content`, `whole_text`, `html`, `each`, `below`, `holds`, `folders`,
 * `newest`, `counts`, `labels` and `label` of a publication. */
#include "base/ascii.h"
#include "binding/publication.h"
#include "quran/quran.h"
#include "quran/reference.h"
#include "store/document.h"
#include "store/labels.h"
#include "store/store.h"

/** Sets a field to `prefix` and what follows the locale in the content id. */
static void set_derived(lua_State *L, const char *field, span prefix, span path) {
  luaL_Buffer joined;
  char *out = luaL_buffinitsize(L, &joined, prefix.len + path.len);
  memcpy(out, prefix.data, prefix.len);
  memcpy(out + prefix.len, path.data, path.len);
  luaL_pushresultsize(&joined, prefix.len + path.len);
  lua_setfield(L, -2, field);
}

/** Room for what answers add as well: an excerpt, a verse, two addresses, a text. */
enum { DOCUMENT_MEMBERS = 13 + 5 };

void lua_push_document(lua_State *L, const store_document *d) {
  span path = span_skip(d->id, sizeof "asset:en:" - 1);
  lua_createtable(L, 0, DOCUMENT_MEMBERS);
  lua_set_span(L, "content_id", d->id);
  lua_set_span(L, "assetId", d->id);
  set_derived(L, "alignmentId", SPAN("alignment:"), path);
  lua_set_span(L, "conceptId", d->concept);
  set_derived(L, "learningObjectId", SPAN("lo:"), path);
  lua_set_span(L, "lensId", d->lens);
  lua_set_string(L, "locale", locale_rows[d->locale].code);
  lua_set_string(L, "section", model_section_name(d->section));
  lua_set_span(L, "route", d->route);
  lua_set_span(L, "title", d->title);
  lua_set_span(L, "description", d->description);
  lua_set_span(L, "updated", d->updated);
  lua_pushboolean(L, d->text.data != NULL);
  lua_setfield(L, -2, "readable");
}

static int push_found(lua_State *L, const publication_view *view, bool found, uint32_t number) {
  if (!found) { return lua_pushnil(L), 1; }
  store_document d = store_at(&view->documents, number);
  lua_push_document(L, &d);
  return 1;
}

static int document(lua_State *L) {
  const publication_view *view = lua_check_publication(L, 1);
  uint32_t number;
  bool found = store_find_id(&view->documents, lua_check_span(L, 2), &number);
  return push_found(L, view, found, number);
}

/** publication:translations(content_id, routes) -> locale -> content id, or route */
static int translations(lua_State *L) {
  const publication_view *view = lua_check_publication(L, 1);
  bool routes = lua_toboolean(L, 3);
  span path = span_skip(lua_check_span(L, 2), sizeof "asset:en" - 1);
  lua_createtable(L, 0, LOCALE_COUNT);
  for (unsigned locale = 0; locale < LOCALE_COUNT; locale++) {
    uint32_t number;
    lua_pushfstring(L, "asset:%s%s", locale_rows[locale].code, path.data);
    if (!store_find_id(&view->documents, lua_check_span(L, -1), &number)) {
      lua_pop(L, 1);
      continue;
    }
    if (routes) {
      lua_pop(L, 1);
      lua_push_span(L, store_at(&view->documents, number).route);
    }
    lua_setfield(L, -2, locale_rows[locale].code);
  }
  return 1;
}

static uint32_t check_most(lua_State *L, int index, uint32_t bound) {
  lua_Integer most = luaL_checkinteger(L, index);
  luaL_argcheck(L, most >= 1 && most <= bound, index, "out of bounds");
  return (uint32_t)most;
}

enum { LINKS = 1024 }; /* bytes at most, as lua/svc.d.lua says */

/** Appends the link to a document of another locale. */
static void append_link(buffer *out, span id, unsigned locale, span before, span behind) {
  buffer_append(out, out->len > 0 ? SPAN(", <") : SPAN("<"));
  buffer_append(out, before);
  for (span rest = id; rest.len > 0;) { /* of letters, digits, hyphens and colons */
    span piece = span_take(rest, span_find(rest, ':'));
    rest = span_skip(rest, piece.len + 1);
    buffer_append(out, piece);
    if (rest.len > 0) { buffer_append(out, SPAN("%3A")); }
  }
  buffer_append(out, behind);
  buffer_append(out, SPAN(">; rel=\"alternate\"; hreflang=\""));
  buffer_text(out, locale_rows[locale].code);
  buffer_byte(out, '"');
}

/** publication:alternates(content_id, before, behind, links, most) -> links, locale of the id */
static int alternates(lua_State *L) {
  const publication_view *view = lua_check_publication(L, 1);
  span id = lua_check_span(L, 2), before = lua_check_span(L, 3), behind = lua_check_span(L, 4);
  uint32_t number, most = check_most(L, 6, LINKS);
  char other[LINKS];
  buffer *out = lua_take_buffer(L);
  buffer_append(out, lua_check_span(L, 5));
  size_t prefix = sizeof "asset:" - 1;
  const char *own = NULL;
  for (unsigned locale = 0; locale < LOCALE_COUNT; locale++) {
    span code = span_of(locale_rows[locale].code);
    if (span_starts(span_skip(id, prefix), code)) {
      own = code.data;
      continue;
    }
    if (id.len > sizeof other || id.len < prefix + code.len) { continue; } /* no link has room */
    memcpy(other, id.data, id.len);
    memcpy(other + prefix, code.data, code.len);
    span asked = {other, id.len};
    size_t before_it = out->len;
    if (!store_find_id(&view->documents, asked, &number)) { continue; }
    append_link(out, asked, locale, before, behind);
    if (out->len > most) { out->len = before_it; }
  }
  lua_push_taken(L, out);
  lua_pushstring(L, own);
  return 2;
}

static unsigned check_locale(lua_State *L, int index) {
  unsigned locale = locale_of(lua_check_span(L, index));
  luaL_argcheck(L, locale < LOCALE_COUNT, index, "unknown locale");
  return locale;
}

static unsigned check_section(lua_State *L, int index) {
  unsigned section = model_section_of(lua_check_span(L, index));
  luaL_argcheck(L, section < SECTION_COUNT, index, "unknown section");
  return section;
}

/** The section of an argument that may be left out, which means all: SECTION_COUNT. */
static unsigned opt_section(lua_State *L, int index) {
  return lua_isnoneornil(L, index) ? SECTION_COUNT : check_section(L, index);
}

static int route(lua_State *L) {
  const publication_view *view = lua_check_publication(L, 1);
  unsigned locale = check_locale(L, 2);
  uint32_t number;
  bool found = store_find_route(&view->documents, locale, lua_check_span(L, 3), &number);
  return push_found(L, view, found, number);
}

/** The locale of the page that an URL below `/{locale}/quran/` is of; LOCALE_COUNT when it is none.
 */
static unsigned quran_page_locale(span url) {
  unsigned locale = LOCALE_COUNT;
  span segment = {NULL, 0};
  for (span rest = span_take(url, span_find(url, '#')); rest.len > 0;) {
    span next = span_take(rest, span_find(rest, '/'));
    if (span_equal(next, SPAN("quran")) && segment.data != NULL) { locale = locale_of(segment); }
    segment = next;
    rest = span_skip(rest, next.len + 1);
  }
  return locale;
}

/** Finds the surah of the page of a verse, a range or a name: `{site}/en/quran/2/255`.
 * @param verse receives the first verse, 0 for a whole surah */
static bool find_quran_page(const store *s, span url, uint32_t *number, uint32_t *verse) {
  quran_reference found;
  char id[QURAN_CONTENT_ID];
  unsigned locale = quran_page_locale(url);
  if (locale == LOCALE_COUNT || !quran_reference_parse(url, &found)) { return false; }
  bool exists = found.juz == 0 && (found.first > 0 || found.asked_first == 0);
  *verse = found.first;
  return exists && store_find_id(s, quran_content_id(locale, found.surah, id), number);
}

/** Finds the document that a former address leads to. */
static bool find_moved(const publication_view *view, span url, span site, uint32_t *number) {
  char decoded[STORE_REFERENCE];
  unsigned locale;
  span route;
  if (store_reference_route(url, site, decoded, &locale, &route) != RESOLVED) { return false; }
  span today = labels_find(view->labels, locale, LABEL_ALIAS, route);
  return today.len > 0 && store_find_route(&view->documents, locale, today, number);
}

/** Finds the document that a reference means, arguments 2 and 3.
 * @param verse receives that of its fragment, 0 where there is none */
static enum store_resolution find_referenced(lua_State *L, const publication_view *view,
                                             uint32_t *number, uint32_t *verse) {
  span reference = lua_check_span(L, 2), site = lua_check_span(L, 3);
  enum store_resolution outcome = store_resolve(&view->documents, reference, site, number);
  *verse = store_verse_of(reference);
  if (outcome != RESOLVED_NOTHING) { return outcome; }
  bool own_url = span_starts(reference, SPAN("http"));
  bool found = own_url && find_quran_page(&view->documents, reference, number, verse);
  return found || find_moved(view, reference, site, number) ? RESOLVED : outcome;
}

static int refuse_reference(lua_State *L, enum store_resolution outcome) {
  return lua_refuse(L, outcome == RESOLVED_FOREIGN ? "foreign" : "not_found");
}

static int resolve(lua_State *L) {
  const publication_view *view = lua_check_publication(L, 1);
  uint32_t number, verse;
  enum store_resolution outcome = find_referenced(L, view, &number, &verse);
  if (outcome != RESOLVED) { return refuse_reference(L, outcome); }
  push_found(L, view, true, number);
  if (verse > 0) { lua_set_integer(L, "verse", verse); }
  return 1;
}

/** The verses of a document; none unless it is a surah, whose route ends with its number. */
static unsigned verses_of(const store_document *d) {
  unsigned surah = 0;
  size_t at = d->route.len;
  for (unsigned unit = 1; at > 0 && ascii_digit(d->route.data[at - 1]) && unit <= 100; unit *= 10) {
    surah += unit * (unsigned)(d->route.data[--at] - '0');
  }
  return d->section == SECTION_QURAN ? quran_verse_count(surah) : 0;
}

/** publication:content(reference, site) -> raw JSON, content id, verse */
static int content(lua_State *L) {
  const publication_view *view = lua_check_publication(L, 1);
  leaf_answer answer = {.site = lua_check_span(L, 3)};
  uint32_t number;
  enum store_resolution outcome = find_referenced(L, view, &number, &answer.verse);
  if (outcome != RESOLVED) { return refuse_reference(L, outcome); }
  store_document d = store_at(&view->documents, number);
  if (d.text.data == NULL) { return lua_refuse(L, "unreadable"); }
  if (answer.verse > verses_of(&d)) { answer.verse = 0; }
  buffer *out = lua_take_buffer(L);
  store_leaf_answer(&d, &answer, out);
  lua_push_taken(L, out);
  lua_push_raw_json(L);
  lua_push_span(L, d.id);
  if (answer.verse == 0) { return 2; }
  lua_pushinteger(L, answer.verse);
  return 3;
}

static int text(lua_State *L) {
  const publication_view *view = lua_check_publication(L, 1);
  uint32_t number;
  bool found = store_find_id(&view->documents, lua_check_span(L, 2), &number);
  lua_push_span(L, found ? store_at(&view->documents, number).text : (span){NULL, 0});
  return 1;
}

/** The rendition of the document that argument 2 names. @return false where it has no text */
static bool find_rendition(lua_State *L, const publication_view *view, store_document *d,
                           rendition *out) {
  uint32_t number;
  if (!store_find_id(&view->documents, lua_check_span(L, 2), &number)) { return false; }
  *d = store_at(&view->documents, number);
  *out = renditions_at(&view->texts, number);
  return d->text.data != NULL;
}

/** publication:html(content_id) -> HTML, outline */
static int html(lua_State *L) {
  store_document d;
  rendition r;
  rendition_heading heading;
  if (!find_rendition(L, lua_check_publication(L, 1), &d, &r)) { return 0; }
  lua_push_span(L, r.part[RENDITION_HTML]);
  lua_newtable(L);
  while (renditions_heading(&r.part[RENDITION_OUTLINE], &heading)) {
    lua_createtable(L, 0, 3);
    lua_set_integer(L, "level", heading.level);
    lua_set_span(L, "id", heading.id);
    lua_set_span(L, "text", heading.text);
    lua_append(L);
  }
  return 2;
}

/** publication:whole_text(content_id, site) -> Markdown */
static int whole_text(lua_State *L) {
  store_document d;
  rendition r;
  span site = lua_check_span(L, 3);
  if (!find_rendition(L, lua_check_publication(L, 1), &d, &r)) { return 0; }
  buffer *out = lua_take_buffer(L);
  renditions_whole(d.text, r.part[RENDITION_LINKS], site, out);
  return lua_push_taken(L, out);
}

/** Upvalues: the handle, the number of the next document, that behind the last. */
static int next_document(lua_State *L) {
  lua_settop(L, 0);
  lua_pushvalue(L, lua_upvalueindex(1)); /* as an argument, which a refusal can name */
  const publication_view *view = lua_check_publication(L, 1);
  uint32_t number = (uint32_t)lua_tointeger(L, lua_upvalueindex(2));
  uint32_t end = (uint32_t)lua_tointeger(L, lua_upvalueindex(3));
  if (number >= end) { return 0; }
  lua_pushinteger(L, (lua_Integer)number + 1);
  lua_replace(L, lua_upvalueindex(2));
  return push_found(L, view, true, number);
}

static int each(lua_State *L) {
  const publication_view *view = lua_check_publication(L, 1);
  lua_Integer skipped = luaL_optinteger(L, 4, 0);
  uint32_t first = 0, end = view->documents.count;
  luaL_argcheck(L, skipped >= 0, 4, "a number of documents, 0 or more");
  if (!lua_isnoneornil(L, 2)) {
    store_range(&view->documents, check_locale(L, 2), opt_section(L, 3), &first, &end);
  }
  lua_pushvalue(L, 1);
  lua_pushinteger(L, skipped < end - first ? first + skipped : end);
  lua_pushinteger(L, end);
  lua_pushcclosure(L, next_document, 3);
  return 1;
}

/** publication:below(locale, section, path) -> documents of the section before them, how many */
static int below(lua_State *L) {
  const store *s = &lua_check_publication(L, 1)->documents;
  unsigned locale = check_locale(L, 2), section = check_section(L, 3);
  uint32_t start, behind, first, end;
  store_range(s, locale, section, &start, &behind);
  store_below(s, locale, section, lua_check_span(L, 4), &first, &end);
  lua_pushinteger(L, first - start);
  lua_pushinteger(L, end - first);
  return 2;
}

/** publication:holds(locale, path) -> boolean */
static int holds(lua_State *L) {
  const store *s = &lua_check_publication(L, 1)->documents;
  lua_pushboolean(L, store_holds(s, check_locale(L, 2), lua_check_span(L, 3)));
  return 1;
}

enum { FOLDERS = 256 }; /* at most, as lua/svc.d.lua says */

/** publication:folders(locale, section, most) -> list, number of documents with a text */
static int list_folders(lua_State *L) {
  const publication_view *view = lua_check_publication(L, 1);
  unsigned locale = check_locale(L, 2), section = check_section(L, 3);
  store_folder found[FOLDERS];
  uint32_t readable, most = check_most(L, 4, FOLDERS);
  uint32_t count = store_folders(&view->documents, locale, section, found, most, &readable);
  lua_createtable(L, (int)count, 0);
  for (uint32_t i = 0; i < count; i++) {
    lua_createtable(L, 0, 2);
    lua_set_span(L, "path", found[i].path);
    lua_set_integer(L, "count", found[i].readable);
    lua_rawseti(L, -2, i + 1);
  }
  lua_pushinteger(L, readable);
  return 2;
}

/** publication:newest(locale, section, most) -> list of documents */
static int newest(lua_State *L) {
  const publication_view *view = lua_check_publication(L, 1);
  unsigned locale = check_locale(L, 2), section = opt_section(L, 3);
  uint32_t numbers[STORE_NEWEST], most = check_most(L, 4, STORE_NEWEST);
  uint32_t count = store_newest(&view->documents, locale, section, most, numbers);
  lua_createtable(L, (int)count, 0);
  for (uint32_t i = 0; i < count; i++) {
    push_found(L, view, true, numbers[i]);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

static int counts(lua_State *L) {
  const publication_view *view = lua_check_publication(L, 1);
  lua_push_array(L, LOCALE_COUNT);
  for (unsigned locale = 0; locale < LOCALE_COUNT; locale++) {
    uint32_t first, end;
    store_range(&view->documents, locale, SECTION_COUNT, &first, &end);
    lua_createtable(L, 0, 2);
    lua_set_string(L, "locale", locale_rows[locale].code);
    lua_set_integer(L, "count", end - first);
    lua_append(L);
  }
  return 1;
}

/** Appends a label to the list at the top: a category by its id, others with their text. */
static void append_label(lua_State *L, const label *l) {
  if (l->kind == LABEL_CATEGORY) {
    lua_push_span(L, l->id);
  } else {
    lua_createtable(L, 0, 2);
    lua_set_span(L, "id", l->id);
    lua_set_span(L, "label", l->text);
  }
  lua_append(L);
}

/** publication:labels(locale) -> what the taxonomy lists */
static int labels(lua_State *L) {
  static const char *const names[] = {"categories", "countries", "exams"};
  labels_reader r = labels_read(lua_check_publication(L, 1)->labels);
  unsigned locale = check_locale(L, 2);
  label l;
  lua_createtable(L, 0, LABEL_FOLDER);
  for (unsigned kind = 0; kind < LABEL_FOLDER; kind++) {
    lua_push_array(L, 0);
    lua_setfield(L, -2, names[kind]);
  }
  while (labels_next(&r, &l)) {
    if (l.locale != locale || l.kind >= LABEL_FOLDER) { continue; }
    lua_getfield(L, -1, names[l.kind]);
    append_label(L, &l);
    lua_pop(L, 1);
  }
  return 1;
}

/** publication:label(locale, kind, id) -> text or nil */
static int find_label(lua_State *L) {
  span section = lua_check_publication(L, 1)->labels;
  unsigned locale = check_locale(L, 2);
  unsigned kind = (unsigned)luaL_checkoption(L, 3, NULL, label_kinds);
  span found = labels_find(section, locale, kind, lua_check_span(L, 4));
  lua_push_span(L, found);
  return 1;
}

static const luaL_Reg methods[] = {
    {"alternates", alternates},
    {"below", below},
    {"content", content},
    {"counts", counts},
    {"document", document},
    {"each", each},
    {"folders", list_folders},
    {"holds", holds},
    {"html", html},
    {"label", find_label},
    {"labels", labels},
    {"newest", newest},
    {"resolve", resolve},
    {"route", route},
    {"text", text},
    {"translations", translations},
    {"whole_text", whole_text},
    {NULL, NULL},
};

void lua_open_documents(lua_State *L) { lua_publication_methods(L, methods); }
