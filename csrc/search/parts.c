#include "search/parts.h"

#include "text/token.h"

enum part { PART_ANSWERS, PART_NOTICE, PART_JOINING };

/* Folded words of all languages: an exam in one may quote another. */
static const char *const heading_words[] = {
    [PART_ANSWERS] =
        "answer answers solution solutions jawaban kunci pembahasan penyelesaian "
        "lösung lösungen loesung loesungen antwort antworten lösungsweg lösungswege "
        "الاجابه الاجابات اجابات الحل الحلول",
    [PART_NOTICE] =
        "source sources reference references bibliography licence licences license "
        "licenses licensing credits attribution attributions copyright "
        "sumber referensi pustaka rujukan lisensi atribusi kredit "
        "quelle quellen quellenangaben quellenverzeichnis literatur "
        "literaturverzeichnis literaturhinweise lizenz lizenzen nachweise "
        "quellennachweise bildnachweis bildnachweise urheberrecht "
        "المصادر المراجع مصادر مراجع",
    [PART_JOINING] =
        "and of the for text image images "
        "dan daftar untuk gambar teks hak cipta "
        "und der zum zur text bild bilder و",
};

static bool has_word(enum part part, span word) {
  for (span rest = span_of(heading_words[part]); rest.len > 0;) {
    span listed = span_take(rest, span_find(rest, ' '));
    if (span_equal(listed, word)) { return true; }
    rest = span_skip(rest, listed.len + 1);
  }
  return false;
}

bool parts_begins_answers(span heading) {
  token_reader r;
  token t;
  token_begin(&r, heading);
  while (token_next(&r, &t)) {
    if (t.kind != TOKEN_IDENTIFIER && has_word(PART_ANSWERS, t.key)) { return true; }
  }
  return false;
}

bool parts_begins_notices(span heading) {
  token_reader r;
  token t;
  bool notice = false, other = false;
  token_begin(&r, heading);
  while (token_next(&r, &t)) {
    if (t.kind == TOKEN_IDENTIFIER) { continue; }
    bool tells = has_word(PART_NOTICE, t.key);
    notice = notice || tells;
    other = other || !(tells || has_word(PART_JOINING, t.key));
  }
  return notice && !other;
}
