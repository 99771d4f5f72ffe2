#include "search/words.h"

#include <stdlib.h>

enum { WORDS_MOST = 512, ARABIC = LOCALE_COUNT };

/* As they are written, parted by spaces; Arabic counts in every locale. */
static const struct {
  const char *question, *function, *quran;
} lists[LOCALE_COUNT + 1] = {
    [LOCALE_EN] = {"what which who whom whose when where why how whats whos",
                   "a an the and or but if of in on at to for from by with without about into onto "
                   "upon as than then that this these those it its is are was were be been being "
                   "am do does did has have had can could will would shall should may might must "
                   "there here they them their he him his she her we us our you your i me my not "
                   "no so such some any all each also please say says said",
                   "quran koran verse verses ayat ayah ayahs aya surah sura surahs tafsir tafseer"},
    [LOCALE_ID] = {"apa apakah apabila siapa siapakah kapan kapankah dimana dimanakah kemana mana "
                   "manakah bagaimana bagaimanakah mengapa mengapakah kenapa berapa berapakah",
                   "yang di ke dari dan atau pada kepada untuk dengan adalah ialah merupakan itu "
                   "ini oleh dalam sebagai akan telah sudah tidak bukan juga para bagi tentang "
                   "antara saat ketika karena seperti dapat bisa ada tersebut terhadap secara dia "
                   "ia mereka kami kita saya anda jika maka agar namun tetapi yaitu disebut semua",
                   "quran alquran koran ayat surah surat sura tafsir tafsirnya"},
    [LOCALE_DE] =
        {"was wer wen wem wessen wann wo woher wohin warum weshalb weswegen wieso wie "
         "welche welcher welches welchen welchem wieviel wieviele womit wodurch worin "
         "wofür wozu woraus woran worauf wovon sagt",
         "der die das den dem des ein eine einer eines einem einen ist sind war waren "
         "wird werden wurde wurden sein hat haben hatte hatten kann können konnte und "
         "oder aber nicht auch in im an am auf aus bei beim mit nach von vom zu zum zur "
         "für über unter um durch als wenn dass daß es er sie ihr ihre sich man so noch "
         "nur dieser diese dieses diesem diesen ich wir alle aller alles",
         "koran quran koranvers koranverse vers verse versen ayat sure suren sura surah tafsir"},
    [ARABIC] = {"ما ماذا من متى أين كيف لماذا لم هل كم أي أية",
                "في على إلى عن مع هو هي هم كان كانت يكون تكون التي الذي الذين اللذان هذا هذه ذلك "
                "تلك أن إن أو ثم قد لا كما بين عند بعد قبل حتى و تم يتم منذ خلال كل بها به فيه "
                "فيها له لها",
                "القرآن قرآن القران آية آيات الآية سورة تفسير"},
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

enum word_class words_class(const lexicon *words, span key) {
  lexicon_cursor c;
  lexicon_seek_block(words, key, &c);
  for (unsigned i = 0; i < LEXICON_BLOCK && c.number < words->count && c.payload < c.end; i++) {
    int order = lexicon_compare(&c, key);
    if (order > 0) { break; }
    if (order == 0) {
      return *c.payload > WORD_QURAN ? WORD_CONTENT : (enum word_class) * c.payload;
    }
    if (!lexicon_next(&c, c.payload + 1)) { break; }
  }
  return WORD_CONTENT;
}
