#include "quran/leaf.h"

#include "base/hex.h"
#include "base/utf8.h"
#include "json/write.h"
#include "publication/signature.h"
#include "store/model.h"

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
  if (s.embedded) write_artifact(out, s.texts[QURAN_DIGEST], s.numbers + QURAN_BYTE_COUNT);
  json_write_after(out, "\"id\":", span_of(s.id));
  json_write_after(out, ",\"kind\":", span_of(s.embedded ? "embedded" : "external"));
  json_write_after(out, ",\"label\":", s.texts[QURAN_LABEL]);
  if (locale.data != NULL) json_write_after(out, ",\"locale\":", locale);
  json_write_after(out, ",\"notice\":", s.texts[QURAN_NOTICE]);
  json_write_after(out, ",\"publisher\":", s.texts[QURAN_PUBLISHER]);
  json_write_after(out, ",\"retrieved_at\":", s.texts[QURAN_RETRIEVED_AT]);
  json_write_after(out, ",\"source_url\":", s.texts[QURAN_SOURCE_URL]);
  write_terms(out, &s);
  json_write_after(out, ",\"update_url\":", s.texts[QURAN_UPDATE_URL]);
  json_write_after(out, ",\"version\":", s.texts[QURAN_VERSION]);
  buffer_byte(out, '}');
}

bool quran_leaves_init(const quran *q, unsigned locale, quran_leaves *out) {
  bool embedded = quran_source_embedded(QURAN_SOURCE_TAFSIR + locale);
  span code = span_of(locale_rows[locale].code);
  *out = (quran_leaves){.q = q, .locale = locale};
  buffer *b = &out->sources;
  buffer_text(b, ",\"sources\":{\"arabic\":");
  write_source(b, q, QURAN_SOURCE_ARABIC, locale, (span){NULL, 0});
  buffer_text(b, ",\"translation\":");
  write_source(b, q, QURAN_SOURCE_TRANSLATION + locale, locale, code);
  json_write_after(b,
                   "},\"tafsir_access\":{\"kind\":", span_of(embedded ? "embedded" : "external"));
  json_write_after(b, ",\"locale\":", code);
  json_write_after(b, ",\"notice\":", quran_access_notice(q, locale));
  buffer_text(b, ",\"source\":");
  write_source(b, q, QURAN_SOURCE_TAFSIR + locale, locale, (span){NULL, 0});
  buffer_byte(b, '}');
  return !b->failed;
}

void quran_leaves_free(quran_leaves *leaves) { buffer_free(&leaves->sources); }

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
  if (value.len == 0) return;
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
  if (!out->failed && out->data[out->len - 1] == ',') out->len--;
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
  if (!digest_of(quran_tafsir(l->q, l->locale, surah, verse), digest)) out->failed = true;
  hex_write(digest, sizeof digest, hex);
  buffer_print(out, "\"%s\"", hex);
}

static void write_verse(buffer *out, const quran_leaves *l, unsigned surah, unsigned verse) {
  json_write_after(out, ",\"verses\":[{\"arabic\":", quran_arabic(l->q, surah, verse));
  write_number(out, ",\"number\":", verse);
  if (quran_source_embedded(QURAN_SOURCE_TAFSIR + l->locale)) {
    buffer_text(out, ",\"tafsir\":");
    quran_tafsir_digest(l, surah, verse, out);
  }
  write_translation(out, l, surah, verse);
  buffer_text(out, "}]");
}

/** Writes a member that holds the number of the surah. */
static void write_identity(buffer *out, const char *before, enum quran_identity which,
                           unsigned surah) {
  buffer_print(out, "%s\"%s\":\"%s%u\"", before, quran_identity_members[which].name,
               quran_identity_members[which].prefix, surah);
}

void quran_leaf(const quran_leaves *l, unsigned index, buffer *out) {
  unsigned surah = 1, meant_in;
  while (index >= quran_verse_count(surah)) index -= quran_verse_count(surah++);
  char id[QURAN_CONTENT_ID];
  quran_content_id(l->locale, surah, id);
  span meaning = quran_meaning(l->q, l->locale, surah, &meant_in);
  write_identity(out, "{", QURAN_ALIGNMENT_ID, surah);
  json_write_after(out, ",\"assetId\":", span_of(id));
  write_identity(out, ",", QURAN_CONCEPT_ID, surah);
  json_write_after(out, ",\"content_id\":", span_of(id));
  write_identity(out, ",", QURAN_LEARNING_OBJECT_ID, surah);
  json_write_after(out, ",\"lensId\":", SPAN(QURAN_LENS));
  json_write_after(out, ",\"locale\":", span_of(locale_rows[l->locale].code));
  json_write_after(out, ",\"meaning\":{\"locale\":", span_of(locale_rows[meant_in].code));
  json_write_after(out, ",\"text\":", meaning);
  json_write_after(out, "},\"name\":", quran_name(l->q, l->locale, surah));
  write_bismillah(out, l, surah, index + 1);
  json_write_after(out, ",\"revelation\":", span_of(quran_revelation(l->q, surah)));
  write_identity(out, ",", QURAN_ROUTE, surah);
  json_write_after(out, ",\"section\":", span_of(model_section_name(SECTION_QURAN)));
  buffer_append(out, buffer_span(&l->sources));
  write_verse(out, l, surah, index + 1);
  buffer_byte(out, '}');
}
