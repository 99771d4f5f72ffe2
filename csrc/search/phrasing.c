#include "search/phrasing.h"

#include <stdlib.h>

#include "base/ascii.h"
#include "base/buffer.h"
#include "base/utf8.h"
#include "text/token.h"

enum { WORDS_MOST = 512, ARABIC = LOCALE_COUNT };

/* As they are written, parted by spaces; Arabic counts in every locale. */
static const struct {
  const char *question, *function, *quran, *request, *level;
} lists[LOCALE_COUNT + 1] = {
    [LOCALE_EN] = {"what which who whom whose when where why how whats whos",
                   "a an the and or but if of in on at to for from by with without about into onto "
                   "upon as than then that this these those it its is are was were be been being "
                   "am do does did has have had can could will would shall should may might must "
                   "there here they them their he him his she her we us our you your i me my not "
                   "no so such some any all each also please say says said lot lots vs "
                   "versus",
                   "quran koran verse verses ayat ayah ayahs aya surah sura surahs tafsir tafseer",
                   "define definition definitions meaning explain explained explanation example "
                   "examples exercise exercises worksheet worksheets flashcards tutorial notes "
                   "slides powerpoint ppt pdf",
                   "grade class semester chapter unit lesson"},
    [LOCALE_ID] = {"apa apakah apabila siapa siapakah kapan kapankah dimana dimanakah kemana mana "
                   "manakah bagaimana bagaimanakah mengapa mengapakah kenapa berapa berapakah",
                   "yang di ke dari dan atau pada kepada untuk dengan adalah ialah merupakan itu "
                   "ini oleh dalam sebagai akan telah sudah tidak bukan juga para bagi tentang "
                   "antara saat ketika karena seperti dapat bisa ada tersebut terhadap secara dia "
                   "ia mereka kami kita saya anda jika maka agar namun tetapi yaitu disebut semua "
                   "vs versus",
                   "quran alquran koran ayat surah surat sura tafsir tafsirnya",
                   "pengertian definisi arti artinya maksud jelaskan penjelasan contoh contohnya "
                   "soal latihan pembahasan rangkuman ringkasan materi makalah mencari "
                   "menghitung menentukan rumus ppt pdf",
                   "kelas semester bab jilid"},
    [LOCALE_DE] =
        {"was wer wen wem wessen wann wo woher wohin warum weshalb weswegen wieso wie "
         "welche welcher welches welchen welchem wieviel wieviele womit wodurch worin "
         "wofür wozu woraus woran worauf wovon sagt",
         "der die das den dem des ein eine einer eines einem einen ist sind war waren "
         "wird werden wurde wurden sein hat haben hatte hatten kann können konnte und "
         "oder aber nicht auch in im an am auf aus bei beim mit nach von vom zu zum zur "
         "für über unter um durch als wenn dass daß es er sie ihr ihre sich man so noch "
         "nur dieser diese dieses diesem diesen ich wir alle aller alles vs versus",
         "koran quran koranvers koranverse vers verse versen ayat sure suren sura surah tafsir",
         "definition bedeutung erklärung erklären erklärt einfach beispiel beispiele aufgabe "
         "aufgaben übung übungen übungsaufgaben arbeitsblatt anleitung zusammenfassung referat "
         "steckbrief formel berechnen ausrechnen ppt pdf",
         "klasse klassenstufe jahrgang jahrgangsstufe semester kapitel lektion"},
    [ARABIC] = {"ما ماذا من متى أين كيف لماذا لم هل كم أي أية",
                "في على إلى عن مع هو هي هم كان كانت يكون تكون التي الذي الذين اللذان هذا هذه ذلك "
                "تلك أن إن أو ثم قد لا كما بين عند بعد قبل حتى و تم يتم منذ خلال كل بها به فيه "
                "فيها له لها",
                "القرآن قرآن القران آية آيات الآية سورة تفسير", NULL, NULL},
};

typedef struct entry {
  char key[FOLD_MAX];
  size_t len;
  enum word_class class;
} entry;

static int by_key(const void *a, const void *b) {
  const entry *x = a, *y = b;
  int order = span_compare((span){x->key, x->len}, (span){y->key, y->len});
  return order != 0 ? order : (int)y->class - (int)x->class;
}

/* Adds the words of a list, NULL where a locale has none. @return how many there are with those
 * before */
static size_t read_list(const char *list, enum word_class class, entry *out, size_t count) {
  span rest = list == NULL ? (span){NULL, 0} : span_of(list);
  while (rest.len > 0 && count < WORDS_MOST) {
    span word = span_take(rest, span_find(rest, ' '));
    unsigned traits;
    rest = span_skip(rest, word.len + 1);
    out[count].class = class;
    out[count].len = fold_word(word, out[count].key, &traits);
    count++;
  }
  return count;
}

bool words_write(unsigned locale, lexicon_writer *out) {
  entry *all = malloc(WORDS_MOST * sizeof(*all));
  size_t count = 0;
  if (all == NULL) { return false; }
  const unsigned languages[] = {locale, ARABIC};
  for (size_t i = 0; i < 2; i++) {
    count = read_list(lists[languages[i]].question, WORD_QUESTION, all, count);
    count = read_list(lists[languages[i]].function, WORD_FUNCTION, all, count);
    count = read_list(lists[languages[i]].quran, WORD_QURAN, all, count);
    count = read_list(lists[languages[i]].request, WORD_REQUEST, all, count);
    count = read_list(lists[languages[i]].level, WORD_LEVEL, all, count);
  }
  qsort(all, count, sizeof(*all), by_key);
  for (size_t i = 0; i < count; i++) {
    span key = {all[i].key, all[i].len};
    if (i > 0 && span_equal(key, (span){all[i - 1].key, all[i - 1].len})) { continue; }
    lexicon_add(out, key, 0);
    buffer_u8(&out->data, (uint8_t)all[i].class);
  }
  free(all);
  return !out->index.failed && !out->data.failed;
}

bool words_point_to_quran(unsigned locale, span key) {
  const unsigned languages[] = {locale, ARABIC};
  for (size_t i = 0; i < 2; i++) {
    const char *list = lists[languages[i]].quran;
    for (span rest = span_of(list == NULL ? "" : list), word; rest.len > 0;) {
      char folded[FOLD_MAX];
      unsigned traits;
      word = span_take(rest, span_find(rest, ' '));
      rest = span_skip(rest, word.len + 1);
      if (span_equal(key, (span){folded, fold_word(word, folded, &traits)})) { return true; }
    }
  }
  return false;
}

/* The class that a folded word is listed with. */
static enum word_class listed_class(const lexicon *words, span key) {
  lexicon_cursor c;
  lexicon_seek_block(words, key, &c);
  for (unsigned i = 0; i < LEXICON_BLOCK && c.number < words->count && c.payload < c.end; i++) {
    int order = lexicon_compare(&c, key);
    if (order > 0) { break; }
    if (order == 0) {
      return *c.payload > WORD_LEVEL ? WORD_CONTENT : (enum word_class) * c.payload;
    }
    if (!lexicon_next(&c, c.payload + 1)) { break; }
  }
  return WORD_CONTENT;
}

enum word_class words_class(const lexicon *words, span key) {
  enum word_class class = listed_class(words, key);
  return class == WORD_LEVEL ? WORD_CONTENT : class;
}

enum word_class outline_class(const partition *p, span key) {
  enum word_class class = words_class(&p->words, key);
  return class == WORD_QURAN && p->runs.len == 0 ? WORD_CONTENT : class;
}

enum { LEVEL_DIGITS = 2, ROMAN_MOST = 4 };

/* True for the number of a level: "10", "10th", "xii". */
static bool is_level_number(span key) {
  size_t digits = 0, romans = 0;
  while (digits < key.len && ascii_digit(key.data[digits])) { digits++; }
  while (romans < key.len && strchr("ivx", key.data[romans]) != NULL) { romans++; }
  bool ordinal = key.len == digits + strlen("th");
  return (digits > 0 && digits <= LEVEL_DIGITS && (digits == key.len || ordinal)) ||
         (romans == key.len && romans <= ROMAN_MOST);
}

/* Makes levels with a number beside them words of a request, as their numbers, and others content.
 */
static void settle_levels(outline *out, const bool *numbers, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (out->classes[i] != WORD_LEVEL) { continue; }
    size_t number = i + 1 < count && numbers[i + 1] ? i + 1 : i > 0 && numbers[i - 1] ? i - 1 : i;
    out->classes[i] = out->classes[number] = number == i ? WORD_CONTENT : WORD_REQUEST;
  }
}

static void add_content(outline *out, uint32_t position) {
  out->first = out->contents++ == 0 ? position : out->first;
  out->last = position;
  out->content = true;
}

void outline_read(const partition *p, const phrasing *from, outline *out) {
  token_reader tokens;
  token t;
  size_t len = 0;
  bool numbers[OUTLINED] = {false};
  memset(out->classes, WORD_FUNCTION, sizeof out->classes);
  out->question = from->asks;
  out->content = false;
  out->contents = out->first = out->last = 0;
  out->keyed = 0;
  token_begin(&tokens, from->text);
  while (token_next(&tokens, &t)) {
    out->content = out->content || t.kind != TOKEN_WORD;
    if (t.kind != TOKEN_WORD || t.position >= OUTLINED) { continue; }
    enum word_class class = listed_class(&p->words, t.key);
    if (class == WORD_QURAN) { class = outline_class(p, t.key); }
    out->question = out->question || (class == WORD_QUESTION && t.position == 0);
    out->classes[t.position] = (uint8_t) class;
    numbers[t.position] = is_level_number(t.key);
    if (t.position == out->keyed && len + 1 + t.key.len <= OUTLINE_KEYS) {
      out->keys[len] = ' ';
      len += t.position > 0;
      memcpy(out->keys + len, t.key.data, t.key.len);
      len += t.key.len;
      out->ends[out->keyed++] = (uint16_t)len;
    }
  }
  out->words = tokens.position;
  uint32_t classed = out->words < OUTLINED ? out->words : OUTLINED;
  settle_levels(out, numbers, classed);
  for (uint32_t i = 0; i < classed; i++) {
    if (out->classes[i] == WORD_CONTENT) { add_content(out, i); }
  }
  if (out->contents == 0 && out->words > 0) { out->last = out->words - 1; }
}

void outline_variants(const partition *p, const outline *of, uint32_t position, variant_run *run) {
  variant_reader found;
  if (position < run->end || position >= of->keyed || p->variants.count == 0) { return; }
  const char *key = of->keys + (position == 0 ? 0 : of->ends[position - 1] + 1);
  *run = (variant_run){.first = position, .end = position};
  for (uint32_t end = position; end < of->keyed && end - position < VARIANT_WORDS; end++) {
    size_t len = (size_t)(of->keys + of->ends[end] - key);
    if (len <= FOLD_MAX && variants_find(&p->variants, (span){key, len}, &found)) {
      *run = found.left > 0 ? (variant_run){found, position, end + 1} : *run;
    } else if (end == position) {
      return; /* the first word of each key is one */
    }
  }
}

enum { ABSENT_LEAST = 2 /* letters: -x is more often a part of a formula */ };

static bool is_blank(char c) { return (unsigned char)c <= ' '; }

static span trim(span text) {
  while (text.len > 0 && is_blank(text.data[0])) { text = span_skip(text, 1); }
  while (text.len > 0 && is_blank(text.data[text.len - 1])) { text.len--; }
  return text;
}

/* Bytes of the word behind a minus, 0 when there is none. */
static size_t absent_word(span text) {
  size_t len = 0, letters = 0, step;
  for (; len < text.len && !is_blank(text.data[len]); len += step) {
    uint32_t point = utf8_decode(span_skip(text, len), &step);
    if (step == 0) { break; }
    enum fold_class class = fold_classify(point);
    bool inner = letters > 0 && (class == FOLD_DIACRITIC || fold_apostrophe(point));
    if (class != FOLD_ALPHA && !inner) { return 0; }
    letters += class == FOLD_ALPHA;
  }
  return letters >= ABSENT_LEAST ? len : 0;
}

static void read_phrases(phrasing *p) {
  static const span quotes[] = {{"\"", 1}, {"“", 3}, {"”", 3}, {"„", 3}, {"«", 2}, {"»", 2}};
  size_t begin = SIZE_MAX;
  for (size_t at = 0; at < p->text.len; at++) {
    size_t quote = 0; /* bytes of the quotation mark that stands here */
    for (size_t i = 0; i < sizeof(quotes) / sizeof(*quotes) && quote == 0; i++) {
      bool likely = p->text.data[at] == quotes[i].data[0];
      if (likely && span_starts(span_skip(p->text, at), quotes[i])) { quote = quotes[i].len; }
    }
    if (quote == 0) { continue; }
    if (begin == SIZE_MAX) {
      begin = at + quote;
      continue;
    }
    span inside = trim((span){p->text.data + begin, at - begin});
    if (inside.len > 0 && p->phrase_count < PHRASING_PHRASES) {
      p->phrases[p->phrase_count++] = inside;
    }
    begin = SIZE_MAX;
  }
}

/* Lists the words that are to be absent, and copies the rest. */
static bool read_text(phrasing *p, arena *memory) {
  char *text = arena_alloc(memory, p->typed.len + 1);
  if (text == NULL) { return false; }
  p->text = (span){text, p->typed.len};
  for (size_t at = 0; at < p->typed.len; at++) {
    text[at] = p->typed.data[at];
    bool minus = text[at] == '-' && (at == 0 || is_blank(text[at - 1]));
    size_t len = minus ? absent_word(span_skip(p->typed, at + 1)) : 0;
    if (len == 0 || p->absent_count == PHRASING_ABSENT) { continue; }
    p->absent[p->absent_count++] = (span){p->typed.data + at + 1, len};
    memset(text + at, ' ', len + 1);
    at += len;
  }
  read_phrases(p);
  return true;
}

static void add_words(buffer *key, char sign, span text) {
  token_reader r;
  token t;
  token_begin(&r, text);
  buffer_u8(key, (uint8_t)sign);
  while (token_next(&r, &t)) {
    buffer_append(key, t.key);
    buffer_u8(key, t.kind == TOKEN_IDENTIFIER ? '\1' : ' ');
  }
}

static bool write_key(phrasing *p, arena *memory) {
  buffer key = {0};
  add_words(&key, p->asks ? '?' : ' ', p->text);
  for (size_t i = 0; i < p->phrase_count; i++) { add_words(&key, '"', p->phrases[i]); }
  for (size_t i = 0; i < p->absent_count; i++) { add_words(&key, '-', p->absent[i]); }
  p->key = key.failed ? (span){NULL, 0} : arena_copy(memory, buffer_span(&key));
  buffer_free(&key);
  return p->key.data != NULL;
}

static int phrasing_by_key(const void *a, const void *b) {
  const phrasing *x = a, *y = b;
  int order = span_compare(x->key, y->key);
  return order != 0 ? order : span_compare(x->typed, y->typed);
}

bool phrasing_read(const search_query *request, arena *memory, phrasing out[SEARCH_PHRASINGS],
                   size_t *count) {
  *count = 0;
  for (size_t i = 0; i < request->count; i++) {
    out[i] = (phrasing){.typed = trim(request->phrasings[i])};
    if (!read_text(&out[i], memory)) { return false; }
    span text = out[i].text;
    out[i].asks = memchr(text.data, '?', text.len) != NULL ||
                  memmem(text.data, text.len, "؟", strlen("؟")) != NULL;
    if (request->count > 1 && !write_key(&out[i], memory)) { return false; }
  }
  qsort(out, request->count, sizeof(*out), phrasing_by_key);
  for (size_t i = 0; i < request->count; i++) {
    if (i > 0 && span_equal(out[i].key, out[*count - 1].key)) { continue; }
    out[(*count)++] = out[i];
  }
  return true;
}
