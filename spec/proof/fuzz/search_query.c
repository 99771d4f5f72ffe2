/** Fuzzes queries and texts: the input's first line is a text that is indexed, the others are
 * phrasings. Answers must be the same each time, in whole UTF-8, and no longer than promised.
 *
 *   clang -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -D_GNU_SOURCE \
 *     -Icsrc -Ispec/fuzz spec/proof/fuzz/search_query.c csrc/{base,text,store,quran,search}/ *.c \
 *     -lutf8proc -lstemmer -lm -o build/fuzz-search-query
 *   build/fuzz-search-query -max_len=2048 build/corpus-search-query
 *
 * (without the space before `*.c`). In the text a `|` stands for a line end. */
#include "search_support.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static sample sound;
static search_index *index_of_sample;

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  fault why;
  (void)argc, (void)argv;
  make_sample(&sound);
  MUST(search_open(buffer_span(&sound.section), &sound.store,
                   renditions_of(buffer_span(&sound.texts)), NULL, &index_of_sample, &why));
  return 0;
}

static void check_page(const search_page *page) {
  for (size_t i = 0; i < page->count; i++) {
    MUST(utf8_valid(page->hits[i].excerpt));
    MUST(utf8_count(page->hits[i].excerpt) <= 240);
    for (size_t k = 0; k < i; k++) {
      MUST(page->hits[k].document != page->hits[i].document ||
           page->hits[k].verse != page->hits[i].verse); /* verses of a surah are several items */
    }
  }
}

static void check_same(const search_page *a, const search_page *b) {
  MUST(a->count == b->count && a->more == b->more);
  for (size_t i = 0; i < a->count; i++) {
    MUST(a->hits[i].document == b->hits[i].document && a->hits[i].score == b->hits[i].score);
    MUST(span_equal(a->hits[i].excerpt, b->hits[i].excerpt));
  }
}

/* What may have been meant is UTF-8. */
static void check_advice(search_index *index, const search_query *query) {
  arena memory = {0};
  search_advice advice = {0};
  fault why;
  MUST(search_advise(index, query, &memory, &advice, &why));
  MUST(utf8_valid(advice.suggestion));
  MUST(advice.missing_count <= ADVICE_WORDS);
  arena_free(&memory);
}

static void ask(search_index *index, const search_query *query) {
  arena first = {0}, second = {0};
  search_page page, again;
  run_query(index, query, &first, &page);
  run_query(index, query, &second, &again);
  check_page(&page);
  check_same(&page, &again);
  check_advice(index, query);
  arena_free(&first);
  arena_free(&second);
}

/** Indexes the text in every locale and asks for it. */
static void ask_text(span text, const search_query *query) {
  sample small;
  search_index *index;
  fault why;
  char *lines = malloc(text.len + 1);
  store_builder *b = store_builder_new();
  MUST(lines != NULL && b != NULL);
  for (size_t i = 0; i < text.len; i++) lines[i] = text.data[i] == '|' ? '\n' : text.data[i];
  for (unsigned locale = 0; locale < LOCALE_COUNT; locale++) {
    add_sample(b, locale, SECTION_MATERIAL, 1, SPAN("Title"), (span){lines, text.len});
    add_sample(b, locale, SECTION_MATERIAL, 2, SPAN("Other"), SPAN("Quite another text."));
  }
  finish_sample(b, &small);
  MUST(search_open(buffer_span(&small.section), &small.store,
                   renditions_of(buffer_span(&small.texts)), NULL, &index, &why));
  ask(index, query);
  search_close(index);
  free_sample(&small);
  free(lines);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  span rest = {(const char *)data, size};
  rest.len = utf8_valid_prefix(rest);
  span text = span_take(rest, span_find(rest, '\n'));
  search_query q = {.limit = 10, .section = SECTION_COUNT, .locale = size % LOCALE_COUNT};
  for (rest = span_skip(rest, text.len + 1); rest.len > 0 && q.count < SEARCH_PHRASINGS;) {
    span line = span_take(rest, span_find(rest, '\n'));
    q.phrasings[q.count++] = span_take(line, SEARCH_PHRASING_BYTES);
    rest = span_skip(rest, line.len + 1);
  }
  ask(index_of_sample, &q);
  if (text.len > 0 && text.len < 4096) ask_text(text, &q);
  return 0;
}
