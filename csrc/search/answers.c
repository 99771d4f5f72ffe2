#include "search/answers.h"

#include "text/token.h"

/* Folded words of all languages: an exam in one may quote another. */
static const char *const heading_words[] = {
    "answer",       "answers",     "solution", "solutions", "jawaban",   "kunci",   "pembahasan",
    "penyelesaian", "lösung",      "lösungen", "loesung",   "loesungen", "antwort", "antworten",
    "lösungsweg",   "lösungswege", "الاجابه",  "الاجابات",  "اجابات",    "الحل",    "الحلول"};

static bool names_answers(span heading) {
  token_reader r;
  token t;
  token_begin(&r, heading);
  while (token_next(&r, &t)) {
    for (size_t i = 0; i < sizeof heading_words / sizeof *heading_words; i++) {
      if (span_equal(t.key, span_of(heading_words[i]))) {
        return true;
      }
    }
  }
  return false;
}

size_t answers_begin(span text) {
  for (size_t at = 0; at < text.len;) {
    span line = span_take(span_skip(text, at), span_find(span_skip(text, at), '\n'));
    if (line.len > 0 && line.data[0] == '#' && names_answers(line)) {
      return at;
    }
    at += line.len + 1;
  }
  return text.len;
}
