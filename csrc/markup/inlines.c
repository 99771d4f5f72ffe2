#include "markup/inlines.h"

#include "base/ascii.h"
#include "markup/entities.h"
#include "markup/inline_reader.h"
#include "markup/links.h"

/* Inlines: code, formulas, escapes, and the loop over a leaf. Whatever is searched for and not
 * found is searched for once only, so that a text takes time by its length. */

/* ---- code, formulas ------------------------------------------------------------------------- */

/* The place of the run of grave accents that closes one of `length`; 0 when there is none. */
static size_t closing_ticks(inline_reader *r, size_t at, size_t length) {
  if (length > TICKS_MOST || (r->ticks_known && r->ticks[length] < at)) { return 0; }
  for (size_t i = at; i < r->text.len;) {
    i += span_find(span_skip(r->text, i), '`');
    if (i >= r->text.len) { break; }
    size_t run = inline_run(r, i);
    if (run <= TICKS_MOST && r->ticks[run] < i) { r->ticks[run] = (uint32_t)i; }
    if (run == length) { return i; }
    i += run;
  }
  r->ticks_known = true;
  return 0;
}

/* Adds the lines of text that is not Markdown, with a space or a line feed between. */
static void add_lines(inline_reader *r, node *parent, size_t from, size_t to, span gap) {
  while (from < to) {
    size_t line = span_find(inline_part(r, from, to), '\n');
    inline_text(r, parent, from, from + line);
    from += line;
    if (from < to) {
      uint32_t at = inline_source(r, from);
      parser_text(r->p, parent, gap, at, at);
      from++;
    }
  }
}

static bool is_gap(char c) { return c == ' ' || c == '\n'; }

static void read_code(inline_reader *r) {
  size_t start = r->at, length = inline_run(r, start), inside = start + length;
  size_t close = closing_ticks(r, inside, length);
  r->at = inside;
  if (close == 0) {
    inline_text(r, r->leaf, start, inside);
    return;
  }
  r->at = close + length;
  node *code = inline_add(r, NODE_CODE, start, r->at);
  size_t end = close, blanks = inside;
  while (blanks < end && is_gap(r->text.data[blanks])) { blanks++; }
  if (blanks < end && is_gap(inline_byte(r, inside)) && is_gap(inline_byte(r, end - 1))) {
    inside++;
    end--;
  }
  if (code != NULL) { add_lines(r, code, inside, end, SPAN(" ")); }
}

static void add_formula(inline_reader *r, size_t from, size_t inside, size_t end, size_t to,
                        bool display) {
  node *n = inline_add(r, NODE_FORMULA, from, to);
  r->at = to;
  if (n != NULL) {
    n->text = inline_part(r, inside, end);
    n->target = (extent){inline_source(r, inside), inline_source(r, end)};
    n->display = display;
  }
}

/* The end of the words of a `\text{…}` in a formula; `at` when there is none within 1 kB. */
static size_t words_end(const inline_reader *r, size_t at) {
  size_t name = at + 1;
  while (ascii_letter(inline_byte(r, name))) { name++; }
  span command = inline_part(r, at + 1, name);
  if (inline_byte(r, name) != '{' ||
      !(span_starts(command, SPAN("text")) || span_equal(command, SPAN("mbox")))) {
    return at;
  }
  unsigned depth = 0;
  for (size_t i = name; i < r->text.len && i - name < 1024; i++) {
    char c = r->text.data[i];
    depth += c == '{';
    depth -= c == '}';
    if (depth == 0) { return i + 1; }
    i += c == '\\';
  }
  return at;
}

/* The place of the dollar sign that closes a formula; 0 when no formula begins. Pandoc's rule: no
   blank inside the signs and no digit behind the second; and no code between them, as in a sentence
   on $HOME and `$PATH`. */
static size_t closing_dollar(inline_reader *r, size_t at) {
  char first = inline_byte(r, at);
  if (at >= r->text.len || ascii_blank(first) || first == '\n') { return 0; }
  for (size_t i = at; i < r->text.len; i++) {
    char c = r->text.data[i];
    if (c == '\\') {
      size_t end = r->words_open ? i : words_end(r, i);
      i = end > i ? end - 1 : i + 1;
    } else if (c == '`') {
      return 0;
    } else if (c == '$') {
      char before = inline_byte(r, i - 1);
      bool blank = i == at || ascii_blank(before) || before == '\n';
      return blank || ascii_digit(inline_byte(r, i + 1)) ? 0 : i;
    }
  }
  r->words_open = true;
  return 0;
}

/* True for a dollar sign that is followed by what begins a formula, and not by the name of a
 * variable of a shell. */
static bool looks_open(const inline_reader *r, size_t at) {
  char next = inline_byte(r, at + 1), after = inline_byte(r, at + 2);
  bool name = ascii_capital(next) && (ascii_capital(after) || after == '_');
  bool parted = at == 0 || !ascii_alnum(r->text.data[at - 1]);
  return parted && !name && (ascii_letter(next) || next == '\\');
}

static void read_dollar(inline_reader *r) {
  size_t start = r->at, length = inline_run(r, start);
  if (length == 1) {
    size_t close = closing_dollar(r, start + 1);
    if (close > 0) {
      add_formula(r, start, start + 1, close, close + 1, false);
      return;
    }
  }
  bool opens = length == 1 && looks_open(r, start);
  for (size_t i = start + 2; length == 2 && i + 1 < r->text.len; i++) {
    if (r->text.data[i] == '$' && r->text.data[i + 1] == '$') {
      add_formula(r, start, start + 2, i, i + 2, true);
      return;
    }
    i += r->text.data[i] == '\\';
  }
  if (length == 2 || opens) {
    parser_remark(
        r->p, "formula-open", inline_source(r, start), inline_source(r, start) + 1,
        "a formula is not closed; write the same sign behind it in the same paragraph, or "
        "\\$ for a dollar");
  }
  inline_text(r, r->leaf, start, start + length);
  r->at = start + length;
}

/* True where nothing but punctuation follows on the line. */
static bool ends_line(const inline_reader *r, size_t at) {
  while (at < r->text.len && strchr(" .,;:!?", r->text.data[at]) != NULL) { at++; }
  return at >= r->text.len || r->text.data[at] == '\n';
}

/* The next `\` from `at` on that `close` follows; the text's length when there is none. The place
   found last is kept, as callers ask in ascending order. */
static size_t find_escaped(inline_reader *r, size_t at, char close) {
  size_t *known = &r->closing[close == ']'];
  if (*known >= at && *known > 0) { return *known; }
  size_t i = at;
  for (; i + 1 < r->text.len; i++) {
    if (r->text.data[i] == '\\') {
      if (r->text.data[i + 1] == close) { break; }
      i++;
    }
  }
  *known = i + 1 < r->text.len ? i : r->text.len;
  return *known;
}

/* `\(…\)`, and `\[…\]` that is all of its lines: elsewhere these are escaped brackets.
 * @return false when what begins is none */
static bool read_bracketed_formula(inline_reader *r) {
  bool display = inline_byte(r, r->at + 1) == '[';
  if (display && r->at > 0 && r->text.data[r->at - 1] != '\n') { return false; }
  size_t inside = r->at + 2, close = find_escaped(r, inside, display ? ']' : ')');
  if (close == inside || close >= r->text.len || (display && !ends_line(r, close + 2))) {
    return false;
  }
  add_formula(r, r->at, inside, close, close + 2, display);
  return true;
}

/* ---- characters ----------------------------------------------------------------------------- */

static bool is_punctuation(char c) { return c > ' ' && c < 0x7F && !ascii_alnum(c); }

static void read_backslash(inline_reader *r) {
  char c = inline_byte(r, r->at + 1);
  if ((c == '(' || c == '[') && read_bracketed_formula(r)) { return; }
  if (c == '\n' && r->at + 1 < r->text.len) {
    inline_add(r, NODE_BREAK, r->at, r->at + 2);
    r->at += 2;
    return;
  }
  size_t from = is_punctuation(c) ? r->at + 1 : r->at;
  inline_text(r, r->leaf, from, from + 1);
  r->at = from + 1;
}

/* A line end: a break where two spaces stand before it. */
static void read_line_end(inline_reader *r) {
  node *last = r->leaf->last;
  size_t blanks = 0;
  bool text = last != NULL && last->kind == NODE_TEXT && !last->entity;
  while (text && blanks < last->text.len &&
         ascii_blank(last->text.data[last->text.len - 1 - blanks])) {
    blanks++;
  }
  bool spaces = blanks >= 2 && last->text.data[last->text.len - 1] == ' ' &&
                last->text.data[last->text.len - 2] == ' ';
  if (blanks > 0) {
    last->text.len -= blanks;
    last->at.end -= (uint32_t)blanks;
    if (last->text.len == 0) { node_unlink(last); }
  }
  inline_add(r, spaces ? NODE_BREAK : NODE_SOFT_BREAK, r->at, r->at + 1);
  r->at++;
  while (ascii_blank(inline_byte(r, r->at))) { r->at++; }
}

static void read_entity(inline_reader *r) {
  char resolved[ENTITY_TEXT];
  size_t size, taken = entities_read(span_skip(r->text, r->at), resolved, &size);
  if (taken == 0) {
    inline_text(r, r->leaf, r->at, r->at + 1);
    r->at++;
    return;
  }
  node *n = inline_add(r, NODE_TEXT, r->at, r->at + taken);
  r->at += taken;
  if (n != NULL) {
    n->entity = true;
    n->text = arena_copy(r->p->memory, (span){resolved, size});
    r->p->failed = r->p->failed || n->text.data == NULL;
  }
}

/* ---- the loop ------------------------------------------------------------------------------- */

enum { SIGN = 1, ADDRESS = 2 /**< an address may begin, where the leaf has any */ };

static const unsigned char special[256] = {
    ['\n'] = SIGN,   ['\\'] = SIGN,   ['`'] = SIGN,    ['$'] = SIGN, ['&'] = SIGN, ['<'] = SIGN,
    ['['] = SIGN,    [']'] = SIGN,    ['!'] = SIGN,    ['*'] = SIGN, ['_'] = SIGN, ['~'] = SIGN,
    ['h'] = ADDRESS, ['w'] = ADDRESS, ['f'] = ADDRESS, ['\0'] = SIGN};

static void read_one(inline_reader *r) {
  switch (r->text.data[r->at]) {
    case '\n': read_line_end(r); return;
    case '\\': read_backslash(r); return;
    case '`': read_code(r); return;
    case '$': read_dollar(r); return;
    case '&': read_entity(r); return;
    case '<': links_angle(r); return;
    case ']': links_close(r); return;
    case '[': links_open(r, 1); return;
    case '*':
    case '_':
    case '~': emphasis_push(r); return;
    case '!':
      if (inline_byte(r, r->at + 1) == '[' && inline_byte(r, r->at + 2) != '^') {
        links_open(r, 2);
        return;
      }
      break;
    case '\0': {
      uint32_t at = inline_source(r, r->at++);
      node *n = parser_text(r->p, r->leaf, SPAN("\uFFFD"), at, at + 1);
      if (n != NULL) { n->entity = true; }
      return;
    }
    default:
      if (links_address(r)) { return; }
  }
  inline_text(r, r->leaf, r->at, r->at + 1);
  r->at++;
}

/* Joins texts that stand beside each other in the source. */
static void join_texts(node *leaf) {
  node *n = node_after(leaf, leaf);
  while (n != NULL) {
    node *next = n->next;
    bool joins = n->kind == NODE_TEXT && next != NULL && next->kind == NODE_TEXT && !n->entity &&
                 !next->entity && n->at.end == next->at.start &&
                 n->text.data + n->text.len == next->text.data;
    if (!joins) {
      n = node_after(leaf, n);
      continue;
    }
    n->text.len += next->text.len;
    n->at.end = next->at.end;
    node_unlink(next);
  }
}

/* The next byte from `at` on that may begin an inline. Most bytes are prose: four at once are
   passed. */
static size_t find_special(const inline_reader *r, size_t at, bool addresses) {
  const unsigned kinds = addresses ? SIGN | ADDRESS : SIGN;
  const unsigned char *bytes = (const unsigned char *)r->text.data;
  const size_t length = r->text.len;
  for (;; at++) {
    while (length - at >= 4 && ((special[bytes[at]] | special[bytes[at + 1]] |
                                 special[bytes[at + 2]] | special[bytes[at + 3]]) &
                                kinds) == 0) {
      at += 4;
    }
    while (at < length && (special[bytes[at]] & kinds) == 0) { at++; }
    if (at == length || special[bytes[at]] == SIGN || inline_may_address(r, at)) { return at; }
  }
}

static void read_leaf(parser *p, node *leaf) {
  inline_reader r = {.p = p, .from = leaf->prose, .text = leaf->prose->text, .leaf = leaf};
  bool addresses = autolinks_possible(r.text);
  while (r.at < r.text.len && !p->failed) {
    size_t end = find_special(&r, r.at, addresses);
    inline_text(&r, leaf, r.at, end);
    r.at = end;
    if (end < r.text.len) { read_one(&r); }
  }
  emphasis_pair(&r, NULL);
  join_texts(leaf);
  if (addresses) { links_addresses(&r); }
}

bool inlines_read(parser *p) {
  const node *root = p->d->root;
  for (node *n = p->d->root; n != NULL && !p->failed;) {
    if (n->prose != NULL && n->kind != NODE_RAW) { read_leaf(p, n); }
    n = n->prose != NULL ? node_beyond(root, n) : node_after(root, n);
  }
  return !p->failed;
}
