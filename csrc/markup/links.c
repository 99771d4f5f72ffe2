#include "markup/links.h"

#include "base/ascii.h"
#include "markup/inline_reader.h"
#include "markup/references.h"
#include "markup/tags.h"
#include "markup/target.h"

static char byte_at(span text, size_t at) { return at < text.len ? text.data[at] : '\0'; }

static bool ends_address(char c) { return ascii_blank(c) || c == '\n' || c == '\r' || c == '\0'; }

enum { HOST_MOST = 255 /* bytes of a name (RFC 1035); what is longer is looked at no further */ };

/* Bytes of a host of at least `dots` dots; an underscore in its last two parts makes it none. */
static size_t host_length(span text, size_t at, unsigned dots) {
  unsigned found = 0, last = 0, before = 0;
  size_t i = at;
  for (; i < text.len; i++) {
    if (i - at > HOST_MOST) { return 0; }
    char c = text.data[i];
    if (c == '_') {
      last++;
    } else if (c == '.') {
      before = last;
      last = 0;
      found++;
    } else if (c != '-' && !ascii_alnum(c) && (unsigned char)c < 0x80) {
      break;
    }
  }
  return found < dots || last > 0 || before > 0 ? 0 : i - at;
}

/* Leaves out the punctuation that ends a sentence, brackets that were not opened, and what looks
 * like a character reference. */
static size_t trim_end(span text, size_t at, size_t end) {
  size_t open = 0, close = 0, left = 0, right = 0;
  for (size_t i = at; i < end; i++) {
    if (text.data[i] == '<') {
      end = i;
      break;
    }
    open += text.data[i] == '(';
    close += text.data[i] == ')';
    left += text.data[i] == '[';
    right += text.data[i] == ']';
  }
  while (end > at) {
    char c = text.data[end - 1];
    if (c == ')' && close > open) {
      close--;
      end--;
    } else if (c == ']' && right > left) {
      right--;
      end--;
    } else if (c != '\0' && strchr("?!.,:*_~'\"", c) != NULL) {
      end--;
    } else if (c == ';') {
      size_t name = end - 1;
      while (name > at && ascii_alnum(text.data[name - 1])) { name--; }
      bool entity = name > at && name < end - 1 && text.data[name - 1] == '&';
      end = entity ? name - 1 : end - 1;
    } else {
      break;
    }
  }
  return end;
}

/* Length of an address of the web at `at`, which links itself; 0 when there is none.
 * @param prefix receives what its destination has before it */
static size_t autolinks_web(span text, size_t at, const char **prefix) {
  static const char *const schemes[] = {"http://", "https://", "ftp://"};
  char before = at == 0 ? ' ' : text.data[at - 1];
  bool parted = text.data[at] == 'w' ? ends_address(before) || strchr("*_~([", before) != NULL
                                     : !ascii_alnum(before);
  if (!parted) { return 0; }
  size_t host = at;
  *prefix = "http://";
  if (byte_at(text, at) != 'w') {
    *prefix = "";
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0] && host == at; i++) {
      host += span_starts(span_skip(text, at), span_of(schemes[i])) ? strlen(schemes[i]) : 0;
    }
    if (host == at || !(ascii_alnum(byte_at(text, host)) || (byte_at(text, host) & 0x80) != 0)) {
      return 0;
    }
  } else if (!span_starts(span_skip(text, at), SPAN("www."))) {
    return 0;
  }
  size_t length = host_length(text, host, host == at ? 2 : 1);
  if (length == 0) { return 0; }
  size_t end = host + length;
  while (end < text.len && !ends_address(text.data[end])) { end++; }
  return trim_end(text, at, end) - at;
}

/* Length of a mail address around the `@` at `at`; 0 when there is none. @param least where it
 * begins at the earliest @param back receives how many of its bytes stand before `at` */
static size_t autolinks_mail(span text, size_t at, size_t least, size_t *back,
                             const char **prefix) {
  *prefix = "mailto:";
  size_t start = at, end = at + 1, dots = 0;
  while (start > least &&
         (ascii_alnum(text.data[start - 1]) || strchr(".+-_", text.data[start - 1]) != NULL) &&
         text.data[start - 1] != '\0') {
    start--;
  }
  for (; end < text.len; end++) {
    char c = text.data[end];
    if (c == '.' && end + 1 < text.len && ascii_alnum(text.data[end + 1])) {
      dots++;
    } else if (c != '-' && c != '_' && !ascii_alnum(c)) {
      break;
    }
  }
  bool ends = ascii_letter(text.data[end - 1]);
  if (start == at || end - at < 2 || dots == 0 || byte_at(text, end) == '@' || !ends) { return 0; }
  *back = at - start;
  return end - start;
}

/* Looks for the byte of each sign that is rarest in prose. */
bool autolinks_possible(span text) {
  bool found = span_find(text, '@') < text.len;
  for (size_t at = 0; !found && (at += span_find(span_skip(text, at), ':')) < text.len; at++) {
    found = span_starts(span_skip(text, at), SPAN("://"));
  }
  for (size_t at = 0; !found && (at += span_find(span_skip(text, at), '.')) < text.len; at++) {
    found = at >= 3 && memcmp(text.data + at - 3, "www", 3) == 0;
  }
  return found;
}

void links_open(inline_reader *r, size_t length) {
  node *text = inline_delimiter(r, r->at, r->at + length);
  r->at += length;
  bracket *b = arena_alloc(r->p->memory, sizeof *b);
  if (b == NULL || text == NULL) {
    r->p->failed = true;
    return;
  }
  if (r->last_bracket != NULL) { r->last_bracket->holds_bracket = true; }
  *b = (bracket){.previous = r->last_bracket,
                 .text = text,
                 .before = r->last_delimiter,
                 .position = (uint32_t)r->at,
                 .image = length == 2};
  r->last_bracket = b;
}

typedef struct target {
  span destination, title;
  extent at; /* in the source */
  bool reference;
  size_t end; /* of the whole, in the text */
} target;

static size_t skip_space(const inline_reader *r, size_t at) {
  while (at < r->text.len && strchr(" \t\n\r", r->text.data[at]) != NULL &&
         r->text.data[at] != '\0') {
    at++;
  }
  return at;
}

/* `(destination "title")` at `at`. */
static bool read_inline_target(inline_reader *r, size_t at, target *t) {
  if (inline_byte(r, at) != '(') { return false; }
  size_t start = skip_space(r, at + 1);
  size_t behind = target_destination(r->p, r->text, start, &t->destination, &t->at);
  if (behind == 0) { return false; }
  size_t title = skip_space(r, behind), end = title;
  if (title > behind) {
    size_t closed = target_title(r->p, r->text, title, &t->title);
    end = closed > 0 ? skip_space(r, closed) : end;
  }
  if (inline_byte(r, end) != ')') { return false; }
  uint32_t length = t->at.end - t->at.start;
  t->at.start = inline_source(r, t->at.start);
  t->at.end = t->at.start + length;
  t->end = end + 1;
  return true;
}

/* Bounds what definitions multiply. */
static bool may_use(inline_reader *r, reference *found, size_t at) {
  size_t cost = found->used ? found->destination.len + found->title.len : 0;
  found->used = true;
  if (cost <= r->p->surplus) {
    r->p->surplus -= cost;
    return true;
  }
  parser_remark(
      r->p, "definition-length", inline_source(r, at), inline_source(r, at) + 1,
      "the definitions of links, each as often as it is used, multiply the text's length, "
      "so this use is not a link; use fewer or shorter ones");
  return false;
}

/* A reference that `[label]` at `at`, `[]`, or the text of the bracket itself makes. */
static bool read_reference(inline_reader *r, const bracket *b, size_t at, target *t,
                           reference **note) {
  size_t length = target_label(r->text, at + 1);
  span label = {r->text.data + b->position, at - b->position};
  bool full = length > 0,
       collapsed = inline_byte(r, at + 1) == '[' && inline_byte(r, at + 2) == ']';
  if (full) {
    label = inline_part(r, at + 2, at + length);
  } else if (b->holds_bracket) {
    return false;
  }
  reference *found = label.len == 0 ? NULL : references_find(r->p, label);
  span own = {r->text.data + b->position, at - b->position};
  if (full && (found == NULL || found->footnote != NULL) && !b->holds_bracket &&
      span_starts(own, SPAN("^"))) {
    found = references_find(r->p, own); /* a footnote, and brackets behind it */
    full = false;
  }
  t->end = full ? at + 1 + length : collapsed ? at + 3 : at + 1;
  t->reference = true;
  if (found == NULL) {
    bool indexes = b->position > 1 && ascii_alnum(r->text.data[b->position - 2]);
    if ((full || collapsed) && !indexes) {
      parser_remark(r->p, "definition-missing", inline_source(r, b->position), inline_source(r, at),
                    "link is defined nowhere; write [label]: address on a line of its own");
    }
    return false;
  }
  *note = found;
  if (found->footnote != NULL) { return !full; }
  t->destination = found->destination;
  t->title = found->title;
  t->at = found->target;
  return may_use(r, found, b->position);
}

static void use_footnote(inline_reader *r, bracket *b, reference *found, size_t end) {
  node *n = b->text;
  node *note = found->footnote;
  found->used = true;
  if (note->number == 0) { note->number = ++r->p->footnotes; }
  while (n->next != NULL) { node_unlink(n->next); }
  n->kind = NODE_FOOTNOTE_USE;
  n->text = note->text;
  n->number = note->number;
  n->use = ++note->use;
  n->at.end = inline_source(r, end - 1) + 1;
  while (r->last_delimiter != b->before) { emphasis_drop(r, r->last_delimiter); }
  r->last_bracket = b->previous;
  r->at = end;
}

static void close_link(inline_reader *r, bracket *b, const target *t) {
  node *n = b->text;
  n->kind = b->image ? NODE_IMAGE : NODE_LINK;
  n->text = t->destination;
  n->title = t->title;
  n->target = t->at;
  n->reference = t->reference;
  n->at.end = inline_source(r, t->end - 1) + 1;
  emphasis_pair(r, b->before);
  node_adopt_between(n, n, NULL);
  r->at = t->end;
  r->last_bracket = b->previous;
  if (!b->image) { r->linked = b->position; }
}

void links_close(inline_reader *r) {
  bracket *b = r->last_bracket;
  size_t at = r->at;
  target t = {0};
  reference *found = NULL;
  if (b != NULL && (b->image || b->position > r->linked)) {
    bool is_link = read_inline_target(r, at + 1, &t);
    if (!is_link) {
      t = (target){0};
      is_link = read_reference(r, b, at, &t, &found);
    }
    if (is_link && found != NULL && found->footnote != NULL) {
      use_footnote(r, b, found, at + 1);
      return;
    }
    if (is_link) {
      close_link(r, b, &t);
      return;
    }
    if (found == NULL && !b->holds_bracket && b->position < at &&
        r->text.data[b->position] == '^' && at - b->position > 1 &&
        memchr(r->text.data + b->position, ' ', at - b->position) == NULL) {
      parser_remark(r->p, "footnote-missing", inline_source(r, b->position - 1),
                    inline_source(r, at) + 1,
                    "footnote is written nowhere; write [^label]: text on a line of its own");
    }
  }
  if (b != NULL) { r->last_bracket = b->previous; }
  inline_text(r, r->leaf, at, at + 1);
  r->at++;
}

static void add_address(inline_reader *r, size_t from, size_t to, size_t inside, size_t end,
                        const char *prefix) {
  node *link = inline_add(r, NODE_LINK, from, to);
  span address = inline_part(r, inside, end);
  r->at = to;
  if (link == NULL) { return; }
  link->automatic = true;
  link->target =
      (extent){inline_source(r, inside), inline_source(r, inside) + (uint32_t)address.len};
  link->text = address;
  if (prefix[0] != '\0') {
    size_t length = strlen(prefix);
    char *whole = arena_alloc(r->p->memory, length + address.len);
    if (whole == NULL) {
      r->p->failed = true;
      return;
    }
    memcpy(whole, prefix, length);
    memcpy(whole + length, address.data, address.len);
    link->text = (span){whole, length + address.len};
  }
  inline_text(r, link, inside, end);
}

/* `<https://…>` or `<name@host>`: where its address ends; 0 when it is none. */
static size_t bracketed_address(const inline_reader *r, const char **prefix) {
  size_t i = r->at + 1, colon = i;
  while (ascii_alnum(inline_byte(r, colon)) ||
         (colon > i && strchr("+.-", inline_byte(r, colon)) != NULL &&
          inline_byte(r, colon) != '\0')) {
    colon++;
  }
  *prefix = "";
  if (inline_byte(r, colon) == ':' && ascii_letter(inline_byte(r, i)) && colon - i >= 2 &&
      colon - i <= 32) {
    while (colon < r->text.len && (unsigned char)inline_byte(r, colon) > ' ' &&
           strchr("<>", inline_byte(r, colon)) == NULL) {
      colon++;
    }
    return inline_byte(r, colon) == '>' ? colon : 0;
  }
  size_t at = i;
  while (
      ascii_alnum(inline_byte(r, at)) ||
      (inline_byte(r, at) != '\0' && strchr(".!#$%&'*+/=?^_`{|}~-", inline_byte(r, at)) != NULL)) {
    at++;
  }
  if (at == i || inline_byte(r, at) != '@') { return 0; }
  size_t part_start = ++at;
  for (; ascii_alnum(inline_byte(r, at)) || inline_byte(r, at) == '-' || inline_byte(r, at) == '.';
       at++) {
    if (inline_byte(r, at) != '.') { continue; }
    if (at == part_start || inline_byte(r, at - 1) == '-' || inline_byte(r, part_start) == '-') {
      return 0;
    }
    part_start = at + 1;
  }
  *prefix = "mailto:";
  bool ends = at > part_start && inline_byte(r, at - 1) != '-' && inline_byte(r, part_start) != '-';
  return ends && inline_byte(r, at) == '>' ? at : 0;
}

void links_angle(inline_reader *r) {
  const char *prefix;
  size_t end = bracketed_address(r, &prefix);
  if (end > 0) {
    add_address(r, r->at, end + 1, r->at + 1, end, prefix);
    return;
  }
  size_t length = tags_scan(span_skip(r->text, r->at), &r->searched);
  if (length == 0) {
    inline_text(r, r->leaf, r->at, r->at + 1);
    r->at++;
    return;
  }
  node *tag = inline_add(r, NODE_TAG, r->at, r->at + length);
  r->p->tagged = true;
  if (tag != NULL) { tag->text = inline_part(r, r->at, r->at + length); }
  r->at += length;
}

/* An address that links itself. @return false when what begins is none */
bool links_address(inline_reader *r) {
  const char *prefix;
  size_t length = r->last_bracket != NULL ? 0 : autolinks_web(r->text, r->at, &prefix);
  if (length > 0) { add_address(r, r->at, r->at + length, r->at, r->at + length, prefix); }
  return length > 0;
}

/* Links the addresses in a text: those of mail, and those of the web that brackets kept from being
 * links while they might have been one. */
static void link_addresses(inline_reader *r, node *text) {
  size_t at = (size_t)(text->text.data - r->text.data), end = at + text->text.len, from = at;
  while (at < end) {
    const char *prefix = "";
    size_t back = 0, length = 0;
    if (r->text.data[at] == '@') {
      length = autolinks_mail(span_take(r->text, end), at, from, &back, &prefix);
    } else if (inline_may_address(r, at)) {
      length = autolinks_web(span_take(r->text, end), at, &prefix);
    }
    if (length == 0) {
      at++;
      continue;
    }
    size_t start = at - back;
    node *last = r->leaf->last;
    r->at = start;
    if (start > from) { inline_text(r, r->leaf, from, start); }
    add_address(r, start, start + length, start, start + length, prefix);
    at = from = start + length;
    while (last->next != NULL) {
      node *made = last->next;
      node_unlink(made);
      node_insert_before(text, made);
    }
  }
  uint32_t taken = (uint32_t)(from - (size_t)(text->text.data - r->text.data));
  text->text = span_skip(text->text, taken);
  text->at.start += taken;
  if (text->text.len == 0) { node_unlink(text); }
}

void links_addresses(inline_reader *r) {
  node *leaf = r->leaf;
  r->growing = NULL;
  for (node *n = node_after(leaf, leaf), *next; n != NULL; n = next) {
    next = node_after(leaf, n);
    bool plain = n->kind == NODE_TEXT && !n->entity && n->text.data >= r->text.data &&
                 n->text.data < r->text.data + r->text.len;
    if (n->kind == NODE_CODE || n->kind == NODE_LINK) {
      next = node_beyond(leaf, n);
    } else if (plain && autolinks_possible(n->text)) {
      link_addresses(r, n);
    }
  }
}
