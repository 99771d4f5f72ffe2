#include "quran/interpret.h"

#include "quran/names.h"
#include "quran/numeral.h"
#include "quran/quran.h"

/** Kinds of words that stand before any word: they introduce no name by its sound alone. */
enum { INTRODUCES_ANY = WORD_COUNTER | WORD_CHAPTER };

/** Kinds of words one of which, or an article, a name with errors of typing needs beside it:
 * "jumlah 10" is no verse of al-Jumuah. */
enum { TELLS_NAME = WORD_SURAH | WORD_BOOK | WORD_VERSE };

/** True when a gap has no words but such of these kinds. */
static bool has_only(const reading_gap *g, unsigned allowed) {
  return !g->name && (g->kinds & ~allowed) == 0;
}

/** The kinds behind a number, without what makes it an ordinal of a surah: "2nd surah". */
static unsigned ordinal_kinds(const reading_gap *g) {
  return (g->kinds & WORD_SURAH) != 0 ? g->kinds & ~(unsigned)WORD_ORDINAL : g->kinds;
}

/** True when the number before a gap is the ordinal of what has this kind: "30. Juz". */
static bool is_ordinal(const reading_gap *g, unsigned kind) {
  return (g->ordinal || (g->kinds & WORD_ORDINAL) != 0) && (g->kinds & kind) != 0;
}

bool interpret_is_range(const reading *r, unsigned index) {
  const reading_gap *g = &r->gaps[index];
  return has_only(g, WORD_RANGE | WORD_VERSE | WORD_V | WORD_SURAH | WORD_ARTICLE) &&
         ((g->kinds & WORD_RANGE) != 0 || (g->kinds == 0 && g->separator == '-'));
}

/** True when some number is the end of a range. */
static bool has_range(const reading *r) {
  bool found = false;
  for (unsigned i = 1; i < r->count; i++) { found = found || interpret_is_range(r, i); }
  return found;
}

/** True when the number behind gap `index` is another member of a list. */
static bool is_member(const reading *r, unsigned index) {
  const reading_gap *g = &r->gaps[index];
  const unsigned allowed =
      WORD_AND | WORD_VERSE | WORD_V | WORD_COUNTER | WORD_SURAH | WORD_ARTICLE;
  return has_only(g, allowed) && ((g->kinds & WORD_AND) != 0 || g->separator == ',');
}

/** True when nothing but what belongs to the verse is behind the last number. */
static bool ends_verse(const reading *r) {
  const reading_gap *g = &r->gaps[r->count];
  return has_only(g, WORD_NEXT) ||
         (is_ordinal(g, WORD_VERSE) && has_only(g, WORD_VERSE | WORD_ORDINAL));
}

/** True when the number behind gap `index` may be a verse of the surah before it. */
static bool is_verse(const reading *r, unsigned index) {
  const reading_gap *g = &r->gaps[index];
  bool ranged = index + 1 < r->count && interpret_is_range(r, index + 1); /* "from 255 to 257" */
  const unsigned allowed = WORD_VERSE | WORD_V | WORD_COUNTER | WORD_SURAH | (ranged ? WORD_OF : 0);
  const reading_number *before = &r->numbers[index - 1];
  bool mixed = before->cardinal && !r->numbers[index].spelled && g->kinds == 0 &&
               g->separator == ' '; /* "twenty 5" */
  bool ordinal = before->spelled && !before->cardinal &&
                 ((g->kinds | r->gaps[index - 1].kinds) & (WORD_SURAH | WORD_CHAPTER)) == 0;
  if (mixed || (ordinal && (g->kinds & WORD_VERSE) != 0)) { return false; } /* "second verse 5" */
  return !g->name && (ordinal_kinds(g) & ~allowed) == 0 &&
         ((g->kinds & (WORD_VERSE | WORD_V | WORD_OF)) != 0 ||
          (g->kinds == 0 && g->separator != '-'));
}

/** The end of a range, which may leave out the figures that its beginning has: 255-56. */
static unsigned range_end(unsigned first, unsigned last) {
  unsigned unit = last < 10 ? 10 : last < 100 ? 100 : 1000;
  unsigned whole = first - first % unit + last;
  return last < first && whole > first ? whole : last;
}

void interpret_set_verses(unsigned first, unsigned last, quran_reference *out) {
  const unsigned count = quran_verse_count(out->surah);
  first = first == NUMERAL_LAST ? count : first;
  last = last == NUMERAL_LAST ? count : range_end(first, last);
  out->asked_first = first;
  out->asked_last = last;
  out->last_surah = out->surah;
  if (first >= 1 && first <= last && last <= count) {
    out->first = first;
    out->last = last;
  }
}

/** Verses that make one range: a verse, a range, or a list in which each begins where the one
 * before it ends. */
typedef struct verse_run {
  unsigned first, last;
  unsigned end; /* index of the number behind it */
} verse_run;

/** True when the number at `index` is the surah of the verse behind it once more: "2:255-2:257". */
static bool repeats_surah(const reading *r, unsigned index, unsigned surah) {
  if (index + 1 >= r->count || r->numbers[index].value != surah || !is_verse(r, index + 1)) {
    return false;
  }
  const reading_gap *g = &r->gaps[index + 1];
  return (g->kinds & (WORD_VERSE | WORD_V)) != 0 || g->separator == ':' ||
         (g->separator == r->gaps[1].separator && g->separator != ' ');
}

/** Reads verses from the number at `index` on. @param surah of them, 0 where it is not known
 * @param listed they may be a list: "1, 2, 3" alone are numbers */
static verse_run read_run(const reading *r, unsigned index, unsigned surah, bool listed) {
  unsigned member = r->numbers[index].value; /* where the last member begins */
  verse_run run = {.first = member, .last = member, .end = index + 1};
  for (bool ranged = false; run.end < r->count;) {
    bool repeated = repeats_surah(r, run.end, surah);
    bool range = member != NUMERAL_LAST && interpret_is_range(r, run.end);
    if ((r->gaps[run.end].kinds & WORD_SURAH) != 0 && !repeated) { break; }
    unsigned next = run.end + repeated, verse = r->numbers[next].value;
    if (range && !ranged) {
      verse = range_end(member, verse);
      bool alone = member == run.first && next + 1 == r->count;
      if (verse < member && !alone) { break; } /* backwards, in a list */
    } else if (!range && listed && is_member(r, run.end) && verse == run.last + 1) {
      member = verse;
    } else {
      break;
    }
    ranged = range;
    run.last = verse;
    run.end = next + 1;
  }
  return run;
}

/** Takes the numbers from `index` on as verses of `surah`: none, or such as make one range. */
static bool take_verses(const reading *r, unsigned index, unsigned surah, quran_reference *out) {
  const unsigned telling = WORD_SURAH | WORD_VERSE | WORD_V;
  *out = (quran_reference){.surah = surah, .last_surah = surah};
  if (quran_verse_count(surah) == 0 || (r->count > 0 && r->gaps[r->count].separator != 0)) {
    return false;
  }
  bool next = (r->gaps[r->count].kinds & WORD_NEXT) != 0;
  if (index == r->count) { return !next; }
  bool listed = r->gaps[0].end > 0 || r->gaps[1].separator == ':' || r->gaps[1].name ||
                (r->gaps[1].kinds & telling) != 0;
  verse_run run = read_run(r, index, surah, listed);
  interpret_set_verses(run.first, run.last + next, out);
  return run.end == r->count && !(next && index + 1 != r->count);
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
    bool time = r->count > 3 && r->gaps[3].separator == ':' && out->asked_last < 60;
    bool ratio = time || (r->count == 2 && is_ratio(n[0].value, n[1].value));
    out->evidence = ratio ? QURAN_RATIO : QURAN_NUMBERS;
  }
  return true;
}

/** True when the first number is as likely a member of the list as a surah: "surah 1, 2, 3"; in
 * "Sure 1,2,3", without blanks, it is the surah. */
static bool is_list_from_surah(const reading *r) {
  bool list = r->count > 2 && r->gaps[1].separator == ',' && r->gaps[1].blank;
  for (unsigned i = 1; list && i < r->count; i++) {
    list = is_member(r, i) && r->numbers[i].value == r->numbers[i - 1].value + 1;
  }
  return list;
}

/** True when the first number may tell how many verses are meant: "10 ayat pertama" are ten. */
static bool counts_verses(const reading *r) {
  const unsigned chapter = WORD_SURAH | WORD_BOOK | WORD_CHAPTER;
  bool ordinal = r->count > 1 && r->numbers[1].spelled && !r->numbers[1].cardinal;
  return ordinal && (r->gaps[1].kinds & (chapter | WORD_VERSE)) == WORD_VERSE;
}

/** "2:255", "QS 36:1-5", "Sure 112", "36. Sure, Vers 5": the surah is the first number.
 * @param front_kinds kinds of the words in front */
static bool by_number(const reading *r, unsigned front_kinds, quran_reference *out) {
  const reading_gap *front = &r->gaps[0], *next = &r->gaps[1];
  bool listed = (front_kinds & WORD_VERSE) != 0 && next->kinds == 0 &&
                next->separator == ' '; /* "ayat 1 5" */
  bool introduced = (front_kinds & (WORD_SURAH | WORD_BOOK | WORD_CHAPTER)) != 0;
  if (r->count == 0 || listed || is_list_from_surah(r) || (!introduced && counts_verses(r)) ||
      (front_kinds == 0 && front->separator != 0 && front->separator != ' ')) {
    return false;
  }
  const unsigned own = WORD_SURAH | (r->of_book ? WORD_CHAPTER : 0);
  bool ordinals = r->count == 2 && ordinal_kinds(next) == WORD_SURAH && !next->name &&
                  (r->gaps[2].kinds & WORD_VERSE) != 0 &&
                  has_only(&r->gaps[2], WORD_VERSE | WORD_ORDINAL);
  bool follows = (next->ordinal || (next->kinds & WORD_ORDINAL) != 0) &&
                 ordinal_kinds(next) == WORD_SURAH && !next->name; /* "2. Sure 255" */
  bool of_surah = !next->name && (next->kinds & ~(own | WORD_ORDINAL)) == 0 &&
                  ((next->kinds & WORD_ORDINAL) == 0 || ((next->kinds | front_kinds) & own) != 0);
  bool ordered = r->count == 1 ? of_surah && (front_kinds & WORD_VERSE) == 0
                               : (is_verse(r, 1) || follows) && ends_verse(r);
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
  unsigned surah = naming_surah(name, (front_kinds & ~(unsigned)INTRODUCES_ANY) != 0, listed_only);
  if (surah == 0 && (front_kinds & (WORD_SURAH | WORD_BOOK)) != 0) {
    surah = roman(spelling_span(&name->joined), marked ? 1 : 2);
  }
  *near = surah == 0 && !listed_only;
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
  interpret_set_verses(verse->first, verse->last, out);
  out->evidence = bare && is_common(name) ? QURAN_WORD : QURAN_EXPLICIT;
  return true;
}

/** "al-baqarah 255", "Al-Baqarah [2]: 255", "yasin", "Al-Qadr, Sure 97". */
static bool by_name(const reading *r, const naming *name, const interpret_front *front,
                    bool listed_only, quran_reference *out) {
  const reading_number *n = r->numbers;
  const reading_gap *next = &r->gaps[1];
  bool near, bare = r->count == 0 && (front->kinds & ~(unsigned)WORD_COUNTER) == 0;
  char mark = r->count > 0 ? r->gaps[0].separator : 0;
  unsigned surah = surah_named(name, front->kinds, mark == ',' || mark == ':', listed_only, &near);
  if (surah == 0 && r->count == 0 && by_verse_name(name, bare, out)) { return true; }
  bool vague = r->count == 0 && (front->kinds & WORD_SURAH) == 0; /* "quran list" */
  bool told = (front->kinds & TELLS_NAME) != 0 || naming_has_article(name);
  if (near && (vague || !told)) { return false; }
  surah = near ? naming_near(name) : surah;
  bool counted = r->count == 1 && is_ordinal(next, WORD_SURAH) &&
                 has_only(next, WORD_SURAH | WORD_ORDINAL); /* "Al-Qadr, 97. Sure" */
  bool bracket = r->count == 1 && r->gaps[0].bracket;
  bool verse = (front->kinds & (WORD_VERSE | WORD_V)) != 0;
  bool beyond = n[0].value > quran_verse_count(surah) && !verse; /* "al-Qadr 97" */
  bool own = r->count > 0 && n[0].value == surah &&
             (r->count == 1 ? bracket || counted || beyond || front->counts_surah
                            : is_verse(r, 1) && !is_list_from_surah(r) &&
                                  !(verse && is_member(r, 1))); /* "al-Baqarah ayat 2, 3" */
  bool other = !own && (front->counts_surah || counted ||
                        (bracket && beyond && n[0].value <= QURAN_SURAHS)); /* "al-Qadr (36)" */
  if (other || (own && counts_verses(r)) || (r->count > 0 && !counted && !ends_verse(r)) ||
      !take_verses(r, own ? 1 : 0, surah, out)) {
    return false;
  }
  bool common = bare && is_common(name);
  out->evidence = near ? QURAN_NEAR : common ? QURAN_WORD : bare ? QURAN_NAME : QURAN_EXPLICIT;
  return true;
}

/** "QS. 97 Al-Qadr", "2. Al-Baqarah, Vers 255": a name that is that of the number before it. */
static bool by_number_name(const reading *r, unsigned front_kinds, bool listed_only,
                           quran_reference *out) {
  interpret_front behind = interpret_split(r, 1);
  bool introduced = ((front_kinds | behind.kinds) & (WORD_SURAH | WORD_BOOK)) != 0;
  naming name;
  if (!naming_join(r, behind.from, behind.to, &name)) { return false; }
  unsigned surah = naming_surah(&name, introduced, listed_only);
  surah = surah == 0 && introduced && !listed_only ? naming_near(&name) : surah;
  if (surah != r->numbers[0].value || (r->count > 1 && !ends_verse(r)) ||
      !take_verses(r, 1, surah, out)) {
    return false;
  }
  bool bare = !introduced && r->count == 1;
  out->evidence = !bare ? QURAN_EXPLICIT : is_common(&name) ? QURAN_WORD : QURAN_NAME;
  return true;
}

/** True when the verses are told first: "Vers 255 der Sure 2", "255. Vers der Sure 2". */
static bool begins_with_verse(const reading *r, unsigned front_kinds) {
  unsigned at = r->gaps[0].end, end = r->gaps[1].end;
  while (at < end && r->words[at].kind == WORD_ORDINAL) { at++; }
  bool behind = at < end && r->words[at].kind == WORD_VERSE && is_ordinal(&r->gaps[1], WORD_VERSE);
  return r->count > 0 && ((front_kinds & WORD_VERSE) != 0 || behind);
}

/** The surah that is told behind verses. @param end index of the number behind theirs
 * @param near receives whether its name has errors of typing @return it, or 0 */
static unsigned surah_behind(const reading *r, unsigned end, bool listed_only, bool *near) {
  const unsigned chapter = WORD_SURAH | WORD_BOOK | WORD_CHAPTER;
  const unsigned verse = has_only(&r->gaps[0], WORD_ARTICLE) ? WORD_VERSE | WORD_ORDINAL : 0;
  const unsigned between = WORD_OF | WORD_ARTICLE | WORD_COUNTER | chapter | verse;
  const reading_gap *g = &r->gaps[end], *tail = &r->gaps[r->count];
  *near = false;
  if (r->count == end + 1) {
    bool introduced = (g->kinds & chapter) != 0 && has_only(tail, 0);
    bool linked = (g->kinds & (WORD_OF | WORD_ARTICLE | (verse & WORD_VERSE))) != 0;
    bool ordinal = is_ordinal(tail, WORD_SURAH) && has_only(tail, WORD_SURAH | WORD_ORDINAL);
    bool told = has_only(g, between) && (introduced || (ordinal && linked));
    return told ? r->numbers[end].value : 0;
  }
  naming name;
  unsigned front_kinds = 0, from = reading_start(r, end);
  for (; from < g->end && (r->words[from].kind & between) != 0; from++) {
    front_kinds |= r->words[from].kind;
  }
  if (r->count != end || !naming_join(r, from, g->end, &name)) { return 0; }
  unsigned surah = surah_named(&name, front_kinds & ~verse, false, listed_only, near);
  return *near ? naming_near(&name) : surah;
}

/** "Vers 255 der Sure 2", "ayat 1-5 surat Yasin", "255. Vers der 2. Sure". */
static bool by_verse(const reading *r, bool listed_only, quran_reference *out) {
  bool near;
  verse_run run = read_run(r, 0, 0, true);
  unsigned surah = surah_behind(r, run.end, listed_only, &near);
  if (quran_verse_count(surah) == 0) { return false; }
  *out = (quran_reference){.surah = surah, .evidence = near ? QURAN_NEAR : QURAN_EXPLICIT};
  interpret_set_verses(run.first, run.last, out);
  return true;
}

size_t interpret_members(const reading *r, quran_reference *out, size_t most) {
  bool near;
  size_t count = 0;
  unsigned end = 1;
  if (!begins_with_verse(r, interpret_split(r, 0).kinds)) { return 0; }
  while (end < r->count && (is_member(r, end) || interpret_is_range(r, end))) { end++; }
  unsigned surah = surah_behind(r, end, false, &near);
  for (unsigned at = 0; at < end && quran_verse_count(surah) > 0 && count < most; count++) {
    verse_run run = read_run(r, at, 0, true);
    out[count] = (quran_reference){.surah = surah, .evidence = QURAN_LOOSE};
    interpret_set_verses(run.first, run.last, &out[count]);
    at = run.end;
  }
  return count;
}

/** True when a number alone is that of a juz: "30th juz"; "30 juz" are all of the book. */
static bool is_juz_ordinal(const reading *r) {
  return r->count == 1 && is_ordinal(&r->gaps[1], WORD_JUZ) &&
         has_only(&r->gaps[1], WORD_JUZ | WORD_ORDINAL);
}

/** The juz of a name or of a Roman numeral, 0 when it is none. */
static unsigned juz_named(const naming *name) {
  static const struct {
    unsigned juz;
    const char *names;
  } named[] = {{30, "amma عم"}, {29, "tabarak tabaraka تبارك"}, {28, "qadsami qadsamiallah قدسمع"}};
  span text = spelling_span(&name->joined);
  for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
    if (spelling_listed(named[i].names, text)) { return named[i].juz; }
  }
  return roman(text, 2);
}

/** "juz 30", "30th juz", "juz amma", "juz XXX", "juz 30 (juz amma)".
 * @param name of the juz, NULL where it has none in front */
static bool by_juz(const reading *r, const naming *name, quran_reference *out) {
  const reading_gap *next = &r->gaps[1];
  naming behind;
  unsigned juz = r->count == 1 ? r->numbers[0].value : 0, other = juz;
  bool plain = next->end == r->gaps[0].end && next->separator == 0;
  if (name != NULL) {
    other = juz_named(name);
    juz = r->count == 0 ? other : juz;
  } else if (r->count == 1 && next->name) {
    interpret_front words = interpret_split(r, 1);
    other = naming_join(r, words.from, words.to, &behind) ? juz_named(&behind) : 0;
  } else if (!plain && !is_juz_ordinal(r)) {
    return false;
  }
  if (juz != other) { return false; } /* as well where there are more numbers than one */
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
  while (at > 0 && at < end && (r->words[at].kind & (WORD_OF | WORD_ARTICLE)) != 0) { at++; }
  bool told = at < end ? (r->words[at].kind & (WORD_SURAH | WORD_VERSE)) != 0
                       : r->count > 1 && r->gaps[1].separator == ':';
  return told ? at : 0;
}

/** True for a word that a range follows: "from 255 to 257". */
static bool is_from(const reading_word *word) {
  return spelling_listed("from von dari من", spelling_span(&word->text));
}

/** Where the words behind an article begin: one of what a reference names, "the Holy Quran 2:255",
 * "die 2. Sure", or "from" before a range. */
static unsigned skip_articles(const reading *r, unsigned from) {
  const unsigned counted = WORD_SURAH | WORD_CHAPTER | WORD_JUZ | WORD_VERSE, end = r->gaps[0].end;
  unsigned at = from;
  while (at < end && (r->words[at].kind & (WORD_ARTICLE | WORD_OF)) != 0) { at++; }
  if (at < end && r->words[at].kind == WORD_BOOK) { return at; } /* "aus dem Koran" */
  from += from < end && is_from(&r->words[from]) && has_range(r);
  for (at = from; at < end && r->words[at].kind == WORD_ARTICLE;) { at++; }
  if (at == end) { return r->count > 0 && (r->gaps[1].kinds & counted) != 0 ? at : from; }
  span next = spelling_span(&r->words[at].text);
  bool told = (r->words[at].kind & counted) != 0 || (next.len >= 3 && lookup_begins_verse(next));
  return told ? at : from;
}

interpret_front interpret_split(const reading *r, unsigned index) {
  const unsigned head = WORD_SURAH | WORD_BOOK | WORD_CHAPTER | WORD_COUNTER | WORD_JUZ;
  const unsigned tail = WORD_VERSE | WORD_V | WORD_COUNTER;
  const unsigned lead = index > 0 ? head | WORD_ORDINAL : head; /* "97th surah al-Qadr" */
  interpret_front f = {.from = reading_start(r, index), .to = r->gaps[index].end};
  bool ranged = has_range(r);
  if (index == 0) { f.from = skip_articles(r, skip_forms(r)); }
  while (f.from < f.to && (r->words[f.from].kind & lead) != 0) {
    f.kinds |= r->words[f.from++].kind;
  }
  while (r->count > index && f.to > f.from) {
    const reading_word *last = &r->words[f.to - 1];
    bool roman_five = f.to - f.from == 1 && last->kind == WORD_V &&
                      (f.kinds & (WORD_SURAH | WORD_BOOK)) != 0; /* "Sure V, 32" */
    if (roman_five || ((last->kind & tail) == 0 && !(ranged && is_from(last)))) { break; }
    f.kinds |= last->kind;
    f.to--;
  }
  if (f.to > f.from && r->words[f.to - 1].kind == WORD_SURAH) {
    bool turkish = span_equal(spelling_span(&r->words[f.to - 1].text), SPAN("suresi"));
    if (!turkish && r->count == index) { return f; }
    f.counts_surah = !turkish; /* "Al-Qadr, Sure 97", but "Bakara suresi 255" */
    f.kinds |= r->words[--f.to].kind;
  }
  return f;
}

/** True when both are the same verses. */
static bool is_same(const quran_reference *a, const quran_reference *b) {
  return a->surah == b->surah && a->first == b->first && a->last == b->last;
}

bool interpret_named_verse(const reading *r, quran_reference *out) {
  naming name;
  unsigned from = skip_articles(r, 0), to = r->gaps[0].end;
  while (to > from && (r->words[to - 1].kind & (WORD_SURAH | WORD_BOOK)) != 0) { to--; }
  return naming_join(r, from, to, &name) && by_verse_name(&name, false, out);
}

/** "Ayat al-Kursi (2:255)": a verse with a name of its own, and its number. */
static bool by_both(const reading *r, quran_reference *out) {
  quran_reference named;
  return r->count > 1 && is_verse(r, 1) && interpret_named_verse(r, &named) && ends_verse(r) &&
         take_verses(r, 1, r->numbers[0].value, out) && is_same(&named, out);
}

/** Finds the reference that the words and numbers stand for. */
static bool interpret(const reading *r, bool listed_only, quran_reference *out) {
  naming name;
  interpret_front front = interpret_split(r, 0);
  bool named = naming_join(r, front.from, front.to, &name);
  if (r->of_book) { front.kinds |= WORD_BOOK; }
  if (!named && front.from < front.to) { return false; }
  if ((front.kinds & WORD_JUZ) != 0 || (!named && is_juz_ordinal(r))) {
    return by_juz(r, named ? &name : NULL, out);
  }
  if (named) { return by_name(r, &name, &front, listed_only, out) || by_both(r, out); }
  if (begins_with_verse(r, front.kinds) && by_verse(r, listed_only, out)) { return true; }
  return (r->count > 0 && r->gaps[1].name && by_number_name(r, front.kinds, listed_only, out)) ||
         by_number(r, front.kinds, out);
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
         (by_verse_name(name, false, &of) && is_same(&of, r));
}

bool interpret_text(span text, bool listed_only, quran_reference *out) {
  reading r;
  naming tail;
  bool found = text.len <= QURAN_REFERENCE_BYTES && reading_read(text, &r);
  for (unsigned i = 0; found && listed_only && i < r.count; i++) {
    found = !r.numbers[i].cardinal; /* "surat dua halaman" is a letter of two pages */
  }
  found =
      found && (interpret(&r, listed_only, out) ||
                (take_tail(&r, &tail) && interpret(&r, listed_only, out) && is_named(&tail, out)));
  if (!found) { *out = (quran_reference){0}; }
  return found;
}

bool interpret_verses(span text, unsigned surah, quran_reference *out) {
  reading r;
  *out = (quran_reference){.surah = surah, .evidence = QURAN_LOOSE};
  if (!reading_read(text, &r) || r.count == 0 || r.gaps[r.count].end > r.gaps[r.count - 1].end ||
      !has_only(&r.gaps[0], WORD_VERSE | WORD_V | WORD_COUNTER)) {
    return false;
  }
  verse_run run = read_run(&r, 0, 0, true);
  interpret_set_verses(run.first, run.last, out);
  return run.end == r.count && out->first > 0;
}
