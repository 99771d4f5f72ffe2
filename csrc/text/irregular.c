#include "text/irregular.h"

#include <stdlib.h>

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

bool irregular_read(unsigned locale, irregular_table *out) {
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

span irregular_base(const irregular_table *table, span word) {
  irregular wanted = {.form = word};
  const irregular *found =
      table->count == 0 ? NULL
                        : bsearch(&wanted, table->forms, table->count, sizeof wanted, by_form);
  return found == NULL ? word : found->base;
}
