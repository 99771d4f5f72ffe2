#include "store/leaf.h"

#include "json/write.h"

/** Appends a member that is a prefix and what follows the locale in the content id. */
static void write_derived(buffer *out, const char *before, const store_document *d) {
  span path = span_skip(d->id, sizeof "asset:en:" - 1);
  buffer_text(out, before);
  buffer_append(out, path); /* of lower-case letters, digits, hyphens and colons: no escapes */
  buffer_byte(out, '"');
}

void store_leaf(const store_document *d, buffer *out) {
  write_derived(out, "{\"alignmentId\":\"alignment:", d);
  json_write_after(out, ",\"assetId\":", d->id);
  json_write_after(out, ",\"conceptId\":", d->concept);
  json_write_after(out, ",\"content_id\":", d->id);
  if (d->description.data != NULL) { json_write_after(out, ",\"description\":", d->description); }
  write_derived(out, ",\"learningObjectId\":\"lo:", d);
  json_write_after(out, ",\"lensId\":", d->lens);
  json_write_after(out, ",\"locale\":", span_of(locale_rows[d->locale].code));
  json_write_after(out, ",\"route\":", d->route);
  json_write_after(out, ",\"section\":", span_of(model_section_name(d->section)));
  if (d->text.data != NULL) { json_write_after(out, ",\"text\":", d->text); }
  json_write_after(out, ",\"title\":", d->title);
  buffer_byte(out, '}');
}
