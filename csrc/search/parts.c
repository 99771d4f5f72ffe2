#include "search/parts.h"

#include "base/ascii.h"
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

/* True when a heading begins answers: one word tells them. */
static bool begins_answers(span heading) {
  token_reader r;
  token t;
  token_begin(&r, heading);
  while (token_next(&r, &t)) {
    if (t.kind != TOKEN_IDENTIFIER && has_word(PART_ANSWERS, t.key)) { return true; }
  }
  return false;
}

/* True when a heading begins notices: all words must tell them, since a lesson may be about
 * sources. */
static bool begins_notice(span heading) {
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

size_t parts_answers(span text) {
  for (size_t at = 0; at < text.len;) {
    span line = span_take(span_skip(text, at), span_find(span_skip(text, at), '\n'));
    if (line.len > 0 && line.data[0] == '#' && begins_answers(line)) { return at; }
    at += line.len + 1;
  }
  return text.len;
}

size_t parts_notice(span text) {
  size_t begin = text.len, level = 0; /* of the first notice, that of the heading of the last */
  bool code = false;
  for (size_t at = 0; at < text.len;) {
    span line = span_take(span_skip(text, at), span_find(span_skip(text, at), '\n'));
    size_t signs = 0;
    while (signs < line.len && line.data[signs] == '#') { signs++; }
    if (span_starts(line, SPAN("```")) || span_starts(line, SPAN("~~~"))) { code = !code; }
    bool heading = !code && signs > 0 && signs < line.len && ascii_blank(line.data[signs]);
    if (heading && begins_notice(line)) {
      begin = begin == text.len ? at : begin;
      level = signs;
    } else if (heading && signs <= level) {
      begin = text.len; /* it is not the end */
      level = 0;
    }
    at += line.len + 1;
  }
  return begin;
}
