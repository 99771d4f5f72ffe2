#include "base/sink.h"

#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/* Pipes take this many bytes in one piece, or none (PIPE_BUF). */
enum { PIECE = 4096 };

static int open_again(int fd) {
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  return open(path, O_WRONLY | O_APPEND | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
}

sink sink_open(int fd) {
  struct stat file;
  if (fstat(fd, &file) != 0) { return (sink){fd, SINK_POLLED}; }
  if (S_ISREG(file.st_mode)) { return (sink){fd, SINK_FILE}; }
  if (S_ISSOCK(file.st_mode)) { return (sink){fd, SINK_SOCKET}; }
  int own = open_again(fd);
  return own < 0 ? (sink){fd, SINK_POLLED} : (sink){own, SINK_PIPE};
}

size_t sink_longest(const sink *s) { return s->kind == SINK_FILE ? SIZE_MAX : PIECE; }

/* The longest beginning of whole lines that fits a piece; a longer line is a piece of its own. */
static size_t next_piece(span lines) {
  if (lines.len <= PIECE) { return lines.len; }
  size_t end = PIECE;
  while (end > 0 && lines.data[end - 1] != '\n') { end--; }
  return end > 0 ? end : span_find(lines, '\n') + 1;
}

static bool writable(int fd) {
  struct pollfd wanted = {.fd = fd, .events = POLLOUT};
  return poll(&wanted, 1, 0) == 1 && (wanted.revents & POLLOUT) != 0;
}

size_t sink_write(const sink *s, span lines) {
  size_t piece = s->kind == SINK_FILE ? lines.len : next_piece(lines);
  ssize_t written = -1;
  if (s->kind == SINK_SOCKET) {
    written = send(s->fd, lines.data, piece, MSG_DONTWAIT | MSG_NOSIGNAL);
  } else if (s->kind != SINK_POLLED || writable(s->fd)) {
    written = write(s->fd, lines.data, piece);
  }
  return written < 0 ? 0 : (size_t)written;
}
