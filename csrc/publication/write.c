#include "publication/write.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/bytes.h"
#include "base/escape.h"
#include "publication/file.h"

/** Puts the signature of `key` into its place among `signatures`. */
static bool add_signature(span file, const private_key *key, publication_facts *facts,
                          unsigned char *signatures, fault *why) {
  size_t manifest = (size_t)load_u64le(file.data + HEADER_MANIFEST);
  size_t length = (size_t)load_u64le(file.data + HEADER_MANIFEST_LENGTH);
  unsigned char name[KEY_BYTES];
  char hex[HEX_BYTES];
  uint32_t i = 0;
  private_key_public(key, name);
  hex_write(name, KEY_BYTES, hex);
  while (i < facts->signer_count && memcmp(facts->signer[i], name, KEY_BYTES) != 0) { i++; }
  if (i == facts->signer_count) {
    return fault_set(why, "%s is no signer of it; publish again with --signer %s", hex, hex);
  }
  if (!facts->missing[i]) { return fault_set(why, "%s has signed it already", hex); }
  if (!signature_make(key, SPAN(FORMAT_TYPE), span_take(file, FORMAT_HEADER),
                      span_take(span_skip(file, manifest), length),
                      signatures + i * SIGNATURE_BYTES)) {
    return fault_set(why, "out of memory");
  }
  facts->missing[i] = false;
  return true;
}

bool publication_sign(span file, const char *path, private_key *const *keys, size_t key_count,
                      publication_facts *facts, fault *why) {
  unsigned char signatures[FORMAT_SIGNERS * SIGNATURE_BYTES];
  size_t size = facts->signer_count * SIGNATURE_BYTES, start = file.len - size;
  replacement r;
  memcpy(signatures, file.data + start, size);
  for (size_t i = 0; i < key_count; i++) {
    if (!add_signature(file, keys[i], facts, signatures, why)) { return false; }
  }
  if (!replacement_open(&r, path, 0644, why)) { return false; }
  bool written = file_write(r.fd, span_take(file, start), 0) &&
                 file_write(r.fd, (span){(const char *)signatures, size}, (off_t)start);
  bool done = written ? replacement_commit(&r, why) : file_write_failed(path, errno, why);
  replacement_close(&r);
  return done;
}

struct publication_writer {
  replacement file;
  bool failed;
  int error;      /**< errno of the failure, 0 when memory ran out */
  uint64_t end;   /**< where the next byte of content goes */
  uint32_t count; /**< sections begun */
  publication_section section[FORMAT_SECTIONS];
  uint32_t trees;
  publication_tree tree[FORMAT_TREES];
  buffer chunks; /**< digests of the chunks that are complete */
  size_t used;   /**< of `chunk` */
  char chunk[FORMAT_CHUNK];
};

/** One whom the manifest names as signer. */
typedef struct signatory {
  unsigned char name[KEY_BYTES];
  const private_key *key; /**< NULL: signs later */
} signatory;

bool publication_create(const char *path, publication_writer **out, fault *why) {
  publication_writer *w = calloc(1, sizeof *w);
  *out = NULL;
  if (w == NULL) { return fault_set(why, "out of memory"); }
  if (!replacement_open(&w->file, path, 0644, why)) {
    free(w);
    return false;
  }
  w->end = FORMAT_HEADER;
  *out = w;
  return true;
}

/** Writes and digests the chunk that was gathered. */
static void flush(publication_writer *w) {
  span chunk = {w->chunk, w->used};
  unsigned char digest[DIGEST_BYTES];
  if (w->failed || w->used == 0) { return; }
  if (!file_write(w->file.fd, chunk, (off_t)(w->end - w->used))) {
    w->failed = true;
    w->error = errno;
  } else if (digest_of(chunk, digest)) {
    buffer_append(&w->chunks, (span){(const char *)digest, sizeof digest});
  } else {
    w->failed = true;
  }
  w->used = 0;
}

bool publication_put(void *writer, span bytes) {
  publication_writer *w = writer;
  while (bytes.len > 0 && !w->failed) {
    size_t left = FORMAT_CHUNK - w->used;
    span part = span_take(bytes, left);
    memcpy(w->chunk + w->used, part.data, part.len);
    w->used += part.len;
    w->end += part.len;
    bytes = span_skip(bytes, part.len);
    if (w->used == FORMAT_CHUNK) { flush(w); }
  }
  return !w->failed;
}

bool publication_read_back(const publication_writer *w, uint64_t offset, size_t length,
                           buffer *out) {
  uint64_t at = FORMAT_HEADER + offset, flushed = w->end - w->used;
  assert(range_inside(at, length, w->end));
  errno = w->failed ? w->error : EIO;
  if (w->failed) { return false; }
  buffer_clear(out);
  if (buffer_reserve(out, length) == NULL) { return false; }
  while (out->len < length && at < flushed) {
    size_t left = length - out->len;
    if (left > flushed - at) { left = (size_t)(flushed - at); }
    ssize_t count = pread(w->file.fd, out->data + out->len, left, (off_t)at);
    if (count < 0 && errno == EINTR) { continue; }
    if (count <= 0) { return false; /* EIO when the file ends too early */ }
    out->len += (size_t)count;
    at += (uint64_t)count;
  }
  if (out->len < length) {
    buffer_append(out, (span){w->chunk + (at - flushed), length - out->len});
  }
  return true;
}

/** Ends the section that is open and pads the content. */
static void end_section(publication_writer *w) {
  static const char zeros[FORMAT_ALIGNMENT];
  if (w->count == 0) { return; }
  publication_section *s = &w->section[w->count - 1];
  s->length = w->end - s->offset;
  publication_put(w,
                  (span){zeros, (FORMAT_ALIGNMENT - w->end % FORMAT_ALIGNMENT) % FORMAT_ALIGNMENT});
}

void publication_begin(publication_writer *w, uint32_t id) {
  end_section(w);
  if (w->count == FORMAT_SECTIONS) {
    w->failed = true;
    return;
  }
  w->section[w->count++] = (publication_section){id, w->end, 0};
}

void publication_add_tree(publication_writer *w, uint32_t id, uint64_t size,
                          const unsigned char root[DIGEST_BYTES]) {
  if (w->trees == FORMAT_TREES) {
    w->failed = true;
    return;
  }
  publication_tree *t = &w->tree[w->trees++];
  t->id = id;
  t->size = size;
  memcpy(t->root, root, DIGEST_BYTES);
}

static void put_key(buffer *out, const unsigned char key[KEY_BYTES]) {
  buffer_append(out, (span){(const char *)key, KEY_BYTES});
}

/** Appends the manifest, its id filled in. */
static bool write_manifest(const publication_writer *w, const publication_terms *terms,
                           const signatory *signers, size_t count, buffer *out) {
  unsigned char none[DIGEST_BYTES] = {0}, id[DIGEST_BYTES];
  buffer named = {0};
  for (uint32_t i = 0; i < w->count; i++) {
    buffer_u32(&named, w->section[i].id);
    buffer_u32(&named, 0);
    buffer_u64(&named, w->section[i].offset);
    buffer_u64(&named, w->section[i].length);
  }
  span table = buffer_span(&named);
  put_key(out, none);
  put_key(out, terms->previous);
  buffer_u64(out, terms->sequence);
  buffer_u64(out, terms->created);
  buffer_u64(out, terms->expires);
  buffer_u32(out, FORMAT_READER);
  buffer_u32(out, w->count);
  buffer_u32(out, (uint32_t)count);
  buffer_u32(out, w->trees);
  buffer_append(out, table);
  for (size_t i = 0; i < count; i++) { put_key(out, signers[i].name); }
  for (uint32_t i = 0; i < w->trees; i++) {
    buffer_u32(out, w->tree[i].id);
    buffer_u32(out, 0);
    buffer_u64(out, w->tree[i].size);
    put_key(out, w->tree[i].root);
  }
  buffer_append(&named, buffer_span(&w->chunks));
  bool done = !named.failed && !out->failed && digest_of(buffer_span(&named), id);
  if (done) { memcpy(out->data + MANIFEST_ID, id, DIGEST_BYTES); }
  buffer_free(&named);
  return done;
}

static void write_header(const publication_writer *w, size_t manifest_length, size_t signer_count,
                         char out[FORMAT_HEADER]) {
  uint64_t manifest = w->end + w->chunks.len, signatures = manifest + manifest_length;
  memset(out, 0, FORMAT_HEADER);
  memcpy(out, FORMAT_MAGIC, 8);
  store_u32le(out + HEADER_FORMAT, FORMAT_VERSION);
  store_u64le(out + HEADER_LENGTH, signatures + signer_count * SIGNATURE_BYTES);
  store_u64le(out + HEADER_MANIFEST, manifest);
  store_u64le(out + HEADER_MANIFEST_LENGTH, manifest_length);
  store_u64le(out + HEADER_SIGNATURES, signatures);
  store_u64le(out + HEADER_SIGNATURES_LENGTH, signer_count * SIGNATURE_BYTES);
  store_u64le(out + HEADER_DIGESTS, w->end);
}

static bool check_terms(const publication_writer *w, const publication_terms *terms, fault *why) {
  if (terms->sequence == 0 || terms->sequence > FORMAT_MOST) {
    return fault_set(why, "the sequence must be from 1 to 2^53");
  }
  if (terms->created >= terms->expires || terms->expires > FORMAT_MOST) {
    return fault_set(why, "the publication would expire before it is created");
  }
  for (uint32_t i = 0; i < w->count; i++) {
    const publication_section *s = &w->section[i];
    if (s->length == 0 || (i > 0 && s[-1].id >= s->id)) {
      return fault_set(why, "section %u is empty or out of order", s->id);
    }
  }
  return true;
}

static bool write_failed(const publication_writer *w, fault *why) {
  return file_write_failed(w->file.path, w->error == 0 ? ENOMEM : w->error, why);
}

void publication_explain(const publication_writer *w, fault *why) {
  if (w->failed) { write_failed(w, why); }
}

/** Signs header and manifest and appends digests, manifest and signatures to the file. */
static bool write_tail(publication_writer *w, span header, buffer *tail, const signatory *signers,
                       size_t count, fault *why) {
  size_t manifest_length = tail->len;
  for (const signatory *s = signers; s < signers + count; s++) {
    unsigned char made[SIGNATURE_BYTES] = {0};
    span manifest = {tail->data, manifest_length};
    if (s->key != NULL && !signature_make(s->key, SPAN(FORMAT_TYPE), header, manifest, made)) {
      return write_failed(w, why);
    }
    buffer_append(tail, (span){(const char *)made, sizeof made});
  }
  off_t manifest_at = (off_t)(w->end + w->chunks.len);
  if (!tail->failed && file_write(w->file.fd, buffer_span(&w->chunks), (off_t)w->end) &&
      file_write(w->file.fd, buffer_span(tail), manifest_at) && file_write(w->file.fd, header, 0)) {
    return true;
  }
  w->error = tail->failed ? 0 : errno;
  return write_failed(w, why);
}

static void fill_facts(const publication_writer *w, const publication_terms *terms, span manifest,
                       const signatory *signers, size_t count, publication_facts *out) {
  size_t signatures = count * SIGNATURE_BYTES;
  *out = (publication_facts){.bytes = w->end + w->chunks.len + manifest.len + signatures,
                             .sequence = terms->sequence,
                             .created = terms->created,
                             .expires = terms->expires,
                             .section_count = w->count,
                             .signer_count = (uint32_t)count,
                             .tree_count = w->trees};
  memcpy(out->tree, w->tree, sizeof out->tree);
  memcpy(out->section, w->section, sizeof out->section);
  memcpy(out->id, manifest.data + MANIFEST_ID, DIGEST_BYTES);
  memcpy(out->previous, terms->previous, DIGEST_BYTES);
  for (size_t i = 0; i < count; i++) {
    memcpy(out->signer[i], signers[i].name, KEY_BYTES);
    out->missing[i] = signers[i].key == NULL;
  }
}

static int by_name(const void *a, const void *b) {
  const signatory *left = a, *right = b;
  return memcmp(left->name, right->name, KEY_BYTES);
}

/** Gathers those who sign now and later, in the order of their public keys. */
static bool gather_signers(private_key *const *keys, size_t key_count,
                           const publication_terms *terms, signatory *out, fault *why) {
  size_t count = key_count + terms->later_count;
  if (count < 1 || count > FORMAT_SIGNERS) {
    return fault_set(why, "%zu signers; 1 to %d are accepted", count, FORMAT_SIGNERS);
  }
  for (size_t i = 0; i < key_count; i++) {
    out[i].key = keys[i];
    private_key_public(keys[i], out[i].name);
  }
  for (size_t i = key_count; i < count; i++) {
    out[i].key = NULL;
    memcpy(out[i].name, terms->later[i - key_count], KEY_BYTES);
  }
  qsort(out, count, sizeof *out, by_name);
  for (size_t i = 1; i < count; i++) {
    char name[HEX_BYTES];
    hex_write(out[i].name, KEY_BYTES, name);
    if (by_name(&out[i - 1], &out[i]) == 0) {
      return fault_set(why, "the signer %s is named twice", name);
    }
  }
  return true;
}

bool publication_finish(publication_writer *w, const publication_terms *terms,
                        private_key *const *keys, size_t key_count, publication_facts *out,
                        fault *why) {
  signatory signers[FORMAT_SIGNERS];
  size_t signer_count = key_count + terms->later_count;
  char header[FORMAT_HEADER];
  buffer tail = {0};
  bool done = false;
  end_section(w);
  flush(w);
  if (w->failed || w->chunks.failed) { return write_failed(w, why); }
  if (!gather_signers(keys, key_count, terms, signers, why) || !check_terms(w, terms, why)) {
    return false;
  }
  if (!write_manifest(w, terms, signers, signer_count, &tail)) {
    write_failed(w, why);
    goto done;
  }
  fill_facts(w, terms, buffer_span(&tail), signers, signer_count, out);
  if (out->bytes > FORMAT_LONGEST) {
    fault_set(why,
              "it would have %" PRIu64 " bytes; a publication has at most %" PRIu64
              ": divide the content among several",
              out->bytes, FORMAT_LONGEST);
    goto done;
  }
  if (!digest_of(buffer_span(&tail), out->digest)) {
    write_failed(w, why);
    goto done;
  }
  write_header(w, tail.len, signer_count, header);
  done = write_tail(w, (span){header, sizeof header}, &tail, signers, signer_count, why) &&
         replacement_commit(&w->file, why);
done:
  buffer_free(&tail);
  return done;
}

void publication_writer_free(publication_writer *w) {
  if (w == NULL) { return; }
  replacement_close(&w->file);
  buffer_free(&w->chunks);
  free(w);
}
