#include "markup/html.h"

#include "base/ascii.h"
#include "base/escape.h"
#include "base/utf8.h"
#include "markup/anchors.h"
#include "markup/entities.h"
#include "markup/inline_reader.h"
#include "markup/mathml.h"
#include "markup/target.h"

typedef struct writer {
  html_page *page;
  const markup_tree *document;
  const html_options *options;
  buffer words;   /* plain text of the heading, header cell or image that is written */
  size_t inside;  /* where the content of the header cell begins */
  size_t block;   /* where the content of the block begins */
  size_t touched; /* where the formula ended that was written last */
  size_t broken;  /* the output before this offset was searched for a line to break */
  size_t links;   /* that are open and are not their own text */
  bool behind;    /* the next space of the text is the first behind a formula */
  anchors anchors;
} writer;

/* Puts spaces in place of the control characters from `start` on: a line stays one. */
static void flatten(buffer *out, size_t start) {
  for (size_t i = start; i < out->len; i++) {
    if (ascii_control(out->data[i])) { out->data[i] = ' '; }
  }
}

/* Appends a line to the faults. @param what may be cut within a character */
static void report(writer *w, const char *rule, extent at, span what, span quoted) {
  buffer *out = &w->page->faults;
  buffer_print(out, "%s\t%u\t%u\t", rule, at.start, at.end);
  size_t start = out->len;
  buffer_append(out, span_take(what, utf8_valid_prefix(what)));
  buffer_text(out, ": ");
  buffer_append(out, quoted);
  flatten(out, start);
  buffer_byte(out, '\n');
}

/* Puts the plain text of what `n` holds in place of the words, on one line. */
static void gather_words(writer *w, const node *n) {
  w->page->out.failed |= w->words.failed;
  buffer_clear(&w->words);
  for (const node *one = node_after(n, n); one != NULL; one = node_after(n, one)) {
    if (one->kind == NODE_TEXT || one->kind == NODE_FORMULA || one->kind == NODE_TAG) {
      buffer_append(&w->words, one->text);
    } else if (one->kind == NODE_BREAK || one->kind == NODE_SOFT_BREAK) {
      buffer_byte(&w->words, ' ');
    }
  }
  flatten(&w->words, 0);
}

/* ---- links and images ----------------------------------------------------------------------- */

/* True when a link is written as one: it leads somewhere, and is in no other. */
static bool is_anchor(const writer *w, const node *n) {
  return address_judge(n->text) != ADDRESS_REFUSED && !(n->automatic && w->links > 0);
}

static void open_link(writer *w, const node *n) {
  buffer *out = &w->page->out;
  address_kind kind = address_judge(n->text);
  if (kind == ADDRESS_REFUSED) {
    report(w, "link-address", n->target, SPAN("link refused"), n->text);
  }
  if (!is_anchor(w, n)) { return; }
  buffer_text(out, "<a href=\"");
  if (kind == ADDRESS_WITHIN) {
    target_write(out, n->text);
  } else {
    quote_html(out, n->text);
  }
  if (kind == ADDRESS_OUTSIDE) { buffer_text(out, "\" rel=\"external noopener"); }
  if (n->title.len > 0) {
    buffer_text(out, "\" title=\"");
    quote_html(out, n->title);
  }
  buffer_text(out, "\">");
}

static bool is_bare(const node *n) {
  return n->kind == NODE_PARAGRAPH && n->parent->kind == NODE_ITEM && n->parent->parent->tight;
}

static bool find_image(const writer *w, const node *n, unsigned *width, unsigned *height) {
  const figure_images *images = &w->options->images;
  return images->find != NULL && images->find(images->context, n->text, width, height);
}

/* True for a paragraph that holds nothing but an image which the page knows. */
static bool is_shown_figure(const writer *w, const node *n) {
  unsigned width, height;
  return n->kind == NODE_PARAGRAPH && n->first != NULL && n->first == n->last &&
         n->first->kind == NODE_IMAGE && !is_bare(n) && find_image(w, n->first, &width, &height);
}

/* Writes an image that the page knows; one that is a paragraph of its own becomes a figure with its
 * title as caption. @return false when it is not known, so that its text is to be shown */
static bool write_image(writer *w, const node *n) {
  unsigned width, height;
  buffer *out = &w->page->out;
  bool figure = is_shown_figure(w, n->parent);
  if (!find_image(w, n, &width, &height)) { return false; }
  gather_words(w, n);
  buffer_text(out, figure ? "<figure><img src=\"" : "<img src=\"");
  quote_html(out, n->text);
  buffer_text(out, "\" alt=\"");
  quote_html(out, buffer_span(&w->words));
  buffer_print(out, "\" width=\"%u\" height=\"%u\" loading=\"lazy\" decoding=\"async\">", width,
               height);
  if (figure && n->title.len > 0) {
    buffer_text(out, "<figcaption data-markdown-ignore>");
    quote_html(out, n->title);
    buffer_text(out, "</figcaption>");
  }
  if (figure) { buffer_text(out, "</figure>\n"); }
  return true;
}

/* ---- headings and formulas ------------------------------------------------------------------ */

static void open_heading(writer *w, const node *n) {
  html_page *page = w->page;
  buffer id = {0};
  gather_words(w, n);
  bool chosen = n->text.len > 0 ? anchors_take(&w->anchors, n->text, &id)
                                : anchors_choose(&w->anchors, buffer_span(&w->words), &id);
  if (n->text.len > 0 && !span_equal(n->text, buffer_span(&id))) {
    report(w, "heading-id", n->at, SPAN("id of a heading stands twice; rename one"), n->text);
  }
  buffer_print(&page->out, "<h%u id=\"", n->number);
  quote_html(&page->out, buffer_span(&id));
  buffer_text(&page->out, "\">");
  buffer_print(&page->headings, "%u\t%u\t", n->number, n->at.start);
  buffer_append(&page->headings, buffer_span(&id));
  buffer_byte(&page->headings, '\t');
  buffer_append(&page->headings, buffer_span(&w->words));
  buffer_byte(&page->headings, '\n');
  page->out.failed |= !chosen;
  buffer_free(&id);
}

static bool holds_words(const node *cell) {
  for (const node *n = node_after(cell, cell); n != NULL; n = node_after(cell, n)) {
    if (n->kind == NODE_TEXT || n->kind == NODE_TAG || n->kind == NODE_BREAK) { return true; }
  }
  return false;
}

/* An empty header cell heads nothing. A cell that holds only a formula has no text for assistive
 * software: its LaTeX becomes the label. */
static void close_cell(writer *w, const node *n) {
  buffer *out = &w->page->out;
  if (!n->header || n->first == NULL) {
    buffer_text(out, "</td>");
    return;
  }
  if (!out->failed && !holds_words(n) &&
      span_starts(span_skip(buffer_span(out), w->inside), SPAN("<math"))) {
    buffer said = {0};
    gather_words(w, n);
    buffer_text(&said, "<span class=\"said\">");
    quote_html(&said, buffer_span(&w->words));
    buffer_text(&said, "</span>");
    buffer_insert(out, w->inside + strlen("<math"), SPAN(" aria-hidden=\"true\""));
    buffer_insert(out, w->inside, buffer_span(&said));
    out->failed |= said.failed;
    buffer_free(&said);
  }
  buffer_text(out, "</th>");
}

/* Puts a formula, with what touches it, on a line of its own in the HTML. The Markdown has it as
 * LaTeX, so programs that compare both forms line by line skip that line and judge the rest. The
 * last space of the block becomes a line break; where no space stands before a formula, none is
 * added. */
static void break_line(writer *w) {
  buffer *out = &w->page->out;
  size_t least = w->broken > w->block ? w->broken : w->block;
  bool tag = false;
  w->broken = out->len;
  for (size_t i = out->len; i > least; i--) {
    char *c = out->data + i - 1;
    if (*c == '>' || *c == '<') { tag = *c == '>'; }
    if (tag || (*c != ' ' && *c != '\n')) { continue; }
    *c = '\n';
    return;
  }
}

/* From the byte of a formula that is wrong up to the end of the formula, in the source. */
static extent formula_extent(const node *n, size_t at) {
  const node *leaf = n;
  while (leaf != NULL && leaf->prose == NULL) { leaf = leaf->parent; }
  span whole = leaf != NULL ? leaf->prose->text : (span){NULL, 0};
  if (whole.data == NULL || n->text.data < whole.data ||
      n->text.data + at > whole.data + whole.len) {
    return n->target;
  }
  size_t offset = (size_t)(n->text.data - whole.data) + at;
  return (extent){prose_source(leaf->prose, offset), n->target.end};
}

static void write_formula(writer *w, const node *n) {
  buffer *out = &w->page->out;
  span tex = n->text;
  fault why;
  break_line(w);
  w->behind = true;
  if (!n->display && tex.len == 1 && ascii_letter(tex.data[0])) {
    buffer_text(out, "<var data-markdown-ignore>");
    buffer_append(out, tex);
    buffer_text(out, "</var>");
    return;
  }
  if (n->display) { buffer_text(out, "<span class=\"formula\" tabindex=\"0\">"); }
  size_t at;
  if (!mathml_write(out, tex, n->display, &at, &why)) {
    report(w, "formula", formula_extent(n, at), span_of(why.text), tex);
    buffer_text(out, "<code class=\"tex\">");
    quote_html(out, tex);
    buffer_text(out, "</code>");
  }
  if (n->display) { buffer_text(out, "</span>"); }
  w->touched = out->len;
}

/* Browsers may break a line behind a formula even where a full stop follows: keeps them together.
 * @return the bytes of `text` that are written */
static size_t keep_punctuation(writer *w, span text) {
  static const char open[] = "<math", punctuation[] = ".,;:!?)";
  buffer *out = &w->page->out;
  size_t length = 0;
  while (length < text.len && memchr(punctuation, text.data[length], sizeof punctuation - 1)) {
    length++;
  }
  if (length == 0 || out->failed || w->touched != out->len) { return 0; }
  span close = SPAN("</math>");
  if (out->len < close.len) { return 0; }
  if (!span_equal(span_skip(buffer_span(out), out->len - close.len), close)) { return 0; }
  size_t start = out->len - strlen(open);
  while (memcmp(out->data + start, open, strlen(open)) != 0) { start--; }
  buffer_insert(out, start, SPAN("<span class=\"close\">"));
  buffer_append(out, span_take(text, length));
  buffer_text(out, "</span>");
  return length;
}

static void write_text(writer *w, span text) {
  if (w->behind) { text = span_skip(text, keep_punctuation(w, text)); }
  size_t space = w->behind ? span_find(text, ' ') : text.len;
  quote_html(&w->page->out, span_take(text, space));
  if (space == text.len) { return; }
  buffer_byte(&w->page->out, '\n');
  quote_html(&w->page->out, span_skip(text, space + 1));
  w->behind = false;
}

/* ---- blocks --------------------------------------------------------------------------------- */

static void open_code(buffer *out, span info) {
  buffer_text(out, "<pre tabindex=\"0\"><code");
  size_t length = 0;
  while (length < info.len && !ascii_blank(info.data[length]) && info.data[length] != ',' &&
         info.data[length] != '{') {
    length++;
  }
  if (length > 0) {
    buffer_text(out, " class=\"language-");
    quote_html(out, span_take(info, length));
    buffer_byte(out, '"');
  }
  buffer_byte(out, '>');
}

static void open_quote(writer *w, const node *n) {
  buffer *out = &w->page->out;
  if (n->number == 0) {
    buffer_text(out, "<blockquote>\n");
    return;
  }
  const char *kind = document_alerts[n->number - 1];
  span name = w->options->alerts[n->number - 1];
  buffer_print(out, "<aside class=\"alert %s\">\n<p class=\"alert-title\">", kind);
  quote_html(out, name.len > 0 ? name : span_of(kind));
  buffer_text(out, "</p>\n");
}

/* The tag of an HTML element, with the attribute that is kept. */
static void open_element(writer *w, const node *n) {
  buffer *out = &w->page->out;
  bool details = span_equal(n->text, SPAN("details"));
  buffer_byte(out, '<');
  buffer_append(out, n->text);
  if (n->title.data != NULL && details) {
    buffer_text(out, " open");
  } else if (n->title.data != NULL) {
    buffer_text(out, " title=\"");
    quote_html(out, n->title);
    buffer_byte(out, '"');
  }
  buffer_text(out, details || span_equal(n->text, SPAN("figure")) ? ">\n" : ">");
}

static void close_element(writer *w, const node *n) {
  static const char *const lines[] = {"details", "summary", "figure", "figcaption"};
  buffer_print(&w->page->out, "</%.*s>", (int)n->text.len, n->text.data);
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
    if (span_equal(n->text, span_of(lines[i]))) { buffer_byte(&w->page->out, '\n'); }
  }
}

static const char *const alignments[] = {[ALIGN_NONE] = "",
                                         [ALIGN_LEFT] = "",
                                         [ALIGN_CENTER] = " class=\"center\"",
                                         [ALIGN_RIGHT] = " class=\"right\""};

static void open_cell(writer *w, const node *n) {
  bool heads = n->header && n->first != NULL;
  buffer_print(&w->page->out, "<%s%s>", heads ? "th scope=\"col\"" : "td",
               n->header && !heads ? "" : alignments[n->align]);
  w->inside = w->page->out.len;
}

/* The ways back from a footnote to where it is used. */
static void close_footnote(writer *w, const node *n) {
  buffer *out = &w->page->out;
  span end = SPAN("</p>\n");
  bool within =
      out->len >= end.len && span_equal(span_skip(buffer_span(out), out->len - end.len), end);
  if (within) { out->len -= end.len; }
  for (unsigned i = 1; i <= n->use; i++) {
    buffer_print(out, " <a href=\"#fnref-%u", n->number);
    if (i > 1) { buffer_print(out, "-%u", i); }
    buffer_text(out, "\" class=\"footnote-back\" data-markdown-ignore>↩");
    if (i > 1) { buffer_print(out, "<sup>%u</sup>", i); }
    buffer_text(out, "</a>");
  }
  buffer_text(out, within ? "</p>\n</li>\n" : "\n</li>\n");
}

static void use_footnote(writer *w, const node *n) {
  buffer *out = &w->page->out;
  buffer_print(out, "<sup class=\"footnote\"><a href=\"#fn-%u\" id=\"fnref-%u", n->number,
               n->number);
  if (n->use > 1) { buffer_print(out, "-%u", n->use); }
  buffer_print(out, "\">%u</a></sup>", n->number);
}

static void open_row(buffer *out, const node *n) {
  if (n->header) {
    buffer_text(out, "<thead>\n");
  } else if (n->previous->header) {
    buffer_text(out, "<tbody>\n");
  }
  buffer_text(out, "<tr>");
}

static void close_row(buffer *out, const node *n) {
  buffer_text(out, "</tr>\n");
  if (n->header) {
    buffer_text(out, "</thead>\n");
  } else if (n->next == NULL) {
    buffer_text(out, "</tbody>\n");
  }
}

static void open_list(buffer *out, const node *n) {
  if (!n->ordered) {
    buffer_text(out, "<ul>\n");
  } else if (n->number == 1) {
    buffer_text(out, "<ol>\n");
  } else {
    buffer_print(out, "<ol start=\"%u\">\n", n->number);
  }
}

static void open_item(buffer *out, const node *n) {
  buffer_text(out, "<li>");
  if (n->task != '\0') { buffer_text(out, n->task == ' ' ? "☐ " : "☑ "); }
}

static void write_break(writer *w, const node *n) {
  if (n->kind == NODE_BREAK) { buffer_text(&w->page->out, "<br>"); }
  write_text(w, SPAN("\n"));
}

static void write_entity(writer *w, const node *n) {
  extent at = n->at;
  span written = {w->document->source.data + at.start, at.end - at.start};
  buffer_append(&w->page->out, written.data[0] == '&' ? written : n->text);
}

/* Writes what stands before the content of `n`. @return false when the content is not to follow */
static bool enter(writer *w, const node *n) {
  buffer *out = &w->page->out;
  bool bare = is_bare(n);
  switch ((node_kind)n->kind) {
    case NODE_QUOTE: open_quote(w, n); break;
    case NODE_LIST: open_list(out, n); break;
    case NODE_ITEM: open_item(out, n); break;
    case NODE_FOOTNOTE: buffer_print(out, "<li id=\"fn-%u\">", n->number); break;
    case NODE_TABLE: buffer_text(out, "<div class=\"wide\" tabindex=\"0\"><table>\n"); break;
    case NODE_ROW: open_row(out, n); break;
    case NODE_CELL: open_cell(w, n); break;
    case NODE_PARAGRAPH: buffer_text(out, bare || is_shown_figure(w, n) ? "" : "<p>"); break;
    case NODE_HEADING: open_heading(w, n); break;
    case NODE_CODE_BLOCK: open_code(out, n->text); break;
    case NODE_RULE: buffer_text(out, "<hr>\n"); break;
    case NODE_RAW: buffer_text(out, "<p>"); break;
    case NODE_ELEMENT: open_element(w, n); break;
    case NODE_TEXT: n->entity ? write_entity(w, n) : write_text(w, n->text); break;
    case NODE_SOFT_BREAK:
    case NODE_BREAK: write_break(w, n); break;
    case NODE_CODE: buffer_text(out, "<code>"); break;
    case NODE_EMPHASIS: buffer_text(out, "<em>"); break;
    case NODE_STRONG: buffer_text(out, "<strong>"); break;
    case NODE_DELETED: buffer_text(out, "<del>"); break;
    case NODE_LINK:
      open_link(w, n);
      w->links += !n->automatic;
      break;
    case NODE_IMAGE:
      if (write_image(w, n)) { return false; }
      buffer_text(out, "<span class=\"image\">");
      break;
    case NODE_FORMULA: write_formula(w, n); break;
    case NODE_TAG: write_text(w, n->text); break;
    case NODE_FOOTNOTE_USE: use_footnote(w, n); break;
    case NODE_COMMENT:
    case NODE_DOCUMENT: break;
  }
  if (n->kind < NODE_ELEMENT && !bare) {
    w->block = out->len;
    w->behind = false;
  }
  return true;
}

/* Writes what stands behind the content of `n`. */
static void leave(writer *w, const node *n) {
  buffer *out = &w->page->out;
  switch ((node_kind)n->kind) {
    case NODE_QUOTE: buffer_text(out, n->number > 0 ? "</aside>\n" : "</blockquote>\n"); break;
    case NODE_LIST: buffer_text(out, n->ordered ? "</ol>\n" : "</ul>\n"); break;
    case NODE_ITEM: buffer_text(out, "</li>\n"); break;
    case NODE_FOOTNOTE: close_footnote(w, n); break;
    case NODE_TABLE: buffer_text(out, "</table></div>\n"); break;
    case NODE_ROW: close_row(out, n); break;
    case NODE_CELL: close_cell(w, n); break;
    case NODE_PARAGRAPH:
      buffer_text(out, is_bare(n) || is_shown_figure(w, n) ? "" : "</p>\n");
      break;
    case NODE_HEADING: buffer_print(out, "</h%u>\n", n->number); break;
    case NODE_CODE_BLOCK: buffer_text(out, "</code></pre>\n"); break;
    case NODE_RAW: buffer_text(out, "</p>\n"); break;
    case NODE_ELEMENT: close_element(w, n); break;
    case NODE_CODE: buffer_text(out, "</code>"); break;
    case NODE_EMPHASIS: buffer_text(out, "</em>"); break;
    case NODE_STRONG: buffer_text(out, "</strong>"); break;
    case NODE_DELETED: buffer_text(out, "</del>"); break;
    case NODE_LINK:
      w->links -= !n->automatic;
      buffer_text(out, is_anchor(w, n) ? "</a>" : "");
      break;
    case NODE_IMAGE: buffer_text(out, "</span>"); break;
    default: break;
  }
}

/* Writes `root` and all that is below it, without recursion: texts may nest as deep as they like.
 */
static void write_tree(writer *w, const node *root) {
  const node *n = root;
  while (!w->page->out.failed) {
    bool follows = enter(w, n);
    if (follows && n->first != NULL) {
      n = n->first;
      continue;
    }
    if (follows) { leave(w, n); }
    while (n != root && n->next == NULL) {
      n = n->parent;
      leave(w, n);
    }
    if (n == root) { return; }
    n = n->next;
  }
}

/* The ids that footnotes take, so that no heading has one of them. */
static bool reserve_ids(writer *w) {
  const markup_tree *d = w->document;
  bool reserved = true;
  for (uint32_t i = 0; i < d->footnote_count && reserved; i++) {
    const node *n = d->footnotes[i];
    for (unsigned use = 0; use <= n->use && reserved; use++) {
      buffer name = {0}, id = {0};
      buffer_print(&name,
                   use == 0   ? "fn-%u"
                   : use == 1 ? "fnref-%u"
                              : "fnref-%u-%u",
                   n->number, use);
      reserved = anchors_take(&w->anchors, buffer_span(&name), &id);
      buffer_free(&name);
      buffer_free(&id);
    }
  }
  return reserved;
}

bool html_render(html_page *page, const markup_tree *d, const html_options *options) {
  static const html_options none = {0};
  writer w = {.page = page, .document = d, .options = options == NULL ? &none : options};
  bool done = reserve_ids(&w);
  if (done) { write_tree(&w, d->root); }
  if (d->footnote_count > 0) {
    buffer_text(&page->out, "<section class=\"footnotes\">\n<ol>\n");
    for (uint32_t i = 0; i < d->footnote_count; i++) { write_tree(&w, d->footnotes[i]); }
    buffer_text(&page->out, "</ol>\n</section>\n");
  }
  done = done && !w.words.failed && !page->out.failed && !page->headings.failed &&
         !page->faults.failed;
  buffer_free(&w.words);
  anchors_free(&w.anchors);
  return done;
}

void html_free(html_page *page) {
  buffer_free(&page->out);
  buffer_free(&page->headings);
  buffer_free(&page->faults);
}
