--- Indonesian: see init.lua for what a locale says.

return {
  name = "Bahasa Indonesia",
  called = { "Bahasa", "Indonesia", "Indonesian", "Indonesisch" },
  skip = "Langsung ke isi",
  search = "Cari",
  search_label = "Cari isi",
  all = "Semua isi",
  articles = "Artikel",
  material = "Materi",
  tryout = "Try-out",
  quran = "Al-Qur’an",
  alerts = { "Catatan", "Tips", "Penting", "Peringatan", "Awas" },
  contents = "Di halaman ini",
  languages = "Bahasa",
  wrong = "Menemukan kesalahan?",
  report = "Laporkan kesalahan",
  updated = "Diperbarui",
  markdown = "Markdown",
  identity = "ID isi",
  elsewhere = "Try-out ini hanya dicantumkan: teksnya tidak ada di layanan ini. Kutiplah sebagai",
  instead = "Sebagai gantinya, yang dapat dibaca:",
  cited = "tidak dapat dibaca di sini",
  verses = "Ayat",
  previous = "Surah sebelumnya",
  next = "Surah berikutnya",
  surah = "Surah %d dari 114",
  count = "%d ayat",
  Meccan = "Makkiyah",
  Medinan = "Madaniyah",
  note = "Catatan %d",
  tafsir = "Tafsir",
  show_tafsir = "Tampilkan tafsir di bawah setiap ayat",
  hide_tafsir = "Sembunyikan tafsir",
  sources = "Sumber",
  arabic = "Teks Arab",
  translation = "Terjemahan",
  publisher = "Penerbit",
  version = "Versi",
  retrieved = "Diambil",
  source = "Sumber",
  terms = "Ketentuan",
  authors = "Ditulis oleh",
  licence = "Lisensi",
  updates = "Pembaruan",
  results = "Hasil untuk “%s”",
  all_results = "Semua hasil",
  suggestions = "Saran: %d",
  none = "Tidak ada yang ditemukan. Coba kata yang lebih sedikit atau kata lain.",
  found_all = "%d ditemukan",
  found_of = "%d sampai %d dari %d",
  found_best = "%d sampai %d dari %d terbaik",
  found_elsewhere = "Ditemukan dalam bahasa lain:",
  missing = "Tidak ada yang memuat: %s.",
  did_you_mean = "Mungkin maksud Anda:",
  unreachable = "Pencarian tidak dapat dihubungi. Coba lagi sebentar lagi.",
  more = "Hasil lainnya",
  section = "Bagian",
  subject = "Mata pelajaran",
  level = "Tingkat",
  next_page = "Halaman berikutnya",
  previous_page = "Halaman sebelumnya",
  turn_back = "Sebelumnya",
  turn_on = "Berikutnya",
  everything = "Semua",
  prompt = "Kata, judul, tahun, atau ayat seperti 2:255",

  verify = "Periksa halaman ini",
  verify_about = "Peramban Anda memeriksa apakah halaman ini menampilkan huruf demi huruf apa "
    .. "yang ditandatangani penerbit: teksnya, bukan menu di sekitarnya. Pemeriksaan ini datang "
    .. "dari peladen ini bersama halaman, begitu pula kuncinya, kecuali Anda memilih berkas "
    .. "kepercayaan yang Anda peroleh dari penerbit. Agar tidak bergantung pada peladen ini, "
    .. "pakailah perintah.",
  verify_more = "Apa yang terbukti dan apa yang tidak",
  verify_trust = "Berkas kepercayaan penerbit, jika Anda memilikinya:",
  verify_check = "Periksa sekarang",
  verify_good = "Halaman ini menampilkan apa yang ditandatangani.",
  verify_page = "Ditandatangani dengan %keys, berlaku sampai %until. Kunci ini datang bersama "
    .. "halaman: perubahan teks di perjalanan akan ketahuan, tetapi peladen yang menipu Anda "
    .. "sepenuhnya tidak.",
  verify_file = "Ditandatangani dengan %keys, yang disebut berkas kepercayaan Anda; berlaku "
    .. "sampai %until.",
  verify_bad = "Jangan mengandalkan halaman ini: isinya bukan apa yang ditandatangani. Ada yang "
    .. "mengubahnya, atau mengubah buktinya.",
  verify_unknown = "Tidak dapat dipastikan: buktinya tidak dapat diperoleh. Muat ulang halaman "
    .. "ini. Itu tidak berarti teksnya salah.",
  verify_commands = "Sendiri, di terminal:",
  quiz = {
    answered = "%done dari %all terjawab",
    check = "Periksa",
    count = "Hitung nilai saya",
    key = "Kunci soal %d",
    missed = "Baca lagi:",
    open = "%open belum dijawab.",
    report = "Laporkan kesalahan di soal %d",
    reset = "Ulangi dari awal",
    right = "Benar.",
    score = "%right dari %all benar.",
    see_key = "Lihat kunci",
    timer = "Pengatur waktu",
    wrong = "Belum tepat.",
  },
  juz = "Juz, tiga puluh bagian bacaan",
  reading = {
    alone = "Hanya bahasa Arab",
    beside = "Terjemahan kedua",
    go = "Buka",
    go_to = "Ayat atau nama",
    link = "Salin tautan",
    resume = "Lanjutkan di ayat %d",
    share = "Bagikan",
    size = "Ukuran",
  },
  next_verse = "Ayat berikutnya",
  previous_verse = "Ayat sebelumnya",
  cite = "Rujukan",
  copy = "Salin",
  copied = "Tersalin",
  terms_title = "Ketentuan untuk yang Anda baca di sini",
  terms_about = "Setiap teks ada pemiliknya. Halaman ini menyebutkan sumber-sumber publikasi ini "
    .. "dalam bahasa ini, dan apa yang diketahui tentang ketentuannya. Materi, artikel, dan "
    .. "try-out berasal dari penerbit publikasi ini, yang juga bertanggung jawab atasnya.",
  terms_none = "Publikasi ini tidak memuat Al-Quran dalam bahasa ini.",
  terms_known = "Yang diketahui tentang ketentuannya:",
  terms_unknown = "Tidak ada. Bacalah ketentuannya dan tanyakan kepada penerbitnya sebelum "
    .. "disajikan kepada umum.",
  terms_operator = "Sebelum Anda menjalankan layanan sendiri",
  terms_clear = "Disebutnya sebuah sumber di sini bukanlah izin. Bacalah ketentuan "
    .. "masing-masing, dan bila ketentuannya tidak jelas mengizinkan penerbitan ulang, tanyakan "
    .. "kepada penerbitnya sebelum Anda menyajikannya kepada umum. Hal itu tidak dapat diurus "
    .. "oleh orang lain.",

  -- The paths of the subjects.
  place = "Materi %d dari %d",
  lower = "sampai kelas 10",
  upper = "kelas 11–12",
  minutes = "%d menit",
  after = "Pelajari dahulu",
  previous_lesson = "Materi sebelumnya",
  next_lesson = "Materi berikutnya",
  further = "Materi lainnya",
  lessons = "Materi: %d",
  first_lesson = "Materi pertama",

  home = "Beranda",
  home_title = "Belajar, berlatih, mencari tahu",
  home_about = "Perpustakaan terbuka untuk belajar, bebas dibaca: tanpa akun, tanpa pelacakan. "
    .. "Setiap teks ditandatangani penerbitnya, dan setiap halaman dapat diperiksa.",
  developers = "Untuk pengembang",
  kinds = {
    articles = "Artikel",
    material = "Materi",
    quran = "Surah",
    tryout = "Try-out",
    verse = "Ayat",
  },

  -- Texts for people about a problem, by its status.
  problem_more = "Selengkapnya tentang masalah ini",
  problems = {
    other = {
      title = "Alamat ini tidak dapat dibaca",
      advice = "Mungkin alamatnya terpotong atau berubah di perjalanan. Carilah yang Anda "
        .. "perlukan, atau mulailah dari beranda.",
    },
    [404] = {
      title = "Tidak ada apa-apa di sini",
      advice = "Tidak ada halaman dengan alamat ini: mungkin sudah dipindahkan, atau alamatnya "
        .. "keliru. Carilah yang Anda perlukan, atau mulailah dari beranda.",
    },
    [429] = {
      title = "Terlalu banyak permintaan",
      advice = "Tunggu sebentar, lalu muat ulang halaman ini.",
    },
    [500] = {
      title = "Terjadi kesalahan di sini",
      advice = "Ini bukan kesalahan Anda. Coba lagi sebentar lagi.",
    },
    [503] = {
      title = "Sedang tidak tersedia",
      advice = "Isinya sedang tidak dapat dibaca. Coba lagi sebentar lagi.",
    },
  },

  -- The documents of the surahs.
  surah_label = "Surah %d",
  surah_description = "Surah %d, %s (%s): %d ayat lengkap dalam bahasa Arab beserta terjemahannya.",
  repaired = "Ayat yang dirapikan: %s.",
  separated = "Basmalah yang ditulis sumber ini di dalam ayat pertama sebuah surah disajikan"
    .. " tersendiri, seperti ejaan sumbernya.",

  -- Facts for the linter of the content.
  max_lix = 60,
  frequent = "yang dan dari dengan untuk pada adalah ini itu tidak dalam oleh karena jika atau "
    .. "dapat sebuah sama lebih kita maka",
  notation = {
    "percent_closed",
    "decimal_comma_or_time",
    "grouping_points",
    "division_colon",
    "division_colon_in_formula",
    "points_with_comma",
  },
}
