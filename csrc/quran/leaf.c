#include "quran/leaf.h"

#include "base/escape.h"
#include "base/utf8.h"
#include "json/write.h"
#include "publication/signature.h"
#include "store/document.h"

static void write_number(buffer *out, const char *before, uint32_t value) {
  buffer_text(out, before);
  json_write_integer(out, value);
}

static void write_artifact(buffer *out, span digest, const uint32_t counts[2]) {
  write_number(out, "\"artifact\":{\"byte_count\":", counts[0]);
  json_write_after(out, ",\"digest\":", digest);
  write_number(out, ",\"file_count\":", counts[1]);
  buffer_text(out, "},");
}

static void write_terms(buffer *out, const quran_source *s) {
  buffer_text(out, ",\"terms\":{");
  if (s->embedded) {
    write_artifact(out, s->texts[QURAN_TERMS_DIGEST], s->numbers + QURAN_TERMS_BYTE_COUNT);
  } else {
    buffer_text(out, "\"access\":\"link-only\",");
  }
  json_write_after(out, "\"url\":", s->texts[QURAN_TERMS_URL]);
  buffer_byte(out, '}');
}

/** Writes a source for readers of locale `reader`. @param locale member of that name; absent where
 * there is none */
static void write_source(buffer *out, const quran *q, unsigned number, unsigned reader,
                         span locale) {
  quran_source s = quran_source_at(q, number, reader);
  buffer_byte(out, '{');
  if (s.embedded) { write_artifact(out, s.texts[QURAN_DIGEST], s.numbers + QURAN_BYTE_COUNT); }
  json_write_after(out, "\"id\":", span_of(s.id));
  json_write_after(out, ",\"kind\":", span_of(s.embedded ? "embedded" : "external"));
  json_write_after(out, ",\"label\":", s.texts[QURAN_LABEL]);
  if (locale.data != NULL) { json_write_after(out, ",\"locale\":", locale); }
  json_write_after(out, ",\"notice\":", s.texts[QURAN_NOTICE]);
  json_write_after(out, ",\"publisher\":", s.texts[QURAN_PUBLISHER]);
  json_write_after(out, ",\"retrieved_at\":", s.texts[QURAN_RETRIEVED_AT]);
  json_write_after(out, ",\"source_url\":", s.texts[QURAN_SOURCE_URL]);
  write_terms(out, &s);
  json_write_after(out, ",\"update_url\":", s.texts[QURAN_UPDATE_URL]);
  json_write_after(out, ",\"version\":", s.texts[QURAN_VERSION]);
  buffer_byte(out, '}');
}

void quran_write_sources(const quran *q, unsigned locale, buffer *out) {
  bool embedded = quran_source_embedded(QURAN_SOURCE_TAFSIR + locale);
  span code = span_of(locale_rows[locale].code), kind = span_of(embedded ? "embedded" : "external");
  buffer_text(out, ",\"sources\":{\"arabic\":");
  write_source(out, q, QURAN_SOURCE_ARABIC, locale, (span){NULL, 0});
  buffer_text(out, ",\"translation\":");
  write_source(out, q, QURAN_SOURCE_TRANSLATION + locale, locale, code);
  json_write_after(out, "},\"tafsir_access\":{\"kind\":", kind);
  json_write_after(out, ",\"locale\":", code);
  json_write_after(out, ",\"notice\":", quran_access_notice(q, locale));
  buffer_text(out, ",\"source\":");
  write_source(out, q, QURAN_SOURCE_TAFSIR + locale, locale, (span){NULL, 0});
  buffer_byte(out, '}');
}

static void write_notes(buffer *out, const quran_leaves *l, unsigned surah, unsigned verse) {
  unsigned notes = quran_note_count(l->q, l->locale, surah, verse);
  for (unsigned i = 0; i < notes; i++) {
    quran_note note = quran_note_at(l->q, l->locale, surah, verse, i);
    write_number(out, i > 0 ? ",{\"number\":" : "{\"number\":", note.number);
    write_number(out, ",\"referenceOffset\":", note.offset);
    json_write_after(out, ",\"text\":", note.text);
    buffer_byte(out, '}');
  }
}

static void write_text_segment(buffer *out, uint32_t offset, span value) {
  if (value.len == 0) { return; }
  write_number(out, "{\"kind\":\"text\",\"offset\":", offset);
  json_write_after(out, ",\"value\":", value);
  buffer_text(out, "},");
}

/** Writes the translation cut at its marks, each segment followed by a comma. */
static void write_segments(buffer *out, const quran_leaves *l, unsigned surah, unsigned verse) {
  unsigned marks = quran_mark_count(l->q, l->locale, surah, verse);
  span rest = quran_translation(l->q, l->locale, surah, verse);
  uint32_t at = 0;
  for (unsigned i = 0; i < marks; i++) {
    quran_mark mark = quran_mark_at(l->q, l->locale, surah, verse, i);
    size_t bytes = utf8_offset(rest, mark.offset - at);
    write_text_segment(out, at, span_take(rest, bytes));
    write_number(out, "{\"kind\":\"note\",\"number\":", mark.number);
    write_number(out, ",\"offset\":", mark.offset);
    buffer_text(out, "},");
    rest = span_skip(rest, bytes);
    at = mark.offset;
  }
  write_text_segment(out, at, rest);
}

static void write_translation(buffer *out, const quran_leaves *l, unsigned surah, unsigned verse) {
  buffer_text(out, ",\"translation\":{\"notes\":[");
  write_notes(out, l, surah, verse);
  buffer_text(out, "],\"segments\":[");
  write_segments(out, l, surah, verse);
  if (!out->failed && out->data[out->len - 1] == ',') { out->len--; }
  buffer_text(out, "]}");
}

static void write_bismillah(buffer *out, const quran_leaves *l, unsigned surah, unsigned verse) {
  span arabic = quran_bismillah(l->q, surah);
  if (verse != 1 || arabic.data == NULL) {
    buffer_text(out, ",\"pre_bismillah\":null");
    return;
  }
  json_write_after(out, ",\"pre_bismillah\":{\"arabic\":", arabic);
  write_translation(out, l, 1, 1);
  buffer_byte(out, '}');
}

void quran_tafsir_digest(const quran_leaves *l, unsigned surah, unsigned verse, buffer *out) {
  unsigned char digest[DIGEST_BYTES];
  char hex[HEX_BYTES];
  if (!digest_of(quran_tafsir(l->q, l->locale, surah, verse), digest)) { out->failed = true; }
  hex_write(digest, sizeof digest, hex);
  buffer_print(out, "\"%s\"", hex);
}

/** The member of a verse that names its tafsir. */
enum tafsir { TAFSIR_NONE, TAFSIR_TEXT, TAFSIR_DIGEST };

static void write_verse(buffer *out, const quran_leaves *l, unsigned surah, unsigned verse,
                        enum tafsir tafsir) {
  json_write_after(out, "{\"arabic\":", quran_arabic(l->q, surah, verse));
  write_number(out, ",\"number\":", verse);
  if (tafsir == TAFSIR_DIGEST) {
    buffer_text(out, ",\"tafsir\":");
    quran_tafsir_digest(l, surah, verse, out);
  } else if (tafsir == TAFSIR_TEXT) {
    json_write_after(out, ",\"tafsir\":", quran_tafsir(l->q, l->locale, surah, verse));
  }
  write_translation(out, l, surah, verse);
  buffer_byte(out, '}');
}

/** Writes a member that holds the number of the surah. */
static void write_identity(buffer *out, const char *before, enum quran_identity which,
                           unsigned surah) {
  buffer_text(out, before);
  buffer_text(out, quran_identity_members[which].name);
  buffer_text(out, "\":\"");
  buffer_text(out, quran_identity_members[which].prefix);
  json_write_integer(out, surah);
  buffer_byte(out, '"');
}

/** Writes the address of a surah, up to what follows the route. */
static void write_address(buffer *out, const char *before, const quran_leaves *l,
                          const quran_passage *p) {
  buffer_text(out, before);
  quote_text(out, p->site);
  buffer_byte(out, '/');
  buffer_text(out, locale_rows[l->locale].code);
  buffer_byte(out, '/');
  buffer_text(out, quran_identity_members[QURAN_ROUTE].prefix);
  json_write_integer(out, p->surah);
}

static void write_whole(const quran_leaves *l, const quran_passage *p, enum tafsir tafsir,
                        buffer *out) {
  unsigned language;
  char id[QURAN_CONTENT_ID];
  span code = span_of(locale_rows[l->locale].code);
  span meaning = quran_meaning(l->q, l->locale, p->surah, &language);
  write_identity(out, "{\"", QURAN_ALIGNMENT_ID, p->surah);
  json_write_after(out, ",\"assetId\":", quran_content_id(l->locale, p->surah, id));
  write_identity(out, ",\"", QURAN_CONCEPT_ID, p->surah);
  json_write_after(out, ",\"content_id\":", span_of(id));
  write_identity(out, ",\"", QURAN_LEARNING_OBJECT_ID, p->surah);
  json_write_after(out, ",\"lensId\":", SPAN(QURAN_LENS));
  json_write_after(out, ",\"locale\":", code);
  if (p->site.data != NULL) {
    write_address(out, ",\"markdown_url\":\"", l, p);
    buffer_text(out, ".md\"");
  }
  json_write_after(out, ",\"meaning\":{\"locale\":", span_of(locale_rows[language].code));
  json_write_after(out, ",\"text\":", meaning);
  json_write_after(out, "},\"name\":", quran_name(l->q, l->locale, p->surah));
  write_bismillah(out, l, p->surah, p->first);
  json_write_after(out, ",\"revelation\":", span_of(quran_revelation(l->q, p->surah)));
  write_identity(out, ",\"", QURAN_ROUTE, p->surah);
  json_write_after(out, ",\"section\":", span_of(model_section_name(SECTION_QURAN)));
  buffer_append(out, l->sources);
  if (p->site.data != NULL) {
    write_address(out, ",\"url\":\"", l, p);
    buffer_byte(out, '"');
  }
  buffer_text(out, ",\"verses\":[");
  for (unsigned verse = p->first; verse <= p->last; verse++) {
    if (verse > p->first) { buffer_byte(out, ','); }
    write_verse(out, l, p->surah, verse, tafsir);
  }
  buffer_text(out, "]}");
}

void quran_write_passage(const quran_leaves *l, const quran_passage *p, buffer *out) {
  bool embedded = quran_source_embedded(QURAN_SOURCE_TAFSIR + l->locale);
  write_whole(l, p, embedded && p->tafsir ? TAFSIR_TEXT : TAFSIR_NONE, out);
}

void quran_leaf(const quran_leaves *l, unsigned index, buffer *out) {
  bool embedded = quran_source_embedded(QURAN_SOURCE_TAFSIR + l->locale);
  quran_passage p = {.surah = 1};
  while (index >= quran_verse_count(p.surah)) { index -= quran_verse_count(p.surah++); }
  p.first = p.last = index + 1;
  write_whole(l, &p, embedded ? TAFSIR_DIGEST : TAFSIR_NONE, out);
}
