#include "quran/names.h"

const char *const quran_spellings[QURAN_SURAHS] = {
    [0] = "fatihah fatiha fateha فاتحه",
    [1] = "baqarah baqara bakara بقره",
    [2] = "aliimran alimran imran عمران عمرن",
    [3] = "nisa nisaa nissa نسا",
    [4] = "maidah maida maide مايده",
    [5] = "anam anaam انعام",
    [6] = "araf aaraf اعراف",
    [7] = "anfal enfal انفال",
    [8] = "tawbah taubah tauba tawba baraa baraah tevbe tovbe توبه",
    [9] = "yunus junus younus younous jonas jonah يونس",
    [10] = "hud houd هود",
    [11] = "yusuf jusuf yousuf youssouf josef joseph يوسف",
    [12] = "rad raad rodu radu رعد",
    [13] = "ibrahim abraham ابراهيم ابرهيم",
    [14] = "hijr hidschr hidjr hicr hijir حجر",
    [15] = "nahl نحل",
    [16] = "isra israa baniisrail اسرا",
    [17] = "kahf kehf kahfi كهف",
    [18] = "maryam mariam marjam meryem mary maria meryam مريم",
    [19] = "taha taahaa toha thaha طه",
    [20] = "anbya anbiya anbija anbiyaa enbiya انبيا",
    [21] = "hajj hadsch haddsch hadj haj hadz حج",
    [22] = "muminun muminoon mukminun muminin مومنون",
    [23] = "nur noor nour nuur نور",
    [24] = "furqan furkan furqaan فرقان",
    [25] = "shuara syuara schuara shuaraa chouara شعرا",
    [26] = "naml neml نمل",
    [27] = "qasas qashash kasas قصص",
    [28] = "ankabut ankabout ankebut عنكبوت",
    [29] = "rum roum ruum روم",
    [30] = "luqman lokman lukman luqmaan لقمان لقمن",
    [31] = "sajdah sadschda sajda sadjda alifmimsajdah secde sajadah سجده",
    [32] = "ahzab ahzaab احزاب",
    [33] = "saba sabaa sebe سبا",
    [34] = "fatir fathir faatir فاطر",
    [35] = "yasin yaseen yaasin yaasiin yassin jasin يس",
    [36] = "saffat shaffat saffaat saaffat shoffat صافات صفت",
    [37] = "sad shad saad shod ص",
    [38] = "zumar dumar zumer zummar زمر",
    [39] = "ghafir gafir ghaafir mumin mukmin غافر",
    [40] = "fussilat fushshilat haamimsajdah فصلت",
    [41] = "shuraa syura schura shura syuura choura شوري",
    [42] = "zukhruf suchruf زخرف",
    [43] = "dukhan duchan duhan doukhan دخان",
    [44] = "jathiyah jasiyah dschathija jatsiyah dschathiya jathiya casiye جاثيه",
    [45] = "ahqaf ahkaf احقاف",
    [46] = "muhammad mohammed muhammed mohammad محمد",
    [47] = "fath fatah fetih fathu فتح",
    [48] = "hujurat hudschurat hujraat hucurat حجرات حجرت",
    [49] = "qaf kaf qaaf qof ق",
    [50] = "dhariyat zariyat dzariyat dharijat ذاريات ذريت",
    [51] = "tur thur toor طور",
    [52] = "najm nadschm necm نجم",
    [53] = "qamar kamar kamer قمر",
    [54] = "rahman rahmaan رحمن",
    [55] = "waqiah waqia wakia vakia vaqia واقعه",
    [56] = "hadid hadeed حديد",
    [57] = "mujadila mujadalah mudschadala mujadilah mudschadila mucadele مجادله",
    [58] = "hashr hasyr haschr hachr حشر",
    [59] = "mumtahanah mumtahana mumtahina mumtahinah ممتحنه",
    [60] = "saf saff shaff shof shaf صف",
    [61] = "jumuah dschumua jumua dschumuah jumah jumma juma jummah jumat jumaah جمعه",
    [62] = "munafiqun munafikun munafiqoon منافقون منفقون",
    [63] = "taghabun tagabun تغابن",
    [64] = "talaq thalaq talak طلاق",
    [65] = "tahrim tahreem تحريم",
    [66] = "mulk moulk tabarak ملك",
    [67] = "qalam kalam nun kalem قلم",
    [68] = "haqqah haqqa haaqqah hakka حاقه",
    [69] = "maarij maaridsch mearic معارج",
    [70] = "nuh noah nooh nouh nuuh نوح",
    [71] = "jinn dschinn jin djinn جن",
    [72] = "muzzammil muzammil muzzamil مزمل",
    [73] = "muddaththir muddassir muddatstsir muddathir mudatsir مدثر",
    [74] = "qiyamah qiyama kiyama qijama kiyamet قيامه قيمه",
    [75] = "insan dahr insaan انسان",
    [76] = "mursalat mursalaat مرسلات مرسلت",
    [77] = "naba nabaa nebe نبا",
    [78] = "naziat نازعات نزعت",
    [79] = "abasa abese عبس",
    [80] = "takwir takweer تكوير",
    [81] = "infitar infithar انفطار",
    [82] = "mutaffifin muthaffifin mutaffifeen tatfif مطففين",
    [83] = "inshiqaq insyiqaq inschiqaq inchiqaq انشقاق",
    [84] = "buruj burudsch buruc bourouj بروج",
    [85] = "tariq thariq tarik طارق",
    [86] = "ala aala اعلي",
    [87] = "ghashiyah gasyiyah ghaschija ghasyiyah ghaschiya ghashiya غاشيه",
    [88] = "fajr fadschr fecr فجر",
    [89] = "balad beled بلد",
    [90] = "shams syams schams chams sems shems شمس",
    [91] = "layl lail leyl ليل يل",
    [92] = "duhaa duha dhuha douha ضحي",
    [93] = "sharh syarh scharh inshirah insyirah alamnasyrah inschirah alamnashrah alamnasroh شرح",
    [94] = "tin tiin تين",
    [95] = "alaq alak iqra iqro علق",
    [96] = "qadr kadr qadar kadir qodar قدر",
    [97] = "bayyinah bayyina baijina baiyina beyyine بينه",
    [98] = "zalzalah zilzal zalzala zilzala زلزله",
    [99] = "adiyat adijat عاديات عديت",
    [100] = "qariah qaria karia قارعه",
    [101] = "takathur takasur takatsur تكاثر",
    [102] = "asr ashr asar عصر",
    [103] = "humazah humaza همزه",
    [104] = "fil fiil فيل",
    [105] = "quraysh quraisy quraisch kuraisch quraish quraych qouraych قريش",
    [106] = "maun maoun ماعون",
    [107] = "kawthar kausar kautsar kauthar kewser كوثر",
    [108] = "kafirun kafiroon كافرون كفرون",
    [109] = "nasr nashr نصر",
    [110] = "masad mesed lahab leheb tabbat tebbet مسد لهب",
    [111] = "ikhlas ichlas ikhlash tauhid ihlas qulhu kulhu اخلاص",
    [112] = "falaq falak felak فلق",
    [113] = "nas naas ناس",
};

const struct quran_named_verse quran_named_verses[] = {
    {"ayatkursi ayatalkursi ayatulkursi ayatelkursi kursi throneverse verseofthethrone thronvers "
     "versdesthrons versdesthrones ayatkursiy ayatkursy ايهالكرسي ايتالكرسي الكرسي",
     2, 255, 255},
    {"lightverse verseoflight ayatannur ayatnur lichtvers versdeslichts ayatcahaya ايهالنور", 24,
     35, 35},
    {"debtverse verseofdebt ayataldayn ayatdain ايهالدين", 2, 282, 282},
    {"swordverse verseofthesword schwertvers ayatussaif ايهالسيف", 9, 5, 5},
    {"amanarrasul amanarrasulu lasttwoversesofalbaqarah امنالرسول", 2, 285, 286},
    {"bismillah basmalah basmala bismillahirrahmanirrahim بسمالله بسماللهالرحمنالرحيم", 1, 1, 1},
    {"innalillahi innalillah istirja اناللهوانااليهراجعون", 2, 156, 156},
    {NULL, 0, 0, 0},
};

const char quran_common_words[] =
    "sad shad saad tin tiin nun nur noor nuur rad raad hud houd tur toor thur rum ruum fil fiil "
    "nas naas jin jinn djinn dschinn haj hajj hadj noah nooh nuh jonas josef yusuf abraham "
    "ibrahim mohammed muhammad muhammed mohammad maryam mariam meryem imran luqman lukman insan "
    "dahr kamar asar asr ashr fajr kalam qalam talak talaq qadr kadr qadar tauhid saba saff tariq "
    "tarik fath fatah naba mulk nasr iqra kaf qaf sharh human mumin kursi rahman balad hadid shaf "
    "shod jonah joseph mary maria shems kamer duhan kadir jumat mukmin neml sebe fecr nour "
    "nouh roum yassin younous youssouf";

const char quran_other_words[] =
    "abuse akses alat allah alle already andal angebaut angebot babad bakar baker bakery "
    "balas bald barat basa bath berat bicara brach buruh buruk camera carilah cases casey "
    "chad come comet cone cones daher derajat einsen enam fair faith fate father fats feith "
    "fes fette fiel file foil foto gases hamka hammer head heer hier hooke ijin insang jala "
    "jones josiah jumlah june kafe kaisar kamera kammer kammern kapas karya kasus kebiruan "
    "kediri kerja klammer kolam kolom leher made main maize mann marc masak masjid mayr mencabut "
    "mercy meriam merry method milk missed nabi nasi neben nes nicholas noch noise non nor "
    "nova nuove olah oleh other patah photo quader radio rahmat rahmen rahmens ratu raum read "
    "ready red road rod roda saat sache safe schemes schiff schwere search seems sehat seide "
    "sekte shadow sharp shore showed sifat sour staff suara suchen summer sums syafaat tacho "
    "tahap tahu talk tanam tibet tiny tolak tower trick tube tuhan umat umma unfall "
    "walther worum yakin zimmer";
