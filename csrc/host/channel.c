#include "host/channel.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

typedef union control {
  struct cmsghdr head;
  char bytes[CMSG_SPACE(sizeof(int))];
} control;

bool channel_pair(int ends[2]) {
  return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) == 0;
}

bool channel_send(int end, const channel_message *message) {
  channel_message copy = *message;
  control extra = {0};
  struct iovec part = {&copy, sizeof copy};
  struct msghdr packet = {.msg_iov = &part, .msg_iovlen = 1};
  if (message->fd >= 0) {
    packet.msg_control = &extra;
    packet.msg_controllen = sizeof extra;
    extra.head = (struct cmsghdr){CMSG_LEN(sizeof(int)), SOL_SOCKET, SCM_RIGHTS};
    memcpy(CMSG_DATA(&extra.head), &message->fd, sizeof(int));
  }
  return sendmsg(end, &packet, MSG_NOSIGNAL) == (ssize_t)sizeof copy;
}

int channel_receive(int end, channel_message *message) {
  control extra = {0};
  struct iovec part = {message, sizeof *message};
  struct msghdr packet = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = &extra, .msg_controllen = sizeof extra};
  ssize_t count = recvmsg(end, &packet, MSG_CMSG_CLOEXEC);
  if (count < 0) {
    bool later = errno == EAGAIN || errno == EINTR || errno == ENOMEM || errno == ENOBUFS;
    return later ? 0 : -1;
  }
  /* Without a free descriptor the kernel drops the one that was sent. */
  if (count != (ssize_t)sizeof *message || (packet.msg_flags & MSG_CTRUNC) != 0) return -1;
  struct cmsghdr *head = CMSG_FIRSTHDR(&packet);
  message->fd = -1;
  if (head != NULL && head->cmsg_type == SCM_RIGHTS) {
    memcpy(&message->fd, CMSG_DATA(head), sizeof(int));
  }
  return 1;
}
