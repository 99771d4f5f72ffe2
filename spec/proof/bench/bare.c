/** @file
 * The least that libmicrohttpd can do: one prepared answer to every request, without guard, quota,
 * log or script. What the host costs is counted from here.
 *
 *   bare FILE      serves the bytes of FILE on a free port of 127.0.0.1, which it prints
 */
#include <arpa/inet.h>
#include <microhttpd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POOL = 4096, MOST = 1 << 20 };

static volatile sig_atomic_t ended;

static void end(int number) {
  (void)number;
  ended = 1;
}

/* Answering in the first call would close the connection. */
static enum MHD_Result answer(void *response, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *upload,
                              size_t *upload_size, void **mark) {
  (void)url, (void)method, (void)version, (void)upload, (void)upload_size;
  if (*mark == NULL) {
    *mark = response;
    return MHD_YES;
  }
  return MHD_queue_response(connection, 200, response);
}

static struct MHD_Response *prepare(const char *path) {
  static const char *const headers[][2] = {{"Content-Type", "application/json"},
                                           {"Cache-Control", "public, max-age=60"},
                                           {"Access-Control-Allow-Origin", "*"},
                                           {"X-Content-Type-Options", "nosniff"},
                                           {"RateLimit", "\"default\";r=119;t=60"},
                                           {"RateLimit-Policy", "\"default\";q=120;w=60"},
                                           {"X-Request-Id", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"},
                                           {"Vary", "Accept-Encoding"}};
  static char bytes[MOST];
  FILE *file = fopen(path, "rb");
  if (file == NULL) return NULL;
  size_t length = fread(bytes, 1, MOST, file);
  fclose(file);
  struct MHD_Response *response =
      MHD_create_response_from_buffer(length, bytes, MHD_RESPMEM_PERSISTENT);
  for (size_t i = 0; response != NULL && i < sizeof headers / sizeof *headers; i++) {
    MHD_add_response_header(response, headers[i][0], headers[i][1]);
  }
  return response;
}

int main(int count, char **arguments) {
  struct sockaddr_in address = {.sin_family = AF_INET};
  struct MHD_Response *response = count == 2 ? prepare(arguments[1]) : NULL;
  if (response == NULL) return 1;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  signal(SIGTERM, end);
  struct MHD_Daemon *daemon =
      MHD_start_daemon(MHD_USE_EPOLL, 0, NULL, NULL, answer, response, MHD_OPTION_SOCK_ADDR,
                       (struct sockaddr *)&address, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
                       (size_t)POOL, MHD_OPTION_CONNECTION_TIMEOUT, 0u, MHD_OPTION_END);
  if (daemon == NULL) return 1;
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
  printf("Listening on http://127.0.0.1:%d\n", info->port);
  fflush(stdout);
  while (!ended) MHD_run_wait(daemon, 1000);
  MHD_stop_daemon(daemon);
  MHD_destroy_response(response);
  return 0;
}
