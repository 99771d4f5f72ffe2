#include "search/pins.h"

#include <stdio.h>

#include "base/ascii.h"
#include "quran/reading.h"
#include "quran/reference.h"
#include "search/phrasing.h"
#include "store/store.h"

enum { PHRASE_WORDS = 10 /* beside a name; who writes more asks for something else */ };
enum { KEYS_MOST = PHRASE_WORDS * FOLD_MAX };
enum { ID_MOST = 256 /* bytes of an id that is made here */ };
enum {
  SPOKEN_WORD = 16,    /* bytes of one word that may be a verse */
  SPOKEN_UNWRITTEN = 3 /* one of so many words of a verse is in no text as it is typed */
};

/* Bytes of the prefix of an id, with its colon: 0 when the text is no id. */
static size_t id_prefix(span text) {
  static const span prefixes[] = {
      {"asset:", 6}, {"alignment:", 10}, {"lo:", 3}, {"lens:", 5}, {"concept:", 8}};
  size_t len = 0;
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
    if (span_starts(text, prefixes[i])) { len = prefixes[i].len; }
  }
  for (size_t i = len; i < text.len; i++) {
    char c = text.data[i];
    bool kebab = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == ':';
    if (!kebab) { return 0; }
  }
  return len < text.len ? len : 0;
}

/* An absolute path below a locale. */
static bool is_path(span text) {
  span path = span_skip(text, 1), first = span_take(path, span_find(path, '/'));
  return span_starts(text, SPAN("/")) && span_find(text, ' ') == text.len && first.len < path.len &&
         locale_of(first) < LOCALE_COUNT;
}

bool pins_is_name(const search_query *request, span text) {
  if (id_prefix(text) > 0 || is_path(text) || span_starts(text, SPAN("svc://"))) { return true; }
  bool below = request->site.len > 0 && span_starts(text, request->site);
  return below && is_path(span_skip(text, request->site.len));
}

/* The item with the rest of an id behind its locale: `material:energy`. */
static bool find_asset(const store *s, unsigned locale, span rest, uint32_t *number) {
  char id[ID_MOST];
  int len =
      snprintf(id, sizeof id, "asset:%s:%.*s", locale_rows[locale].code, (int)rest.len, rest.data);
  return len > 0 && len < ID_MOST && store_find_id(s, (span){id, (size_t)len}, number);
}

/* The same item in another locale: its id differs in the locale alone. */
static bool find_twin(const store *s, unsigned locale, const store_document *d, uint32_t *number) {
  return find_asset(s, locale, span_skip(d->id, strlen("asset:en:")), number);
}

/* A path of `{locale}/{route}`, or a route: of this locale, else of any. The `.md`, query and
 * fragment of an URL are cut. */
static bool find_path(const store *s, unsigned locale, span path, uint32_t *number) {
  path = span_take(path, span_find(path, '?'));
  path = span_take(path, span_find(path, '#'));
  while (path.len > 0 && path.data[0] == '/') { path = span_skip(path, 1); }
  if (path.len > 3 && memcmp(path.data + path.len - 3, ".md", 3) == 0) { path.len -= 3; }
  if (path.len == 0) { return false; }
  span first = span_take(path, span_find(path, '/'));
  unsigned own = locale_of(first);
  if (own < LOCALE_COUNT) {
    return store_find_route(s, own, span_skip(path, first.len + 1), number);
  }
  bool found = store_find_route(s, locale, path, number);
  for (unsigned other = 0; other < LOCALE_COUNT && !found; other++) {
    found = other != locale && store_find_route(s, other, path, number);
  }
  return found;
}

static bool find_document(const store *s, const search_query *request, span text,
                          uint32_t *number) {
  unsigned locale = request->locale;
  if (text.len == 0 || text.len > SEARCH_QUERY_BYTES) { return false; }
  if (store_resolve(s, text, request->site, number) == RESOLVED) { return true; }
  if (span_starts(text, SPAN("alignment:")) || span_starts(text, SPAN("lo:"))) {
    return find_asset(s, locale, span_skip(text, id_prefix(text)), number);
  }
  if (span_starts(text, SPAN("http://")) || span_starts(text, SPAN("https://"))) {
    text = span_skip(text, span_find(text, '/') + 2);
    text = span_skip(text, span_find(text, '/'));
  }
  return find_path(s, locale, text, number);
}

/* True when the text is meant as a reference. A number with a dot is one only where no text of the
 * locale has it and its verse has three digits. */
static bool is_reference(const search_index *index, const search_query *request, span text,
                         const quran_reference *named) {
  word_group written;
  if (request->section == SECTION_QURAN) { return true; }
  switch (named->evidence) {
    case QURAN_EXPLICIT:
    case QURAN_NAME:
    case QURAN_NUMBERS: return true;
    case QURAN_NEAR: return named->asked_first == 0; /* the name of a surah was announced */
    case QURAN_DECIMAL:
      return named->first >= 100 &&
             !index_group(&index->partitions[request->locale], text, &written);
    default: return false;
  }
}

/* A word between blanks, without the punctuation behind it. */
typedef struct phrase_word {
  span text;
  bool filler; /* a question word or a function word */
  bool aside;  /* one of these, or a word for the form that is wanted, or for the Quran */
  bool arabic;
} phrase_word;

static size_t split_words(const lexicon *words, span text, phrase_word out[PHRASE_WORDS]) {
  size_t count = 0, blanks = 0;
  for (size_t i = 0; i < text.len; i++) { blanks += text.data[i] == ' '; }
  if (blanks >= PHRASE_WORDS) { return 0; }
  while (text.len > 0) {
    span word = span_take(text, span_find(text, ' '));
    text = span_skip(text, word.len + 1);
    while (word.len > 0 && memchr("?!.,;", word.data[word.len - 1], 5)) { word.len--; }
    if (word.len > 2 && memcmp(word.data + word.len - 2, "؟", 2) == 0) { word.len -= 2; }
    if (word.len == 0) { continue; }
    char key[FOLD_MAX];
    unsigned traits = 0;
    size_t len = fold_word(word, key, &traits);
    enum word_class class = words_class(words, (span){key, len});
    bool filler = class == WORD_FUNCTION || class == WORD_QUESTION;
    out[count++] = (phrase_word){word, filler, class != WORD_CONTENT, (traits & FOLD_ARABIC) != 0};
  }
  return count;
}

/* Joins the words that are no fillers, and as many fillers in front of them as `articles`: the "at"
 * of "what is at tin" is a part of the name. @return bytes, 0 when there are no such words */
static size_t join_words(const phrase_word *list, size_t count, size_t articles, char *out) {
  size_t first = 0, len = 0;
  while (first < count && list[first].filler) { first++; }
  if (first == count || first < articles) { return 0; }
  for (size_t i = first - articles; i < count; i++) {
    if (list[i].filler && i > first) { continue; }
    memcpy(out + len, list[i].text.data, list[i].text.len);
    len += list[i].text.len;
    out[len++] = ' ';
  }
  return len;
}

/* A surah's name among question words and function words. Arabic names are words of the language
 * as well: they need an introduction, which quran_reference_find has looked for. */
static bool find_name(const search_query *request, span text, const phrase_word *words,
                      size_t count, quran_reference *named) {
  char name[SEARCH_QUERY_BYTES + PHRASE_WORDS];
  bool arabic = false;
  for (size_t i = 0; i < count; i++) { arabic = arabic || (words[i].arabic && !words[i].filler); }
  for (size_t articles = 0; articles < 2; articles++) {
    span kept = {name, join_words(words, count, articles, name)};
    /* the text itself, with a blank behind it, is no reference: find_verse has tried it */
    bool tried = kept.len == text.len + 1 && span_starts(kept, text);
    if (kept.len == 0 || tried || !quran_reference_parse(kept, named)) { continue; }
    if (request->section == SECTION_QURAN || named->evidence == QURAN_EXPLICIT) { return true; }
    if (named->evidence == QURAN_NAME && !arabic) { return true; }
  }
  return false;
}

/* The kind of a word in a reference, as of `enum word_kind`. */
static unsigned kind_in_reference(const phrase_word *word) {
  reading_word read;
  span rest = word->text;
  return reading_take_word(&rest, &read) ? read.kind : 0;
}

/* What a verse does, in questions about one. */
static const char verse_does[] =
    "mean means tell tells say says bunyi bunyinya isi isinya berbunyi "
    "lautet bedeutet sagt steht heisst";

/* "what does 2:255 say", "5:32 in arabic": the only verse that a text names by its numbers, where
 * no other word asks for something else. */
static bool find_numbers(const phrase_word *words, size_t count, quran_reference *named) {
  size_t verses = 0;
  for (size_t i = 0; i < count; i++) {
    quran_reference here;
    reading_word read;
    span rest = words[i].text;
    bool numbers = reading_is_digit(rest) && quran_reference_parse(rest, &here) &&
                   here.evidence == QURAN_NUMBERS && here.first > 0;
    if (numbers) {
      *named = here;
      verses++;
      continue;
    }
    bool word = reading_take_word(&rest, &read) && rest.len == 0;
    bool silent = word && ((read.kind & (WORD_FORM | WORD_OF)) != 0 ||
                           spelling_listed(verse_does, spelling_span(&read.text)));
    if (!silent && !words[i].aside) { return false; }
  }
  return verses == 1;
}

/* Joins the keys of the words that are part of a name, without hyphens: "labalaba".
 * @param number receives a number beside them, else 0. @return bytes, 0 when they are no name */
static size_t join_keys(const phrase_word *list, size_t count, char out[KEYS_MOST],
                        uint32_t *number) {
  size_t len = 0;
  *number = 0;
  for (size_t i = 0; i < count; i++) {
    unsigned traits = 0;
    if (list[i].filler || kind_in_reference(&list[i]) != 0) { continue; }
    if (reading_is_digit(list[i].text)) {
      if (*number > 0 || !ascii_number(list[i].text, 999, number)) { return 0; }
      continue;
    }
    char *key = out + len;
    size_t whole = fold_word(list[i].text, key, &traits);
    for (size_t k = 0; k < whole; k++) {
      if (key[k] != '-') { out[len++] = key[k]; }
    }
  }
  return len;
}

enum { SURELY_VERSE = 100 }; /* "light 2" is no verse */

/* "surah The Cow", "The Cow, verse 255", "The Cow 255", "chapter of the Cow": what the name of one
 * surah means in the locale, with the word "surah", a verse, or an article and a word for a
 * chapter; "chapter 3 light" is of another book. */
static bool find_meaning(const search_index *index, unsigned locale, const phrase_word *words,
                         size_t count, quran_reference *named) {
  char sought[KEYS_MOST], key[KEYS_MOST];
  phrase_word own[PHRASE_WORDS];
  uint32_t verse, none;
  unsigned found = 0, language;
  unsigned kinds = 0;
  for (size_t i = 0; i < count; i++) { kinds |= kind_in_reference(&words[i]); }
  size_t len = join_keys(words, count, sought, &verse);
  bool of_verse = verse >= SURELY_VERSE || (verse > 0 && (kinds & (WORD_VERSE | WORD_V)) != 0);
  bool of_chapter = verse == 0 && (kinds & WORD_CHAPTER) != 0 && (kinds & WORD_ARTICLE) != 0;
  bool told = (kinds & WORD_SURAH) != 0 || of_verse || of_chapter;
  if (!told || index->verses == NULL) { return false; }
  *named = (quran_reference){.first = verse}; /* rank looks whether there is such a verse */
  for (unsigned surah = 1; surah <= QURAN_SURAHS && len > 0; surah++) {
    span meaning = quran_meaning(index->verses, locale, surah, &language);
    size_t parts = split_words(&index->partitions[locale].words, meaning, own);
    size_t own_len = join_keys(own, parts, key, &none);
    if (span_compare((span){key, own_len}, (span){sought, len}) != 0) { continue; }
    named->surah = surah;
    found++;
  }
  return found == 1;
}

/* A surah by a part of a text, which has several words. */
static bool find_surah(const search_index *index, const search_query *request, span text,
                       quran_reference *named) {
  phrase_word words[PHRASE_WORDS];
  if (quran_reference_find(text, named)) { return true; }
  if (text.len > SEARCH_QUERY_BYTES) { return false; }
  size_t count = split_words(&index->partitions[request->locale].words, text, words);
  return find_name(request, text, words, count, named) || find_numbers(words, count, named) ||
         find_meaning(index, request->locale, words, count, named);
}

static bool find_surah_of(const search_index *index, unsigned locale, unsigned surah,
                          uint32_t *document) {
  char id[QURAN_CONTENT_ID];
  return store_find_id(index->documents, quran_content_id(locale, surah, id), document);
}

static bool find_verse(const search_index *index, const search_query *request, span text,
                       query_pin *pin) {
  quran_reference named;
  if (index->partitions[request->locale].runs.len == 0) { return false; }
  unsigned begun[QURAN_BEGUN];
  bool several = span_find(text, ' ') < text.len; /* of a single word all has been tried then */
  bool found = quran_reference_parse(text, &named)
                   ? is_reference(index, request, text, &named)
                   : several && find_surah(index, request, text, &named);
  if (!found && several && quran_reference_begun(text, begun) == 1) {
    named = (quran_reference){.surah = begun[0]};
    found = true;
  }
  if (!found) { return false; }
  pin->verse = named.first;
  return find_surah_of(index, request->locale, named.surah, &pin->document);
}

/* The document or verse that alone has a text as its title in another locale, where none has it in
 * this one: the same item of this locale. */
static bool find_title(const search_index *index, unsigned locale, span text, query_pin *pin) {
  const store *s = index->documents;
  char key[FORMAT_TITLE_KEY];
  span title = {key, format_title(text, key)};
  word_group group;
  for (unsigned other = 0; other < LOCALE_COUNT && title.len > 0; other++) {
    const partition *p = &index->partitions[other];
    if (other == locale || !index_group(p, title, &group) || group.df != 1) { continue; }
    posting_cursor c;
    uint32_t surah;
    list_open(group, p->units, &c);
    if (c.unit >= p->units) { continue; }
    if (index_group(&index->partitions[locale], title, &group)) { return false; }
    uint32_t number = p->first + index_document(p, c.unit, &pin->verse, &surah);
    if (number >= s->count) { continue; } /* the section is damaged */
    store_document d = store_at(s, number);
    if (find_twin(s, locale, &d, &pin->document)) { return true; }
  }
  return false;
}

/* True for a word that is the stem of none in the locale's texts: it may be of another language. */
static bool is_foreign(const partition *p, const phrase_word *word) {
  char key[FOLD_MAX];
  unsigned traits = 0;
  word_group group;
  size_t len = word->filler ? 0 : fold_word(word->text, key, &traits);
  return len > 0 && !index_group(p, (span){key, len}, &group);
}

/* True for a word that no text of the locale has as it is written. */
static bool is_unwritten(const partition *p, const phrase_word *word) {
  char key[FOLD_MAX];
  unsigned traits = 0, form;
  uint32_t group;
  size_t len = fold_word(word->text, key, &traits);
  return len > 0 && !index_form(p, (span){key, len}, &group, &form);
}

/* The text from one word up to another. */
static span run_of(const phrase_word *words, size_t from, size_t to) {
  if (from == to) { return (span){NULL, 0}; }
  const char *begin = words[from].text.data, *end = words[to - 1].text.data;
  return (span){begin, (size_t)(end - begin) + words[to - 1].text.len};
}

/* "apa itu natural selection", "contoh supply and demand": a title of another locale, but for words
 * of this one. It is what question and function words leave, or the longest run that has all words
 * which no text of this locale has, or several words with one of them. */
static bool find_borrowed(const search_index *index, unsigned locale, span text, query_pin *pin) {
  const partition *p = &index->partitions[locale];
  phrase_word words[PHRASE_WORDS];
  size_t given = split_words(&p->words, text, words), count = given, begin = 0;
  while (begin < count && words[begin].filler) { begin++; }
  while (count > begin && words[count - 1].filler) { count--; }
  bool asked = begin > 0 || count < given;
  if (asked && find_title(index, locale, run_of(words, begin, count), pin)) { return true; }
  size_t before[PHRASE_WORDS + 1] = {0}; /* foreign words before each */
  for (size_t i = begin; i < count; i++) { before[i + 1] = before[i] + is_foreign(p, &words[i]); }
  for (size_t length = count - begin; before[count] > 0 && length > 0; length--) {
    for (size_t from = begin; from + length <= count; from++) {
      size_t foreign = before[from + length] - before[from];
      bool all = foreign == before[count], several = length > 1 && foreign > 0;
      span run = run_of(words, from, from + length);
      if ((all || several) && find_title(index, locale, run, pin)) { return true; }
    }
  }
  return false;
}

bool pins_find(const search_index *index, const search_query *request, span text, query_pin *out) {
  const store *s = index->documents;
  *out = (query_pin){0};
  if (!find_document(s, request, text, &out->document)) {
    return find_verse(index, request, text, out) || find_title(index, request->locale, text, out) ||
           (span_find(text, ' ') < text.len && find_borrowed(index, request->locale, text, out));
  }
  out->verse = store_verse_of(text);
  store_document d = store_at(s, out->document);
  return d.locale == request->locale || find_twin(s, request->locale, &d, &out->document);
}

bool pins_find_spoken(search_index *index, const search_query *request, span text, query_pin *out) {
  const partition *p = &index->partitions[request->locale];
  phrase_word words[PHRASE_WORDS];
  bool brief = span_find(text, ' ') == text.len && text.len < SPOKEN_WORD; /* most are */
  if (brief || p->runs.len == 0 || index->verses == NULL) { return false; }
  size_t count = split_words(&p->words, text, words), begin = 0, unwritten = 0;
  while (count > 0 && words[count - 1].aside) { count--; }
  while (begin < count && words[begin].aside) { begin++; }
  span verse = run_of(words, begin, count);
  if (count - begin < 2 && verse.len < SPOKEN_WORD) { return false; }
  for (size_t i = begin; i < count; i++) { unwritten += is_unwritten(p, &words[i]); }
  if (SPOKEN_UNWRITTEN * unwritten < count - begin) { return false; }
  if (index->sounds == NULL) { index->sounds = spoken_open(index->verses); }
  if (index->sounds == NULL) { return false; }
  unsigned surah = spoken_find(index->sounds, verse, &out->verse);
  return surah > 0 && find_surah_of(index, request->locale, surah, &out->document);
}
