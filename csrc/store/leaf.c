#include "store/leaf.h"

#include "json/write.h"

/** Appends a member that is a prefix and what follows the locale in the content id. */
static void write_derived(buffer *out, const char *before, const store_document *d) {
  span path = span_skip(d->id, sizeof "asset:en:" - 1);
  buffer_text(out, before);
  buffer_append(out, path); /* of lower-case letters, digits, hyphens and colons: no escapes */
  buffer_byte(out, '"');
}

/** Appends a member that needs no escapes. */
static void write_plain(buffer *out, span before, span text) {
  buffer_append(out, before);
  buffer_append(out, text);
  buffer_byte(out, '"');
}

/** Appends a member that is the address of the document's page, its ending before the quote. */
static void write_url(buffer *out, const char *before, const store_document *d, span site,
                      const char *ending) {
  json_write_after(out, before, site);
  out->len--; /* the quote */
  buffer_print(out, "/%s/", locale_rows[d->locale].code);
  buffer_append(out, d->route);
  buffer_text(out, ending);
  buffer_byte(out, '"');
}

/** The number that ends the route of a surah. */
static span surah_of(const store_document *d) {
  size_t at = d->route.len;
  while (at > 0 && d->route.data[at - 1] != '/') { at--; }
  return span_skip(d->route, at);
}

static void write_title(buffer *out, const store_document *d, uint32_t verse) {
  json_write_after(out, ",\"title\":", d->title);
  if (verse == 0) { return; }
  span surah = surah_of(d);
  out->len--; /* the quote */
  buffer_byte(out, ' ');
  buffer_append(out, surah);
  buffer_print(out, ":%u\"", verse);
}

/** Appends the members, those of an answer too where there is one. */
static void write_members(const store_document *d, const leaf_answer *a, buffer *out) {
  char ending[32] = "";
  bool item = a != NULL && a->item;
  span description = item && d->description.data == NULL ? SPAN("") : d->description;
  write_derived(out, "{\"alignmentId\":\"alignment:", d);
  write_plain(out, SPAN(",\"assetId\":\""), d->id);
  write_plain(out, SPAN(",\"conceptId\":\""), d->concept);
  write_plain(out, SPAN(",\"content_id\":\""), d->id);
  if (description.data != NULL) { json_write_after(out, ",\"description\":", description); }
  if (a != NULL && a->excerpt.data != NULL) { json_write_after(out, ",\"excerpt\":", a->excerpt); }
  write_derived(out, ",\"learningObjectId\":\"lo:", d);
  write_plain(out, SPAN(",\"lensId\":\""), d->lens);
  write_plain(out, SPAN(",\"locale\":\""), span_of(locale_rows[d->locale].code));
  if (a != NULL && d->text.data != NULL) {
    write_url(out, ",\"markdown_url\":", d, a->site, ".md");
  }
  write_plain(out, SPAN(",\"route\":\""), d->route);
  write_plain(out, SPAN(",\"section\":\""), span_of(model_section_name(d->section)));
  if (d->text.data != NULL && !item) { json_write_after(out, ",\"text\":", d->text); }
  write_title(out, d, a != NULL && item ? a->verse : 0);
  if (a != NULL) {
    if (a->verse > 0) { snprintf(ending, sizeof ending, "#verse-%u", a->verse); }
    write_url(out, ",\"url\":", d, a->site, ending);
  }
  buffer_byte(out, '}');
}

void store_leaf(const store_document *d, buffer *out) { write_members(d, NULL, out); }

void store_leaf_answer(const store_document *d, const leaf_answer *answer, buffer *out) {
  write_members(d, answer, out);
}
