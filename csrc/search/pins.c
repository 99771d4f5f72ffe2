#include "search/pins.h"

#include <stdio.h>

#include "quran/reference.h"
#include "search/words.h"

enum { PHRASE_WORDS = 10 /* beside a name; who writes more asks for something else */ };

static span cut_prefix(span text, span prefix) {
  return span_starts(text, prefix) ? span_skip(text, prefix.len) : text;
}

/* A path of `{locale}/{route}` or a route, with the `.md`, query and fragment of an URL cut. */
static bool find_path(const store *s, unsigned locale, span path, uint32_t *number) {
  path = span_take(path, span_find(path, '?'));
  path = span_take(path, span_find(path, '#'));
  while (path.len > 0 && path.data[0] == '/') path = span_skip(path, 1);
  if (path.len > 3 && memcmp(path.data + path.len - 3, ".md", 3) == 0) path.len -= 3;
  if (path.len == 0) return false;
  span first = span_take(path, span_find(path, '/'));
  if (locale_of(first) == locale) {
    return store_find_route(s, locale, span_skip(path, first.len + 1), number);
  }
  return store_find_route(s, locale, path, number);
}

static bool find_document(const store *s, unsigned locale, span text, uint32_t *number) {
  span id = cut_prefix(text, SPAN("svc://content/"));
  if (id.len == 0 || text.len > SEARCH_QUERY_BYTES) return false;
  if (store_find_id(s, id, number)) return true;
  span host = text;
  if (span_starts(text, SPAN("https://"))) host = span_skip(text, 8);
  if (span_starts(text, SPAN("http://"))) host = span_skip(text, 7);
  if (host.data != text.data)
    return find_path(s, locale, span_skip(host, span_find(host, '/')), number);
  return find_path(s, locale, text, number);
}

/* True when the number is written somewhere in the locale as it is typed. */
static bool is_written(const partition *p, span number) {
  word_group group;
  return index_group(p, number, &group);
}

/* True when the reference is meant as one. A number with a dot must look like no other: nowhere in
 * the locale, and the verse of three digits. */
static bool is_meant(const search_index *index, const search_query *request, span text,
                     const quran_reference *named) {
  if (request->section == SECTION_QURAN) return true;
  switch (named->evidence) {
    case QURAN_EXPLICIT:
    case QURAN_NAME:
    case QURAN_NUMBERS: return true;
    case QURAN_DECIMAL:
      return named->first >= 100 && !is_written(&index->partitions[request->locale], text);
    default: return false;
  }
}

/* A word between blanks, without the punctuation behind it. */
typedef struct phrase_word {
  span text;
  bool filler; /* a question word or a function word */
  bool arabic;
} phrase_word;

static phrase_word classify(const lexicon *words, span word) {
  char key[FOLD_MAX];
  unsigned traits = 0;
  size_t len = fold_word(word, key, &traits);
  enum word_class class = words_class(words, (span){key, len});
  bool filler = class == WORD_FUNCTION || class == WORD_QUESTION;
  return (phrase_word){word, filler, (traits & FOLD_ARABIC) != 0};
}

static size_t split_words(const lexicon *words, span text, phrase_word out[PHRASE_WORDS]) {
  size_t count = 0, blanks = 0;
  for (size_t i = 0; i < text.len; i++) blanks += text.data[i] == ' ';
  if (blanks >= PHRASE_WORDS) return 0;
  while (text.len > 0) {
    span word = span_take(text, span_find(text, ' '));
    text = span_skip(text, word.len + 1);
    while (word.len > 0 && memchr("?!.,;", word.data[word.len - 1], 5)) word.len--;
    if (word.len > 2 && memcmp(word.data + word.len - 2, "؟", 2) == 0) word.len -= 2;
    if (word.len > 0) out[count++] = classify(words, word);
  }
  return count;
}

static bool any_arabic(const phrase_word *list, size_t count) {
  bool any = false;
  for (size_t i = 0; i < count; i++) any = any || (list[i].arabic && !list[i].filler);
  return any;
}

/* Joins the words that are no fillers, and as many fillers in front of them as `articles`: the "at"
 * of "what is at tin" is a part of the name. @return bytes, 0 when there are no such words */
static size_t join_words(const phrase_word *list, size_t count, size_t articles, char *out) {
  size_t first = 0, len = 0;
  while (first < count && list[first].filler) first++;
  if (first == count || first < articles) return 0;
  for (size_t i = first - articles; i < count; i++) {
    if (list[i].filler && i > first) continue;
    memcpy(out + len, list[i].text.data, list[i].text.len);
    len += list[i].text.len;
    out[len++] = ' ';
  }
  return len;
}

/* A surah's name among question words and function words. Arabic names are words of the language
 * as well: they need an introduction, which quran_reference_find has looked for. */
static bool find_name(const search_index *index, const search_query *request, span text,
                      quran_reference *named) {
  phrase_word words[PHRASE_WORDS];
  char name[SEARCH_QUERY_BYTES + PHRASE_WORDS];
  if (text.len > SEARCH_QUERY_BYTES) return false;
  size_t count = split_words(&index->partitions[request->locale].words, text, words);
  for (size_t articles = 0; articles < 2; articles++) {
    span kept = {name, join_words(words, count, articles, name)};
    if (!quran_reference_parse(kept, named)) continue;
    if (request->section == SECTION_QURAN || named->evidence == QURAN_EXPLICIT) return true;
    if (named->evidence == QURAN_NAME && !any_arabic(words, count)) return true;
  }
  return false;
}

static bool find_verse(const search_index *index, const search_query *request, span text,
                       query_pin *pin) {
  quran_reference named;
  char id[48];
  if (index->partitions[request->locale].runs.len == 0) return false;
  bool found = quran_reference_parse(text, &named)
                   ? is_meant(index, request, text, &named)
                   : quran_reference_find(text, &named) || find_name(index, request, text, &named);
  if (!found) return false;
  int len = snprintf(id, sizeof(id), "asset:%s:quran:surah:%u", locale_rows[request->locale].code,
                     named.surah);
  pin->verse = named.first;
  return store_find_id(index->documents, (span){id, (size_t)len}, &pin->document);
}

bool pins_find(const search_index *index, const search_query *request, span text, query_pin *out) {
  *out = (query_pin){0};
  return find_document(index->documents, request->locale, text, &out->document) ||
         find_verse(index, request, text, out);
}
