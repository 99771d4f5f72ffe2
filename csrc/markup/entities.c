#include "markup/entities.h"

#include "base/utf8.h"

void entities_escape(buffer *out, span text) {
  size_t from = 0;
  for (size_t i = 0; i < text.len; i++) {
    const char *reference = NULL;
    switch (text.data[i]) {
      case '&': reference = "&amp;"; break;
      case '<': reference = "&lt;"; break;
      case '>': reference = "&gt;"; break;
      case '"': reference = "&quot;"; break;
      case '\'': reference = "&#39;"; break;
      case '\0': reference = "\uFFFD"; break;
      default: continue;
    }
    buffer_append(out, (span){text.data + from, i - from});
    buffer_text(out, reference);
    from = i + 1;
  }
  buffer_append(out, span_skip(text, from));
}

static const struct {
  const char *name, *text;
} entities[] = {{"&amp;", "&"},        {"&lt;", "<"},   {"&gt;", ">"},   {"&quot;", "\""},
                {"&apos;", "'"},       {"&nbsp;", " "}, {"&shy;", ""},   {"&ndash;", "\u2013"},
                {"&mdash;", "\u2014"}, {"&auml;", "ä"}, {"&ouml;", "ö"}, {"&uuml;", "ü"},
                {"&Auml;", "Ä"},       {"&Ouml;", "Ö"}, {"&Uuml;", "Ü"}, {"&szlig;", "ß"},
                {"&hellip;", "…"},     {"&times;", "×"}};

static uint32_t numeric_entity(const char *text, size_t size) {
  bool hex = size > 3 && (text[2] | 32) == 'x';
  uint32_t point = 0;
  for (size_t i = hex ? 3 : 2; i + 1 < size; i++) {
    char c = text[i];
    unsigned digit = c <= '9' ? (unsigned)(c - '0') : (unsigned)((c | 32) - 'a' + 10);
    point = point * (hex ? 16 : 10) + digit;
    if (point > 0x10FFFF) {
      return 0xFFFD;
    }
  }
  bool scalar = point != 0 && (point < 0xD800 || point > 0xDFFF);
  return scalar ? point : 0xFFFD;
}

void entities_resolve(buffer *out, span entity) {
  if (entity.len > 2 && entity.data[1] == '#') {
    char bytes[4];
    buffer_append(out, (span){bytes, utf8_encode(numeric_entity(entity.data, entity.len), bytes)});
    return;
  }
  for (size_t i = 0; i < sizeof(entities) / sizeof(entities[0]); i++) {
    if (!span_equal(span_of(entities[i].name), entity)) {
      continue;
    }
    buffer_text(out, entities[i].text);
    return;
  }
  buffer_append(out, entity);
}
