#include "markup/tree.h"

uint32_t tree_line(const markup_tree *d, uint32_t offset) {
  uint32_t low = 0, high = d->line_count;
  while (high - low > 1) {
    uint32_t middle = (low + high) / 2;
    if (d->lines[middle] <= offset) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

void node_unlink(node *n) {
  if (n->parent == NULL) { return; }
  *(n->previous == NULL ? &n->parent->first : &n->previous->next) = n->next;
  *(n->next == NULL ? &n->parent->last : &n->next->previous) = n->previous;
  n->parent = n->previous = n->next = NULL;
}

void node_insert_after(node *before, node *n) {
  n->parent = before->parent;
  n->previous = before;
  n->next = before->next;
  *(before->next == NULL ? &before->parent->last : &before->next->previous) = n;
  before->next = n;
}

void node_insert_before(node *next, node *n) {
  n->parent = next->parent;
  n->next = next;
  n->previous = next->previous;
  *(next->previous == NULL ? &next->parent->first : &next->previous->next) = n;
  next->previous = n;
}

void node_adopt_between(node *into, node *from, node *to) {
  for (node *n = from->next; n != to;) {
    node *next = n->next;
    node_unlink(n);
    n->parent = into;
    n->previous = into->last;
    *(into->last == NULL ? &into->first : &into->last->next) = n;
    into->last = n;
    n = next;
  }
}

node *node_beyond(const node *root, const node *n) {
  while (n != root && n->next == NULL) { n = n->parent; }
  return n == root ? NULL : n->next;
}

node *node_after(const node *root, const node *n) {
  return n->first != NULL ? n->first : node_beyond(root, n);
}
