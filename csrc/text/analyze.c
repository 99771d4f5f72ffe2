#include "text/analyze.h"

#include <libstemmer.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "base/locale.h"
#include "base/span.h"
#include "text/token.h"

/* Forms of words that no stemmer can lead back to their base: went, children, gab, gegeben. */

typedef struct irregular {
  span form, base;
} irregular;

typedef struct irregular_table {
  irregular *forms; /**< sorted; the caller's to free */
  size_t count;
} irregular_table;

/* A base form and its other forms, as folded (ß is ss); groups are parted by commas. A form of
 * two words is listed once, under the commoner. */
static const char *const lists[LOCALE_COUNT] = {
    [LOCALE_EN] =
        "go goes went gone going goeth, say says said saying saith sayeth, come came cometh, give "
        "gave given giveth, take took taken taketh, make made maketh, know knew known knoweth, "
        "see saw seen seeth seest, get got gotten, find found findeth, think thought, tell told, "
        "become became, show shown showed shewed shewn shew, leave left, feel felt, bring "
        "brought, begin began begun, keep kept keepeth, hold held, write wrote written, stand "
        "stood standeth, hear heard heareth, mean meant, meet met, pay paid, sit sat, speak spoke "
        "spoken spake, lead led, grow grew grown, lose lost, fall fell fallen, send sent sendeth, "
        "build built, understand understood, draw drew drawn, break broke broken brake, spend "
        "spent, rise rose risen, drive drove driven, buy bought, wear wore worn, choose chose "
        "chosen, seek sought, throw threw thrown, catch caught, deal dealt, win won, forget "
        "forgot forgotten, fight fought, teach taught teacheth, eat ate eaten eateth, sell sold, "
        "sing sang sung, swim swam swum, fly flew flown, drink drank drunk, sink sank sunk, sleep "
        "slept, steal stole stolen, swear swore sworn, tear tore torn, wake woke woken, weep "
        "wept, bear bore borne, beget begot begotten begat, bid bade bidden, bite bit bitten, "
        "bleed bled, blow blew blown, breed bred, cling clung, creep crept, dig dug, dwell dwelt, "
        "feed fed, flee fled, forbid forbade forbidden, forgive forgave forgiven, forsake forsook "
        "forsaken, freeze froze frozen, hang hung, hide hid hidden, lay laid, lend "
        "lent, ride rode ridden, ring rang rung, shake shook shaken, shine shone, shoot shot, "
        "shrink shrank shrunk, slay slew slain, smite smote smitten, spring sprang sprung, stick "
        "stuck, sting stung, stride strode, strike struck stricken, strive strove striven, sweep "
        "swept, swell swollen, swing swung, tread trod trodden, weave wove woven, "
        "withdraw withdrew withdrawn, undergo underwent undergone, overcome overcame, undertake "
        "undertook undertaken, mistake mistook mistaken, bind bound, arise arose arisen, awake "
        "awoke, behold beheld, bend bent, burn burnt, cleave clove cloven, dream dreamt, kneel "
        "knelt, learn learnt, light lit, smell smelt, spell spelt, spill spilt, spin spun, spoil "
        "spoilt, uphold upheld, withhold withheld, withstand withstood, man men, woman women, "
        "child children, person people, foot feet, tooth teeth, mouse mice, goose geese, ox oxen, "
        "wife wives, life lives, leaf leaves, half halves, knife knives, wolf wolves, thief "
        "thieves, calf calves, loaf loaves, self selves, shelf shelves, datum data, medium media, "
        "phenomenon phenomena, criterion criteria, bacterium bacteria, nucleus nuclei, radius "
        "radii, formula formulae, vertex vertices, matrix matrices, index indices, axis axes, "
        "analysis analyses, hypothesis hypotheses, crisis crises, basis bases, colour color, "
        "behaviour behavior, honour honor, labour labor, neighbour neighbor, favour favor, centre "
        "center, metre meter, litre liter, defence defense, analyse analyze, judgement judgment, "
        "programme program, aluminium aluminum, sulphur sulfur, grey gray, fibre fiber",
    [LOCALE_DE] =
        "geben gib gibst gibt gab gaben gegeben gäbe, nehmen nimm nimmst nimmt nahm nahmen "
        "genommen, kommen kommst kommt kam kamen gekommen käme, gehen geht ging gingen gegangen, "
        "sehen siehst sieht sah sahen gesehen, sprechen sprich sprichst spricht sprach sprachen "
        "gesprochen, stehen steht stand standen gestanden, finden findet fand fanden gefunden, "
        "liegen liegt lag lagen gelegen, bringen bringt brachte brachten gebracht, denken denkt "
        "dachte dachten gedacht, wissen weiss weisst wusste wussten gewusst, halten hält hältst "
        "hielt hielten gehalten, lassen lässt liess liessen gelassen, fallen fällt fiel fielen "
        "gefallen, heissen heisst hiess hiessen geheissen, laufen läuft lief liefen gelaufen, "
        "rufen ruft rief riefen gerufen, schlafen schläft schlief schliefen geschlafen, tragen "
        "trägt trug trugen getragen, schlagen schlägt schlug schlugen geschlagen, fahren fährt "
        "fuhr fuhren gefahren, schaffen schuf schufen geschaffen, erschaffen erschuf, wachsen "
        "wächst wuchs wuchsen gewachsen, lesen liest las lasen gelesen, essen isst ass assen "
        "gegessen, vergessen vergisst vergass vergassen, treten tritt trat traten getreten, "
        "treffen trifft traf trafen getroffen, helfen hilft half halfen geholfen, sterben stirbt "
        "starb starben gestorben, werfen wirft warf warfen geworfen, brechen bricht brach brachen "
        "gebrochen, verderben verdirbt verdarb verdorben, gelten gilt galt galten gegolten, "
        "beginnen beginnt begann begannen begonnen, gewinnen gewinnt gewann gewannen gewonnen, "
        "singen singt sang sangen gesungen, trinken trinkt trank tranken getrunken, binden bindet "
        "band banden gebunden, springen springt sprang sprangen gesprungen, zwingen zwingt zwang "
        "zwangen gezwungen, sinken sinkt sank sanken gesunken, verschwinden verschwand "
        "verschwanden verschwunden, bleiben bleibt blieb blieben geblieben, schreiben schreibt "
        "schrieb schrieben geschrieben, steigen steigt stieg stiegen gestiegen, scheinen scheint "
        "schien schienen geschienen, leihen lieh liehen geliehen, treiben treibt trieb trieben "
        "getrieben, schweigen schweigt schwieg schwiegen geschwiegen, zeihen verzeihen verzieh "
        "verziehen, weisen weist wies wiesen gewiesen, beweisen beweist bewies bewiesen, leiden "
        "leidet litt litten gelitten, schneiden schnitt schnitten geschnitten, reiten ritt ritten "
        "geritten, greifen griff griffen gegriffen, begreifen begriff begriffen, ziehen zieht zog "
        "zogen gezogen, fliegen fliegt flog flogen geflogen, fliessen fliesst floss flossen "
        "geflossen, bieten bietet bot boten geboten, verbieten verbot verboten, verlieren verlor "
        "verloren, frieren fror gefroren, lügen log gelogen, schliessen schliesst schloss "
        "schlossen geschlossen, beschliessen beschloss beschlossen, geniessen genoss genossen, "
        "schiessen schoss geschossen, fliehen floh flohen geflohen, wiegen wog wogen gewogen, "
        "heben hob hoben gehoben, schwören schwor schworen geschworen, bitten bittet bat baten "
        "gebeten, sitzen sitzt sass sassen gesessen, empfangen empfängt empfing empfingen, fangen "
        "fängt fing fingen gefangen, hängen hing hingen gehangen, laden lud luden geladen, graben "
        "grub gruben gegraben, raten rät riet rieten geraten, braten briet, kennen kannte kannten "
        "gekannt, erkennen erkannte erkannten erkannt, nennen nannte nannten genannt, brennen "
        "brannte brannten gebrannt, rennen rannte gerannt, senden sandte sandten gesandt "
        "gesendet, wenden wandte wandten gewandt, tun tue tust tut tat taten getan, vergeben "
        "vergibt vergab vergaben, begehen beging begingen begangen, entstehen entstand "
        "entstanden, verstehen verstand verstanden, bestehen bestand bestanden, erhalten erhält "
        "erhielt erhielten, enthalten enthält enthielt enthielten, behalten behält behielt, "
        "bekommen bekam bekamen, entkommen entkam, vergehen verging vergangen, geschehen "
        "geschieht geschah geschahen, erscheinen erschien erschienen, versprechen verspricht "
        "versprach versprachen versprochen, widersprechen widersprach, erwerben erwirbt erwarb "
        "erworben, befehlen befiehlt befahl befahlen befohlen, empfehlen empfiehlt empfahl "
        "empfohlen, stehlen stiehlt stahl stahlen gestohlen, gebären gebar geboren, verlassen "
        "verlässt verliess verliessen, entlassen entliess, erfahren erfährt erfuhr erfuhren, "
        "beschreiben beschrieb beschrieben, unterscheiden unterschied unterschieden, entscheiden "
        "entschied entschieden, vermeiden vermied vermieden, betreffen betrifft betraf, "
        "übernehmen übernahm übernommen, unternehmen unternahm unternommen, erziehen erzog "
        "erzogen, beziehen bezog bezogen, betrügen betrog betrogen, ersteigen erstieg, "
        "herabsenden herabgesandt herabsandte",
};

static int by_form(const void *a, const void *b) {
  const irregular *x = a, *y = b;
  return span_compare(x->form, y->form);
}

static size_t count_words(const char *list) {
  size_t count = 1;
  for (; *list != '\0'; list++) { count += *list == ' '; }
  return count;
}

/* The forms of a locale's language; none where it has no list. @return false when memory is out */
static bool irregular_read(unsigned locale, irregular_table *out) {
  *out = (irregular_table){NULL, 0};
  if (lists[locale] == NULL) { return true; }
  span rest = span_of(lists[locale]), base = {NULL, 0};
  out->forms = calloc(count_words(lists[locale]), sizeof *out->forms);
  if (out->forms == NULL) { return false; }
  while (rest.len > 0) {
    span word = span_take(rest, span_find(rest, ' '));
    rest = span_skip(rest, word.len + 1);
    bool last = word.data[word.len - 1] == ',';
    word.len -= last;
    if (base.data == NULL) {
      base = word;
    } else {
      out->forms[out->count++] = (irregular){word, base};
    }
    if (last) { base.data = NULL; }
  }
  qsort(out->forms, out->count, sizeof *out->forms, by_form);
  return true;
}

/* The base of a folded word, or the word itself. O(log forms). */
static span irregular_base(const irregular_table *table, span word) {
  irregular wanted = {.form = word};
  const irregular *found =
      table->count == 0 ? NULL
                        : bsearch(&wanted, table->forms, table->count, sizeof wanted, by_form);
  return found == NULL ? word : found->base;
}

enum { ARABIC = LOCALE_COUNT };

struct analyzer {
  struct sb_stemmer *stemmers[LOCALE_COUNT + 1]; /* by locale, and that of Arabic */
  irregular_table irregulars[LOCALE_COUNT];
  char plain[FOLD_MAX]; /* of the last word */
};

analyzer *analyzer_new(void) {
  analyzer *a = calloc(1, sizeof(*a));
  if (a == NULL) { return NULL; }
  for (size_t i = 0; i <= ARABIC; i++) {
    a->stemmers[i] = sb_stemmer_new(i == ARABIC ? "arabic" : locale_rows[i].language, "UTF_8");
    bool listed = i == ARABIC || irregular_read((unsigned)i, &a->irregulars[i]);
    if (a->stemmers[i] == NULL || !listed) {
      analyzer_free(a);
      return NULL;
    }
  }
  return a;
}

void analyzer_free(analyzer *a) {
  if (a == NULL) { return; }
  for (size_t i = 0; i <= ARABIC; i++) { sb_stemmer_delete(a->stemmers[i]); }
  for (size_t i = 0; i < LOCALE_COUNT; i++) { free(a->irregulars[i].forms); }
  free(a);
}

/* Letters that an Arabic word keeps when an article, a lone conjunction is taken off it. */
enum { BEHIND_ARTICLE = 2, BEHIND_WAW = 3, LETTER = 2 /* bytes */ };

/* The article and what is joined to it; the longest first. */
static const char *const articles[] = {"وال", "بال", "كال", "فال", "ال", "لل"};

/* The word without what is written before it, after Larkey, Ballesteros and Connell (2002).
 * Snowball keeps these prefixes: it looks for letters that folding has made equal. */
static span without_prefix(span word) {
  for (size_t i = 0; i < sizeof articles / sizeof *articles; i++) {
    span prefix = span_of(articles[i]);
    if (!span_starts(word, prefix) || word.len < prefix.len + BEHIND_ARTICLE * LETTER) { continue; }
    word = span_skip(word, prefix.len);
    break;
  }
  if (span_starts(word, SPAN("و")) && word.len >= (1 + BEHIND_WAW) * LETTER) {
    word = span_skip(word, LETTER);
  }
  return word;
}

span analyzer_stem(analyzer *a, unsigned locale, span word, unsigned traits) {
  if (traits & FOLD_DIGIT) { return word; }
  if (traits & FOLD_ARABIC) {
    word = without_prefix(word);
  } else {
    size_t len = traits & FOLD_WIDE ? fold_bare(word, a->plain) : 0;
    if (len > 0) { word = (span){a->plain, len}; }
    word = irregular_base(&a->irregulars[locale], word);
  }
  struct sb_stemmer *stemmer = a->stemmers[traits & FOLD_ARABIC ? ARABIC : locale];
  const sb_symbol *stem = sb_stemmer_stem(stemmer, (const sb_symbol *)word.data, (int)word.len);
  int length = stem == NULL ? 0 : sb_stemmer_length(stemmer);
  return length <= 0 ? word : (span){(const char *)stem, (size_t)length};
}

/* Endings by locale, and how many letters must be left before them: "fasten" is not "fast" with an
 * ending.
 */
static const struct inflection {
  const char *ending;
  size_t least;
} inflections[LOCALE_COUNT][8] = {
    [LOCALE_EN] = {{"s", 3}, {"es", 3}},
    [LOCALE_ID] = {{"nya", 3}, {"lah", 4}, {"kah", 4}, {"pun", 4}, {"ku", 4}, {"mu", 4}},
    [LOCALE_DE] = {{"n", 5}, {"e", 5}, {"en", 6}, {"er", 6}, {"s", 4}, {"es", 4}, {"ern", 5}},
};

bool analyze_inflection(unsigned locale, span word, size_t number, char out[FOLD_MAX],
                        size_t *len) {
  const struct inflection *list = inflections[locale], *i = &list[number / 2];
  *len = 0;
  if (number / 2 == sizeof(inflections[0]) / sizeof(*list) || i->ending == NULL) { return false; }
  span ending = span_of(i->ending);
  if (number % 2 == 0) {
    if (word.len >= i->least && word.len + ending.len <= FOLD_MAX) {
      memcpy(out, word.data, word.len);
      memcpy(out + word.len, ending.data, ending.len);
      *len = word.len + ending.len;
    }
  } else if (word.len >= i->least + ending.len &&
             span_equal(span_skip(word, word.len - ending.len), ending)) {
    *len = word.len - ending.len;
    memcpy(out, word.data, *len);
  }
  return true;
}

/* Prefixes of Indonesian by the letters that a root begins with: `lost` is the letter of the root
 * that the prefix takes the place of, or 0. Longer prefixes come first. */
static const struct prefix {
  const char *text, *before;
  char lost;
} prefixes[] = {
    {"menge", "", 0},       {"meng", "aeioughk", 0}, {"meng", "aeiou", 'k'},
    {"meny", "aeiou", 's'}, {"mem", "bfpv", 0},      {"mem", "aeiou", 'p'},
    {"men", "cdjtsz", 0},   {"men", "aeiou", 't'},   {"me", "lmnrwy", 0},
    {"penge", "", 0},       {"peng", "aeioughk", 0}, {"peng", "aeiou", 'k'},
    {"peny", "aeiou", 's'}, {"pem", "bfpv", 0},      {"pem", "aeiou", 'p'},
    {"pen", "cdjtsz", 0},   {"pen", "aeiou", 't'},   {"pe", "lmnrwyt", 0},
    {"ber", "", 0},         {"be", "kr", 0},         {"bel", "a", 0},
    {"ter", "", 0},         {"per", "", 0},          {"di", "", 0},
    {"ke", "", 0},          {"se", "", 0},
};

static const char *const suffixes[] = {"lah", "kah", "pun", "nya", "ku", "mu", "kan", "an", "i"};

enum {
  ROOT_LEAST = 3,     /* letters */
  SHORT_ROOT = 5,     /* letters of one of a single syllable, at most */
  ROOTS = 8,          /* of a word */
  ARABIC_LEAD = 0xd8, /* first byte of the first letter of Arabic script */
  ARABIC_LEAST = 6,   /* bytes */
  VERB_LEAST = 3      /* letters of a German verb without its prefix and ending */
};

static bool is_listed(const relative *list, size_t count, span word) {
  for (size_t i = 0; i < count; i++) {
    if (span_equal((span){list[i].text, list[i].len}, word)) { return true; }
  }
  return false;
}

/* Adds a word of up to two parts, once. @return how many there are */
static size_t add_relative(relative *list, size_t count, size_t most, span first, span rest) {
  relative *r = &list[count];
  if (count == most || first.len + rest.len > RELATIVE_MOST) { return count; }
  memcpy(r->text, first.data, first.len);
  memcpy(r->text + first.len, rest.data, rest.len);
  r->len = first.len + rest.len;
  return is_listed(list, count, (span){r->text, r->len}) ? count : count + 1;
}

/* The roots that the affixes of a word leave: each step takes one off those found before. */
static size_t find_roots(span word, relative roots[ROOTS]) {
  size_t count = add_relative(roots, 0, ROOTS, word, SPAN(""));
  for (size_t at = 0; at < count; at++) {
    span known = {roots[at].text, roots[at].len};
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
      span suffix = span_of(suffixes[i]);
      size_t left = known.len - suffix.len;
      bool ends =
          known.len >= ROOT_LEAST + suffix.len && span_equal(span_skip(known, left), suffix);
      if (ends) { count = add_relative(roots, count, ROOTS, span_take(known, left), SPAN("")); }
    }
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
      const struct prefix *p = &prefixes[i];
      span rest = span_skip(known, strlen(p->text));
      bool begins = span_starts(known, span_of(p->text)) && rest.len + 1 >= ROOT_LEAST &&
                    (p->before[0] == '\0' || strchr(p->before, rest.data[0]) != NULL);
      if (!begins || (p->lost == 0 && rest.len < ROOT_LEAST)) { continue; }
      count = add_relative(roots, count, ROOTS, (span){&p->lost, p->lost != 0}, rest);
    }
  }
  return count;
}

bool analyze_short_root(unsigned locale, span word) {
  size_t vowels = 0;
  for (size_t i = 0; i < word.len; i++) { vowels += strchr("aeiou", word.data[i]) != NULL; }
  bool begins = word.len > 0 && strchr("aeiou", word.data[0]) != NULL;
  return locale == LOCALE_ID && vowels == 1 && !begins && word.len >= ROOT_LEAST &&
         word.len <= SHORT_ROOT;
}

/* Prefixes that a German verb loses in some of its forms, the longer of two first. */
static const char separable[] =
    "zusammen wieder zurück unter durch über auf aus ein fest fort "
    "her hin los mit nach statt teil um vor weg ab an bei zu";

/* What a participle ends in, and a noun or an infinitive in its place. */
static const char *const participle_ends[] = {"et",   "t",  "",    "ete", "eten", "eter",
                                              "etes", "te", "ten", "ter", "tes"};
static const char *const verb_ends[] = {"en", "n", "ung"};

/* Adds the verbs and nouns that a German participle, or an infinitive with "zu", is of: abgeleitet
 * is of ableiten, abzuleiten as well. @return how many there are */
static size_t add_verbs(span word, relative *out) {
  size_t count = 0;
  span none = SPAN(""), rest = span_of(separable);
  while (true) { /* once for each prefix, and once without */
    span prefix = span_take(rest, span_find(rest, ' '));
    span verb = span_skip(word, prefix.len);
    bool begins = span_starts(word, prefix);
    bool infix = span_starts(verb, SPAN("ge")) || (prefix.len > 0 && span_starts(verb, SPAN("zu")));
    verb = span_skip(verb, 2);
    for (size_t i = 0; begins && infix && i < sizeof participle_ends / sizeof *participle_ends;
         i++) {
      span end = span_of(participle_ends[i]);
      if (verb.len < VERB_LEAST + end.len) { continue; }
      span stem = span_take(verb, verb.len - end.len);
      if (!span_equal(span_skip(verb, stem.len), end)) { continue; }
      relative base;
      if (add_relative(&base, 0, 1, prefix, stem) == 0) { continue; }
      span text = {base.text, base.len};
      if (end.len == 0) { count = add_relative(out, count, RELATIVES, text, none); }
      for (size_t k = 0; end.len > 0 && k < sizeof verb_ends / sizeof *verb_ends; k++) {
        count = add_relative(out, count, RELATIVES, text, span_of(verb_ends[k]));
      }
    }
    if (prefix.len == 0) { return count; }
    rest = span_skip(rest, prefix.len + 1);
  }
}

/* Endings that make a word of another, each between blanks, the international ones first. */
#define COMMON_ENDINGS " ion al ist um us a o on "
static const char *const endings[LOCALE_COUNT] = {
    [LOCALE_EN] = COMMON_ENDINGS
    "ary ionary ional ically ic ical atic etic tic tical ism istic ity ive ative ous able "
    "ible ation ational ization isation ize ise ized ised izing ising ify ication cy ment "
    "ness less ful hood ship ian an ally ory ing ed er or y e es s sis ses ",
    [LOCALE_ID] = COMMON_ENDINGS "is asi isasi ik itas if ional onal oner isme tik ika ologi ",
    [LOCALE_DE] = COMMON_ENDINGS
    "isch ische ischen ischer isches atisch atische atischen tisch tische tischen alistisch "
    "istisch är äre ären ärer äres ar are aren arer ares ionär ik iker tik ismus ität ation "
    "ationen ieren iert ierte ierung ung ungen lich liche lichen bar haft ig ige igen keit "
    "heit los ell elle ellen iv ive iven at er en e n s se sen in innen ",
};

bool analyze_ending(unsigned locale, span text) {
  char listed[ENDING_MOST + 2] = " ";
  if (text.len == 0) { return true; }
  if ((unsigned char)text.data[0] >= ARABIC_LEAD) { return text.len == 2; }
  if (text.len > ENDING_MOST) { return false; }
  memcpy(listed + 1, text.data, text.len);
  listed[text.len + 1] = ' ';
  const char *list = endings[locale];
  return memmem(list, strlen(list), listed, text.len + 2) != NULL;
}

/* Arabic words that are written as one with the next: "and", "so", "in", "as", "to". */
static const char *const clitics[] = {"و", "ف", "ب", "ك", "ل"};

/* Adds what an Arabic word is without such a word before it, and with it. @return how many */
static size_t add_clitics(span word, relative *out) {
  size_t count = 0;
  span article = SPAN("ال");
  for (size_t i = 0; i < sizeof clitics / sizeof *clitics; i++) {
    span clitic = span_of(clitics[i]), rest = span_skip(word, clitic.len);
    bool begins = span_starts(word, clitic) && rest.len >= ARABIC_LEAST;
    if (begins) { count = add_relative(out, count, RELATIVES, rest, SPAN("")); }
    if (word.len >= ARABIC_LEAST) { count = add_relative(out, count, RELATIVES, clitic, word); }
  }
  if (span_starts(word, article) && word.len >= ARABIC_LEAST + article.len) {
    count = add_relative(out, count, RELATIVES, SPAN("لل"), span_skip(word, article.len));
  } else if (span_starts(word, SPAN("لل")) && word.len >= ARABIC_LEAST + article.len) {
    count = add_relative(out, count, RELATIVES, article, span_skip(word, article.len));
  }
  return count;
}

size_t analyze_relatives(unsigned locale, span word, relative out[RELATIVES]) {
  relative roots[ROOTS];
  if (word.len > RELATIVE_MOST - 8) { return 0; }
  if (word.len > 0 && (unsigned char)word.data[0] >= ARABIC_LEAD) { return add_clitics(word, out); }
  if (locale == LOCALE_DE) { return add_verbs(word, out); }
  if (locale != LOCALE_ID) { return 0; }
  size_t count = 0, root_count = find_roots(word, roots);
  for (size_t i = 1; i < root_count; i++) {
    count = add_relative(out, count, RELATIVES, (span){roots[i].text, roots[i].len}, SPAN(""));
  }
  for (size_t i = 0; i < root_count; i++) { /* what the two nasal prefixes make of a root */
    span root = {roots[i].text, roots[i].len};
    if (analyze_short_root(locale, root)) {
      count = add_relative(out, count, RELATIVES, SPAN("menge"), root);
      count = add_relative(out, count, RELATIVES, SPAN("penge"), root);
    }
    static const struct nasal {
      char lost;
      const char *active, *agent;
    } nasals[] = {
        {'k', "meng", "peng"}, {'s', "meny", "peny"}, {'p', "mem", "pem"}, {'t', "men", "pen"}};
    for (size_t k = 0; k < sizeof nasals / sizeof *nasals; k++) {
      if (root.data[0] != nasals[k].lost) { continue; }
      span rest = span_skip(root, 1);
      count = add_relative(out, count, RELATIVES, span_of(nasals[k].active), rest);
      count = add_relative(out, count, RELATIVES, span_of(nasals[k].agent), rest);
    }
  }
  return count;
}

/* In UTF-8 all three umlauts begin with C3. */
static const char umlauts[] = "\xA4\xB6\xBC", vowels[] = "aou";

/* The letter of `to` at the place of `letter` in `from`; 0 when it is not there. */
static char counterpart(char letter, const char *from, const char *to) {
  const char *at = letter == 0 ? NULL : strchr(from, letter);
  return at == NULL ? 0 : to[at - from];
}

size_t analyze_umlaut(span word, bool back, char out[FOLD_MAX]) {
  bool changed = false;
  size_t at = 0;
  if (word.len > FOLD_MAX) { return 0; }
  while (at < word.len) {
    char here = word.data[at], next = at + 1 < word.len ? word.data[at + 1] : 0;
    out[at] = here;
    char umlaut = next == 'e' ? counterpart(here, vowels, umlauts) : 0;
    char vowel = here == '\xC3' ? counterpart(next, umlauts, vowels) : 0;
    if (back ? umlaut == 0 : vowel == 0) {
      at++;
      continue;
    }
    /* both spellings take two bytes */
    out[at] = back ? '\xC3' : vowel;
    out[at + 1] = back ? umlaut : 'e';
    at += 2;
    changed = true;
  }
  return changed ? at : 0;
}
