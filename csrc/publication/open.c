#include "publication/open.h"

#include <errno.h>
#include <inttypes.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/escape.h"
#include "base/share.h"
#include "publication/file.h"

/** The parts of a file behind its sections. */
typedef struct parts {
  publication_envelope e;
  span digests; /**< of the chunks */
} parts;

static uint64_t aligned(uint64_t offset) {
  return (offset + FORMAT_ALIGNMENT - 1) / FORMAT_ALIGNMENT * FORMAT_ALIGNMENT;
}

static bool all_zero(const char *at, size_t size) {
  for (size_t i = 0; i < size; i++) {
    if (at[i] != 0) { return false; }
  }
  return true;
}

/** Number of chunks of the bytes [FORMAT_HEADER, end). */
static uint64_t chunks_before(uint64_t end) {
  return (end - FORMAT_HEADER + FORMAT_CHUNK - 1) / FORMAT_CHUNK;
}

static bool check_format(const char *h, fault *why) {
  uint32_t format = load_u32le(h + HEADER_FORMAT);
  if (memcmp(h, FORMAT_MAGIC, 8) != 0) {
    return fault_set(why, "not a publication: wrong magic; name a file that svcd publish made");
  }
  if (format == FORMAT_VERSION) { return true; }
  return fault_set(
      why, "a publication of format %u; this release reads format %d: %s", format, FORMAT_VERSION,
      format < FORMAT_VERSION ? "publish it again with this release" : "install a newer release");
}

/** Checks a header against the length of the file it stands in. */
static bool check_header(const char *h, uint64_t length, fault *why) {
  uint64_t digests = load_u64le(h + HEADER_DIGESTS);
  uint64_t manifest = load_u64le(h + HEADER_MANIFEST);
  uint64_t manifest_length = load_u64le(h + HEADER_MANIFEST_LENGTH);
  uint64_t signatures = load_u64le(h + HEADER_SIGNATURES);
  uint64_t signatures_length = load_u64le(h + HEADER_SIGNATURES_LENGTH);
  if (!check_format(h, why)) { return false; }
  if (load_u32le(h + HEADER_FLAGS) != 0) {
    return fault_set(why, "header: a reserved field is not zero");
  }
  if (load_u64le(h + HEADER_LENGTH) != length) {
    return fault_set(why,
                     "header: the publication is %" PRIu64 " bytes long and the file %" PRIu64
                     "; it was cut or extended: copy it again",
                     load_u64le(h + HEADER_LENGTH), length);
  }
  if (digests <= FORMAT_HEADER || digests % FORMAT_ALIGNMENT != 0 || digests > length ||
      manifest != digests + DIGEST_BYTES * chunks_before(digests) ||
      !range_inside(manifest, manifest_length, length) || manifest_length < FORMAT_MANIFEST ||
      signatures != manifest + manifest_length) {
    return fault_set(why, "header: the manifest is not where it can be");
  }
  if (signatures_length != length - signatures || signatures_length % SIGNATURE_BYTES != 0 ||
      signatures_length == 0 || signatures_length > FORMAT_SIGNERS * SIGNATURE_BYTES) {
    return fault_set(why, "header: the signatures are not where they can be");
  }
  return true;
}

static bool check_size(uint64_t length, fault *why) {
  if (length < FORMAT_HEADER) {
    return fault_set(why,
                     "not a publication: %" PRIu64
                     " bytes, shorter than a header; name a file that svcd publish made",
                     length);
  }
  if (length > FORMAT_LONGEST) {
    return fault_set(why, "%" PRIu64 " bytes; a publication has at most %" PRIu64, length,
                     FORMAT_LONGEST);
  }
  return true;
}

static bool split(span file, parts *out, fault *why) {
  if (!check_size(file.len, why) || !check_header(file.data, file.len, why)) { return false; }
  size_t manifest = (size_t)load_u64le(file.data + HEADER_MANIFEST);
  size_t signatures = (size_t)load_u64le(file.data + HEADER_SIGNATURES);
  size_t digests = (size_t)load_u64le(file.data + HEADER_DIGESTS);
  out->e.header = span_take(file, FORMAT_HEADER);
  out->digests = span_take(span_skip(file, digests), manifest - digests);
  out->e.manifest = span_take(span_skip(file, manifest), signatures - manifest);
  out->e.signatures = span_skip(file, signatures);
  return true;
}

/** Checks that the manifest is as long as its counts say. */
static bool check_counts(const publication_envelope *e, publication_facts *out, fault *why) {
  const char *m = e->manifest.data;
  out->section_count = load_u32le(m + MANIFEST_SECTIONS);
  out->signer_count = load_u32le(m + MANIFEST_SIGNERS);
  out->tree_count = load_u32le(m + MANIFEST_TREES);
  if (out->section_count < 1 || out->section_count > FORMAT_SECTIONS) {
    return fault_set(why, "manifest: %u sections; 1 to %d are accepted", out->section_count,
                     FORMAT_SECTIONS);
  }
  if (out->signer_count != e->signatures.len / SIGNATURE_BYTES) {
    return fault_set(why, "manifest: %u signers but %zu signatures", out->signer_count,
                     e->signatures.len / SIGNATURE_BYTES);
  }
  if (out->tree_count < 1 || out->tree_count > FORMAT_TREES) {
    return fault_set(why, "manifest: %u trees; 1 to %d are accepted", out->tree_count,
                     FORMAT_TREES);
  }
  if (e->manifest.len != FORMAT_MANIFEST + (size_t)FORMAT_ENTRY * out->section_count +
                             (size_t)KEY_BYTES * out->signer_count +
                             (size_t)FORMAT_TREE * out->tree_count) {
    return fault_set(why, "manifest: its counts do not fit its length");
  }
  return true;
}

static const char *section_table(const publication_envelope *e) {
  return e->manifest.data + FORMAT_MANIFEST;
}

static const char *signer_list(const publication_envelope *e, const publication_facts *f) {
  return section_table(e) + (size_t)FORMAT_ENTRY * f->section_count;
}

static const char *tree_list(const publication_envelope *e, const publication_facts *f) {
  return signer_list(e, f) + (size_t)KEY_BYTES * f->signer_count;
}

/** Reads the signers. */
static void read_signers(const publication_envelope *e, publication_facts *out) {
  memcpy(out->signer, signer_list(e, out), (size_t)KEY_BYTES * out->signer_count);
}

/** Checks signature `i` over the exact bytes. */
static bool check_signature(const publication_envelope *e, uint32_t i, bool unfinished,
                            publication_facts *out, fault *why) {
  const unsigned char *key = out->signer[i];
  const char *signature = e->signatures.data + i * SIGNATURE_BYTES;
  const char *verdict;
  char name[HEX_BYTES];
  hex_write(key, KEY_BYTES, name);
  out->missing[i] = all_zero(signature, SIGNATURE_BYTES);
  if (out->missing[i] && unfinished) { return true; }
  if (out->missing[i]) {
    return fault_set(why, "signature: that of %s is missing; its holder adds it by svcd sign",
                     name);
  }
  if (signature_holds(key, SPAN(FORMAT_TYPE), e->header, e->manifest,
                      (const unsigned char *)signature, &verdict)) {
    return true;
  }
  return fault_set(why, "signature: that of %s %s", name, verdict);
}

static bool check_signatures(const publication_envelope *e, bool unfinished, publication_facts *out,
                             fault *why) {
  for (uint32_t i = 0; i < out->signer_count; i++) {
    if (i > 0 && memcmp(out->signer[i - 1], out->signer[i], KEY_BYTES) >= 0) {
      return fault_set(why, "manifest: the signers are not in ascending order, each once");
    }
    if (!check_signature(e, i, unfinished, out, why)) { return false; }
  }
  return true;
}

/** Checks one entry of the section table; `end` is where the section before it ended. */
static bool read_section(span file, const char *entry, uint64_t end, uint64_t limit,
                         publication_section *out, fault *why) {
  out->id = load_u32le(entry + ENTRY_ID);
  out->offset = load_u64le(entry + ENTRY_OFFSET);
  out->length = load_u64le(entry + ENTRY_LENGTH);
  if (load_u32le(entry + ENTRY_ZERO) != 0 || out->length == 0 || out->offset != aligned(end) ||
      !range_inside(out->offset, out->length, limit)) {
    return fault_set(why, "manifest: section %u is not where it must be", out->id);
  }
  if (!all_zero(file.data + end, (size_t)(out->offset - end))) {
    return fault_set(why, "section %u: the padding before it is not zero", out->id);
  }
  return true;
}

static bool read_sections(span file, const parts *p, publication_facts *out, fault *why) {
  uint64_t limit = (uint64_t)(p->digests.data - file.data), end = FORMAT_HEADER;
  const char *table = section_table(&p->e);
  for (uint32_t i = 0; i < out->section_count; i++) {
    publication_section *s = &out->section[i];
    if (!read_section(file, table + (size_t)i * FORMAT_ENTRY, end, limit, s, why)) { return false; }
    if (i > 0 && s[-1].id >= s->id) {
      return fault_set(why, "manifest: the sections are not in ascending order, each once");
    }
    end = s->offset + s->length;
  }
  if (aligned(end) == limit && all_zero(file.data + end, (size_t)(limit - end))) { return true; }
  return fault_set(why, "manifest: bytes after the last section that belong to none");
}

static bool check_sections_present(const publication_facts *f, fault *why) {
  static const struct {
    uint32_t id;
    const char *name;
  } needed[] = {{SECTION_ID_DOCUMENTS, "documents"},
                {SECTION_ID_LABELS, "labels"},
                {SECTION_ID_TREES, "trees"}};
  for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
    uint32_t at = 0;
    while (at < f->section_count && f->section[at].id != needed[i].id) { at++; }
    if (at == f->section_count) {
      return fault_set(why, "manifest: the %s section is missing", needed[i].name);
    }
  }
  return true;
}

static bool read_trees(const publication_envelope *e, publication_facts *out, fault *why) {
  const char *at = tree_list(e, out);
  for (uint32_t i = 0; i < out->tree_count; i++, at += FORMAT_TREE) {
    publication_tree *t = &out->tree[i];
    t->id = load_u32le(at + TREE_ID);
    t->size = load_u64le(at + TREE_SIZE);
    memcpy(t->root, at + TREE_ROOT, DIGEST_BYTES);
    if (load_u32le(at + TREE_ZERO) != 0 || t->size < 1 || t->size > FORMAT_LEAVES) {
      return fault_set(why, "manifest: tree %u has no size it can have", t->id);
    }
    if (i > 0 && t[-1].id >= t->id) {
      return fault_set(why, "manifest: the trees are not in ascending order, each once");
    }
  }
  return true;
}

/** Reads and checks what the manifest says, apart from the sections and their digests. */
static bool read_manifest(const publication_envelope *e, publication_facts *out, fault *why) {
  const char *m = e->manifest.data;
  out->bytes = load_u64le(e->header.data + HEADER_LENGTH);
  out->sequence = load_u64le(m + MANIFEST_SEQUENCE);
  out->created = load_u64le(m + MANIFEST_CREATED);
  out->expires = load_u64le(m + MANIFEST_EXPIRES);
  memcpy(out->id, m + MANIFEST_ID, DIGEST_BYTES);
  memcpy(out->previous, m + MANIFEST_PREVIOUS, DIGEST_BYTES);
  if (load_u32le(m + MANIFEST_READER) > FORMAT_READER) {
    return fault_set(why,
                     "manifest: a reader of version %u is needed, this is version %d; "
                     "install a newer release",
                     load_u32le(m + MANIFEST_READER), FORMAT_READER);
  }
  if (load_u32le(m + MANIFEST_READER) == 0 || out->sequence == 0 || out->sequence > FORMAT_MOST ||
      out->created >= out->expires || out->expires > FORMAT_MOST) {
    return fault_set(why, "manifest: sequence, dates or a reserved field are out of range");
  }
  if (!digest_of(e->manifest, out->digest)) { return fault_set(why, "out of memory"); }
  return read_trees(e, out, why);
}

/** Checks that the id is that of the section table and the chunk digests. */
static bool check_id(const parts *p, const publication_facts *f, fault *why) {
  span table = {section_table(&p->e), (size_t)FORMAT_ENTRY * f->section_count};
  buffer named = {0};
  unsigned char id[DIGEST_BYTES];
  buffer_append(&named, table);
  buffer_append(&named, p->digests);
  bool hashed = !named.failed && digest_of(buffer_span(&named), id);
  buffer_free(&named);
  if (!hashed) { return fault_set(why, "out of memory"); }
  if (memcmp(id, f->id, DIGEST_BYTES) == 0) { return true; }
  return fault_set(why, "manifest: the id is not that of the content");
}

/** Checks the digest of every chunk of the content. */
static bool check_chunks(span file, const parts *p, fault *why) {
  size_t end = (size_t)(p->digests.data - file.data), at = FORMAT_HEADER;
  for (const char *digest = p->digests.data; at < end; digest += DIGEST_BYTES) {
    size_t length = end - at < FORMAT_CHUNK ? end - at : FORMAT_CHUNK;
    unsigned char actual[DIGEST_BYTES];
    if (!digest_of((span){file.data + at, length}, actual)) {
      return fault_set(why, "out of memory");
    }
    if (memcmp(actual, digest, DIGEST_BYTES) != 0) {
      return fault_set(
          why, "content: bytes %zu to %zu were changed after they were signed; copy it again", at,
          at + length - 1);
    }
    at += length;
  }
  return true;
}

static bool check_expiry(const publication_facts *f, uint64_t now, fault *why) {
  char expired[DATE_TEXT], at[DATE_TEXT];
  if (f->expires > now) { return true; }
  date_write(f->expires, expired);
  date_write(now, at);
  return fault_set(why, "expired at %s (now is %s); publish again", expired, at);
}

/** Checks who signed, after check_counts, and what the manifest says then. */
static bool check_envelope(const publication_envelope *e, const publication_policy *policy,
                           publication_facts *out, fault *why) {
  read_signers(e, out);
  return check_signatures(e, policy->unfinished, out, why) &&
         (policy->root == NULL ||
          trust_accepts(policy->root, out->signer, out->signer_count, why)) &&
         read_manifest(e, out, why);
}

bool publication_verify(span file, const publication_policy *policy, publication_facts *out,
                        fault *why) {
  parts p;
  *out = (publication_facts){0};
  return split(file, &p, why) && check_counts(&p.e, out, why) &&
         check_envelope(&p.e, policy, out, why) && read_sections(file, &p, out, why) &&
         check_sections_present(out, why) && check_id(&p, out, why) &&
         check_expiry(out, policy->now, why) && check_chunks(file, &p, why);
}

bool publication_verify_envelope(const publication_envelope *e, const publication_policy *policy,
                                 publication_facts *out, fault *why) {
  *out = (publication_facts){0};
  if (e->header.len != FORMAT_HEADER || e->manifest.len < FORMAT_MANIFEST ||
      e->signatures.len % SIGNATURE_BYTES != 0 || e->signatures.len == 0 ||
      e->signatures.len > FORMAT_SIGNERS * SIGNATURE_BYTES) {
    return fault_set(why, "header, manifest or signatures have a length they cannot have");
  }
  return check_format(e->header.data, why) && check_counts(e, out, why) &&
         check_envelope(e, policy, out, why) && check_expiry(out, policy->now, why);
}

bool publication_read(span file, publication_facts *out, fault *why) {
  parts p;
  *out = (publication_facts){0};
  if (!split(file, &p, why) || !check_counts(&p.e, out, why)) { return false; }
  read_signers(&p.e, out);
  return read_manifest(&p.e, out, why) && read_sections(file, &p, out, why) &&
         check_sections_present(out, why);
}

publication_envelope publication_envelope_of(span file, const publication_facts *facts) {
  publication_envelope e = {.header = span_take(file, FORMAT_HEADER)};
  size_t manifest = (size_t)load_u64le(file.data + HEADER_MANIFEST);
  size_t signatures = file.len - (size_t)facts->signer_count * SIGNATURE_BYTES;
  e.manifest = span_take(span_skip(file, manifest), signatures - manifest);
  e.signatures = span_skip(file, signatures);
  return e;
}

const publication_tree *publication_tree_of(const publication_facts *facts, uint32_t id) {
  for (uint32_t i = 0; i < facts->tree_count; i++) {
    if (facts->tree[i].id == id) { return &facts->tree[i]; }
  }
  return NULL;
}

span publication_section_of(span file, const publication_facts *facts, uint32_t id) {
  for (uint32_t i = 0; i < facts->section_count; i++) {
    const publication_section *s = &facts->section[i];
    if (s->id == id) { return span_take(span_skip(file, (size_t)s->offset), (size_t)s->length); }
  }
  return (span){NULL, 0};
}

/** Reads exactly the header: a wrong file is refused before it is copied. */
static bool check_head(int fd, uint64_t length, fault *why) {
  char header[FORMAT_HEADER];
  ssize_t count = pread(fd, header, sizeof header, 0);
  if (count < 0) { return fault_set(why, "%s", strerror(errno)); }
  if (count != sizeof header) { return fault_set(why, "it changed while it was read; try again"); }
  return check_header(header, length, why);
}

static bool copy(int from, int to, uint64_t length, fault *why) {
  for (uint64_t left = length; left > 0;) {
    ssize_t count = sendfile(to, from, NULL, left < INT32_MAX ? (size_t)left : INT32_MAX);
    if (count < 0 && errno == EINTR) { continue; }
    if (count < 0) { return fault_set(why, "%s", strerror(errno)); }
    if (count == 0) { return fault_set(why, "it became shorter while it was read; try again"); }
    left -= (uint64_t)count;
  }
  return true;
}

bool publication_seal(const char *path, int *fd, fault *why) {
  struct stat info;
  bool done = false;
  int from = file_open(path, &info, why);
  *fd = -1;
  if (from < 0) { return false; }
  uint64_t length = (uint64_t)info.st_size;
  if (!check_size(length, why) || !check_head(from, length, why)) { goto close_file; }
  *fd = sealed_new("publication", why);
  if (*fd < 0) { goto close_file; }
  done = copy(from, *fd, length, why) && sealed_close(*fd, why);
  if (!done) {
    close(*fd);
    *fd = -1;
  }
close_file:
  close(from);
  return done;
}

bool publication_map(int fd, span *out, fault *why) {
  struct stat info;
  *out = (span){NULL, 0};
  if (!sealed_is(fd)) {
    return fault_set(why, "the descriptor is not memory sealed against every change");
  }
  if (fstat(fd, &info) != 0) { return fault_set(why, "%s", strerror(errno)); }
  if (!check_size((uint64_t)info.st_size, why)) { return false; }
  void *at = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_SHARED, fd, 0);
  if (at == MAP_FAILED) { return fault_set(why, "no memory: %s", strerror(errno)); }
  *out = (span){at, (size_t)info.st_size};
  return true;
}

void publication_unmap(span file) {
  if (file.data != NULL) { munmap((void *)(uintptr_t)file.data, file.len); }
}
