/** Fuzz target: what the server of a channel answers. The first byte says what is asked: a text or
 * a file, of which a part is there already, and how long it may be; the rest are the bytes of the
 * server, over a connection as libcurl has it below TLS. Nothing longer is taken, a refusal says
 * why, the tag can be sent as a header field, and what comes as a packed file is unpacked within
 * its bounds. */
#include "transfer/download.c"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "base/ascii.h"
#include "transfer/pack.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

enum { FILE_ASKED = 1, TAGGED = 2, BEGUN = 4, SHORT = 8 };
enum { LONG_LIMIT = 65536, SHORT_LIMIT = 16, HAD = 8 };

static char path[64], plain[80];
static downloader *client;
static int server = -1;

static void expect(bool condition) {
  if (!condition) { abort(); }
}

static curl_socket_t open_end(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
  (void)purpose, (void)address;
  return *(int *)context;
}

/* libcurl's socket is one end of a pair, which is connected already. */
int connect(int fd, __CONST_SOCKADDR_ARG address, socklen_t length) {
  (void)fd, (void)address, (void)length;
  return 0;
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc, (void)argv;
  snprintf(path, sizeof path, "/tmp/fuzz-download-%d", (int)getpid());
  snprintf(plain, sizeof plain, "%s.plain", path);
  client = downloader_new(NULL, 2);
  expect(client != NULL);
  curl_easy_setopt(client->pattern, CURLOPT_PROTOCOLS_STR, "http");
  curl_easy_setopt(client->pattern, CURLOPT_PROXY, "");
  curl_easy_setopt(client->pattern, CURLOPT_FORBID_REUSE, 1L);
  curl_easy_setopt(client->pattern, CURLOPT_OPENSOCKETFUNCTION, open_end);
  curl_easy_setopt(client->pattern, CURLOPT_OPENSOCKETDATA, &server);
  return 0;
}

static void unpack(const download_order *order) {
  uint64_t length;
  fault why = {0};
  if (!packed_length(path, &length, &why)) {
    expect(why.text[0] != '\0');
    return;
  }
  unlink(plain);
  length = length < LONG_LIMIT ? length : order->longest;
  expect(unpack_file(path, NULL, plain, length, &why) || why.text[0] != '\0');
}

static void check(const download_order *order, const download_result *result, bool done,
                  const fault *why) {
  struct stat found;
  uint64_t length = order->fd < 0 ? order->text->len : UINT64_MAX;
  if (order->fd >= 0 && fstat(order->fd, &found) == 0) { length = (uint64_t)found.st_size; }
  expect(done || why->text[0] != '\0');
  expect(length <= order->longest && result->received <= order->longest);
  expect(!done || result->changed || order->tag != NULL);
  expect(memchr(result->tag, 0, DOWNLOAD_TAG) != NULL);
  expect(!ascii_any_control(span_of(result->tag)));
  if (done && result->changed && order->fd >= 0) { unpack(order); }
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  buffer text = {0};
  download_result result;
  fault why = {0};
  int ends[2];
  if (size == 0 || size > LONG_LIMIT) { return 0; }
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) != 0) { return 0; }
  if (send(ends[1], data + 1, size - 1, MSG_NOSIGNAL) < 0 || shutdown(ends[1], SHUT_WR) != 0) {
    abort();
  }
  server = ends[0];
  bool file = (data[0] & FILE_ASKED) != 0;
  download_order order = {.url = "http://127.0.0.1/a",
                          .tag = (data[0] & TAGGED) != 0 ? "\"x\"" : NULL,
                          .longest = (data[0] & SHORT) != 0 ? SHORT_LIMIT : LONG_LIMIT,
                          .had = file && (data[0] & BEGUN) != 0 ? HAD : 0,
                          .fd = file ? open(path, O_RDWR | O_CREAT | O_TRUNC, 0600) : -1,
                          .text = &text};
  if (order.had > 0 && write(order.fd, "(\xb5/\xfdhead", HAD) != HAD) { abort(); }
  bool done = download(client, &order, &result, &why);
  check(&order, &result, done, &why);
  if (file) { close(order.fd); }
  close(ends[1]);
  buffer_free(&text);
  return 0;
}
