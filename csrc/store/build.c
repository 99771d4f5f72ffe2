#include "store/build.h"

#include <stdlib.h>

#include "base/buffer.h"
#include "base/bytes.h"

/** A document as it was added: its record, with an offset into `bytes`, and its labels. */
typedef struct entry {
  char record[STORE_RECORD];
  size_t labels, labels_length;
} entry;

struct store_builder {
  entry *entries;
  uint32_t count;
  size_t size;
  uint32_t *by_id, *by_route; /**< document numbers in these orders, once sorted */
  buffer bytes;               /**< of the documents, in the order in which they were added */
  buffer labels;
};

store_builder *store_builder_new(void) { return calloc(1, sizeof(store_builder)); }

bool store_builder_add(store_builder *b, const store_document *d, span labels, fault *why) {
  const span fields[] = {d->id,    d->concept,     d->lens,    d->route,
                         d->title, d->description, d->updated, d->text};
  if (!store_check(d, why)) { return false; }
  if (b->count == STORE_MOST) {
    return fault_set(why, "more than %d documents; divide the content among several publications",
                     STORE_MOST);
  }
  if (!list_grow(b->entries, b->count, b->size)) {
    return fault_set(why, "out of memory after %u documents", b->count);
  }
  entry *e = &b->entries[b->count];
  store_encode(d, b->bytes.len, e->record);
  e->labels = b->labels.len;
  e->labels_length = labels.len;
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
    buffer_append(&b->bytes, fields[i]);
  }
  buffer_append(&b->labels, labels);
  if (b->bytes.failed || b->labels.failed) {
    return fault_set(why, "out of memory after %u documents", b->count);
  }
  b->count++;
  return true;
}

/** An entry's document; the record's offset counts from the start of the builder's bytes. */
static store_document document_of(const store_builder *b, const entry *e) {
  return store_decode(e->record, b->bytes.data);
}

static int by_order(const void *left, const void *right, void *context) {
  store_document a = document_of(context, left), b = document_of(context, right);
  return store_order(&a, &b);
}

uint32_t store_builder_count(const store_builder *b) { return b->count; }

store_document store_builder_at(const store_builder *b, uint32_t number) {
  store_document d = document_of(b, &b->entries[number]);
  d.number = number;
  return d;
}

span store_builder_labels(const store_builder *b, uint32_t number) {
  const entry *e = &b->entries[number];
  return span_take(span_skip(buffer_span(&b->labels), e->labels), e->labels_length);
}

/** The key by which document numbers are sorted. */
typedef struct sorting {
  const store_builder *b;
  store_ordering *order;
} sorting;

static int by_number(const void *left, const void *right, void *context) {
  const sorting *s = context;
  store_document a = store_builder_at(s->b, *(const uint32_t *)left);
  store_document b = store_builder_at(s->b, *(const uint32_t *)right);
  return s->order(&a, &b);
}

/** The numbers of the documents in `order`, which may hold no two of them equal; NULL with `*why`
 * filled when it does or memory is out. */
static uint32_t *sorted_numbers(const store_builder *b, store_ordering *order, const char *what,
                                fault *why) {
  sorting by = {b, order};
  uint32_t *numbers = malloc(b->count * sizeof *numbers);
  fault_set(why, "out of memory");
  if (numbers == NULL) { return NULL; }
  for (uint32_t i = 0; i < b->count; i++) { numbers[i] = i; }
  qsort_r(numbers, b->count, sizeof *numbers, by_number, &by);
  for (uint32_t i = 1; i < b->count; i++) {
    if (by_number(&numbers[i - 1], &numbers[i], &by) != 0) { continue; }
    store_document first = store_builder_at(b, numbers[i - 1]);
    store_document second = store_builder_at(b, numbers[i]);
    fault_set(why, "documents %.*s and %.*s have the same %s", (int)first.id.len, first.id.data,
              (int)second.id.len, second.id.data, what);
    free(numbers);
    return NULL;
  }
  return numbers;
}

bool store_builder_sort(store_builder *b, fault *why) {
  if (b->count == 0) { return fault_set(why, "there is no document to publish"); }
  qsort_r(b->entries, b->count, sizeof *b->entries, by_order, b);
  b->by_id = sorted_numbers(b, store_order_ids, "id", why);
  if (b->by_id != NULL) { b->by_route = sorted_numbers(b, store_order_routes, "route", why); }
  return b->by_route != NULL;
}

/** Appends head and records, their offsets counted from the start of the section. */
static void write_records(const store_builder *b, buffer *out) {
  uint64_t offset = STORE_HEAD + (uint64_t)(STORE_RECORD + 8) * b->count;
  buffer_u32(out, b->count);
  buffer_u32(out, 0);
  for (uint32_t i = 0; i < b->count; i++) {
    char record[STORE_RECORD];
    memcpy(record, b->entries[i].record, sizeof record);
    store_u64le(record + RECORD_OFFSET, offset);
    buffer_append(out, (span){record, sizeof record});
    offset += store_bytes(record);
  }
}

static void write_numbers(const store_builder *b, uint32_t **numbers, buffer *out) {
  for (uint32_t i = 0; i < b->count; i++) { buffer_u32(out, (*numbers)[i]); }
  free(*numbers);
  *numbers = NULL;
}

bool store_builder_write(store_builder *b, store_sink sink, void *to, fault *why) {
  buffer head = {0};
  write_records(b, &head);
  write_numbers(b, &b->by_id, &head);
  write_numbers(b, &b->by_route, &head);
  bool done = !head.failed && sink(to, buffer_span(&head));
  uint64_t offset = head.len;
  for (uint32_t i = 0; done && i < b->count; i++) {
    char *at = b->entries[i].record + RECORD_OFFSET;
    span document = {b->bytes.data + load_u64le(at), (size_t)store_bytes(b->entries[i].record)};
    done = sink(to, document);
    store_u64le(at, offset);
    offset += document.len;
  }
  buffer_free(&b->bytes);
  if (!done) { fault_set(why, head.failed ? "out of memory" : "the documents cannot be written"); }
  buffer_free(&head);
  return done;
}

void store_builder_place(const store_builder *b, uint32_t number, uint64_t *offset,
                         size_t *length) {
  const char *record = b->entries[number].record;
  *offset = load_u64le(record + RECORD_OFFSET);
  *length = (size_t)store_bytes(record);
}

store_document store_builder_over(const store_builder *b, uint32_t number, const char *bytes) {
  char record[STORE_RECORD];
  memcpy(record, b->entries[number].record, sizeof record);
  store_u64le(record + RECORD_OFFSET, 0);
  store_document d = store_decode(record, bytes);
  d.number = number;
  return d;
}

void store_builder_free(store_builder *b) {
  if (b == NULL) { return; }
  free(b->entries);
  free(b->by_id);
  free(b->by_route);
  buffer_free(&b->bytes);
  buffer_free(&b->labels);
  free(b);
}
