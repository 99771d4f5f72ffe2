#include "search/search.h"

#include <stdlib.h>

#include "search/excerpt.h"
#include "search/marks.h"
#include "search/query_read.h"
#include "search/rerank.h"
#include "text/token.h"

bool search_open(span section, const store *documents, renditions texts, const quran *verses,
                 search_index **out, fault *why) {
  *out = NULL;
  search_index *index = calloc(1, sizeof(*index));
  if (index == NULL) { return fault_set(why, "search: memory is out"); }
  index->documents = documents;
  index->texts = texts;
  index->verses = verses;
  index->stems = analyzer_new();
  format_impacts(index->impacts);
  bool ok = index->stems != NULL || fault_set(why, "search: memory is out");
  ok = ok && index_read(section, index->partitions, why);
  for (unsigned i = 0; ok && i < LOCALE_COUNT; i++) {
    const partition *p = &index->partitions[i];
    uint32_t first, end;
    store_range(documents, i, SECTION_COUNT, &first, &end);
    bool fits = p->documents == end - first && (p->documents == 0 || p->first == first);
    if (!fits) {
      ok = fault_set(why, "search: the index of %s is of other documents", locale_rows[i].code);
    }
  }
  if (!ok) {
    search_close(index);
    return false;
  }
  *out = index;
  return true;
}

void search_close(search_index *index) {
  if (index == NULL) { return; }
  analyzer_free(index->stems);
  spoken_close(index->sounds);
  free(index);
}

typedef struct run {
  query q;
  search_hit *hits; /* the first offset + limit + 1: documents, and verses of surahs */
  uint32_t *units;  /* of each hit */
  size_t count, most;
} run;

/* Hits */

static bool is_pinned(const run *r, size_t pins, uint32_t unit) {
  for (size_t i = 0; i < pins; i++) {
    if (r->units[i] == unit) { return true; }
  }
  return false;
}

static void add_hit(run *r, uint32_t unit, uint32_t document, uint32_t verse, uint32_t score) {
  r->units[r->count] = unit;
  r->hits[r->count++] = (search_hit){document, verse, score, SPAN(""), NULL, 0, NULL};
}

/* How many units were looked at, and how many of them have enough of the query. */
typedef struct look {
  size_t seen, good;
} look;

/* Scores the best `most` units, those in front again. @return false when memory is out */
static bool look_at(const query *q, size_t most, size_t wanted, candidates *found, look *out) {
  filter *passes;
  if (!filter_open(q, &passes)) { return false; }
  do {
    if (!candidates_find(q, passes, most, RERANKED, found)) { return false; }
  } while (found->count == 0 && filter_relax(passes));
  *out = (look){.seen = found->count};
  /* a filter that asks for phrases leaves short texts out itself */
  if (passes == NULL && !candidates_add_whole(q, found)) { return false; }
  if (!rerank(q, found, wanted)) { return false; }
  for (size_t i = 0; i < found->count; i++) { out->good += found->list[i].score > 0; }
  return true;
}

/* Where too many of the best units have too little of the query, so many times as many are looked
 * at, once: to go on would score every unit that has a common word. */
enum { LOOK_FURTHER = 8 };

/* Finds at least the best `wanted` units, or all there are: those that were scored again in their
 * order, and behind them the others. @return false when memory is out */
static bool find_best(const query *q, size_t wanted, candidates *found) {
  const size_t most = wanted > RERANKED ? wanted : RERANKED;
  look first;
  if (!look_at(q, most, wanted, found, &first)) { return false; }
  bool weak = first.seen == most && first.good < wanted && found->count > 0;
  if (weak && !look_at(q, most * LOOK_FURTHER, wanted, found, &first)) { return false; }
  candidates_lead(found->list, found->head, wanted);
  candidates_sort(found->list + found->head, found->count - found->head);
  return true;
}

/* Adds the documents and verses that are named, each once, and behind them the best units; those
 * that are pinned are found once more. @return false when memory is out */
static bool rank(run *r) {
  query *q = &r->q;
  uint32_t verse, surah;
  for (size_t i = 0; i < q->pin_count && r->count < r->most; i++) {
    query_pin pin = q->pins[i];
    if (pin.document < q->in->first || pin.document - q->in->first >= q->in->documents) {
      continue;
    }
    uint32_t unit = index_unit(q->in, pin.document - q->in->first);
    if (unit < q->first || unit >= q->end) { continue; }
    index_document(q->in, unit + pin.verse, &verse, &surah);
    if (verse != pin.verse) { verse = 0; /* there is no such verse */ }
    unit += verse;
    if (is_pinned(r, r->count, unit)) { continue; }
    add_hit(r, unit, pin.document, verse, UINT32_MAX - (uint32_t)i);
  }
  size_t pins = r->count;
  candidates found;
  if (!find_best(q, r->most + q->pin_count, &found)) { return false; }
  for (size_t i = 0; i < found.count && r->count < r->most; i++) {
    ranked unit = found.list[i];
    uint32_t document = q->in->first + index_document(q->in, unit.unit, &verse, &surah);
    if (unit.score == 0) { continue; /* it has too little of the query */ }
    if (document >= q->index->documents->count || is_pinned(r, pins, unit.unit)) { continue; }
    add_hit(r, unit.unit, document, verse, unit.score);
    search_evidence **evidence = &r->hits[r->count - 1].evidence;
    if (q->request->evidence && !rerank_explain(q, unit.unit, evidence)) { return false; }
  }
  return true;
}

static void browse(run *r) {
  const partition *p = r->q.in;
  for (uint32_t i = 0; i < p->documents && r->count < r->most; i++) {
    uint32_t unit = index_unit(p, i);
    if (unit < r->q.first) { continue; }
    if (unit >= r->q.end) { break; }
    add_hit(r, unit, p->first + i, 0, 0);
  }
}

/* Excerpts */

static span verse_excerpt(const query *q, uint32_t surah, uint32_t verse, const match *m,
                          size_t count) {
  span text = quran_translation(q->index->verses, q->request->locale, surah, verse);
  span arabic = quran_arabic(q->index->verses, surah, verse);
  size_t in_arabic = 0, first = 0; /* of the translation; what is between is in the index alone */
  while (in_arabic < count && m[in_arabic].position < VERSE_SUBJECTS) { in_arabic++; }
  while (first < count && m[first].position < VERSE_TRANSLATION) { first++; }
  span cut = {NULL, 0};
  if (first < count) {
    cut = excerpt_plain(text, VERSE_TRANSLATION, m + first, count - first, q->memory);
  } else if (in_arabic > 0) {
    cut = excerpt_plain(arabic, 0, m, in_arabic, q->memory);
  }
  if (cut.data != NULL) { return cut; }
  cut = cut_at(text.len > 0 ? text : arabic, 0, q->memory);
  return cut.data == NULL ? SPAN("") : cut;
}

/* Leaves out matches in a heading that only repeats the title, which stands beside the excerpt
 * anyway, when there are others behind it. @return how many matches remain */
static size_t pass_title(const store_document *d, const rendition *text, uint32_t first_position,
                         match *m, size_t count) {
  span word;
  bool repeats = text->lead > 0 && span_starts(text->part[RENDITION_PLAIN], d->title);
  if (!repeats) { return count; }
  token_reader words;
  token_begin(&words, d->title);
  bool more = true;
  while (more) { more = token_seek(&words, UINT32_MAX, &word); }
  uint32_t behind = first_position + words.position;
  if (count == 0 || m[count - 1].position < behind) { return count; }
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    bool in_heading = m[i].position >= first_position && m[i].position < behind;
    if (!in_heading) { m[kept++] = m[i]; }
  }
  return kept;
}

static span excerpt(const query *q, uint32_t unit, uint32_t document, posting_cursor *cursors) {
  store_document d = store_at(q->index->documents, document);
  __builtin_prefetch(d.id.data); /* the answer will have what stands there */
  match matches[EXCERPT_MATCHES];
  size_t count = excerpt_matches(q, cursors, unit, matches);
  uint32_t verse, surah, first_position;
  index_document(q->in, unit, &verse, &surah);
  bool known = verse > 0 && q->index->verses != NULL && verse <= quran_verse_count(surah);
  if (known) { return verse_excerpt(q, surah, verse, matches, count); }
  rendition text = renditions_at(&q->index->texts, document);
  span map = index_map(q->in, unit, &first_position);
  span plain = span_take(text.part[RENDITION_PLAIN], text.notices), cut = {NULL, 0};
  if (d.section == SECTION_TRYOUT && text.answers < plain.len) {
    plain.len = text.answers;
    count = excerpt_before(map, first_position, plain.len, matches, count);
  }
  if (count > 0 && matches[0].position >= FORMAT_NOTICE) { /* it has the words nowhere else */
    span notices = span_skip(text.part[RENDITION_PLAIN], text.notices);
    cut = excerpt_plain(notices, FORMAT_NOTICE, matches, count, q->memory);
  }
  while (count > 0 && matches[count - 1].position >= FORMAT_NOTICE) { count--; }
  if (cut.data == NULL) {
    count = pass_title(&d, &text, first_position, matches, count);
    cut = excerpt_text(plain, map, first_position, matches, count, q->memory);
  }
  if (cut.data == NULL) { cut = excerpt_scan(q, plain, q->memory); }
  if (cut.data != NULL) { return cut; }
  return d.description.len > 0 ? d.description : excerpt_lead(plain, text.lead, q->memory);
}

static int by_value(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

enum { SHOWN = 512, CACHE_LINE = 64 }; /* bytes: excerpts are likely to be in the former */

/* Begins to fetch from memory what is shown of a hit: its record, and where its text begins. */
static void fetch_hit(const query *q, const search_hit *hit) {
  store_fetch(q->index->documents, hit->document);
  if (hit->document >= q->index->documents->count) { return; }
  span plain =
      span_take(renditions_at(&q->index->texts, hit->document).part[RENDITION_PLAIN], SHOWN);
  for (size_t line = 0; line < plain.len; line += CACHE_LINE) {
    __builtin_prefetch(plain.data + line);
  }
}

/* Fills in the excerpts of the page; in the order of units, since lists are walked upwards. */
static bool add_excerpts(run *r, size_t first, size_t end) {
  const query *q = &r->q;
  size_t count = end - first;
  posting_cursor *cursors = arena_alloc(q->memory, (q->term_count + 1) * sizeof(*cursors));
  uint64_t *order = arena_alloc(q->memory, (count + 1) * sizeof(*order));
  if (cursors == NULL || order == NULL) { return false; }
  for (size_t i = 0; i < q->term_count; i++) {
    list_open(q->terms[i].list, q->in->units, &cursors[i]);
  }
  for (size_t i = 0; i < count; i++) {
    order[i] = (uint64_t)r->units[first + i] << 32 | (first + i);
    fetch_hit(q, &r->hits[first + i]);
  }
  qsort(order, count, sizeof(*order), by_value);
  for (size_t i = 0; i < count; i++) {
    search_hit *hit = &r->hits[(uint32_t)order[i]];
    hit->excerpt = excerpt(q, (uint32_t)(order[i] >> 32), hit->document, cursors);
    if (!q->request->marks || q->request->count == 0) { continue; }
    search_mark found[MARKS_MOST];
    size_t marks = marks_find(q, hit->excerpt, found);
    hit->marks = arena_alloc(q->memory, (marks + 1) * sizeof(*found));
    if (hit->marks == NULL) { return false; }
    memcpy(hit->marks, found, marks * sizeof(*found));
    hit->mark_count = marks;
  }
  return true;
}

bool search_run(search_index *index, const search_query *request, arena *memory, search_page *page,
                fault *why) {
  *page = (search_page){0};
  if (request->locale >= LOCALE_COUNT || request->count > SEARCH_PHRASINGS) {
    return fault_set(why, "search: no such locale, or more than %d phrasings", SEARCH_PHRASINGS);
  }
  run r = {.count = 0};
  bool ok = query_read(index, request, memory, &r.q);
  uint64_t wanted = (uint64_t)request->offset + request->limit + 1;
  r.most = wanted < r.q.in->units ? (size_t)wanted : r.q.in->units;
  r.hits = arena_alloc(memory, (r.most + 1) * sizeof(*r.hits));
  r.units = arena_alloc(memory, (r.most + 1) * sizeof(*r.units));
  ok = ok && r.hits != NULL && r.units != NULL;
  if (ok && request->count == 0) { browse(&r); }
  if (ok && request->count > 0) { ok = rank(&r); }
  size_t first = request->offset < r.count ? request->offset : r.count;
  size_t end = r.count - first > request->limit ? first + request->limit : r.count;
  ok = ok && (request->bare || add_excerpts(&r, first, end)) && !memory->failed;
  if (!ok) { return fault_set(why, "search: memory is out"); }
  *page = (search_page){r.hits + first, end - first, r.count > end, query_whole(&r.q)};
  return true;
}
