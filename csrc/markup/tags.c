#include "markup/tags.h"

#include "base/ascii.h"
#include "markup/inline_reader.h"
#include "markup/target.h"

static const struct {
  const char *name, *attributes; /* those kept, parted by spaces */
  bool empty;                    /* has no content and no end tag */
} kept[] = {
    {"abbr", "title", false},  {"br", "", true},       {"details", "open", false},
    {"figcaption", "", false}, {"figure", "", false},  {"img", "alt height src title width", true},
    {"kbd", "", false},        {"mark", "", false},    {"small", "", false},
    {"sub", "", false},        {"summary", "", false}, {"sup", "", false},
    {"u", "", false}};

enum { KEPT = sizeof kept / sizeof kept[0], OPEN_MOST = 64 };

static char byte_at(span text, size_t at) { return at < text.len ? text.data[at] : '\0'; }

static bool is_space(char c) { return ascii_blank(c) || c == '\n' || c == '\r'; }

static size_t skip_space(span text, size_t at) {
  while (is_space(byte_at(text, at))) { at++; }
  return at;
}

/* ---- finding -------------------------------------------------------------------------------- */

static size_t name_end(span text, size_t at) {
  if (!ascii_letter(byte_at(text, at))) { return at; }
  while (ascii_alnum(byte_at(text, at)) || byte_at(text, at) == '-') { at++; }
  return at;
}

typedef struct attribute {
  span name, value;
} attribute;

/* Reads an attribute at `at`. @return the offset behind it, 0 when there is none */
static size_t read_attribute(span text, size_t at, attribute *out) {
  char c = byte_at(text, at);
  size_t end = at;
  if (!ascii_letter(c) && c != '_' && c != ':') { return 0; }
  while (ascii_alnum(byte_at(text, end)) ||
         (byte_at(text, end) != '\0' && strchr("_.:-", byte_at(text, end)) != NULL)) {
    end++;
  }
  *out = (attribute){{text.data + at, end - at}, {NULL, 0}};
  size_t equals = skip_space(text, end);
  if (byte_at(text, equals) != '=') { return end; }
  size_t value = skip_space(text, equals + 1);
  char quote = byte_at(text, value);
  if (quote == '"' || quote == '\'') {
    size_t length = span_find(span_skip(text, value + 1), quote);
    out->value = (span){text.data + value + 1, length};
    return value + 1 + length < text.len ? value + length + 2 : 0;
  }
  end = value;
  while (end < text.len && !is_space(text.data[end]) && strchr("\"'=<>`", text.data[end]) == NULL) {
    end++;
  }
  out->value = (span){text.data + value, end - value};
  return end > value ? end : 0;
}

/* Length of an open or end tag. */
static size_t scan_tag(span text) {
  bool closes = byte_at(text, 1) == '/';
  size_t at = name_end(text, 1 + closes);
  if (at == 1u + closes) { return 0; }
  attribute ignored;
  for (;;) {
    size_t next = skip_space(text, at);
    size_t behind = closes || next == at ? 0 : read_attribute(text, next, &ignored);
    at = behind > 0 ? behind : next;
    if (behind == 0) { break; }
  }
  at += !closes && byte_at(text, at) == '/';
  return byte_at(text, at) == '>' ? at + 1 : 0;
}

static const struct {
  const char *open, *close;
} spanning[] = {{"<!--", "-->"}, {"<?", "?>"}, {"<![CDATA[", "]]>"}, {"<!", ">"}};

static size_t find_text(span text, const char *wanted) {
  const char *found = text.len == 0 ? NULL : memmem(text.data, text.len, wanted, strlen(wanted));
  return found == NULL ? text.len : (size_t)(found - text.data);
}

size_t tags_scan(span text, uint32_t *searched) {
  if (span_starts(text, SPAN("<!-->"))) { return 5; }
  if (span_starts(text, SPAN("<!--->"))) { return 6; }
  for (size_t i = 0; i < sizeof spanning / sizeof spanning[0]; i++) {
    if (!span_starts(text, span_of(spanning[i].open))) { continue; }
    size_t open = strlen(spanning[i].open);
    if ((*searched >> i & 1) != 0 || (i == 3 && !ascii_letter(byte_at(text, 2)))) { return 0; }
    size_t close = find_text(span_skip(text, open), spanning[i].close);
    if (open + close < text.len) { return open + close + strlen(spanning[i].close); }
    *searched |= 1u << i;
    return 0;
  }
  return scan_tag(text);
}

/* The element that a tag is of. */
static span name_of(span tag) {
  size_t from = byte_at(tag, 1) == '/' ? 2 : 1;
  return (span){tag.data + from, name_end(tag, from) - from};
}

static bool is_listed(span name, const char *const *list) {
  for (; *list != NULL; list++) {
    if (ascii_same(name, span_of(*list))) { return true; }
  }
  return false;
}

static const char *const verbatim[] = {"pre", "script", "style", "textarea", NULL};

static const char *const blocks[] = {
    "address",  "article",  "aside",    "base",   "basefont", "blockquote", "body",   "caption",
    "center",   "col",      "colgroup", "dd",     "details",  "dialog",     "dir",    "div",
    "dl",       "dt",       "fieldset", "figure", "footer",   "form",       "frame",  "figcaption",
    "frameset", "h1",       "h2",       "h3",     "h4",       "h5",         "h6",     "head",
    "header",   "hr",       "html",     "iframe", "legend",   "li",         "link",   "main",
    "menu",     "menuitem", "nav",      "ol",     "noframes", "optgroup",   "option", "p",
    "param",    "search",   "section",  "source", "summary",  "table",      "tbody",  "td",
    "tfoot",    "th",       "thead",    "title",  "tr",       "track",      "ul",     NULL};

unsigned tags_block_start(span line, bool in_paragraph) {
  if (span_starts(line, SPAN("<!--"))) { return 2; }
  if (span_starts(line, SPAN("<?"))) { return 3; }
  if (span_starts(line, SPAN("<![CDATA["))) { return 5; }
  if (span_starts(line, SPAN("<!"))) { return ascii_letter(byte_at(line, 2)) ? 4 : 0; }
  span name = name_of(line);
  size_t end = (size_t)(name.data - line.data) + name.len;
  char behind = byte_at(line, end);
  bool closes = byte_at(line, 1) == '/';
  bool parted = end >= line.len || is_space(behind) || behind == '>';
  if (name.len > 0 && parted && !closes && is_listed(name, verbatim)) { return 1; }
  bool slashed = behind == '/' && byte_at(line, end + 1) == '>';
  if (name.len > 0 && (parted || slashed) && is_listed(name, blocks)) { return 6; }
  size_t tag = in_paragraph ? 0 : scan_tag(line);
  return tag > 0 && skip_space(line, tag) >= line.len ? 7 : 0;
}

bool tags_block_end(span line, unsigned kind) {
  static const char *const ends[] = {"", "", "-->", "?>", ">", "]]>"};
  if (kind > 1 && kind < sizeof ends / sizeof *ends) {
    return find_text(line, ends[kind]) < line.len;
  }
  for (size_t at = 0; at < line.len; at++) {
    at += span_find(span_skip(line, at), '<');
    span tag = span_skip(line, at);
    span name = name_of(tag);
    if (byte_at(tag, 1) == '/' && is_listed(name, verbatim) && byte_at(tag, 2 + name.len) == '>') {
      return true;
    }
  }
  return false;
}

/* ---- elements ------------------------------------------------------------------------------- */

/* Number of an element in the list; KEPT when it is not there. */
static size_t kept_of(span tag) {
  span name = name_of(tag);
  size_t i = 0;
  while (i < KEPT && !ascii_same(name, span_of(kept[i].name))) { i++; }
  return i;
}

static bool is_comment(span tag) { return span_starts(tag, SPAN("<!--")); }

static span attribute_of(parser *p, span tag, const char *wanted) {
  attribute one;
  size_t at = name_end(tag, 1);
  for (;;) {
    size_t behind = read_attribute(tag, skip_space(tag, at), &one);
    if (behind == 0) { return (span){NULL, 0}; }
    if (ascii_same(one.name, span_of(wanted))) {
      return one.value.data == NULL ? SPAN("") : target_unescape(p, one.value);
    }
    at = behind;
  }
}

/* Tells of attributes that are left out. */
static void check_attributes(parser *p, const node *tag, size_t element) {
  attribute one;
  size_t at = name_end(tag->text, 1);
  for (;;) {
    size_t start = skip_space(tag->text, at), behind = read_attribute(tag->text, start, &one);
    if (behind == 0) { return; }
    at = behind;
    span list = span_of(kept[element].attributes);
    bool known = false;
    while (list.len > 0 && !known) {
      span name = span_take(list, span_find(list, ' '));
      known = ascii_same(name, one.name);
      list = span_skip(list, name.len + 1);
    }
    if (!known) {
      parser_remark(
          p, "html-attribute", tag->at.start, tag->at.end,
          "HTML attribute is left out; those kept are title of abbr, open of details, and "
          "alt, height, src, title, width of img");
      return;
    }
  }
}

static void refuse(parser *p, const node *tag, const char *rule, const char *why) {
  parser_remark(p, rule, tag->at.start, tag->at.end, why);
}

/* Makes an image of `<img>`, as Markdown would. */
static void make_image(parser *p, node *tag) {
  span html = tag->text, alternative = attribute_of(p, html, "alt");
  tag->kind = NODE_IMAGE;
  tag->text = attribute_of(p, html, "src");
  tag->title = attribute_of(p, html, "title");
  if (tag->text.data == NULL) { tag->text = SPAN(""); }
  tag->target = tag->at;
  size_t in_tag = (size_t)(tag->text.data - html.data);
  if (tag->text.data >= html.data && in_tag + tag->text.len <= html.len) {
    tag->target.start = tag->at.start + (uint32_t)in_tag;
    tag->target.end = tag->target.start + (uint32_t)tag->text.len;
  }
  parser_text(p, tag, alternative, tag->at.start, tag->at.end);
}

/* Pairs the tags among the children of `parent`. */
static void pair_tags(parser *p, node *parent) {
  node *open[OPEN_MOST];
  size_t count = 0;
  for (node *n = parent->first, *next; n != NULL; n = next) {
    next = n->next;
    if (n->kind != NODE_TAG) { continue; }
    if (is_comment(n->text)) {
      n->kind = NODE_COMMENT;
      continue;
    }
    size_t element = kept_of(n->text);
    if (element == KEPT) {
      refuse(p, n, "html-element",
             "HTML is shown as text; write Markdown, or one of abbr, br, details, figcaption, "
             "figure, img, kbd, mark, small, sub, summary, sup, u; \\< is the sign");
      continue;
    }
    bool closes = byte_at(n->text, 1) == '/';
    if (!closes) { check_attributes(p, n, element); }
    if (kept[element].empty && !closes) {
      if (element == kept_of(SPAN("<img"))) {
        make_image(p, n);
      } else {
        n->kind = NODE_BREAK;
      }
      continue;
    }
    if (!closes && count < OPEN_MOST) {
      open[count++] = n;
      continue;
    }
    size_t partner = count;
    while (closes && partner > 0 && kept_of(open[partner - 1]->text) != element) { partner--; }
    if (!closes || partner == 0) {
      refuse(p, n, "html-partner",
             "HTML tag closes nothing and is shown as text; open it before, "
             "in the same paragraph");
      continue;
    }
    node *first = open[partner - 1];
    while (count > partner) {
      refuse(p, open[--count], "html-partner",
             "HTML tag is not closed and is shown as text; close it in the same paragraph");
    }
    count = partner - 1;
    const char *wanted = kept[element].attributes;
    first->title = wanted[0] == '\0' ? (span){NULL, 0} : attribute_of(p, first->text, wanted);
    first->text = span_of(kept[element].name);
    first->kind = NODE_ELEMENT;
    first->at.end = n->at.end;
    node_adopt_between(first, first, n);
    node_unlink(n);
  }
  while (count > 0) {
    refuse(p, open[--count], "html-partner",
           "HTML tag is not closed and is shown as text; close it in the same paragraph");
  }
}

/* True when all tags of an HTML block are of the list. */
static bool is_kept_block(span html) {
  uint32_t searched = 0;
  for (size_t at = span_find(html, '<'); at < html.len; at += span_find(span_skip(html, at), '<')) {
    span rest = span_skip(html, at);
    size_t length = tags_scan(rest, &searched);
    if (length > 0 && !is_comment(rest) && kept_of(span_take(rest, length)) == KEPT) {
      return false;
    }
    at += length > 0 ? length : 1;
  }
  return true;
}

/* Puts the text between two tags, a line each, before `block`. */
static void expand_text(parser *p, node *block, size_t from, size_t to) {
  const prose *html = block->prose;
  while (from < to) {
    size_t length = span_find((span){html->text.data + from, to - from}, '\n');
    span line = {html->text.data + from, length};
    uint32_t at = prose_source(html, from);
    span words = ascii_trim(line);
    if (words.len > 0) {
      if (block->previous != NULL && block->previous->kind == NODE_TEXT) {
        node *gap = parser_node(p, NULL, NODE_SOFT_BREAK, at, at);
        if (gap == NULL) { return; }
        node_insert_before(block, gap);
      }
      node *n = parser_text(p, NULL, target_unescape(p, line), at, at + (uint32_t)length);
      if (n == NULL) { return; }
      node_insert_before(block, n);
    }
    from += length + 1;
  }
}

/* Puts the tags of an HTML block, and what is between them, in its place. */
static void expand(parser *p, node *block) {
  span html = block->prose->text;
  uint32_t searched = 0;
  size_t from = 0;
  for (size_t at = span_find(html, '<'); at < html.len; at += span_find(span_skip(html, at), '<')) {
    size_t length = tags_scan(span_skip(html, at), &searched);
    if (length == 0) {
      at++;
      continue;
    }
    expand_text(p, block, from, at);
    uint32_t start = prose_source(block->prose, at);
    node *tag =
        parser_node(p, NULL, NODE_TAG, start, prose_source(block->prose, at + length - 1) + 1);
    if (tag == NULL) { return; }
    tag->text = (span){html.data + at, length};
    node_insert_before(block, tag);
    at += length;
    from = at;
  }
  expand_text(p, block, from, html.len);
  node_unlink(block);
}

static bool is_inline(const node *n) {
  bool block = n->kind == NODE_ELEMENT && is_listed(n->text, blocks);
  return !block && n->kind >= NODE_ELEMENT && n->kind != NODE_COMMENT && n->kind != NODE_TAG;
}

/* Makes paragraphs of what stands between blocks without being one. */
static void wrap_inlines(parser *p, node *holder) {
  for (node *n = holder->first; n != NULL; n = n->next) {
    if (!is_inline(n)) { continue; }
    node *paragraph = parser_node(p, NULL, NODE_PARAGRAPH, n->at.start, n->at.end);
    if (paragraph == NULL) { return; }
    node_insert_before(n, paragraph);
    node *end = n;
    while (end != NULL && is_inline(end)) {
      paragraph->at.end = end->at.end;
      end = end->next;
    }
    node_adopt_between(paragraph, paragraph, end);
    n = paragraph;
  }
}

static bool holds_blocks(const node *n) {
  bool details = n->kind == NODE_ELEMENT && span_equal(n->text, SPAN("details"));
  return details || n->kind == NODE_DOCUMENT || n->kind == NODE_QUOTE || n->kind == NODE_ITEM ||
         n->kind == NODE_FOOTNOTE;
}

void tags_resolve(parser *p) {
  node *root = p->d->root;
  for (node *n = root; n != NULL && !p->failed;) {
    node *next = node_after(root, n);
    if (n->kind == NODE_RAW && n->prose != NULL) {
      if (is_kept_block(n->prose->text)) {
        next = node_beyond(root, n);
        expand(p, n);
      } else {
        refuse(p, n, "html-element",
               "HTML is shown as text; write Markdown, or one of abbr, br, details, figcaption, "
               "figure, img, kbd, mark, small, sub, summary, sup, u");
      }
    }
    n = next;
  }
  for (node *n = root; n != NULL && !p->failed; n = node_after(root, n)) {
    pair_tags(p, n);
    if (holds_blocks(n)) { wrap_inlines(p, n); }
  }
}
