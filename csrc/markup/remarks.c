#include "markup/remarks.h"

#include "base/ascii.h"

static const struct {
  const char *open, *close; /* both on one line */
  const char *rule, *cure;
  bool begins; /* only at the beginning of a paragraph */
  bool solid;  /* no blank follows what opens it */
} foreign[] = {
    {":::", "", "directive", "::: is shown as text; write > [!NOTE] and quote what follows", true,
     false},
    {"!!!", "", "directive", "!!! is shown as text; write > [!NOTE] and quote what follows", true,
     false},
    {"{{<", "", "shortcode", "a shortcode is shown as text; write what it stands for", false,
     false},
    {"{{%", "", "shortcode", "a shortcode is shown as text; write what it stands for", false,
     false},
    {"{%", "%}", "shortcode", "a template tag is shown as text; write what it stands for", false,
     false},
    {"[[", "]]", "wiki-link", "[[…]] is shown as text; write [text](file.md)", false, true},
    {"{:", "}", "attribute-list", "{: …} is shown as text; take it out", false, false},
    {"{.", "}", "attribute-list", "{.…} is shown as text; take it out", false, false},
    {"{ .", "}", "attribute-list", "{ .…} is shown as text; take it out", false, false},
    {"{ #", "}", "attribute-list", "{ #…} is shown as text; take it out", false, false},
    {"{#", "}", "attribute-list", "{#…} is an id only at the end of a heading; take it out", false,
     false},
    {"==", "==", "highlight", "==…== is shown as text; write <mark>…</mark>", false, true},
};

enum { CLOSE_WITHIN = 256 }; /* bytes in which a construct is closed */

/* A name between colons, as in `:smile:`. */
static size_t emoji_length(span text, size_t at) {
  size_t end = at + 1;
  while (end < text.len && (ascii_small(text.data[end]) || ascii_digit(text.data[end]) ||
                            strchr("_+-", text.data[end]) != NULL)) {
    end++;
  }
  bool parted = at == 0 || ascii_blank(text.data[at - 1]);
  bool letters = end > at + 2 && ascii_small(text.data[at + 1]);
  return parted && letters && end < text.len && text.data[end] == ':' ? end + 1 - at : 0;
}

static void check_text(parser *p, const node *n, bool begins) {
  span text = n->text;
  for (size_t at = 0; at < text.len; at++) {
    if (strchr(":!{[=", text.data[at]) == NULL || text.data[at] == '\0') { continue; }
    span rest = span_skip(text, at);
    uint32_t start = n->at.start + (uint32_t)at;
    for (size_t i = 0; i < sizeof foreign / sizeof foreign[0]; i++) {
      if (foreign[i].open[0] != rest.data[0]) { continue; }
      span open = span_of(foreign[i].open), close = span_of(foreign[i].close);
      bool here = span_starts(rest, open) && (!foreign[i].begins || (begins && at == 0));
      if (here && foreign[i].solid) {
        here = rest.len > open.len && !ascii_blank(rest.data[open.len]);
      }
      span inside = span_take(span_skip(rest, open.len), CLOSE_WITHIN);
      if (here && (close.len == 0 || memmem(inside.data, inside.len, close.data, close.len))) {
        parser_remark(p, foreign[i].rule, start, start + (uint32_t)open.len, foreign[i].cure);
        at = close.len == 0 ? at + open.len - 1 : text.len;
        break;
      }
    }
    size_t emoji = at < text.len && text.data[at] == ':' ? emoji_length(text, at) : 0;
    if (emoji > 0) {
      parser_remark(p, "emoji-name", start, start + (uint32_t)emoji,
                    "the name of an emoji is shown as text; write the character");
      at += emoji - 1;
    }
  }
}

void remarks_add(parser *p) {
  const node *root = p->d->root;
  for (const node *n = root; n != NULL;) {
    if (n->kind == NODE_CODE || n->kind == NODE_CODE_BLOCK || n->kind == NODE_RAW) {
      n = node_beyond(root, n);
      continue;
    }
    if (n->kind == NODE_TEXT && !n->entity &&
        (n->parent->kind != NODE_LINK || !n->parent->automatic)) {
      check_text(p, n, n->previous == NULL && n->parent->kind == NODE_PARAGRAPH);
    }
    n = node_after(root, n);
  }
}
