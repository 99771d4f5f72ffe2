#include "markup/figure.h"

#include "markup/attribute.h"
#include "markup/entities.h"

bool figure_enter(figure *f, const figure_images *images, const MD_SPAN_IMG_DETAIL *image) {
  if (f->depth > 0) {
    f->depth++;
    return true;
  }
  attribute_read(&f->target, &image->src);
  if (images == NULL || images->find == NULL || f->target.failed ||
      !images->find(images->context, buffer_span(&f->target), &f->width, &f->height)) {
    return false;
  }
  attribute_read(&f->caption, &image->title);
  f->alternative.len = 0;
  f->depth = 1;
  return true;
}

void figure_leave(figure *f, buffer *out) {
  if (--f->depth > 0) {
    return;
  }
  buffer *e = &f->element;
  e->len = 0;
  buffer_text(e, "<img src=\"");
  entities_escape(e, buffer_span(&f->target));
  buffer_text(e, "\" alt=\"");
  entities_escape(e, buffer_span(&f->alternative));
  buffer_print(e, "\" width=\"%u\" height=\"%u\" loading=\"lazy\" decoding=\"async\">", f->width,
               f->height);
  buffer_append(out, buffer_span(e));
  f->end = out->len;
}

bool figure_close(figure *f, buffer *out, size_t start, size_t inside) {
  if (f->element.len == 0 || f->end != out->len || inside + f->element.len != f->end) {
    return false;
  }
  out->len = start;
  buffer_text(out, "<figure>");
  buffer_append(out, buffer_span(&f->element));
  if (f->caption.len > 0) {
    buffer_text(out, "<figcaption data-markdown-ignore>");
    entities_escape(out, buffer_span(&f->caption));
    buffer_text(out, "</figcaption>");
  }
  buffer_text(out, "</figure>\n");
  return true;
}

bool figure_free(figure *f) {
  bool whole =
      !f->target.failed && !f->alternative.failed && !f->caption.failed && !f->element.failed;
  buffer_free(&f->target);
  buffer_free(&f->alternative);
  buffer_free(&f->caption);
  buffer_free(&f->element);
  return whole;
}
