#include "markup/html.h"

#include <md4c.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "markup/anchors.h"
#include "markup/attribute.h"
#include "markup/dialect.h"
#include "markup/entities.h"
#include "markup/mathml.h"

typedef struct writer {
  html_page *page;
  span source;
  buffer text;    /* plain text of the heading or header cell that is open */
  size_t start;   /* where that begins in the output */
  size_t inside;  /* where the content of that cell begins */
  buffer tex;     /* the formula that is open */
  buffer href;    /* target of the link that is open */
  size_t block;   /* where the content of the block begins */
  size_t touched; /* where the formula ended that was written last */
  size_t broken;  /* the output before this offset was searched for a line to break */
  bool heading;   /* a heading or header cell is open */
  bool words;     /* it has text besides formulas */
  bool formula;   /* a formula is open */
  bool behind;    /* the next space of the text is the first behind a formula */
  bool linked;    /* the open link is written as one */
  anchors anchors;
  const figure_images *images;
  figure figure;
  surplus surplus;
} writer;

/* Puts spaces in place of the control characters from `start` on: a line stays one. */
static void flatten(buffer *out, size_t start) {
  for (size_t i = start; i < out->len; i++) {
    if (ascii_control(out->data[i])) {
      out->data[i] = ' ';
    }
  }
}

/* Appends a line to the faults. @param what may be cut within a character */
static void report(writer *w, span what, span quoted) {
  buffer *out = &w->page->faults;
  size_t start = out->len;
  buffer_append(out, span_take(what, utf8_valid_prefix(what)));
  buffer_text(out, ": ");
  buffer_append(out, quoted);
  flatten(out, start);
  buffer_byte(out, '\n');
}

/* ---- links ---------------------------------------------------------------------------------- */

typedef enum { LINK_REFUSED, LINK_WITHIN, LINK_OUTSIDE, LINK_MAIL } link_kind;

/* Browsers strip white space and controls from addresses, and read a backslash as a slash: an
 * address with either is refused, so that what is judged is what is followed. */
static link_kind judge(span target) {
  for (size_t i = 0; i < target.len; i++) {
    unsigned char c = (unsigned char)target.data[i];
    if (c <= ' ' || c == 0x7F || c == '\\') {
      return LINK_REFUSED;
    }
  }
  if (span_starts(target, SPAN("//"))) {
    return LINK_REFUSED;
  }
  size_t stop = 0;
  while (stop < target.len && strchr(":/?#", target.data[stop]) == NULL) {
    stop++;
  }
  if (stop == target.len || target.data[stop] != ':') {
    return LINK_WITHIN;
  }
  span scheme = span_take(target, stop);
  if (ascii_same(scheme, SPAN("https")) || ascii_same(scheme, SPAN("http"))) {
    return LINK_OUTSIDE;
  }
  return ascii_same(scheme, SPAN("mailto")) ? LINK_MAIL : LINK_REFUSED;
}

/* Writes an address within the site: the page in place of its Markdown form. */
static void write_page_address(buffer *out, span target) {
  size_t path = 0;
  while (path < target.len && target.data[path] != '?' && target.data[path] != '#') {
    path++;
  }
  bool markdown = path > 3 && memcmp(target.data + path - 3, ".md", 3) == 0;
  entities_escape(out, span_take(target, markdown ? path - 3 : path));
  entities_escape(out, span_skip(target, path));
}

static void open_link(writer *w, const MD_SPAN_A_DETAIL *link) {
  buffer *out = &w->page->out;
  attribute_read(&w->href, &link->href);
  span target = buffer_span(&w->href);
  link_kind kind = judge(target);
  w->linked = kind != LINK_REFUSED;
  if (!w->linked) {
    report(w, SPAN("link refused"), target);
    return;
  }
  buffer_text(out, "<a href=\"");
  if (kind == LINK_WITHIN) {
    write_page_address(out, target);
  } else {
    entities_escape(out, target);
  }
  if (kind == LINK_OUTSIDE) {
    buffer_text(out, "\" rel=\"external noopener");
  }
  buffer_text(out, "\">");
}

/* ---- headings and formulas ------------------------------------------------------------------ */

static void close_heading(writer *w, unsigned level) {
  html_page *page = w->page;
  buffer id = {0}, tag = {0};
  bool chosen = anchors_choose(&w->anchors, buffer_span(&w->text), &id);
  buffer_print(&tag, "<h%u id=\"", level);
  entities_escape(&tag, buffer_span(&id));
  buffer_text(&tag, "\">");
  buffer_insert(&page->out, w->start, buffer_span(&tag));
  buffer_print(&page->out, "</h%u>\n", level);
  buffer_print(&page->headings, "%u\t", level);
  buffer_append(&page->headings, buffer_span(&id));
  buffer_byte(&page->headings, '\t');
  buffer_append(&page->headings, buffer_span(&w->text));
  buffer_byte(&page->headings, '\n');
  page->out.failed |= !chosen || tag.failed;
  buffer_free(&id);
  buffer_free(&tag);
  w->heading = false;
}

/* An empty header cell heads nothing. A cell that holds only a formula has no text for assistive
 * software: its LaTeX becomes the label. */
static void close_header_cell(writer *w) {
  buffer *out = &w->page->out;
  w->heading = false;
  if (out->len == w->inside) {
    out->len = w->start;
    buffer_text(out, "<td></td>");
    return;
  }
  if (!w->words && span_starts(span_skip(buffer_span(out), w->inside), SPAN("<math"))) {
    buffer said = {0};
    buffer_text(&said, "<span class=\"said\">");
    entities_escape(&said, buffer_span(&w->text));
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
    if (*c == '>' || *c == '<') {
      tag = *c == '>';
    }
    if (tag || (*c != ' ' && *c != '\n')) {
      continue;
    }
    *c = '\n';
    return;
  }
}

static void write_formula(writer *w, span tex, bool display) {
  buffer *out = &w->page->out;
  fault why;
  break_line(w);
  w->behind = true;
  if (!display && tex.len == 1 && ascii_letter(tex.data[0])) {
    buffer_text(out, "<var data-markdown-ignore>");
    buffer_append(out, tex);
    buffer_text(out, "</var>");
    return;
  }
  if (display) {
    buffer_text(out, "<span class=\"formula\" tabindex=\"0\">");
  }
  if (!mathml_write(out, tex, display, &why)) {
    report(w, span_of(why.text), tex);
    buffer_text(out, "<code class=\"tex\">");
    entities_escape(out, tex);
    buffer_text(out, "</code>");
  }
  if (display) {
    buffer_text(out, "</span>");
  }
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
  if (length == 0 || out->failed || w->touched != out->len) {
    return 0;
  }
  span close = SPAN("</math>");
  if (out->len < close.len) {
    return 0;
  }
  if (!span_equal(span_skip(buffer_span(out), out->len - close.len), close)) {
    return 0;
  }
  size_t start = out->len - strlen(open);
  while (memcmp(out->data + start, open, strlen(open)) != 0) {
    start--;
  }
  buffer_insert(out, start, SPAN("<span class=\"close\">"));
  buffer_append(out, span_take(text, length));
  buffer_text(out, "</span>");
  return length;
}

/* ---- md4c's callbacks ----------------------------------------------------------------------- */

static const struct {
  const char *open, *close;
} blocks[] = {
    [MD_BLOCK_QUOTE] = {"<blockquote>\n", "</blockquote>\n"},
    [MD_BLOCK_UL] = {"<ul>\n", "</ul>\n"},
    [MD_BLOCK_OL] = {NULL, "</ol>\n"},
    [MD_BLOCK_LI] = {"<li>", "</li>\n"},
    [MD_BLOCK_HR] = {"<hr>\n", NULL},
    [MD_BLOCK_CODE] = {NULL, "</code></pre>\n"},
    [MD_BLOCK_P] = {"<p>", "</p>\n"},
    [MD_BLOCK_TABLE] = {"<div class=\"wide\" tabindex=\"0\"><table>\n", "</table></div>\n"},
    [MD_BLOCK_THEAD] = {"<thead>\n", "</thead>\n"},
    [MD_BLOCK_TBODY] = {"<tbody>\n", "</tbody>\n"},
    [MD_BLOCK_TR] = {"<tr>", "</tr>\n"},
    [MD_BLOCK_TH] = {NULL, NULL},
    [MD_BLOCK_TD] = {NULL, "</td>"},
};

static const char *const alignments[] = {[MD_ALIGN_DEFAULT] = "",
                                         [MD_ALIGN_LEFT] = "",
                                         [MD_ALIGN_CENTER] = " class=\"center\"",
                                         [MD_ALIGN_RIGHT] = " class=\"right\""};

static void open_code(buffer *out, const MD_BLOCK_CODE_DETAIL *code) {
  buffer_text(out, "<pre tabindex=\"0\"><code");
  size_t length = 0;
  while (length < code->lang.size && ascii_alnum(code->lang.text[length])) {
    length++;
  }
  if (length > 0 && length == code->lang.size) {
    buffer_text(out, " class=\"language-");
    buffer_append(out, (span){code->lang.text, length});
    buffer_byte(out, '"');
  }
  buffer_byte(out, '>');
}

static void open_list(buffer *out, const MD_BLOCK_OL_DETAIL *list) {
  buffer_print(out, list->start == 1 ? "<ol>\n" : "<ol start=\"%u\">\n", list->start);
}

static void open_cell(buffer *out, const char *tag, const MD_BLOCK_TD_DETAIL *cell) {
  buffer_print(out, "%s%s>", tag, alignments[cell->align]);
}

static void begin_heading(writer *w) {
  w->page->out.failed |= w->text.failed;
  buffer_clear(&w->text);
  w->heading = true;
  w->words = false;
  w->start = w->page->out.len;
}

static int on_enter_block(MD_BLOCKTYPE type, void *detail, void *data) {
  writer *w = data;
  buffer *out = &w->page->out;
  switch (type) {
    case MD_BLOCK_DOC: break;
    case MD_BLOCK_H: begin_heading(w); break;
    case MD_BLOCK_CODE: open_code(out, detail); break;
    case MD_BLOCK_OL: open_list(out, detail); break;
    case MD_BLOCK_TH:
      begin_heading(w);
      open_cell(out, "<th scope=\"col\"", detail);
      w->inside = out->len;
      break;
    case MD_BLOCK_TD: open_cell(out, "<td", detail); break;
    default: buffer_text(out, blocks[type].open);
  }
  if (type == MD_BLOCK_LI && ((MD_BLOCK_LI_DETAIL *)detail)->is_task) {
    buffer_text(out, ((MD_BLOCK_LI_DETAIL *)detail)->task_mark == ' ' ? "☐ " : "☑ ");
  }
  w->block = out->len;
  w->behind = false;
  return out->failed || !surplus_block(&w->surplus, type) ? -1 : 0;
}

static int on_leave_block(MD_BLOCKTYPE type, void *detail, void *data) {
  writer *w = data;
  if (type == MD_BLOCK_H) {
    close_heading(w, ((MD_BLOCK_H_DETAIL *)detail)->level);
  } else if (type == MD_BLOCK_TH) {
    close_header_cell(w);
  } else if (type == MD_BLOCK_P && figure_close(&w->figure, &w->page->out,
                                                w->block - strlen(blocks[type].open), w->block)) {
    return w->page->out.failed ? -1 : 0;
  } else if (type != MD_BLOCK_DOC && blocks[type].close != NULL) {
    buffer_text(&w->page->out, blocks[type].close);
  }
  return w->page->out.failed ? -1 : 0;
}

static const struct {
  const char *open, *close;
} spans[] = {
    [MD_SPAN_EM] = {"<em>", "</em>"},
    [MD_SPAN_STRONG] = {"<strong>", "</strong>"},
    [MD_SPAN_A] = {"", "</a>"},
    [MD_SPAN_IMG] = {"<span class=\"image\">", "</span>"},
    [MD_SPAN_CODE] = {"<code>", "</code>"},
    [MD_SPAN_DEL] = {"<del>", "</del>"},
    [MD_SPAN_LATEXMATH] = {"", ""},
    [MD_SPAN_LATEXMATH_DISPLAY] = {"", ""},
};

static int on_enter_span(MD_SPANTYPE type, void *detail, void *data) {
  writer *w = data;
  if (!surplus_span(&w->surplus, type, detail)) {
    return -1;
  }
  if (type == MD_SPAN_IMG && figure_enter(&w->figure, w->images, detail)) {
    return 0;
  }
  if (w->figure.depth > 0) {
    return 0;
  }
  if (type == MD_SPAN_A) {
    open_link(w, detail);
  }
  if (dialect_is_formula(type)) {
    w->page->out.failed |= w->tex.failed;
    buffer_clear(&w->tex);
    w->formula = true;
  }
  buffer_text(&w->page->out, spans[type].open);
  return w->page->out.failed ? -1 : 0;
}

static int on_leave_span(MD_SPANTYPE type, void *detail, void *data) {
  (void)detail;
  writer *w = data;
  if (w->figure.depth > 0) {
    if (type == MD_SPAN_IMG) {
      figure_leave(&w->figure, &w->page->out);
    }
    return w->page->out.failed ? -1 : 0;
  }
  if (dialect_is_formula(type)) {
    w->formula = false;
    write_formula(w, buffer_span(&w->tex), type == MD_SPAN_LATEXMATH_DISPLAY);
  }
  if (type != MD_SPAN_A || w->linked) {
    buffer_text(&w->page->out, spans[type].close);
  }
  return w->page->out.failed ? -1 : 0;
}

/* Appends to the text of a heading or of an image, which are on one line each. */
static void add_line_text(buffer *text, MD_TEXTTYPE type, span bytes) {
  size_t start = text->len;
  if (type == MD_TEXT_ENTITY) {
    entities_resolve(text, bytes);
  } else {
    buffer_append(text, bytes);
  }
  flatten(text, start);
}

static void write_text(writer *w, span text) {
  if (w->behind) {
    text = span_skip(text, keep_punctuation(w, text));
  }
  size_t space = w->behind ? span_find(text, ' ') : text.len;
  entities_escape(&w->page->out, span_take(text, space));
  if (space == text.len) {
    return;
  }
  buffer_byte(&w->page->out, '\n');
  entities_escape(&w->page->out, span_skip(text, space + 1));
  w->behind = false;
}

static int on_text(MD_TEXTTYPE type, const MD_CHAR *text, MD_SIZE size, void *data) {
  writer *w = data;
  buffer *out = &w->page->out;
  span bytes = dialect_text(w->source, (span){text, size});
  if (type == MD_TEXT_NULLCHAR) {
    bytes = SPAN("\uFFFD");
  }
  if (type == MD_TEXT_SOFTBR || type == MD_TEXT_BR) {
    bytes = SPAN("\n");
  }
  if (w->heading) {
    add_line_text(&w->text, type, bytes);
  }
  if (w->figure.depth > 0) {
    add_line_text(&w->figure.alternative, type, bytes);
    return 0;
  }
  if (w->formula) {
    buffer_append(&w->tex, bytes);
    return 0;
  }
  w->words = true;
  if (type == MD_TEXT_BR) {
    buffer_text(out, "<br>");
  }
  if (type == MD_TEXT_ENTITY) {
    buffer_append(out, bytes);
  } else {
    write_text(w, bytes);
  }
  return out->failed ? -1 : 0;
}

/* Shows the source in place of what was rendered so far. */
static void show_source(html_page *page, span markdown) {
  buffer_clear(&page->out);
  buffer_clear(&page->headings);
  buffer_clear(&page->faults);
  buffer_text(&page->out, "<pre tabindex=\"0\"><code>");
  entities_escape(&page->out, markdown);
  buffer_text(&page->out, "</code></pre>\n");
  buffer_text(&page->faults,
              "shown as it is written: its link references or the cells that its "
              "tables lack multiply its length\n");
}

bool html_render(html_page *page, span markdown, const figure_images *images) {
  static const MD_PARSER parser = {0,
                                   DIALECT_FLAGS | MD_FLAG_NOHTML,
                                   on_enter_block,
                                   on_leave_block,
                                   on_enter_span,
                                   on_leave_span,
                                   on_text,
                                   NULL,
                                   NULL};
  buffer source = {0};
  size_t length = dialect_copy(&source, markdown);
  writer w = {.page = page,
              .source = {source.data, length},
              .images = images,
              .surplus = surplus_of(length)};
  bool done = !source.failed && md_parse(source.data, (MD_SIZE)length, &parser, &w) == 0;
  if (w.surplus.exceeded) {
    show_source(page, markdown);
  }
  done = (done || w.surplus.exceeded) && !w.text.failed && !w.tex.failed && !w.href.failed &&
         !page->out.failed && !page->headings.failed && !page->faults.failed;
  done = figure_free(&w.figure) && done;
  buffer_free(&source);
  buffer_free(&w.text);
  buffer_free(&w.tex);
  buffer_free(&w.href);
  anchors_free(&w.anchors);
  return done;
}

void html_free(html_page *page) {
  buffer_free(&page->out);
  buffer_free(&page->headings);
  buffer_free(&page->faults);
}
