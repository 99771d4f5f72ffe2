#include "markup/environment.h"

#include "base/ascii.h"
#include "markup/tex.h"

enum {
  COLUMNS_MOST = 64, /* that an array names */
  DISTANCE_MOST = 14 /* bytes of a distance between rows, in its brackets */
};

/* A table that is being read. */
typedef struct table {
  const environment *is; /* NULL for lines without an environment */
  formula_node *node, *row, *cell;
  const char *columns[COLUMNS_MOST]; /* element of a cell of each */
  size_t named;                      /* of those */
  size_t column;                     /* of the cell that is read, from 0 */
  bool ruled;                        /* a line stands above the row */
  span begin;                        /* the command that began it, for messages */
  bool display;
} table;

/* ---- columns -------------------------------------------------------------------------------- */

static bool read_columns(tex_parser *p, table *t) {
  static const char *const elements[3][2][2] = {
      {{"mtd class=\"left\"", "mtd class=\"left bar\""},
       {"mtd class=\"left bar-before\"", "mtd class=\"left bar-before bar\""}},
      {{"mtd", "mtd class=\"bar\""}, {"mtd class=\"bar-before\"", "mtd class=\"bar-before bar\""}},
      {{"mtd class=\"right\"", "mtd class=\"right bar\""},
       {"mtd class=\"right bar-before\"", "mtd class=\"right bar-before bar\""}}};
  span spec;
  if (!tex_name(p, t->begin, &spec)) { return false; }
  bool before = false;
  for (size_t i = 0; i < spec.len; i++) {
    char c = spec.data[i];
    size_t side = c == 'l' ? 0 : c == 'c' ? 1 : 2;
    bool bar = i + 1 < spec.len && spec.data[i + 1] == '|';
    if (c == 'l' || c == 'c' || c == 'r') {
      if (t->named == COLUMNS_MOST) {
        return tex_refuse(p, spec.data + i, "more than %d columns", COLUMNS_MOST);
      }
      t->columns[t->named++] = elements[side][before][bar];
      before = false;
    } else if (c == '|') {
      before = t->named == 0;
    } else if (c != ' ') {
      return tex_refuse(p, spec.data + i, "a column is l, c or r, with | for a line between");
    }
  }
  return true;
}

static const char *cell_element(const table *t) {
  static const char *const triple[] = {"mtd class=\"right\"", "mtd", "mtd class=\"left\""};
  environment_columns columns = t->is != NULL ? t->is->columns : COLUMNS_PLACED;
  switch (columns) {
    case COLUMNS_TRIPLE: return triple[t->column % 3];
    case COLUMNS_NAMED: return t->column < t->named ? t->columns[t->column] : "mtd";
    default: return "mtd";
  }
}

/* ---- rows ----------------------------------------------------------------------------------- */

static void begin_cell(tex_parser *p, table *t) {
  formula_node *cell = tex_node(p, cell_element(t));
  t->cell = tex_node(p, "mrow");
  tex_append(cell, t->cell);
  tex_append(t->row, cell);
}

/* Begins a row, and ends the one before it. */
static void begin_row(tex_parser *p, table *t) {
  if (t->cell != NULL) { t->cell->behind = "; "; }
  t->row = tex_node(p, t->ruled ? "mtr class=\"line-above\"" : "mtr");
  t->ruled = false;
  t->column = 0;
  tex_append(t->node, t->row);
  begin_cell(p, t);
}

/* The number of a line stands in a cell of its own. */
static void place_tag(tex_parser *p, table *t) {
  if (p->tag != NULL) {
    formula_node *cell = tex_node(p, "mtd class=\"tag\"");
    tex_append(cell, p->tag);
    tex_append(t->row, cell);
    t->cell = p->tag;
    p->tag = NULL;
  }
}

/* The length that a `\\` may be followed by at once, such as `[2pt]`; rows stand as far from each
 * other as they do everywhere. */
static void skip_distance(tex_parser *p) {
  if (p->rest.len > 0 && p->rest.data[0] == '*') { p->rest = span_skip(p->rest, 1); }
  span bracket = span_take(p->rest, DISTANCE_MOST);
  size_t length = span_find(bracket, ']');
  if (bracket.len == 0 || bracket.data[0] != '[' || length == bracket.len) { return; }
  size_t i = 1;
  while (i < length && (ascii_digit(p->rest.data[i]) || tex_one_of(p->rest.data[i], ".- "))) {
    i++;
  }
  bool unit =
      i > 1 && i + 2 == length && ascii_small(p->rest.data[i]) && ascii_small(p->rest.data[i + 1]);
  if (unit) { p->rest = span_skip(p->rest, length + 1); }
}

static void skip_rules(tex_parser *p, table *t) {
  for (;;) {
    span token = tex_peek(&p->rest);
    if (!span_equal(token, SPAN("\\hline")) && !span_equal(token, SPAN("\\hdashline"))) { return; }
    p->rest = span_skip(p->rest, token.len);
    t->ruled = true;
  }
}

/* The last row, when nothing is in it but the lines that stand below the row before. */
static void drop_empty_row(tex_parser *p, table *t) {
  formula_node *before = t->node->first;
  if (t->row->first != t->row->last || t->cell->first != NULL || before == t->row) { return; }
  while (before->next != t->row) { before = before->next; }
  before->next = NULL;
  t->node->last = before;
  if (strstr(t->row->element, "line-above") != NULL) {
    before->element = strstr(before->element, "line-above") != NULL
                          ? "mtr class=\"line-above line-below\""
                          : "mtr class=\"line-below\"";
  }
  formula_node *cell = before->last;
  if (cell != NULL && cell->first != NULL) { cell->first->behind = ""; }
  (void)p;
}

/* Reads rows up to what ends the table, which is left to the caller. @param row whether a row is
 * there already, read up to its end */
static bool read_rows(tex_parser *p, table *t, bool row) {
  while (!p->memory->failed) {
    if (!row) {
      skip_rules(p, t);
      begin_row(p, t);
    }
    for (;;) {
      p->display = t->display;
      if (!row && !tex_row(p, t->cell)) { return false; }
      row = false;
      if (!tex_skip(p, SPAN("&")) || p->memory->failed) { break; }
      t->column++;
      begin_cell(p, t);
    }
    place_tag(p, t);
    span token = tex_peek(&p->rest);
    const command *c = token.len > 1 ? command_find(span_skip(token, 1)) : NULL;
    if (p->memory->failed || c == NULL || token.data[0] != '\\' || c->kind != COMMAND_ROW_END) {
      break;
    }
    p->rest = span_skip(p->rest, token.len);
    skip_distance(p);
  }
  if (!p->memory->failed) { drop_empty_row(p, t); }
  return true;
}

/* Reads rows, with the state of the parser as it is outside of them afterwards. */
static bool read_table(tex_parser *p, table *t, const char *element, bool row) {
  bool display = p->display, bracket = p->bracket, tags = p->tags;
  formula_node *tag = p->tag;
  formula_font font = p->font;
  t->node = t->node != NULL ? t->node : tex_node(p, element);
  p->bracket = false;
  p->tags = t->display;
  p->tag = NULL;
  bool fine = read_rows(p, t, row);
  p->display = display;
  p->bracket = bracket;
  p->tags = tags;
  p->tag = tag;
  p->font = font;
  return fine;
}

/* ---- what has rows -------------------------------------------------------------------------- */

static bool unknown_environment(tex_parser *p, span token, span name) {
  return tex_refuse(p, token.data,
                    "the environment %.*s is not known; known are aligned, gathered, split, "
                    "cases, array, matrix and their kin, such as pmatrix",
                    (int)(name.len > 40 ? 40 : name.len), name.data);
}

/* The argument between the name of an environment and its rows. */
static bool read_options(tex_parser *p, table *t) {
  span ignored;
  tex_skip_space(&p->rest);
  if (p->rest.len >= 3 && p->rest.data[0] == '[' && p->rest.data[2] == ']' &&
      tex_one_of(p->rest.data[1], "tbc")) {
    p->rest = span_skip(p->rest, 3);
  }
  if (t->is->counted && !tex_name(p, t->begin, &ignored)) { return false; }
  return t->is->columns != COLUMNS_NAMED || read_columns(p, t);
}

static bool read_end(tex_parser *p, span begin, span name) {
  span token = tex_peek(&p->rest), end;
  if (!span_equal(token, SPAN("\\end"))) {
    return token.len == 0 ? tex_refuse(p, begin.data, "\\begin{%.*s} has no \\end{%.*s}",
                                       (int)name.len, name.data, (int)name.len, name.data)
                          : tex_refuse(p, token.data, "%.*s stands where \\end{%.*s} is awaited",
                                       (int)token.len, token.data, (int)name.len, name.data);
  }
  p->rest = span_skip(p->rest, token.len);
  return tex_name(p, token, &end) &&
         (span_equal(end, name) ||
          tex_refuse(p, token.data, "\\begin{%.*s} ends with \\end{%.*s}", (int)name.len, name.data,
                     (int)(end.len > 40 ? 40 : end.len), end.data));
}

bool environment_read(tex_parser *p, span token, formula_node **node) {
  span name;
  if (!tex_enter(p, token.data) || !tex_name(p, token, &name)) { return false; }
  const environment *is = environment_find(name);
  if (is == NULL) { return unknown_environment(p, token, name); }
  table t = {.is = is, .begin = token, .display = !is->inner};
  if (!read_options(p, &t) || !read_table(p, &t, is->element, false) || !read_end(p, token, name)) {
    return false;
  }
  p->depth--;
  formula_node *row = tex_node(p, "mrow");
  if (row == NULL) { return true; }
  if (is->open[0] != '\0') {
    tex_append(row, tex_leaf(p, "mo fence=\"true\"", span_of(is->open), FORMULA_OPENING));
  }
  tex_append(row, t.node);
  if (is->close[0] != '\0') {
    tex_append(row, tex_leaf(p, "mo fence=\"true\"", span_of(is->close), FORMULA_CLOSING));
  }
  row->atom = is->open[0] != '\0' && is->close[0] != '\0';
  *node = row;
  return true;
}

bool environment_substack(tex_parser *p, span token, formula_node **node) {
  table t = {.begin = token};
  const char *start = p->rest.data;
  if (!tex_skip(p, SPAN("{"))) {
    return tex_refuse(p, token.data, "\\substack lacks its lines in braces");
  }
  if (!tex_enter(p, start) || !read_table(p, &t, "mtable class=\"small\"", false)) { return false; }
  p->depth--;
  *node = t.node;
  return tex_skip(p, SPAN("}")) || tex_refuse(p, start, "a brace is not closed");
}

bool environment_lines(tex_parser *p, formula_node *first, formula_node **node) {
  table t = {.begin = {p->start, 0}, .display = p->display};
  t.node = tex_node(p, "mtable displaystyle=\"true\"");
  formula_node *row = tex_node(p, "mtr"), *cell = tex_node(p, "mtd");
  t.row = row;
  t.cell = first;
  tex_append(cell, first);
  tex_append(row, cell);
  tex_append(t.node, row);
  *node = t.node;
  formula_node *tag = p->tag;
  if (tag != NULL) { place_tag(p, &t); }
  return p->memory->failed || read_table(p, &t, NULL, true);
}
