/** The Quran for Lua: `publication:quran` and its JSON, `publication:verse_count`,
 * `svc.quran_reference`. */
#include "base/utf8.h"
#include "binding/publication.h"
#include "quran/leaf.h"
#include "quran/reference.h"

static void append_text_segment(lua_State *L, uint32_t offset, span value) {
  if (value.len == 0) { return; }
  lua_createtable(L, 0, 3);
  lua_set_string(L, "kind", "text");
  lua_set_integer(L, "offset", offset);
  lua_set_span(L, "value", value);
  lua_append(L);
}

static void append_note_segment(lua_State *L, quran_mark mark) {
  lua_createtable(L, 0, 3);
  lua_set_string(L, "kind", "note");
  lua_set_integer(L, "offset", mark.offset);
  lua_set_integer(L, "number", mark.number);
  lua_append(L);
}

/** Pushes the translation cut at its marks. Offsets count code points. */
static void push_segments(lua_State *L, const quran *q, unsigned locale, unsigned surah,
                          unsigned verse) {
  unsigned marks = quran_mark_count(q, locale, surah, verse);
  span rest = quran_translation(q, locale, surah, verse);
  uint32_t at = 0;
  lua_push_array(L, 2 * marks + 1);
  for (unsigned i = 0; i < marks; i++) {
    quran_mark mark = quran_mark_at(q, locale, surah, verse, i);
    size_t bytes = utf8_offset(rest, mark.offset - at);
    append_text_segment(L, at, span_take(rest, bytes));
    append_note_segment(L, mark);
    rest = span_skip(rest, bytes);
    at = mark.offset;
  }
  append_text_segment(L, at, rest);
}

static void push_notes(lua_State *L, const quran *q, unsigned locale, unsigned surah,
                       unsigned verse) {
  unsigned notes = quran_note_count(q, locale, surah, verse);
  lua_push_array(L, notes);
  for (unsigned i = 0; i < notes; i++) {
    quran_note note = quran_note_at(q, locale, surah, verse, i);
    lua_createtable(L, 0, 3);
    lua_set_integer(L, "number", note.number);
    lua_set_integer(L, "referenceOffset", note.offset);
    lua_set_span(L, "text", note.text);
    lua_append(L);
  }
}

/** Sets `translation` of the table at the top to the verse's TextWithNotes. */
static void set_translation(lua_State *L, const quran *q, unsigned locale, unsigned surah,
                            unsigned verse) {
  lua_createtable(L, 0, 2);
  push_notes(L, q, locale, surah, verse);
  lua_setfield(L, -2, "notes");
  push_segments(L, q, locale, surah, verse);
  lua_setfield(L, -2, "segments");
  lua_setfield(L, -2, "translation");
}

/** Sets `pre_bismillah`: null unless verses are read from the first of a surah that has one. */
static void set_bismillah(lua_State *L, const quran *q, unsigned locale, unsigned surah,
                          unsigned first) {
  span arabic = quran_bismillah(q, surah);
  if (first != 1 || arabic.data == NULL) {
    lua_pushlightuserdata(L, NULL);
  } else {
    lua_createtable(L, 0, 2);
    lua_set_span(L, "arabic", arabic);
    set_translation(L, q, locale, 1, 1);
  }
  lua_setfield(L, -2, "pre_bismillah");
}

static void set_verses(lua_State *L, const quran *q, unsigned locale, unsigned surah,
                       unsigned first, unsigned last, bool tafsir) {
  lua_push_array(L, last - first + 1);
  for (unsigned verse = first; verse <= last; verse++) {
    lua_createtable(L, 0, 4);
    lua_set_span(L, "arabic", quran_arabic(q, surah, verse));
    lua_set_integer(L, "number", verse);
    set_translation(L, q, locale, surah, verse);
    if (tafsir) { lua_set_span(L, "tafsir", quran_tafsir(q, locale, surah, verse)); }
    lua_append(L);
  }
  lua_setfield(L, -2, "verses");
}

static void set_artifact(lua_State *L, span digest, const uint32_t counts[2]) {
  lua_createtable(L, 0, 3);
  lua_set_span(L, "digest", digest);
  lua_set_integer(L, "byte_count", counts[0]);
  lua_set_integer(L, "file_count", counts[1]);
  lua_setfield(L, -2, "artifact");
}

static void set_terms(lua_State *L, const quran_source *s) {
  lua_createtable(L, 0, 2);
  lua_set_span(L, "url", s->texts[QURAN_TERMS_URL]);
  if (s->embedded) {
    set_artifact(L, s->texts[QURAN_TERMS_DIGEST], s->numbers + QURAN_TERMS_BYTE_COUNT);
  } else {
    lua_set_string(L, "access", "link-only");
  }
  lua_setfield(L, -2, "terms");
}

/** Pushes an EmbeddedSource or an ExternalSource for readers of a locale. */
static void push_source(lua_State *L, const quran *q, unsigned number, unsigned locale) {
  quran_source s = quran_source_at(q, number, locale);
  lua_createtable(L, 0, 12);
  lua_set_string(L, "id", s.id);
  lua_set_string(L, "kind", s.embedded ? "embedded" : "external");
  for (unsigned i = 0; i < QURAN_SOURCE_MEMBERS; i++) {
    if (i != QURAN_TERMS_URL) { lua_set_span(L, quran_source_members[i], s.texts[i]); }
  }
  set_terms(L, &s);
  if (s.embedded) { set_artifact(L, s.texts[QURAN_DIGEST], s.numbers + QURAN_BYTE_COUNT); }
}

static void set_sources(lua_State *L, const quran *q, unsigned locale) {
  lua_createtable(L, 0, 2);
  push_source(L, q, QURAN_SOURCE_ARABIC, locale);
  lua_setfield(L, -2, "arabic");
  push_source(L, q, QURAN_SOURCE_TRANSLATION + locale, locale);
  lua_set_string(L, "locale", locale_rows[locale].code);
  lua_setfield(L, -2, "translation");
  lua_setfield(L, -2, "sources");
}

static void set_tafsir_access(lua_State *L, const quran *q, unsigned locale) {
  bool embedded = quran_source_embedded(QURAN_SOURCE_TAFSIR + locale);
  lua_createtable(L, 0, 4);
  lua_set_string(L, "kind", embedded ? "embedded" : "external");
  lua_set_string(L, "locale", locale_rows[locale].code);
  lua_set_span(L, "notice", quran_access_notice(q, locale));
  push_source(L, q, QURAN_SOURCE_TAFSIR + locale, locale);
  lua_setfield(L, -2, "source");
  lua_setfield(L, -2, "tafsir_access");
}

static void set_meaning(lua_State *L, const quran *q, unsigned locale, unsigned surah) {
  unsigned language;
  span text = quran_meaning(q, locale, surah, &language);
  lua_createtable(L, 0, 2);
  lua_set_string(L, "locale", locale_rows[language].code);
  lua_set_span(L, "text", text);
  lua_setfield(L, -2, "meaning");
}

static void set_names(lua_State *L, const quran *q, unsigned locale, unsigned surah) {
  lua_set_span(L, "name", quran_name(q, locale, surah));
  lua_set_string(L, "revelation", quran_revelation(q, surah));
  set_meaning(L, q, locale, surah);
}

/** Sets the ids and the route of a surah: those of its documents in every locale. */
static void set_identity(lua_State *L, unsigned locale, unsigned surah) {
  for (const struct quran_identity_member *m = quran_identity_members;
       m < quran_identity_members + QURAN_IDENTITIES; m++) {
    lua_pushfstring(L, "%s%d", m->prefix, (int)surah);
    lua_setfield(L, -2, m->name);
  }
  char id[QURAN_CONTENT_ID];
  lua_set_span(L, "assetId", quran_content_id(locale, surah, id));
  lua_set_string(L, "content_id", id);
  lua_set_string(L, "lensId", QURAN_LENS);
  lua_set_string(L, "section", model_section_name(SECTION_QURAN));
  lua_set_string(L, "locale", locale_rows[locale].code);
}

/** The argument that is a locale; the first where none is given. */
static unsigned read_locale(lua_State *L, int index) {
  return lua_isnoneornil(L, index) ? LOCALE_EN : locale_of(lua_check_span(L, index));
}

/** Reads the arguments of a range: surah, first, last, locale.
 * @return why the range does not exist, or NULL */
static const char *read_range(lua_State *L, const publication_view *view, quran_passage *p,
                              unsigned *locale) {
  lua_Integer surah = luaL_checkinteger(L, 2);
  lua_Integer first = luaL_optinteger(L, 3, 1), last = luaL_optinteger(L, 4, first);
  *locale = read_locale(L, 5);
  p->tafsir = lua_toboolean(L, 6);
  if (!view->has_quran) { return "the publication has no Quran"; }
  if (*locale == LOCALE_COUNT) { return "unknown locale"; }
  if (*locale >= QURAN_LOCALES) { return "there is no Quran in this locale"; }
  if (surah < 1 || surah > QURAN_SURAHS) { return "no such surah: they are 1 to 114"; }
  p->surah = (unsigned)surah;
  if (first < 1 || last < first) { return "the range ends before it begins"; }
  if (last > quran_verse_count(p->surah)) { return "verse beyond the surah"; }
  p->first = (unsigned)first;
  p->last = (unsigned)last;
  return NULL;
}

/** publication:quran(surah, first, last, locale, include_tafsir) */
static int quran_range(lua_State *L) {
  const publication_view *view = lua_check_publication(L, 1);
  const quran *q = &view->verses;
  unsigned locale;
  quran_passage p;
  lua_settop(L, 6);
  const char *reason = read_range(L, view, &p, &locale);
  if (reason != NULL) { return lua_refuse(L, reason); }
  lua_createtable(L, 0, 18);
  set_identity(L, locale, p.surah);
  set_names(L, q, locale, p.surah);
  set_bismillah(L, q, locale, p.surah, p.first);
  set_verses(L, q, locale, p.surah, p.first, p.last, p.tafsir);
  set_sources(L, q, locale);
  set_tafsir_access(L, q, locale);
  return 1;
}

/** Leaves the text of quran_write_sources on the stack. It is written once for each handle, at
 * index 1, and locale. */
static span push_sources(lua_State *L, const quran *q, unsigned locale) {
  if (lua_getiuservalue(L, 1, 1) != LUA_TTABLE) {
    lua_createtable(L, QURAN_LOCALES, 0);
    lua_pushvalue(L, -1);
    lua_setiuservalue(L, 1, 1);
  }
  if (lua_rawgeti(L, -1, (lua_Integer)locale + 1) != LUA_TSTRING) {
    buffer text = {0};
    quran_write_sources(q, locale, &text);
    lua_push_buffer(L, &text);
    lua_pushvalue(L, -1);
    lua_rawseti(L, -4, (lua_Integer)locale + 1);
  }
  return lua_check_span(L, lua_gettop(L));
}

/** publication:quran_json(surah, first, last, locale, include_tafsir, site) */
static int quran_json(lua_State *L) {
  const publication_view *view = lua_check_publication(L, 1);
  unsigned locale;
  quran_passage p;
  lua_settop(L, 7);
  p.site = lua_isnil(L, 7) ? (span){NULL, 0} : lua_check_span(L, 7);
  const char *reason = read_range(L, view, &p, &locale);
  if (reason != NULL) { return lua_refuse(L, reason); }
  quran_leaves leaves = {&view->verses, locale, push_sources(L, &view->verses, locale)};
  buffer *out = lua_take_buffer(L);
  quran_write_passage(&leaves, &p, out);
  return lua_push_taken(L, out);
}

/** publication:surah(number, locale) */
static int quran_surah(lua_State *L) {
  const publication_view *view = lua_check_publication(L, 1);
  lua_Integer number = luaL_checkinteger(L, 2);
  unsigned locale = read_locale(L, 3);
  if (!view->has_quran || locale >= QURAN_LOCALES) { return 0; }
  if (number < 1 || number > QURAN_SURAHS) { return 0; }
  unsigned surah = (unsigned)number;
  lua_createtable(L, 0, 5);
  set_names(L, &view->verses, locale, surah);
  lua_set_span(L, "arabic_name", quran_arabic_name(&view->verses, surah));
  lua_set_integer(L, "verses", quran_verse_count(surah));
  return 1;
}

static void set_known(lua_State *L, const char *name, const quran *q, unsigned number,
                      unsigned locale) {
  span known = quran_terms(q, number, locale);
  if (known.len > 0) { lua_set_span(L, name, known); }
}

/** publication:terms(locale) */
static int quran_known_terms(lua_State *L) {
  const publication_view *view = lua_check_publication(L, 1);
  unsigned locale = read_locale(L, 2);
  if (!view->has_quran || locale >= QURAN_LOCALES) { return 0; }
  lua_createtable(L, 0, 3);
  set_known(L, "arabic", &view->verses, QURAN_SOURCE_ARABIC, locale);
  set_known(L, "translation", &view->verses, QURAN_SOURCE_TRANSLATION + locale, locale);
  set_known(L, "tafsir", &view->verses, QURAN_SOURCE_TAFSIR + locale, locale);
  return 1;
}

static int push_verse_count(lua_State *L, int index) {
  lua_Integer surah = luaL_checkinteger(L, index);
  if (surah < 1 || surah > QURAN_SURAHS) { return 0; }
  lua_pushinteger(L, quran_verse_count((unsigned)surah));
  return 1;
}

static int method_verse_count(lua_State *L) {
  lua_check_publication(L, 1);
  return push_verse_count(L, 2);
}

static int verse_count(lua_State *L) { return push_verse_count(L, 1); }

static void push_reference(lua_State *L, const quran_reference *r) {
  static const char *const evidence[QURAN_EVIDENCES] = {
      [QURAN_EXPLICIT] = "explicit", [QURAN_NAME] = "name",   [QURAN_NUMBERS] = "numbers",
      [QURAN_DECIMAL] = "decimal",   [QURAN_RATIO] = "ratio", [QURAN_WORD] = "word",
      [QURAN_NEAR] = "near",         [QURAN_LOOSE] = "loose",
  };
  const struct {
    const char *name;
    unsigned value;
  } members[] = {
      {"surah", r->surah},           {"first", r->first}, {"last", r->last},
      {"last_surah", r->last_surah}, {"juz", r->juz},     {"asked_first", r->asked_first},
      {"asked_last", r->asked_last},
  };
  enum { MEMBERS = sizeof members / sizeof *members };
  lua_createtable(L, 0, MEMBERS + 1);
  for (size_t i = 0; i < MEMBERS; i++) {
    if (members[i].value > 0) { lua_set_integer(L, members[i].name, members[i].value); }
  }
  lua_set_span(L, "evidence", span_of(evidence[r->evidence]));
}

/** svc.quran_reference(text) */
static int reference(lua_State *L) {
  quran_reference found[QURAN_CANDIDATES];
  span text = lua_check_span(L, 1);
  if (quran_reference_parse(text, found)) {
    push_reference(L, found);
    return 1;
  }
  size_t count = quran_reference_candidates(text, found);
  lua_pushnil(L);
  lua_createtable(L, (int)count, 0);
  for (size_t i = 0; i < count; i++) {
    push_reference(L, &found[i]);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  return 2;
}

/** svc.quran_begun(text) */
static int begun(lua_State *L) {
  unsigned surahs[QURAN_BEGUN];
  size_t count = quran_reference_begun(lua_check_span(L, 1), surahs);
  lua_createtable(L, (int)count, 0);
  for (size_t i = 0; i < count; i++) {
    lua_pushinteger(L, surahs[i]);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  return 1;
}

static const luaL_Reg methods[] = {
    {"quran", quran_range},       {"quran_json", quran_json},          {"surah", quran_surah},
    {"terms", quran_known_terms}, {"verse_count", method_verse_count}, {NULL, NULL},
};

static const luaL_Reg functions[] = {
    {"quran_begun", begun},
    {"quran_reference", reference},
    {"verse_count", verse_count},
    {NULL, NULL},
};

void lua_open_quran(lua_State *L) {
  lua_publication_methods(L, methods);
  luaL_setfuncs(L, functions, 0);
}
