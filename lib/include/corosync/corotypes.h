/* Types, status values and small helpers that all client libraries share. The numbers are fixed: they travel between
 * client and daemon and are compiled into programs. C99 and C++. */
#ifndef COROTYPES_H_DEFINED
#define COROTYPES_H_DEFINED

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/time.h>
#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A point in time or a span, in nanoseconds. */
typedef int64_t cs_time_t;

#define CS_TIME_END ((cs_time_t)0x7FFFFFFFFFFFFFFFULL) /* later than any time: "never" */
#define CS_TIME_MS_IN_SEC 1000ULL
#define CS_TIME_US_IN_SEC 1000000ULL
#define CS_TIME_NS_IN_SEC 1000000000ULL
#define CS_TIME_US_IN_MSEC 1000ULL
#define CS_TIME_NS_IN_MSEC 1000000ULL
#define CS_TIME_NS_IN_USEC 1000ULL

#define CS_FALSE 0
#define CS_TRUE !CS_FALSE
#define CS_MAX(x, y) (((x) > (y)) ? (x) : (y))

/* printf formats for identities, to be used with <inttypes.h>: a node id in decimal (also in a column of ten), a ring
 * number in hexadecimal, and a whole ring id as node.number, for example 1.2a. */
#define CS_PRI_NODE_ID "%" PRIu32
#define CS_PRI_NODE_ID_PADDED "%10" PRIu32
#define CS_PRI_RING_ID_SEQ "%" PRIx64
#define CS_PRI_RING_ID "%" PRIx32 ".%" PRIx64

/* A counted name: the first `length` bytes of value, any bytes, no NUL needed. */
#define CS_MAX_NAME_LENGTH 256
typedef struct {
  uint16_t length;
  uint8_t value[CS_MAX_NAME_LENGTH];
} cs_name_t;

typedef struct {
  char releaseCode;
  unsigned char majorVersion;
  unsigned char minorVersion;
} cs_version_t;

/* Enums that programs pass to functions: also in C++ any number can be passed, and is answered with
 * CS_ERR_INVALID_PARAM. */
#ifdef __cplusplus
#define CS_ANY_NUMBER : unsigned int
#else
#define CS_ANY_NUMBER
#endif

/* How much one call of a dispatch function does. */
typedef enum CS_ANY_NUMBER {
  CS_DISPATCH_ONE = 1,            /* waits for one event and handles it */
  CS_DISPATCH_ALL = 2,            /* handles what is there, does not wait */
  CS_DISPATCH_BLOCKING = 3,       /* handles events until the handle is finalized or the daemon is gone */
  CS_DISPATCH_ONE_NONBLOCKING = 4 /* handles one event if there is one, else returns CS_ERR_TRY_AGAIN */
} cs_dispatch_flags_t;

/* What a track call asks for; bits that may be combined. */
#define CS_TRACK_CURRENT 0x01      /* the state as it is, once */
#define CS_TRACK_CHANGES 0x02      /* each change, with the whole state */
#define CS_TRACK_CHANGES_ONLY 0x04 /* each change, only what differs */

/* What a call came to. Success is 1, not 0. The comment says when a client sees the value; the others are kept for
 * programs that name them. */
typedef enum {
  CS_OK = 1,
  CS_ERR_LIBRARY = 2, /* no daemon, the daemon went away, or it said something that makes no sense */
  CS_ERR_VERSION = 3,
  CS_ERR_INIT = 4,
  CS_ERR_TIMEOUT = 5,
  CS_ERR_TRY_AGAIN = 6,     /* not now: flow control, membership being agreed on, or nothing to dispatch */
  CS_ERR_INVALID_PARAM = 7, /* an argument is out of range, or NULL where that is not allowed */
  CS_ERR_NO_MEMORY = 8,
  CS_ERR_BAD_HANDLE = 9, /* the handle is not one, or no longer */
  CS_ERR_BUSY = 10,
  CS_ERR_ACCESS = 11,        /* the daemon does not serve this user */
  CS_ERR_NOT_EXIST = 12,     /* not a member of the group, or no such thing */
  CS_ERR_NAME_TOO_LONG = 13, /* a name is longer than its type allows */
  CS_ERR_EXIST = 14,         /* is there already, for example a second join */
  CS_ERR_NO_SPACE = 15,      /* the caller's array is too small */
  CS_ERR_INTERRUPT = 16,     /* the group changed in the middle of a message sent in parts: send it again */
  CS_ERR_NAME_NOT_FOUND = 17,
  CS_ERR_NO_RESOURCES = 18,
  CS_ERR_NOT_SUPPORTED = 19,
  CS_ERR_BAD_OPERATION = 20,
  CS_ERR_FAILED_OPERATION = 21,
  CS_ERR_MESSAGE_ERROR = 22,
  CS_ERR_QUEUE_FULL = 23,
  CS_ERR_QUEUE_NOT_AVAILABLE = 24,
  CS_ERR_BAD_FLAGS = 25,
  CS_ERR_TOO_BIG = 26,     /* longer than a request can be */
  CS_ERR_NO_SECTIONS = 27, /* an iteration is at its end */
  CS_ERR_CONTEXT_NOT_FOUND = 28,
  CS_ERR_TOO_MANY_GROUPS = 30,
  CS_ERR_SECURITY = 100
} cs_error_t;

/* How long, in milliseconds, a call waits for the daemon's answer: as long as the daemon lives. */
#define CS_IPC_TIMEOUT_MS -1

/* Nanoseconds of CLOCK_MONOTONIC; of the wall clock where a strict C standard hides the other one. */
static inline uint64_t cs_timestamp_get(void) {
  uint64_t result;
#ifdef CLOCK_MONOTONIC
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  result = now.tv_sec;
  result *= CS_TIME_NS_IN_SEC;
  result += now.tv_nsec;
#else
  struct timeval now;
  gettimeofday(&now, NULL);
  result = now.tv_sec;
  result *= CS_TIME_NS_IN_SEC;
  result += now.tv_usec * CS_TIME_NS_IN_USEC;
#endif
  return result;
}

/* From a negative errno, as libqb returns it, to a status; 0 and lengths become CS_OK. */
cs_error_t qb_to_cs_error(int result);

/* The name of a status ("success" for CS_OK); static text, never NULL, "unknown error" for other numbers. */
const char* cs_strerror(cs_error_t err);

/* From a negative errno of libqb's handle database to a status. */
cs_error_t hdb_error_to_cs(int res);

#ifdef __cplusplus
}
#endif

#endif
