/** Publishes until it is refused, and prints why. Built with limits so low that it soon is. */
#include <stdio.h>
#include <string.h>

#include "publication/write.h"
#include "search/build.h"

static bool fill_file(const char *path, fault *why) {
  publication_writer *writer = NULL;
  publication_facts facts;
  private_key *key = NULL;
  unsigned char root[DIGEST_BYTES] = {0};
  publication_terms terms = {.sequence = 1, .created = 1, .expires = 2};
  bool good = publication_create(path, &writer, why) && private_key_generate(&key, why);
  if (good) {
    publication_begin(writer, SECTION_ID_DOCUMENTS);
    for (unsigned i = 0; i < 1000; i++) publication_put(writer, SPAN("as many bytes as it takes"));
    publication_add_tree(writer, TREE_ID_DOCUMENTS, 1, root);
    good = publication_finish(writer, &terms, &key, 1, &facts, why);
  }
  publication_writer_free(writer);
  private_key_free(key);
  return good;
}

/** A document of 300 words that no other has. */
static store_document make(unsigned number, char id[64], char text[4096]) {
  size_t len = 0;
  for (unsigned k = 0; k < 300; k++) {
    len += (size_t)snprintf(text + len, 4096 - len, "w%xq ", number * 300 + k);
  }
  span name = {id, (size_t)snprintf(id, 64, "asset:en:material:d%u", number)};
  return (store_document){.number = number,
                          .section = SECTION_MATERIAL,
                          .id = name,
                          .concept = SPAN("concept:a"),
                          .lens = SPAN("lens:material"),
                          .route = SPAN("material/d"),
                          .title = SPAN("Title"),
                          .text = {text, len}};
}

int main(int count, char **arguments) {
  const char *what = count == 3 ? arguments[1] : "";
  search_builder *index = search_builder_new("/tmp/index");
  store_builder *store = store_builder_new();
  fault why = {0};
  rendered read = {0};
  char id[64], text[4096];
  bool good = strcmp(what, "file") != 0 || fill_file(arguments[2], &why);
  for (unsigned i = 0; good && i < 100000 && strcmp(what, "file") != 0; i++) {
    store_document d = make(i, id, text);
    bool words = strcmp(what, "words") == 0;
    good = words ? render_text(&read, &d, false, NULL, &why) &&
                       search_builder_add(index, &d, SPAN(""), SPAN(""), &read, &why)
                 : store_builder_add(store, &d, SPAN(""), &why);
  }
  search_builder_free(index);
  store_builder_free(store);
  render_free(&read);
  puts(good ? "it takes everything" : why.text);
  return 0;
}
