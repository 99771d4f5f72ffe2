--- German: see init.lua for what a locale says.

return {
  name = "Deutsch",
  called = { "German", "Jerman", "Bahasa Jerman" },
  skip = "Zum Inhalt springen",
  search = "Suchen",
  search_label = "Inhalte durchsuchen",
  all = "Alle Inhalte",
  articles = "Artikel",
  material = "Lektionen",
  tryout = "Probeprüfungen",
  quran = "Koran",
  alerts = { "Hinweis", "Tipp", "Wichtig", "Warnung", "Vorsicht" },
  contents = "Auf dieser Seite",
  languages = "Sprachen",
  wrong = "Fehler gefunden?",
  report = "Fehler melden",
  updated = "Aktualisiert",
  markdown = "Markdown",
  identity = "Inhalts-ID",
  elsewhere = "Diese Prüfung ist nur aufgeführt, ihr Text liegt nicht hier. Zitiert wird sie als",
  instead = "Lesen lässt sich stattdessen:",
  cited = "hier nicht zu lesen",
  verses = "Verse",
  previous = "Vorige Sure",
  next = "Nächste Sure",
  surah = "Sure %d von 114",
  count = "%d Verse",
  Meccan = "mekkanisch",
  Medinan = "medinensisch",
  note = "Anmerkung %d",
  tafsir = "Tafsir",
  show_tafsir = "Tafsir unter jedem Vers zeigen",
  hide_tafsir = "Tafsir ausblenden",
  sources = "Quellen",
  arabic = "Arabischer Text",
  translation = "Übersetzung",
  publisher = "Herausgeber",
  version = "Fassung",
  retrieved = "Abgerufen",
  source = "Quelle",
  terms = "Bedingungen",
  authors = "Verfasst von",
  licence = "Lizenz",
  updates = "Aktualisierungen",
  results = "Ergebnisse für „%s“",
  all_results = "Alle Ergebnisse",
  suggestions = "Vorschläge: %d",
  none = "Nichts gefunden. Versuche weniger oder andere Wörter.",
  found_all = "%d gefunden",
  found_of = "%d bis %d von %d",
  found_best = "%d bis %d der besten %d",
  found_elsewhere = "In einer anderen Sprache gefunden:",
  missing = "Nichts hier enthält: %s.",
  did_you_mean = "Meintest du:",
  unreachable = "Die Suche ist nicht erreichbar. Versuche es gleich noch einmal.",
  more = "Weitere Ergebnisse",
  section = "Bereich",
  subject = "Fach",
  level = "Stufe",
  next_page = "Nächste Seite",
  previous_page = "Vorige Seite",
  turn_back = "Zurück",
  turn_on = "Weiter",
  everything = "Alles",
  prompt = "Wörter, ein Titel, ein Jahr oder ein Vers wie 2:255",

  verify = "Diese Seite prüfen",
  verify_about = "Ihr Browser prüft, ob diese Seite Buchstabe für Buchstabe zeigt, was der "
    .. "Herausgeber unterschrieben hat: den Text, nicht die Menüs darum herum. Die Prüfung kam "
    .. "mit der Seite von diesem Server, und die Schlüssel ebenso, wenn Sie nicht die "
    .. "Vertrauensdatei wählen, die Sie vom Herausgeber haben. Wer diesem Server in nichts "
    .. "vertrauen will, nimmt die Befehle.",
  verify_more = "Was bewiesen ist und was nicht",
  verify_trust = "Die Vertrauensdatei des Herausgebers, wenn Sie sie haben:",
  verify_check = "Jetzt prüfen",
  verify_good = "Diese Seite zeigt, was unterschrieben wurde.",
  verify_page = "Unterschrieben von %keys, gültig bis %until. Diese Schlüssel kamen mit der "
    .. "Seite: Was einen Text unterwegs verändert hat, fällt auf, ein Server, der Sie ganz "
    .. "täuscht, nicht.",
  verify_file = "Unterschrieben von %keys, genannt in Ihrer Vertrauensdatei; gültig bis %until.",
  verify_bad = "Verlassen Sie sich nicht auf diese Seite: Sie zeigt nicht, was unterschrieben "
    .. "wurde. Etwas hat sie oder ihren Beweis verändert.",
  verify_unknown = "Das lässt sich nicht sagen: Der Beweis ist nicht zu bekommen. Laden Sie die "
    .. "Seite neu. Gegen den Text besagt das nichts.",
  verify_commands = "Selbst, in einem Terminal:",
  quiz = {
    answered = "%done von %all beantwortet",
    check = "Prüfen",
    count = "Punkte zählen",
    key = "Lösung zu Aufgabe %d",
    missed = "Noch einmal lesen:",
    open = "%open nicht beantwortet.",
    report = "Fehler in Aufgabe %d melden",
    reset = "Von vorn beginnen",
    right = "Richtig.",
    score = "%right von %all sind richtig.",
    see_key = "Zur Lösung",
    timer = "Stoppuhr",
    wrong = "Nicht richtig.",
  },
  juz = "Dschuz, die dreißig Leseabschnitte",
  reading = {
    alone = "Nur Arabisch",
    beside = "Zweite Übersetzung",
    go = "Los",
    go_to = "Vers oder Name",
    link = "Link kopieren",
    resume = "Weiter bei Vers %d",
    share = "Teilen",
    size = "Schriftgröße",
  },
  next_verse = "Nächster Vers",
  previous_verse = "Voriger Vers",
  cite = "Stellenangabe",
  copy = "Kopieren",
  copied = "Kopiert",
  terms_title = "Bedingungen für das, was Sie hier lesen",
  terms_about = "Jeder Text gehört jemandem. Diese Seite nennt die Quellen dieser "
    .. "Veröffentlichung in dieser Sprache und was über ihre Bedingungen bekannt ist. "
    .. "Lektionen, Artikel und Probeprüfungen stammen vom Herausgeber dieser "
    .. "Veröffentlichung, der auch für sie einsteht.",
  terms_none = "Diese Veröffentlichung hat keinen Koran in dieser Sprache.",
  terms_known = "Was über die Bedingungen bekannt ist:",
  terms_unknown = "Nichts. Lesen Sie sie und fragen Sie vor öffentlichem Gebrauch den Herausgeber.",
  terms_operator = "Bevor Sie selbst einen Dienst betreiben",
  terms_clear = "Dass eine Quelle hier genannt wird, ist keine Erlaubnis. Lesen Sie die "
    .. "Bedingungen jeder Quelle, und wo sie eine Weitergabe nicht klar gestatten, fragen Sie "
    .. "den Herausgeber, bevor Sie den Text öffentlich anbieten. Das kann Ihnen niemand "
    .. "abnehmen.",

  -- The paths of the subjects.
  place = "Lektion %d von %d",
  lower = "bis Klasse 10",
  upper = "Oberstufe",
  minutes = "%d Minuten",
  after = "Setzt voraus",
  previous_lesson = "Vorige Lektion",
  next_lesson = "Nächste Lektion",
  further = "Weitere Lektionen",
  lessons = "Lektionen: %d",
  first_lesson = "Erste Lektion",

  home = "Startseite",
  home_title = "Lernen, üben, nachschlagen",
  home_about = "Eine offene Bibliothek zum Lernen, frei zu lesen: ohne Konto, ohne Verfolgung. "
    .. "Jeder Text ist von seinem Herausgeber unterschrieben, und jede Seite lässt sich "
    .. "prüfen.",
  developers = "Für Entwickler",
  kinds = {
    articles = "Artikel",
    material = "Lektion",
    quran = "Sure",
    tryout = "Probeprüfung",
    verse = "Vers",
  },

  -- Texts for people about a problem, by its status.
  problem_more = "Mehr zu diesem Fehler",
  problems = {
    other = {
      title = "Diese Adresse ist nicht lesbar",
      advice = "Vielleicht wurde sie unterwegs abgeschnitten oder verändert. Die Suche oder "
        .. "die Startseite führt weiter.",
    },
    [404] = {
      title = "Hier ist nichts",
      advice = "Keine Seite hat diese Adresse: Sie ist umgezogen, oder die Adresse enthält "
        .. "einen Fehler. Die Suche oder die Startseite führt weiter.",
    },
    [429] = {
      title = "Zu viele Anfragen",
      advice = "Bitte einen Moment warten und die Seite dann neu laden.",
    },
    [500] = {
      title = "Hier ist etwas schiefgegangen",
      advice = "Das liegt nicht an Ihnen. Bitte gleich noch einmal versuchen.",
    },
    [503] = {
      title = "Im Moment nicht verfügbar",
      advice = "Die Inhalte lassen sich gerade nicht lesen. Bitte gleich noch einmal versuchen.",
    },
  },

  -- The documents of the surahs.
  surah_label = "Sure %d",
  surah_description = "Sure %d, %s (%s): alle %d Verse auf Arabisch mit deutscher Übersetzung.",
  repaired = "Berichtigte Verse: %s.",
  separated = "Die Eröffnungsformel, die diese Quelle in den ersten Vers einer Sure schreibt,"
    .. " steht für sich, wie die Quelle sie schreibt.",

  -- Facts for the linter of the content.
  max_lix = 60,
  frequent = "der die das und ist sind ein eine einen mit nicht den dem des von zu im für auf wird "
    .. "werden auch sich wir",
  notation = {
    "percent_spaced",
    "decimal_comma",
    "division_colon",
    "division_colon_in_formula",
    "points_with_bar",
  },
}
