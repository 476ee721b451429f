// libcorosync_common: statuses from errno, and their names (ipc.md 4).
#include <corosync/corotypes.h>

#include <cerrno>

#define RONDEL_API extern "C" __attribute__((visibility("default")))

RONDEL_API cs_error_t qb_to_cs_error(int result) {
  if (result >= 0) return CS_OK;
  switch (-result) {
    case EBADF:
      return CS_ERR_BAD_HANDLE;
    case ENOMEM:
      return CS_ERR_NO_MEMORY;
    case ENOMSG:
    case ENOBUFS:
    case ETIMEDOUT:
    case EAGAIN:
      return CS_ERR_TRY_AGAIN;
    case EBADE:
      return CS_ERR_FAILED_OPERATION;
    case ETIME:
      return CS_ERR_TIMEOUT;
    case EINVAL:
      return CS_ERR_INVALID_PARAM;
    case EBUSY:
      return CS_ERR_BUSY;
    case EACCES:
      return CS_ERR_ACCESS;
    case EOVERFLOW:
      return CS_ERR_NAME_TOO_LONG;
    case EEXIST:
      return CS_ERR_EXIST;
    case ENOSPC:
      return CS_ERR_NO_SPACE;
    case EINTR:
      return CS_ERR_INTERRUPT;
    case ENOENT:
    case ENODEV:
      return CS_ERR_NOT_EXIST;
    case ENOSYS:
    case ENOTSUP:
      return CS_ERR_NOT_SUPPORTED;
    case EBADMSG:
      return CS_ERR_MESSAGE_ERROR;
    case EMSGSIZE:
    case E2BIG:
      return CS_ERR_TOO_BIG;
    default:
      return CS_ERR_LIBRARY;
  }
}

RONDEL_API cs_error_t hdb_error_to_cs(int res) {
  switch (res) {
    case 0:
      return CS_OK;
    case -EBADF:
      return CS_ERR_BAD_HANDLE;
    case -ENOMEM:
      return CS_ERR_NO_MEMORY;
    case -EMFILE:
      return CS_ERR_NO_RESOURCES;
    case -EACCES:
      return CS_ERR_ACCESS;
    default:
      return CS_ERR_LIBRARY;
  }
}

#define NAMED(status) \
  case status:        \
    return #status

RONDEL_API const char* cs_strerror(cs_error_t err) {
  switch (err) {
    case CS_OK:
      return "success";
      NAMED(CS_ERR_LIBRARY);
      NAMED(CS_ERR_VERSION);
      NAMED(CS_ERR_INIT);
      NAMED(CS_ERR_TIMEOUT);
      NAMED(CS_ERR_TRY_AGAIN);
      NAMED(CS_ERR_INVALID_PARAM);
      NAMED(CS_ERR_NO_MEMORY);
      NAMED(CS_ERR_BAD_HANDLE);
      NAMED(CS_ERR_BUSY);
      NAMED(CS_ERR_ACCESS);
      NAMED(CS_ERR_NOT_EXIST);
      NAMED(CS_ERR_NAME_TOO_LONG);
      NAMED(CS_ERR_EXIST);
      NAMED(CS_ERR_NO_SPACE);
      NAMED(CS_ERR_INTERRUPT);
      NAMED(CS_ERR_NAME_NOT_FOUND);
      NAMED(CS_ERR_NO_RESOURCES);
      NAMED(CS_ERR_NOT_SUPPORTED);
      NAMED(CS_ERR_BAD_OPERATION);
      NAMED(CS_ERR_FAILED_OPERATION);
      NAMED(CS_ERR_MESSAGE_ERROR);
      NAMED(CS_ERR_QUEUE_FULL);
      NAMED(CS_ERR_QUEUE_NOT_AVAILABLE);
      NAMED(CS_ERR_BAD_FLAGS);
      NAMED(CS_ERR_TOO_BIG);
      NAMED(CS_ERR_NO_SECTIONS);
      NAMED(CS_ERR_CONTEXT_NOT_FOUND);
      NAMED(CS_ERR_TOO_MANY_GROUPS);
      NAMED(CS_ERR_SECURITY);
  }
  return "unknown error";
}
