#include "host/process/channel.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

typedef union control {
  struct cmsghdr head;
  char bytes[CMSG_SPACE(sizeof(int) * CHANNEL_FDS)];
} control;

channel_message channel_note(channel_kind kind) {
  return (channel_message){.kind = kind, .fd = CHANNEL_NONE};
}

pid_t channel_fork(int *end) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) != 0) {
    return -1;
  }
  fflush(NULL); /* or both would write what waits */
  pid_t pid = fork();
  int reason = errno;
  *end = ends[pid == 0];
  if (pid != 0) { close(ends[1]); }
  if (pid < 0) { close(ends[0]); }
  errno = reason;
  return pid;
}

/* Only descriptors that are there travel; the message itself says which they are. */
static size_t pack(const channel_message *message, int out[CHANNEL_FDS]) {
  size_t count = 0;
  for (size_t i = 0; i < CHANNEL_FDS; i++) {
    if (message->fd[i] >= 0) { out[count++] = message->fd[i]; }
  }
  return count;
}

bool channel_send(int end, const channel_message *message) {
  control extra = {0};
  int fds[CHANNEL_FDS];
  size_t count = pack(message, fds);
  struct iovec part = {(void *)(uintptr_t)message, sizeof *message};
  struct msghdr packet = {.msg_iov = &part, .msg_iovlen = 1};
  if (count > 0) {
    packet.msg_control = &extra;
    packet.msg_controllen = CMSG_SPACE(sizeof(int) * count);
    extra.head = (struct cmsghdr){CMSG_LEN(sizeof(int) * count), SOL_SOCKET, SCM_RIGHTS};
    memcpy(CMSG_DATA(&extra.head), fds, sizeof(int) * count);
  }
  return sendmsg(end, &packet, MSG_NOSIGNAL) == (ssize_t)sizeof *message;
}

/* Gives the descriptors that came the places of those that were sent. Of a message that is not
   `complete` they are closed. */
static bool unpack(struct msghdr *packet, bool complete, channel_message *message) {
  int fds[CHANNEL_FDS];
  struct cmsghdr *head = CMSG_FIRSTHDR(packet);
  bool any = head != NULL && head->cmsg_type == SCM_RIGHTS;
  size_t came = any ? (head->cmsg_len - CMSG_LEN(0)) / sizeof(int) : 0, taken = 0;
  if (any) { memcpy(fds, CMSG_DATA(head), sizeof(int) * came); }
  for (size_t i = 0; complete && i < CHANNEL_FDS; i++) {
    if (message->fd[i] >= 0) { message->fd[i] = taken < came ? fds[taken++] : -1; }
  }
  /* The kernel drops descriptors that were sent where this process has no free one. */
  bool whole = complete && (packet->msg_flags & MSG_CTRUNC) == 0 && taken == came;
  for (size_t i = 0; !whole && i < came; i++) { close(fds[i]); }
  return whole;
}

/* The kernel closes the descriptors that come where there is no `extra`. */
static int channel_take(int end, channel_message *message, control *extra) {
  struct iovec part = {message, sizeof *message};
  struct msghdr packet = {.msg_iov = &part,
                          .msg_iovlen = 1,
                          .msg_control = extra,
                          .msg_controllen = extra == NULL ? 0 : sizeof *extra};
  ssize_t count = recvmsg(end, &packet, MSG_CMSG_CLOEXEC);
  if (count < 0) {
    bool later = errno == EAGAIN || errno == EINTR || errno == ENOMEM || errno == ENOBUFS;
    return later ? 0 : -1;
  }
  bool complete = count == (ssize_t)sizeof *message;
  message->text[sizeof message->text - 1] = '\0'; /* a sender that was broken into may omit it */
  bool good = unpack(&packet, complete, message) || (complete && extra == NULL);
  return good ? 1 : -1;
}

int channel_receive(int end, channel_message *message) {
  control extra = {0};
  return channel_take(end, message, &extra);
}

int channel_hear(int end, channel_message *message) { return channel_take(end, message, NULL); }

bool channel_await(int end, channel_message *message) {
  struct pollfd word = {.fd = end, .events = POLLIN};
  int received = 0;
  while (received == 0) {
    poll(&word, 1, -1);
    received = channel_hear(end, message);
  }
  return received > 0;
}

bool channel_refuse(int end, unsigned parts, const char *reason) {
  channel_message refusal = channel_note(CHANNEL_REFUSED);
  refusal.parts = parts;
  snprintf(refusal.text, sizeof refusal.text, "%s", reason);
  return channel_send(end, &refusal);
}
