#include "quran/spoken.h"

#include <stdlib.h>

#include "base/utf8.h"
#include "quran/spelling.h"

enum {
  SOUNDS_MOST = 64, /* of a text: the bits of a word */
  SOUNDS_LEAST = 7,
  SOUNDS_OF_PART = 8, /* of a text that begins no verse */
  SOUNDS_PER_EDIT = 3,
  ENDS_MOST = 256, /* places whose beginning is looked for */
  LETTERS = 128    /* of ASCII */
};

struct spoken {
  char *sounds; /* of all verses, one after the other */
  uint32_t count;
  uint32_t starts[QURAN_VERSES + 1]; /* of each verse */
};

enum { LAM = 0x644, FIRST_LETTER = 0x627, LAST_LETTER = 0x64a };

/* The sounds of the letters from alef to yeh, as spelling.h has them for Latin script, and sh as s;
   a point where there is none that counts. */
static const char sounds_of_letters[] = ".btts.hhddrdsssdtd.g......fkklmnh...";

static bool is_letter(uint32_t point) { return point >= FIRST_LETTER && point <= LAST_LETTER; }

static char sound_of(uint32_t point) {
  return is_letter(point) ? sounds_of_letters[point - FIRST_LETTER] : '.';
}

static void add_sound(spoken *s, uint32_t start, char sound) {
  bool doubled = s->count > start && s->sounds[s->count - 1] == sound;
  if (sound != '.' && !doubled) { s->sounds[s->count++] = sound; }
}

/* Adds the sounds of a verse. The lam of an article is silent where a letter follows it without a
   mark between them: that letter is doubled. */
static void add_verse(spoken *s, span text) {
  const uint32_t start = s->count;
  bool lam = false;
  for (size_t length; text.len > 0; text = span_skip(text, length)) {
    uint32_t point = utf8_decode(text, &length);
    if (length == 0) { break; }
    if (lam && !is_letter(point)) { add_sound(s, start, 'l'); }
    lam = point == LAM;
    if (!lam) { add_sound(s, start, sound_of(point)); }
  }
  if (lam) { add_sound(s, start, 'l'); }
}

spoken *spoken_open(const quran *q) {
  spoken *s = malloc(sizeof *s);
  size_t bytes = 1, verse = 0;
  for (unsigned surah = 1; surah <= QURAN_SURAHS; surah++) {
    for (unsigned i = 1; i <= quran_verse_count(surah); i++) {
      bytes += quran_arabic(q, surah, i).len / 2; /* a letter has two bytes */
    }
  }
  if (s == NULL) { return NULL; }
  s->count = 0;
  s->sounds = malloc(bytes);
  if (s->sounds == NULL) {
    free(s);
    return NULL;
  }
  for (unsigned surah = 1; surah <= QURAN_SURAHS; surah++) {
    for (unsigned i = 1; i <= quran_verse_count(surah); i++) {
      s->starts[verse++] = s->count;
      add_verse(s, quran_arabic(q, surah, i));
    }
  }
  s->starts[verse] = s->count;
  char *smaller = realloc(s->sounds, s->count + 1);
  s->sounds = smaller == NULL ? s->sounds : smaller;
  return s;
}

void spoken_close(spoken *s) {
  if (s == NULL) { return; }
  free(s->sounds);
  free(s);
}

/* The sounds of a text. @return how many, 0 for more than SOUNDS_MOST or letters of other scripts
 */
static size_t read_sounds(span text, char out[SOUNDS_MOST]) {
  size_t count = 0;
  while (text.len > 0) {
    letters word = {.len = 0};
    size_t length = 1;
    for (; text.len > 0 && text.data[0] != ' '; text = span_skip(text, length)) {
      uint32_t point = utf8_decode(text, &length);
      if (point == '-') { continue; }
      if (length == 0 || point >= 0x600 || !spelling_fold(point, &word)) { return 0; }
    }
    text = span_skip(text, 1);
    letters sounds = spelling_sounds(spelling_span(&word));
    for (size_t i = 0; i < sounds.len; i++) {
      char sound = sounds.data[i] == 'x' ? 's' : sounds.data[i];
      bool vowel = sound == 'a' || sound == 'i' || sound == 'u';
      if (vowel || (count > 0 && out[count - 1] == sound)) { continue; }
      if (count == SOUNDS_MOST) { return 0; }
      out[count++] = sound;
    }
  }
  return count;
}

/* How many sounds of a text may differ from a verse, so few that chance does not explain the rest.
   @param begins true where the verse begins so: there are fewer beginnings than places
   @return -1 for a text that is too short, even without a difference */
static int edits_allowed(size_t count, bool begins) {
  size_t least = begins ? SOUNDS_LEAST : SOUNDS_OF_PART;
  return count < least ? -1 : (int)((count - least) / SOUNDS_PER_EDIT);
}

/* A th is one of two letters. */
static bool alike(char typed, char spoken_sound) {
  return typed == spoken_sound || (typed == 's' && spoken_sound == 't');
}

/* Where the sounds begin that end at `end` and differ least from a text, the nearest to `end`. */
static uint32_t find_begin(const spoken *s, uint32_t end, const char *text, size_t count,
                           unsigned edits) {
  unsigned row[SOUNDS_MOST + 1];
  size_t longest = count + edits < end ? count + edits : end, best = 0;
  unsigned least = (unsigned)count;
  for (size_t i = 0; i <= count; i++) { row[i] = (unsigned)i; }
  for (size_t k = 1; k <= longest; k++) {
    unsigned diagonal = row[0];
    row[0] = (unsigned)k;
    for (size_t i = 1; i <= count; i++) {
      unsigned other = row[i] < row[i - 1] ? row[i] + 1 : row[i - 1] + 1;
      unsigned same = diagonal + !alike(text[count - i], s->sounds[end - k]);
      diagonal = row[i];
      row[i] = same < other ? same : other;
    }
    if (row[count] < least) {
      least = row[count];
      best = k;
    }
  }
  return end - (uint32_t)best;
}

static size_t verse_at(const spoken *s, uint32_t place) {
  size_t from = 0, to = QURAN_VERSES;
  while (to - from > 1) {
    size_t middle = (from + to) / 2;
    *(s->starts[middle] <= place ? &from : &to) = middle;
  }
  return from;
}

/* A place that sounds like a text. */
typedef struct place {
  size_t verse;
  unsigned edits;
  bool begins, found;
} place;

/* A text that is looked for. */
typedef struct seeker {
  const spoken *in;
  char typed[SOUNDS_MOST];
  size_t count, ends;
  uint64_t equal[LETTERS]; /* the places of each sound in the text */
  place best;
} seeker;

static void consider(seeker *k, uint32_t end, unsigned edits) {
  uint32_t begin = find_begin(k->in, end, k->typed, k->count, edits);
  place here = {.verse = verse_at(k->in, begin), .edits = edits, .found = true};
  here.begins = k->in->starts[here.verse] == begin;
  if ((int)edits > edits_allowed(k->count, here.begins)) { return; }
  bool better = !k->best.found || edits < k->best.edits ||
                (edits == k->best.edits && here.begins && !k->best.begins);
  if (better) { k->best = here; }
}

/* Looks for the text in all sounds (Myers, 1999: a column of edit distances in the bits of two
   words). */
static void seek(seeker *k) {
  const uint64_t last = UINT64_C(1) << (k->count - 1);
  const int allowed = edits_allowed(k->count, true);
  uint64_t more = UINT64_MAX, less = 0;
  int edits = (int)k->count;
  for (uint32_t i = 0; i < k->in->count && k->ends < ENDS_MOST; i++) {
    uint64_t same = k->equal[k->in->sounds[i] & (LETTERS - 1)], down = same | less;
    uint64_t across = (((same & more) + more) ^ more) | same;
    uint64_t up = less | ~(across | more), drop = more & across;
    edits += ((up & last) != 0) - ((drop & last) != 0);
    up <<= 1;
    drop <<= 1;
    more = drop | ~(down | up);
    less = up & down;
    if (edits > allowed || (k->best.found && edits > (int)k->best.edits)) { continue; }
    consider(k, i + 1, (unsigned)edits);
    k->ends++;
  }
}

unsigned spoken_find(const spoken *s, span text, unsigned *verse) {
  seeker k = {.in = s};
  unsigned surah = 1;
  k.count = read_sounds(text, k.typed);
  if (edits_allowed(k.count, true) < 0) { return 0; }
  for (size_t i = 0; i < k.count; i++) {
    k.equal[k.typed[i] & (LETTERS - 1)] |= UINT64_C(1) << i;
    if (k.typed[i] == 's') { k.equal['t'] |= UINT64_C(1) << i; }
  }
  seek(&k);
  if (!k.best.found) { return 0; }
  for (*verse = (unsigned)k.best.verse + 1; *verse > quran_verse_count(surah); surah++) {
    *verse -= quran_verse_count(surah);
  }
  return surah;
}
