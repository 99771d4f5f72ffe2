/** From the Lua table of a Quran, as quran.h describes it, to the QURAN section. Every reader
 * below takes the value at the top of the stack and leaves it there. */
#include "binding/quran.h"
#include "quran/build.h"

static const char builder_type[] = "svc.quran_builder";

typedef struct reader {
  lua_State *L;
  quran_builder *out;
  fault *why;
  const char *locale; /**< of the list being read, or "" */
} reader;

static bool refuse(reader *r, const char *what, size_t entry, const char *expected) {
  const char *space = *r->locale == '\0' ? "" : " ";
  return fault_set(r->why, "Quran data: %s%s%s, entry %zu: %s expected, got %s", what, space,
                   r->locale, entry, expected, luaL_typename(r->L, -1));
}

/** Appends the string at the top to a table; `what` and `entry` name it in a refusal. */
static bool read_text(reader *r, unsigned table, const char *what, size_t entry) {
  span text;
  if (lua_type(r->L, -1) != LUA_TSTRING) { return refuse(r, what, entry, "string"); }
  text.data = lua_tolstring(r->L, -1, &text.len);
  quran_builder_text(r->out, table, text);
  return true;
}

/** Appends the integer at the top to a table. */
static bool read_number(reader *r, unsigned table, const char *what, size_t entry) {
  int is_integer;
  lua_Integer value = lua_tointegerx(r->L, -1, &is_integer);
  if (!is_integer || value < 0 || value > UINT32_MAX) {
    return refuse(r, what, entry, "integer of 32 bits");
  }
  quran_builder_number(r->out, table, (uint32_t)value);
  return true;
}

/** Reads member `name` of the table at the top with `read` and removes it again. */
static bool read_member(reader *r, const char *name, unsigned table, size_t entry,
                        bool (*read)(reader *, unsigned, const char *, size_t)) {
  lua_getfield(r->L, -1, name);
  bool good = read(r, table, name, entry);
  lua_pop(r->L, 1);
  return good;
}

/** Reads the list at the top: exactly `count` entries. */
static bool read_list(reader *r, unsigned table, const char *what, size_t count,
                      bool (*read)(reader *, unsigned, const char *, size_t)) {
  if (!lua_istable(r->L, -1)) { return refuse(r, what, 0, "list"); }
  if (lua_rawlen(r->L, -1) != count) {
    return fault_set(r->why, "Quran data: %s%s%s: %zu entries, not %zu", what,
                     *r->locale == '\0' ? "" : " ", r->locale, (size_t)lua_rawlen(r->L, -1), count);
  }
  for (size_t i = 1; i <= count; i++) {
    lua_rawgeti(r->L, -1, (lua_Integer)i);
    bool good = read(r, table, what, i);
    lua_pop(r->L, 1);
    if (!good) { return false; }
  }
  return true;
}

/** Reads a text that may be missing, as an empty one. */
static bool read_optional(reader *r, unsigned table, const char *what, size_t entry) {
  if (!lua_isnil(r->L, -1)) { return read_text(r, table, what, entry); }
  quran_builder_text(r->out, table, SPAN(""));
  return true;
}

static bool read_revelation(reader *r, unsigned table, const char *what, size_t entry) {
  static const char *const names[] = {"Meccan", "Medinan"};
  const char *name = lua_tostring(r->L, -1);
  for (unsigned i = 0; name != NULL && i < 2; i++) {
    if (strcmp(name, names[i]) != 0) { continue; }
    quran_builder_number(r->out, table, i);
    return true;
  }
  return refuse(r, what, entry, "\"Meccan\" or \"Medinan\"");
}

/** Reads texts by locale into tables by locale; any of them may be missing. */
static bool read_local_texts(reader *r, unsigned table, const char *what, size_t entry) {
  if (!lua_istable(r->L, -1)) { return refuse(r, what, entry, "table"); }
  for (unsigned l = 0; l < QURAN_LOCALES; l++) {
    bool good = read_member(r, locale_rows[l].code, table + l, entry, read_optional);
    if (!good) { return false; }
  }
  return true;
}

/** The same where the table of them may be missing as a whole. */
static bool read_more_texts(reader *r, unsigned table, const char *what, size_t entry) {
  if (!lua_isnil(r->L, -1)) { return read_local_texts(r, table, what, entry); }
  for (unsigned l = 0; l < QURAN_LOCALES; l++) { quran_builder_text(r->out, table + l, SPAN("")); }
  return true;
}

static bool read_surah(reader *r, unsigned table, const char *what, size_t entry) {
  (void)table;
  if (!lua_istable(r->L, -1)) { return refuse(r, what, entry, "table"); }
  return read_member(r, "name", QURAN_NAMES, entry, read_text) &&
         read_member(r, "arabic_name", QURAN_ARABIC_NAMES, entry, read_text) &&
         read_member(r, "revelation", QURAN_REVELATIONS, entry, read_revelation) &&
         read_member(r, "names", QURAN_LOCAL_NAMES, entry, read_more_texts) &&
         read_member(r, "meanings", QURAN_MEANINGS, entry, read_local_texts);
}

/** Reads the map from surah numbers to texts; one that names none leaves an empty text. */
static bool read_bismillahs(reader *r, unsigned table, const char *what, size_t entry) {
  bool good = true, none = lua_isnil(r->L, -1);
  if (!none && !lua_istable(r->L, -1)) { return refuse(r, what, entry, "table"); }
  for (size_t i = 1; good && i <= QURAN_SURAHS; i++) {
    if (!none) { lua_rawgeti(r->L, -1, (lua_Integer)i); }
    good = read_optional(r, table, what, i);
    if (!none) { lua_pop(r->L, 1); }
  }
  return good;
}

static bool read_mark(reader *r, unsigned locale, const char *what, size_t entry) {
  if (!lua_istable(r->L, -1)) { return refuse(r, what, entry, "table"); }
  return read_member(r, "offset", QURAN_MARK_OFFSETS + locale, entry, read_number) &&
         read_member(r, "number", QURAN_MARK_NUMBERS + locale, entry, read_number);
}

static bool read_note(reader *r, unsigned locale, const char *what, size_t entry) {
  if (!lua_istable(r->L, -1)) { return refuse(r, what, entry, "table"); }
  return read_member(r, "number", QURAN_NOTE_NUMBERS + locale, entry, read_number) &&
         read_member(r, "text", QURAN_NOTE_TEXTS + locale, entry, read_text);
}

/** Reads list `name` of the verse at the top; a missing one is empty. */
static bool read_verse_list(reader *r, const char *name, unsigned locale, size_t entry,
                            bool (*read)(reader *, unsigned, const char *, size_t)) {
  lua_getfield(r->L, -1, name);
  bool table = lua_istable(r->L, -1);
  bool good = table ? read_list(r, locale, name, lua_rawlen(r->L, -1), read)
                    : lua_isnil(r->L, -1) || refuse(r, name, entry, "list");
  lua_pop(r->L, 1);
  return good;
}

static bool read_verse(reader *r, unsigned locale, const char *what, size_t entry) {
  bool plain = lua_type(r->L, -1) == LUA_TSTRING;
  bool good = plain ? read_text(r, QURAN_TRANSLATIONS + locale, what, entry)
                    : lua_istable(r->L, -1) || refuse(r, what, entry, "string or table");
  if (!plain) {
    good = good && read_member(r, "text", QURAN_TRANSLATIONS + locale, entry, read_text) &&
           read_verse_list(r, "marks", locale, entry, read_mark) &&
           read_verse_list(r, "notes", locale, entry, read_note);
  }
  if (!good) { return false; }
  quran_builder_number(r->out, QURAN_NOTE_STARTS + locale,
                       quran_builder_count(r->out, QURAN_NOTE_NUMBERS + locale));
  quran_builder_number(r->out, QURAN_MARK_STARTS + locale,
                       quran_builder_count(r->out, QURAN_MARK_NUMBERS + locale));
  return true;
}

static bool read_translation(reader *r, unsigned locale, const char *what, size_t entry) {
  (void)what;
  (void)entry;
  quran_builder_number(r->out, QURAN_NOTE_STARTS + locale, 0);
  quran_builder_number(r->out, QURAN_MARK_STARTS + locale, 0);
  return read_list(r, locale, "translations", QURAN_VERSES, read_verse);
}

static bool read_tafsir(reader *r, unsigned locale, const char *what, size_t entry) {
  (void)entry;
  if (lua_isnil(r->L, -1)) { return true; }
  return read_list(r, QURAN_TAFSIRS + locale, what, QURAN_VERSES, read_text);
}

/** Reads an artifact; one that is missing, as a link's is, has no digest and counts of 0. */
static bool read_artifact(reader *r, unsigned table, const char *what, size_t source) {
  (void)table;
  if (lua_isnil(r->L, -1)) {
    quran_builder_text(r->out, QURAN_SOURCE_TEXTS, SPAN(""));
    quran_builder_number(r->out, QURAN_SOURCE_NUMBERS, 0);
    quran_builder_number(r->out, QURAN_SOURCE_NUMBERS, 0);
    return true;
  }
  if (!lua_istable(r->L, -1)) { return refuse(r, what, source, "table"); }
  return read_member(r, "digest", QURAN_SOURCE_TEXTS, source, read_text) &&
         read_member(r, "byte_count", QURAN_SOURCE_NUMBERS, source, read_number) &&
         read_member(r, "file_count", QURAN_SOURCE_NUMBERS, source, read_number);
}

static bool read_terms_url(reader *r, unsigned table, const char *what, size_t source) {
  if (!lua_istable(r->L, -1)) { return refuse(r, what, source, "table"); }
  return read_member(r, "url", table, source, read_text);
}

static bool read_terms(reader *r, unsigned table, const char *what, size_t source) {
  (void)what;
  return read_member(r, "artifact", table, source, read_artifact) &&
         read_member(r, "known", QURAN_TERMS, source, read_more_texts);
}

/** Reads a source: its texts and numbers in the order of `struct quran_source`. */
static bool read_source(reader *r, unsigned source, const char *what, size_t entry) {
  (void)entry;
  r->locale = quran_source_id(source);
  bool good = lua_istable(r->L, -1) || refuse(r, what, source, "table");
  for (unsigned i = 0; good && i < QURAN_SOURCE_MEMBERS; i++) {
    good = read_member(r, quran_source_members[i], QURAN_SOURCE_TEXTS, source,
                       i == QURAN_TERMS_URL ? read_terms_url : read_text);
  }
  good = good && read_member(r, "artifact", QURAN_SOURCE_TEXTS, source, read_artifact) &&
         read_member(r, "terms", QURAN_SOURCE_TEXTS, source, read_terms);
  r->locale = "";
  return good;
}

/** Reads member `name` of the table at the top: by locale, a value for each. */
static bool read_by_locale(reader *r, const char *name, unsigned table,
                           bool (*read)(reader *, unsigned, const char *, size_t)) {
  lua_getfield(r->L, -1, name);
  bool good = lua_istable(r->L, -1) || refuse(r, name, 0, "table");
  for (unsigned l = 0; good && l < QURAN_LOCALES; l++) {
    lua_getfield(r->L, -1, locale_rows[l].code);
    r->locale = locale_rows[l].code;
    good = read(r, table + l, name, l + 1);
    r->locale = "";
    lua_pop(r->L, 1);
  }
  lua_pop(r->L, 1);
  return good;
}

static bool read_arabic_source(reader *r, unsigned source, const char *what, size_t entry) {
  return read_source(r, source, what, entry) &&
         read_member(r, "notices", QURAN_ARABIC_NOTICES, entry, read_more_texts);
}

static bool read_sources(reader *r, unsigned table, const char *what, size_t entry) {
  (void)table;
  if (!lua_istable(r->L, -1)) { return refuse(r, what, entry, "table"); }
  return read_member(r, "arabic", QURAN_SOURCE_ARABIC, entry, read_arabic_source) &&
         read_by_locale(r, "translation", QURAN_SOURCE_TRANSLATION, read_source) &&
         read_by_locale(r, "tafsir", QURAN_SOURCE_TAFSIR, read_source);
}

/** The access notices of all locales go into one table. */
static bool read_access(reader *r, unsigned table, const char *what, size_t entry) {
  (void)table;
  return read_text(r, QURAN_ACCESS_NOTICES, what, entry);
}

static bool read_surahs(reader *r, unsigned table, const char *what, size_t entry) {
  (void)entry;
  return read_list(r, table, what, QURAN_SURAHS, read_surah);
}

static bool read_arabic(reader *r, unsigned table, const char *what, size_t entry) {
  (void)entry;
  return read_list(r, table, what, QURAN_VERSES, read_text);
}

static bool read_all(reader *r) {
  if (!lua_istable(r->L, -1)) { return refuse(r, "the argument", 0, "table"); }
  return read_member(r, "surahs", QURAN_NAMES, 0, read_surahs) &&
         read_member(r, "arabic", QURAN_ARABIC, 0, read_arabic) &&
         read_member(r, "bismillah", QURAN_BISMILLAHS, 0, read_bismillahs) &&
         read_by_locale(r, "translations", 0, read_translation) &&
         read_by_locale(r, "tafsir", 0, read_tafsir) &&
         read_member(r, "sources", 0, 0, read_sources) &&
         read_by_locale(r, "access", 0, read_access);
}

static int free_builder(lua_State *L) {
  quran_builder_free(luaL_checkudata(L, 1, builder_type));
  return 0;
}

void lua_open_quran_build(lua_State *L) { lua_new_type(L, builder_type, free_builder, NULL); }

bool lua_quran_build(lua_State *L, int index, buffer *section, fault *why) {
  int top = lua_gettop(L);
  index = lua_absindex(L, index);
  luaL_checkstack(L, 16, "Quran data");
  reader r = {L, lua_new_value(L, builder_type, sizeof(quran_builder), 0), why, ""};
  lua_pushvalue(L, index);
  bool good = read_all(&r) && quran_builder_finish(r.out, section, why);
  quran_builder_free(r.out);
  lua_settop(L, top);
  return good;
}

span lua_quran_simple(lua_State *L, int index, unsigned surah, unsigned verse) {
  span text = {NULL, 0};
  if (lua_getfield(L, index, "simple") == LUA_TTABLE) {
    lua_rawgeti(L, -1, (lua_Integer)quran_verse_index(surah, verse) + 1);
    if (lua_type(L, -1) == LUA_TSTRING) { text.data = lua_tolstring(L, -1, &text.len); }
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  return text;
}

span lua_quran_subjects(lua_State *L, int index, unsigned locale, unsigned surah, unsigned verse) {
  span text = {NULL, 0};
  char name[16];
  int top = lua_gettop(L);
  snprintf(name, sizeof name, verse > 0 ? "%u:%u" : "%u", surah, verse);
  bool known = lua_getfield(L, index, "subjects") == LUA_TTABLE &&
               lua_getfield(L, -1, locale_rows[locale].code) == LUA_TTABLE &&
               lua_getfield(L, -1, name) == LUA_TSTRING;
  if (known) { text.data = lua_tolstring(L, -1, &text.len); }
  lua_settop(L, top);
  return text;
}
