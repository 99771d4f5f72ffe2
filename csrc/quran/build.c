#include "quran/build.h"

#include "base/bytes.h"

void quran_builder_text(quran_builder *b, unsigned table, span text) {
  struct quran_column *column = &b->columns[table];
  buffer_append(&column->bytes, text);
  if (column->bytes.len > UINT32_MAX) { column->bytes.failed = true; }
  buffer_u32(&column->entries, (uint32_t)column->bytes.len);
  column->count++;
}

void quran_builder_number(quran_builder *b, unsigned table, uint32_t value) {
  buffer_u32(&b->columns[table].entries, value);
  b->columns[table].count++;
}

/** Writes the offsets of a table's texts, which begin at `start`, and the texts. */
static void write_texts(const struct quran_column *column, size_t start, buffer *out) {
  buffer_u32(out, (uint32_t)start);
  for (uint32_t i = 0; i < column->count; i++) {
    buffer_u32(out, (uint32_t)(start + load_u32le(column->entries.data + 4 * (size_t)i)));
  }
  buffer_append(out, buffer_span(&column->bytes));
  buffer_align(out, 4);
}

static void write_table(const struct quran_column *column, bool of_texts, buffer *out) {
  size_t start = out->len + 4 + 4 * ((size_t)column->count + 1);
  buffer_u32(out, column->count);
  if (of_texts) {
    write_texts(column, start, out);
  } else {
    buffer_append(out, buffer_span(&column->entries));
  }
}

bool quran_builder_finish(const quran_builder *b, buffer *out, fault *why) {
  quran opened;
  if (out->len != 0) { return fault_set(why, "the Quran section must begin its buffer"); }
  buffer_u32(out, QURAN_FORMAT);
  buffer_u32(out, QURAN_TABLES);
  buffer_zeros(out, 4 * (size_t)(QURAN_TABLES + 1));
  for (unsigned i = 0; i < QURAN_TABLES; i++) {
    const struct quran_column *column = &b->columns[i];
    if (column->entries.failed || column->bytes.failed) { out->failed = true; }
    if (out->failed || out->len > UINT32_MAX) { break; }
    store_u32le(out->data + 8 + 4 * (size_t)i, (uint32_t)out->len);
    write_table(column, quran_table_of_texts(i), out);
  }
  if (out->failed) { return fault_set(why, "out of memory while building the Quran section"); }
  if (out->len > UINT32_MAX) { return fault_set(why, "the Quran section is larger than 4 GiB"); }
  store_u32le(out->data + 8 + 4 * (size_t)QURAN_TABLES, (uint32_t)out->len);
  return quran_open(buffer_span(out), &opened, why);
}

void quran_builder_free(quran_builder *b) {
  for (unsigned i = 0; i < QURAN_TABLES; i++) {
    buffer_free(&b->columns[i].entries);
    buffer_free(&b->columns[i].bytes);
  }
  *b = (quran_builder){0};
}
