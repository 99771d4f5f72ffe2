#include "quran/reference.h"

#include "base/ascii.h"
#include "base/escape.h"
#include "quran/names.h"
#include "quran/naming.h"
#include "quran/quran.h"

/** Letters of a word that is mended without an introduction: shorter ones are near to some name. */
enum { NEAR_LETTERS = 6 };

/** True when a gap has no words but such of these kinds. */
static bool has_only(const reading_gap *g, unsigned allowed) {
  return !g->name && (g->kinds & ~allowed) == 0;
}

/** The kinds behind a number, without what makes it an ordinal of a surah: "2nd surah". */
static unsigned ordinal_kinds(const reading_gap *g) {
  return (g->kinds & WORD_SURAH) != 0 ? g->kinds & ~(unsigned)WORD_ORDINAL : g->kinds;
}

/** True when the number behind gap `index` is the end of a range. */
static bool ends_range(const reading *r, unsigned index) {
  const reading_gap *g = &r->gaps[index];
  return has_only(g, WORD_RANGE | WORD_VERSE | WORD_V) &&
         ((g->kinds & WORD_RANGE) != 0 || (g->kinds == 0 && g->separator == '-'));
}

/** True when the number behind gap `index` is the verse after the one before it, in a list. */
static bool follows(const reading *r, unsigned index) {
  const reading_gap *g = &r->gaps[index];
  bool told = r->gaps[0].end > 0 || r->gaps[1].separator == ':'; /* "1, 2, 3" are numbers */
  bool list = has_only(g, WORD_AND) && ((g->kinds & WORD_AND) != 0 || g->separator == ',');
  return told && list && r->numbers[index].value == r->numbers[index - 1].value + 1;
}

/** True when nothing but what belongs to the verse is behind the last number. */
static bool ends_verse(const reading *r) {
  const reading_gap *g = &r->gaps[r->count];
  bool ordinal = (g->ordinal || (g->kinds & WORD_ORDINAL) != 0) && (g->kinds & WORD_VERSE) != 0;
  return has_only(g, WORD_NEXT) || (ordinal && has_only(g, WORD_VERSE | WORD_ORDINAL));
}

/** True when the number behind gap `index` may be a verse of the surah before it. */
static bool is_verse(const reading *r, unsigned index) {
  const reading_gap *g = &r->gaps[index];
  return !g->name &&
         (ordinal_kinds(g) & ~(unsigned)(WORD_VERSE | WORD_V | WORD_COUNTER | WORD_SURAH)) == 0 &&
         ((g->kinds & (WORD_VERSE | WORD_V)) != 0 || (g->kinds == 0 && g->separator != '-'));
}

/** The end of a range, which may leave out the figures that its beginning has: 255-56. */
static unsigned range_end(unsigned first, unsigned last) {
  unsigned unit = last < 10 ? 10 : last < 100 ? 100 : 1000;
  unsigned whole = first - first % unit + last;
  return last < first && whole > first ? whole : last;
}

/** Sets the verses of a reference: none where its surah has no such verses. */
static void set_verses(unsigned first, unsigned last, quran_reference *out) {
  last = range_end(first, last);
  out->asked_first = first;
  out->asked_last = last;
  out->last_surah = out->surah;
  if (first >= 1 && first <= last && last <= quran_verse_count(out->surah)) {
    out->first = first;
    out->last = last;
  }
}

/** Takes the numbers from `index` on as verses of `surah`: none, one, or a range. */
static bool take_verses(const reading *r, unsigned index, unsigned surah, quran_reference *out) {
  const reading_number *n = r->numbers;
  unsigned left = r->count - index;
  *out = (quran_reference){.surah = surah, .last_surah = surah};
  if (quran_verse_count(surah) == 0 || (r->count > 0 && r->gaps[r->count].separator != 0)) {
    return false;
  }
  bool next = (r->gaps[r->count].kinds & WORD_NEXT) != 0;
  if (next && left != 1) { return false; }
  if (left > 0) { set_verses(n[index].value, n[r->count - 1].value + next, out); }
  bool repeats = left == 3 && n[index + 1].value == surah && is_verse(r, index + 2);
  return left < 2 || ((left == 2 || repeats) && ends_range(r, index + 1)) ||
         (left == 2 && follows(r, index + 1));
}

/** Ratios of screens and shares that are asked for more often than the verse of that number. */
static bool is_ratio(unsigned first, unsigned second) {
  static const unsigned char ratios[][2] = {{16, 9}, {16, 10}, {21, 9},  {4, 3},   {9, 16},
                                            {5, 4},  {50, 50}, {80, 20}, {60, 40}, {70, 30}};
  for (size_t i = 0; i < sizeof ratios / sizeof *ratios; i++) {
    if (ratios[i][0] == first && ratios[i][1] == second) { return true; }
  }
  return false;
}

/** Weighs a reference that is all numbers. @return false when such numbers are none */
static bool weigh_numbers(const reading *r, quran_reference *out) {
  const reading_number *n = r->numbers;
  bool beyond = out->asked_first > 0 && out->first == 0; /* "3.999" is a number, "1:50" a scale */
  char separator = r->count > 1 && r->gaps[1].separator != 0 ? r->gaps[1].separator : ' ';
  for (unsigned i = 0; i < r->count; i++) {
    if (n[i].led_by_zero && !(n[0].padded && separator == ':')) { return false; }
  }
  if (separator == ' ' || (beyond && (separator != ':' || out->surah == 1))) {
    out->evidence = QURAN_LOOSE;
  } else if (separator != ':') {
    out->evidence = QURAN_DECIMAL;
  } else {
    bool time = r->count > 3 && out->asked_last < 60;
    bool ratio = time || (r->count == 2 && is_ratio(n[0].value, n[1].value));
    out->evidence = ratio ? QURAN_RATIO : QURAN_NUMBERS;
  }
  return true;
}

/** "2:255", "QS 36:1-5", "Sure 112", "36. Sure, Vers 5": the surah is the first number.
 * @param front_kinds kinds of the words in front */
static bool by_number(const reading *r, unsigned front_kinds, quran_reference *out) {
  const reading_gap *front = &r->gaps[0], *next = &r->gaps[1];
  bool listed = (front_kinds & WORD_VERSE) != 0 && next->kinds == 0 &&
                next->separator == ' '; /* "ayat 1 5" */
  if (r->count == 0 || listed ||
      (front_kinds == 0 && front->separator != 0 && front->separator != ' ')) {
    return false;
  }
  bool ordinals = r->count == 2 && ordinal_kinds(next) == WORD_SURAH && !next->name &&
                  (r->gaps[2].kinds & WORD_VERSE) != 0 &&
                  has_only(&r->gaps[2], WORD_VERSE | WORD_ORDINAL);
  bool of_surah = !next->name && (ordinal_kinds(next) & ~(unsigned)WORD_SURAH) == 0;
  bool ordered =
      r->count == 1 ? of_surah && (front_kinds & WORD_VERSE) == 0 : is_verse(r, 1) && ends_verse(r);
  if (!(ordered || ordinals) || !take_verses(r, 1, r->numbers[0].value, out)) { return false; }
  front_kinds |= next->kinds;
  bool chapter = (front_kinds & WORD_CHAPTER) != 0 && r->count > 1 && next->separator == ':';
  out->evidence = QURAN_EXPLICIT;
  return (front_kinds & (WORD_SURAH | WORD_BOOK | WORD_VERSE)) != 0 || chapter ||
         weigh_numbers(r, out);
}

/** The value of a Roman numeral of `least` letters or more, 0 for what is none up to 114. */
static unsigned roman(span word, size_t least) {
  static const char *const tens[] = {"",   "x",   "xx",   "xxx", "xl", "l",
                                     "lx", "lxx", "lxxx", "xc",  "c",  "cx"};
  static const char *const ones[] = {"", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"};
  for (unsigned value = 1; word.len >= least && value <= QURAN_SURAHS; value++) {
    span ten = span_of(tens[value / 10]), one = span_of(ones[value % 10]);
    if (word.len == ten.len + one.len && span_starts(word, ten) &&
        span_equal(span_skip(word, ten.len), one)) {
      return value;
    }
  }
  return 0;
}

/** The surah of a name that is spelled right, or of a Roman numeral. @param front_kinds kinds of
 * the words in front @param marked a comma or a colon is behind it: one letter is a numeral then
 * @param near receives whether another may be near to some name
 * @return it, or 0 */
static unsigned surah_named(const naming *name, unsigned front_kinds, bool marked, bool listed_only,
                            bool *near) {
  unsigned surah = naming_surah(name, (front_kinds & ~(unsigned)WORD_COUNTER) != 0, listed_only);
  if (surah == 0 && (front_kinds & (WORD_SURAH | WORD_BOOK)) != 0) {
    surah = roman(spelling_span(&name->joined), marked ? 1 : 2);
  }
  *near = surah == 0 && !listed_only && name->kinds == 0;
  return surah;
}

/** True for a name that is a common word, too. */
static bool is_common(const naming *name) {
  return spelling_listed(quran_common_words, spelling_span(&name->joined));
}

/** "ayat al-kursi". @param bare nothing else is there */
static bool by_verse_name(const naming *name, bool bare, quran_reference *out) {
  letters skeleton = spelling_skeleton(spelling_span(&name->joined));
  const struct quran_named_verse *verse = lookup_verse(spelling_span(&skeleton));
  if (verse == NULL) { return false; }
  *out = (quran_reference){.surah = verse->surah};
  set_verses(verse->first, verse->last, out);
  out->evidence = bare && is_common(name) ? QURAN_WORD : QURAN_EXPLICIT;
  return true;
}

/** "al-baqarah 255", "Al-Baqarah [2]: 255", "yasin".
 * @param front_kinds kinds of the words in front of the name */
static bool by_name(const reading *r, const naming *name, unsigned front_kinds, bool listed_only,
                    quran_reference *out) {
  const reading_number *n = r->numbers;
  bool near, bare = r->count == 0 && front_kinds == 0;
  char mark = r->count > 0 ? r->gaps[0].separator : 0;
  unsigned surah = surah_named(name, front_kinds, mark == ',' || mark == ':', listed_only, &near);
  if (surah == 0 && r->count == 0 && by_verse_name(name, bare, out)) { return true; }
  if (near && front_kinds == 0 && (bare || name->joined.len < NEAR_LETTERS)) { return false; }
  surah = near ? naming_near(name) : surah;
  bool own =
      r->count > 0 && n[0].value == surah && (r->count == 1 ? r->gaps[0].bracket : is_verse(r, 1));
  if ((r->count > 0 && !ends_verse(r)) || !take_verses(r, own ? 1 : 0, surah, out)) {
    return false;
  }
  bool common = bare && is_common(name);
  out->evidence = near ? QURAN_NEAR : common ? QURAN_WORD : bare ? QURAN_NAME : QURAN_EXPLICIT;
  return true;
}

/** "Vers 255 der Sure 2", "ayat 1-5 surat Yasin": the words in front are such for verses. */
static bool by_verse(const reading *r, bool listed_only, quran_reference *out) {
  const unsigned between = WORD_OF | WORD_SURAH | WORD_BOOK | WORD_CHAPTER | WORD_COUNTER;
  unsigned verses = r->count > 1 && ends_range(r, 1) ? 2 : 1, front_kinds = 0, surah;
  const reading_gap *g = &r->gaps[verses];
  bool near = false;
  if (r->count == verses + 1) {
    bool introduced = (g->kinds & (WORD_SURAH | WORD_BOOK | WORD_CHAPTER)) != 0;
    surah = introduced && has_only(g, between) && has_only(&r->gaps[r->count], 0)
                ? r->numbers[verses].value
                : 0;
  } else {
    naming name;
    unsigned from = reading_start(r, verses);
    for (; from < g->end && (r->words[from].kind & between) != 0; from++) {
      front_kinds |= r->words[from].kind;
    }
    surah = r->count == verses && naming_join(r, from, g->end, &name)
                ? surah_named(&name, front_kinds, false, listed_only, &near)
                : 0;
    surah = near ? naming_near(&name) : surah;
  }
  if (quran_verse_count(surah) == 0) { return false; }
  *out = (quran_reference){.surah = surah, .evidence = near ? QURAN_NEAR : QURAN_EXPLICIT};
  set_verses(r->numbers[0].value, r->numbers[verses - 1].value, out);
  return true;
}

/** "30th juz"; "30 juz" are all of the book. */
static bool is_juz_ordinal(const reading *r) {
  unsigned ordinal = r->gaps[1].ordinal ? WORD_ORDINAL : 0;
  return r->count == 1 && !r->gaps[1].name &&
         (r->gaps[1].kinds | ordinal) == (WORD_JUZ | WORD_ORDINAL);
}

/** "juz 30", "30th juz", "juz amma". @param name of the juz, NULL where it has none */
static bool by_juz(const reading *r, const naming *name, quran_reference *out) {
  static const struct {
    unsigned juz;
    const char *names;
  } named[] = {{30, "amma عم"}, {29, "tabarak tabaraka تبارك"}, {28, "qadsami qadsamiallah قدسمع"}};
  bool plain = r->gaps[1].end == r->gaps[0].end && r->gaps[1].separator == 0;
  bool numbered = r->count == 1 && name == NULL && (plain || is_juz_ordinal(r));
  unsigned juz = numbered ? r->numbers[0].value : 0;
  for (size_t i = 0; r->count == 0 && name != NULL && i < sizeof named / sizeof *named; i++) {
    juz = spelling_listed(named[i].names, spelling_span(&name->joined)) ? named[i].juz : juz;
  }
  if (juz < 1 || juz > QURAN_JUZ) { return false; }
  *out = (quran_reference){.juz = juz, .evidence = QURAN_EXPLICIT};
  out->surah = quran_juz(juz, &out->first);
  out->last_surah = quran_juz(juz + 1, &out->last);
  if (--out->last == 0) { out->last = quran_verse_count(--out->last_surah); }
  out->asked_first = out->first;
  out->asked_last = out->last;
  return true;
}

/** Where the words behind those begin that tell which form is wanted: "translation of 2:255". */
static unsigned skip_forms(const reading *r) {
  unsigned at = 0, end = r->gaps[0].end;
  while (at < end && r->words[at].kind == WORD_FORM) { at++; }
  if (at > 0 && at < end && r->words[at].kind == WORD_OF) { at++; }
  bool told = at < end ? (r->words[at].kind & (WORD_SURAH | WORD_VERSE)) != 0
                       : r->count > 1 && r->gaps[1].separator == ':';
  return told ? at : 0;
}

/** The words of the first gap: what introduces, the name, what counts the verse.
 * @param from, to receive where the name begins and ends @return kinds of the others */
static unsigned split_front(const reading *r, unsigned *from, unsigned *to) {
  const unsigned head = WORD_SURAH | WORD_BOOK | WORD_CHAPTER | WORD_COUNTER | WORD_JUZ;
  unsigned front_kinds = 0;
  *from = skip_forms(r);
  *to = r->gaps[0].end;
  while (*from < *to && (r->words[*from].kind & head) != 0) {
    front_kinds |= r->words[(*from)++].kind;
  }
  while (r->count > 0 && *to > *from &&
         (r->words[*to - 1].kind & (WORD_VERSE | WORD_V | WORD_COUNTER)) != 0) {
    bool numeral = *to - *from == 1 && r->words[*from].kind == WORD_V &&
                   (front_kinds & (WORD_SURAH | WORD_BOOK)) != 0; /* "Sure V, 32" */
    if (numeral) { break; }
    front_kinds |= r->words[--*to].kind;
  }
  if (*to > *from && span_equal(spelling_span(&r->words[*to - 1].text), SPAN("suresi"))) {
    front_kinds |= r->words[--*to].kind; /* Turkish: "Bakara suresi" */
  }
  return front_kinds;
}

/** Finds the reference that the words and numbers stand for. */
static bool interpret(const reading *r, bool listed_only, quran_reference *out) {
  naming name;
  unsigned from, to, front_kinds = split_front(r, &from, &to);
  bool named = naming_join(r, from, to, &name);
  if (!named && from < to) { return false; }
  if ((front_kinds & WORD_JUZ) != 0 || (to == 0 && is_juz_ordinal(r))) {
    return by_juz(r, named ? &name : NULL, out);
  }
  if (named) { return by_name(r, &name, front_kinds, listed_only, out); }
  return ((front_kinds & WORD_VERSE) != 0 && r->count > 0 && by_verse(r, listed_only, out)) ||
         by_number(r, front_kinds, out);
}

/** Takes the name behind the numbers off: "2:255 (Ayat al-Kursi)". @return false where none is */
static bool take_tail(reading *r, naming *tail) {
  reading_gap *g = &r->gaps[r->count];
  unsigned start = reading_start(r, r->count), from = start;
  if (r->count < 2 || !g->name) { return false; }
  while (from < g->end && r->words[from].kind == WORD_SURAH) { from++; }
  bool taken = naming_join(r, from, g->end, tail);
  *g = (reading_gap){.end = start};
  return taken;
}

/** True when a name is that of the verses, or of their surah. */
static bool is_named(const naming *name, const quran_reference *r) {
  quran_reference of;
  return naming_surah(name, true, false) == r->surah ||
         (by_verse_name(name, false, &of) && of.surah == r->surah && of.first == r->first &&
          of.last == r->last);
}

static bool parse(span text, bool listed_only, quran_reference *out) {
  reading r;
  naming tail;
  bool found = text.len <= QURAN_REFERENCE_BYTES && reading_read(text, &r) &&
               (interpret(&r, listed_only, out) ||
                (take_tail(&r, &tail) && interpret(&r, listed_only, out) && is_named(&tail, out)));
  if (!found) { *out = (quran_reference){0}; }
  return found;
}

/* Addresses. */

/** The value of a member of a query such as `from=255`, 0 when it has none. */
static unsigned member(span query, const char *names) {
  while (query.len > 0) {
    span row = span_take(query, span_find(query, '&'));
    size_t equals = span_find(row, '=');
    uint32_t value;
    if (spelling_listed(names, span_take(row, equals)) &&
        ascii_number(span_skip(row, equals + 1), 999, &value)) {
      return value;
    }
    query = span_skip(query, row.len + 1);
  }
  return 0;
}

/** The part of `text` up to a byte, which is taken off it with the byte. */
static span take_to(span *text, char byte) {
  span part = span_take(*text, span_find(*text, byte));
  *text = span_skip(*text, part.len + 1);
  return part;
}

/** The part of an address's path that names the passage: at quran.com all of it but the language;
 * elsewhere the part behind `/quran/`. */
static span passage_of(bool at_home, span path) {
  span passage = {NULL, 0};
  if (at_home) {
    passage = span_skip(path, 1);
    bool language = span_find(passage, '/') == 2 && ascii_small(passage.data[0]);
    passage = span_skip(passage, language ? 3 : 0);
  } else {
    for (span rest = path; rest.len > 0; rest = span_skip(rest, 1)) {
      passage = span_starts(rest, SPAN("/quran/")) ? span_skip(rest, 7) : passage;
    }
  }
  bool markdown = passage.len > 3 && span_equal(span_skip(passage, passage.len - 3), SPAN(".md"));
  return span_take(passage, markdown ? passage.len - 3 : passage.len);
}

/** True for the host of a site, or of a part of it. */
static bool is_host(span host, span site) {
  size_t front = host.len < site.len ? 0 : host.len - site.len;
  return ascii_same(span_skip(host, front), site) && (front == 0 || host.data[front - 1] == '.');
}

/** Reads the address of a passage: at quran.com, at tanzil.net, or of a page whose path has
 * `/quran/`. */
static bool parse_address(span text, quran_reference *out) {
  char decoded[QURAN_REFERENCE_BYTES];
  span at = text, host, query, fragment;
  *out = (quran_reference){0};
  for (size_t i = 0; i + 3 < at.len; i++) {
    if (span_starts(span_skip(text, i), SPAN("://"))) {
      at = span_skip(text, i + 3);
      break;
    }
  }
  bool bare = span_starts(at, SPAN("quran.com/")) || span_starts(at, SPAN("www.quran.com/"));
  if (text.len > QURAN_REFERENCE_BYTES || (at.len == text.len && !bare && at.data[0] != '/') ||
      percent_decode(at, false, decoded, &at.len) != NULL) {
    return false;
  }
  at.data = decoded;
  fragment = at;
  query = take_to(&fragment, '#');
  host = take_to(&query, '?');
  span path = span_skip(host, span_find(host, '/'));
  host.len -= path.len;
  bool at_home = is_host(host, SPAN("quran.com")), at_tanzil = is_host(host, SPAN("tanzil.net"));
  span passage = at_tanzil ? fragment : passage_of(at_home, path);
  while (at_tanzil && span_find(passage, '/') < passage.len) { take_to(&passage, '/'); }
  size_t first_end = span_find(passage, '/');
  size_t second_end = first_end + 1 + span_find(span_skip(passage, first_end + 1), '/');
  bool found = parse(passage, true, out) ||
               (at_home && (parse(span_take(passage, second_end), true, out) || /* /2/255/tafsirs */
                            parse(span_take(passage, first_end), true, out)));  /* /2:255/tafsirs */
  unsigned chapter = at_home && !found ? member(query, "chapter") : 0; /* corpus.quran.com */
  if (quran_verse_count(chapter) > 0) {
    *out = (quran_reference){.surah = chapter, .last_surah = chapter};
    found = true;
  }
  if (!found) { return false; }
  unsigned first = member(query, "startingVerse verse from from_verse ayah");
  uint32_t verse;
  if (span_starts(fragment, SPAN("verse-")) && ascii_number(span_skip(fragment, 6), 999, &verse)) {
    first = verse;
  }
  if (first > 0 && out->asked_first == 0) {
    unsigned last = member(query, "to to_verse");
    set_verses(first, last > 0 ? last : first, out);
  }
  out->evidence = QURAN_EXPLICIT;
  return true;
}

bool quran_reference_parse(span text, quran_reference *out) {
  text = reading_trim(text);
  return (text.len > 0 && parse_address(text, out)) || parse(text, false, out);
}

/* Texts that are nearly a reference. */

static void add_candidate(quran_reference found, quran_reference list[QURAN_CANDIDATES],
                          size_t *count) {
  for (size_t i = 0; i < *count; i++) {
    if (list[i].surah == found.surah && list[i].first == found.first) { return; }
  }
  if (*count < QURAN_CANDIDATES) { list[(*count)++] = found; }
}

/** The members of a list of verses, up to as many as there may be candidates. */
typedef struct members {
  quran_reference list[QURAN_CANDIDATES];
  size_t count;
} members;

/** Adds the members of "2:255, 3:18 and 59:22" or "2:255, 257": a number alone is a verse of the
 * surah before it. @return false where a member is none */
static bool add_members(span text, members *all) {
  reading r;
  span front, rest;
  quran_reference found;
  if (all->count == QURAN_CANDIDATES) { return true; }
  if (all->count > 0 && reading_read(text, &r) && r.count == 1 && r.gaps[1].end == 0) {
    found = (quran_reference){.surah = all->list[all->count - 1].surah, .evidence = QURAN_LOOSE};
    set_verses(r.numbers[0].value, r.numbers[0].value, &found);
  } else if (!quran_reference_parse(text, &found)) {
    return reading_divide(text, &front, &rest) && add_members(front, all) && add_members(rest, all);
  }
  if (found.first > 0) { all->list[all->count++] = found; }
  return found.first > 0;
}

/** The members of a list of verses as candidates. @return how many; 0 where it is none */
static size_t list_members(span text, quran_reference out[QURAN_CANDIDATES]) {
  members all = {.count = 0};
  size_t count = 0;
  if (!add_members(text, &all) || all.count < 2) { return 0; }
  for (size_t i = 0; i < all.count; i++) { add_candidate(all.list[i], out, &count); }
  return count;
}

size_t quran_reference_candidates(span text, quran_reference out[QURAN_CANDIDATES]) {
  reading r;
  naming name;
  quran_reference found;
  if (text.len > QURAN_REFERENCE_BYTES || quran_reference_parse(text, &found)) { return 0; }
  size_t count = list_members(text, out);
  if (count > 0 || !reading_read(text, &r)) { return count; }
  unsigned from, to, front_kinds = split_front(&r, &from, &to);
  bool range = r.count == 1 || (r.count == 2 && ends_range(&r, 1));
  unsigned first = range ? r.numbers[0].value : 0, last = range ? r.numbers[r.count - 1].value : 0;
  bool introduced = (front_kinds & ~(unsigned)WORD_COUNTER) != 0;
  for (unsigned left = to - from; left > 0; left--) { /* the longest part of the words */
    for (unsigned start = from; start + left <= to; start++) {
      unsigned surah = naming_join(&r, start, start + left, &name)
                           ? naming_surah(&name, introduced, !introduced && left == 1)
                           : 0;
      if (surah > 0 && count < QURAN_CANDIDATES) {
        found = (quran_reference){.surah = surah, .evidence = QURAN_LOOSE};
        set_verses(first, last, &found);
        add_candidate(found, out, &count);
      }
    }
  }
  lookup_near near[LOOKUP_NEAREST];
  bool unlike = count == 0 && (front_kinds & WORD_JUZ) == 0 && naming_join(&r, from, to, &name);
  size_t nearest = unlike ? naming_nearest(&name, near) : 0;
  for (size_t i = 0; i < nearest; i++) {
    found = (quran_reference){.surah = near[i].surah, .evidence = QURAN_LOOSE};
    set_verses(first, last, &found);
    add_candidate(found, out, &count);
  }
  const unsigned others = WORD_JUZ | WORD_VERSE | WORD_V; /* what the number counts instead */
  unsigned surah = r.count > 0 && (front_kinds & others) == 0 ? r.numbers[0].value : 0;
  if (quran_verse_count(surah) > 0) { /* its numbers alone */
    unsigned verse = r.count > 1 ? r.numbers[1].value : 0;
    found = (quran_reference){.surah = surah, .evidence = QURAN_LOOSE};
    set_verses(verse, verse, &found);
    if (r.count == 1 || found.first > 0) { add_candidate(found, out, &count); }
  }
  return count;
}

/* References among other words. */

/** True when a reference may begin with the word. @param next the word behind it */
static bool may_begin(span text, span next) {
  reading_word first;
  if (reading_is_digit(next)) { return true; }
  if (!reading_take_word(&text, &first) || first.text.len < 3) { return false; }
  return (first.kind & (WORD_SURAH | WORD_BOOK | WORD_JUZ)) != 0 ||
         lookup_begins_verse(spelling_span(&first.text));
}

bool quran_reference_find(span text, quran_reference *out) {
  enum { TEXT_WORDS = 64, WINDOW = 7 };
  span words[TEXT_WORDS + 1];
  size_t count = 0;
  *out = (quran_reference){0};
  if (text.len > QURAN_REFERENCE_BYTES) { return false; }
  while (text.len > 0 && count < TEXT_WORDS) {
    span next = spelling_next(&text);
    if (next.len > 0) { words[count++] = next; }
  }
  words[count] = (span){"", 0};
  for (size_t i = 0; i < count; i++) {
    if (!may_begin(words[i], words[i + 1])) { continue; }
    for (size_t n = count - i < WINDOW ? count - i : WINDOW; n > 0; n--) {
      const char *end = words[i + n - 1].data + words[i + n - 1].len;
      span window = {words[i].data, (size_t)(end - words[i].data)};
      if (parse(window, true, out) && out->evidence == QURAN_EXPLICIT) { return true; }
    }
  }
  *out = (quran_reference){0};
  return false;
}
