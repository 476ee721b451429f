/* rawclient: speaks to the cpg service without the library, and badly: every request number with sizes and contents
 * that no honest client sends. Prints one line for each request number and ends with 0 if each request was answered or
 * cost us the connection, 1 if the daemon kept us waiting or can't be reached any more.
 *
 *   rawclient SEED CASES     CASES random cases for each request number; SEED makes them repeatable */
#define _DEFAULT_SOURCE  // usleep
#include <errno.h>
#include <qb/qbipcc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  request_bytes_max = 1 << 20,
  request_join = 0,
  request_multicast = 2,
  request_count = 13,
  answer_timeout_ms = 3000,
  drain_pause_us = 1000,
  connect_attempts_max = 200
};

struct header {
  int32_t id;
  int32_t pad_a;
  int32_t size;
  int32_t pad_b;
};

static unsigned char request[request_bytes_max];
static unsigned char answer[request_bytes_max + 4096];
static uint64_t state;

static uint32_t draw(uint32_t below) {
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (uint32_t)(state >> 33) % below;
}

static qb_ipcc_connection_t* connect_patiently(void) {
  for (int i = 0; i < connect_attempts_max; ++i) {
    qb_ipcc_connection_t* connection = qb_ipcc_connect("cpg", request_bytes_max);
    if (connection != NULL) return connection;
    usleep(10000);
  }
  return NULL;
}

/* Joins group "raw", so that what needs a member is tried by one. */
static void join(qb_ipcc_connection_t* connection) {
  struct iovec part = {request, 168};
  struct header header = {.id = request_join, .size = 168};
  const uint32_t pid = (uint32_t)getpid();
  memset(request, 0, 168);
  memcpy(request, &header, sizeof header);
  request[16] = 3;
  memcpy(request + 24, "raw", 3);
  memcpy(request + 152, &pid, sizeof pid);
  qb_ipcc_sendv_recv(connection, &part, 1, answer, sizeof answer, answer_timeout_ms);
}

/* Lengths around those of the real layouts, and the largest. */
static uint32_t chunk_bytes(void) {
  static const uint32_t sizes[] = {16, 17,  23,  24,  31,  32,   40,    56,
                                   57, 152, 160, 168, 200, 4096, 70000, request_bytes_max};
  return sizes[draw(sizeof sizes / sizeof sizes[0])];
}

static int32_t claimed_bytes(uint32_t chunk) {
  switch (draw(8)) {
    case 0:
      return 0;
    case 1:
      return -1;
    case 2:
      return INT32_MAX;
    case 3:
      return (int32_t)chunk - 1;
    case 4:
      return (int32_t)chunk + 1;
    default:
      return (int32_t)chunk;
  }
}

static void fill(uint32_t chunk) {
  const uint32_t kind = draw(4);
  for (uint32_t i = 0; i < chunk; ++i) request[i] = kind == 0 ? 0 : kind == 1 ? 0xff : (unsigned char)draw(256);
  if (kind != 3) return;
  /* Small numbers in the 8-byte slots: lengths, counts and kinds that are only just wrong. */
  for (uint32_t i = 16; i + 8 <= chunk && i < 256; i += 8) {
    const uint32_t small[2] = {draw(200), 0};
    memcpy(request + i, small, sizeof small);
  }
}

/* 1: answered (or needs none), 0: the connection is gone, -1: neither in time. */
static int try_one(qb_ipcc_connection_t* connection, int32_t id) {
  const uint32_t chunk = chunk_bytes();
  fill(chunk);
  struct header header = {.id = id, .size = claimed_bytes(chunk)};
  memcpy(request, &header, sizeof header);
  ssize_t result;
  while ((result = qb_ipcc_send(connection, request, chunk)) == -EAGAIN) usleep(drain_pause_us);
  if (result < 0) return 0;
  if (id != request_multicast) {
    result = qb_ipcc_recv(connection, answer, sizeof answer, answer_timeout_ms);
    if (result < 0) return qb_ipcc_is_connected(connection) ? -1 : 0;
  }
  while (qb_ipcc_event_recv(connection, answer, sizeof answer, 0) > 0) continue;
  return 1;
}

static int try_number(int32_t id, uint32_t cases) {
  uint32_t answered = 0;
  uint32_t cut = 0;
  uint32_t silent = 0;
  qb_ipcc_connection_t* connection = NULL;
  for (uint32_t i = 0; i < cases && silent == 0; ++i) {
    if (connection == NULL) {
      connection = connect_patiently();
      if (connection == NULL) {
        printf("id=%d unreachable after %u cases\n", id, i);
        return 1;
      }
      if (draw(2) == 0) join(connection);
    }
    const int outcome = try_one(connection, id);
    answered += outcome == 1;
    cut += outcome == 0;
    silent += outcome < 0;
    if (outcome != 1) {
      qb_ipcc_disconnect(connection);
      connection = NULL;
    }
  }
  if (connection != NULL) qb_ipcc_disconnect(connection);
  printf("id=%d answered=%u cut=%u silent=%u\n", id, answered, cut, silent);
  fflush(stdout);
  return silent > 0;
}

int main(int argc, char** argv) {
  if (argc != 3) {
    fprintf(stderr, "rawclient SEED CASES\n");
    return 2;
  }
  state = strtoull(argv[1], NULL, 10);
  const uint32_t cases = (uint32_t)strtoul(argv[2], NULL, 10);
  static const int32_t unknown[] = {request_count, 255, INT32_MAX, -4, INT32_MIN};
  int failed = 0;
  for (int32_t id = 0; id < request_count; ++id) failed |= try_number(id, cases);
  for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; ++i) failed |= try_number(unknown[i], cases);
  return failed;
}
