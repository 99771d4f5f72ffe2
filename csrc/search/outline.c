#include "search/outline.h"

/* The class of a word; where no verses are, none points to them. */
static enum word_class class_of(const partition *p, span key) {
  enum word_class class = words_class(&p->words, key);
  return class == WORD_QURAN && p->runs.len == 0 ? WORD_CONTENT : class;
}

outline outline_read(const partition *p, const phrasing *from) {
  outline o = {.question = from->asks};
  token_reader tokens;
  token t;
  token_begin(&tokens, from->text);
  while (token_next(&tokens, &t)) {
    enum word_class class = t.kind == TOKEN_WORD ? class_of(p, t.key) : WORD_CONTENT;
    if (t.kind == TOKEN_WORD && t.position < OUTLINED) {
      o.classes[t.position] = (uint8_t) class;
    }
    o.content = o.content || class == WORD_CONTENT;
    o.question = o.question || (class == WORD_QUESTION && t.position == 0);
  }
  o.words = tokens.position;
  return o;
}

enum word_class outline_class(const partition *p, const outline *of, const token *t) {
  if (!of->content) {
    return WORD_CONTENT;
  }
  if (t->position < OUTLINED) {
    return (enum word_class)of->classes[t->position];
  }
  return class_of(p, t->key);
}
