/* Closed process groups: processes of all nodes that join a group of the same name get each other's messages and each
 * other's comings and goings, all of them in one and the same order on every node (agreed order).
 *
 * A program connects (cpg_model_initialize), joins one group per connection (cpg_join), polls the descriptor of
 * cpg_fd_get, and calls cpg_dispatch when it is readable; the callbacks run inside that call, in the same thread.
 * cpg.h(3) has a complete example.
 *
 * Threads: calls on different handles are independent. On one handle one thread may dispatch while others call the
 * other functions. Callbacks may call everything, cpg_finalize of their own handle included. Don't use a handle in a
 * forked child. A C++ callback must not let an exception out.
 *
 * All functions but cpg_dispatch may return, besides what is said at each:
 *   CS_ERR_BAD_HANDLE     the handle is not one
 *   CS_ERR_INVALID_PARAM  NULL where a pointer is needed
 *   CS_ERR_LIBRARY        the connection to the daemon is lost: finalize, and start again
 *   CS_ERR_TRY_AGAIN      not now, nothing was done: call again, after dispatching
 *   CS_ERR_NO_MEMORY
 */
#ifndef COROSYNC_CPG_H_DEFINED
#define COROSYNC_CPG_H_DEFINED

#include <corosync/corotypes.h>
#include <netinet/in.h>
#include <sys/uio.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef uint64_t cpg_handle_t;           /* a connection to the daemon */
typedef uint64_t cpg_iteration_handle_t; /* a walk over the groups */

/* What a message waits for before it is delivered. The order is the agreed one, whatever is asked for: messages behind
 * a safe one wait along. CPG_TYPE_SAFE        for the daemons of all nodes to have it, so that every member that goes
 * on delivers it. When the ring ends before that is known, it is delivered behind a transitional view (see below).
 *   CPG_TYPE_AGREED      for those before it
 *   CPG_TYPE_FIFO, CPG_TYPE_UNORDERED  the same as agreed
 * A corosync daemon delivers all as agreed. */
typedef enum CS_ANY_NUMBER { CPG_TYPE_UNORDERED, CPG_TYPE_FIFO, CPG_TYPE_AGREED, CPG_TYPE_SAFE } cpg_guarantee_t;

typedef enum {
  CPG_FLOW_CONTROL_DISABLED, /* go on sending */
  CPG_FLOW_CONTROL_ENABLED   /* hold back */
} cpg_flow_control_state_t;

/* Why a process is in the list of those that joined or left. In the list of members it is UNDEFINED. */
typedef enum {
  CPG_REASON_UNDEFINED = 0,
  CPG_REASON_JOIN = 1,     /* joined: it called cpg_join */
  CPG_REASON_LEAVE = 2,    /* left: it called cpg_leave */
  CPG_REASON_NODEDOWN = 3, /* left: its node is no longer in the ring */
  CPG_REASON_NODEUP = 4,   /* joined: its node came into the ring, the process was in the group already */
  CPG_REASON_PROCDOWN = 5  /* left: it ended or closed its connection without leaving */
} cpg_reason_t;

typedef enum CS_ANY_NUMBER {
  CPG_ITERATION_NAME_ONLY = 1, /* each group once; node and pid are 0 */
  CPG_ITERATION_ONE_GROUP = 2, /* the processes of one group */
  CPG_ITERATION_ALL = 3        /* the processes of all groups, those of one group next to each other */
} cpg_iteration_type_t;

typedef enum CS_ANY_NUMBER {
  CPG_MODEL_V1 = 1,
  CPG_MODEL_TRANSITIONAL = 1001 /* rondel's own: corosync's library doesn't know it */
} cpg_model_t;

/* A process in a group. */
struct cpg_address {
  uint32_t nodeid;
  uint32_t pid;
  uint32_t reason; /* a cpg_reason_t */
};

/* A group's name: the first `length` bytes (0 to 128) of value, any bytes, NUL among them; names are equal when length
 * and those bytes are. */
#define CPG_MAX_NAME_LENGTH 128
struct cpg_name {
  uint32_t length;
  char value[CPG_MAX_NAME_LENGTH];
};

/* Entries that cpg_membership_get fills at most. */
#define CPG_MEMBERS_MAX 128

struct cpg_iteration_description_t {
  struct cpg_name group;
  uint32_t nodeid;
  uint32_t pid;
};

/* Identity of a ring: the node that formed it, and a number that is never used again. */
struct cpg_ring_id {
  uint32_t nodeid;
  uint64_t seq;
};

/* A message. It was sent by process pid on node nodeid, perhaps this one. msg may be changed in place (it is not const
 * for that reason), is aligned to 8 bytes, and is valid until the callback returns. */
typedef void (*cpg_deliver_fn_t)(cpg_handle_t handle, const struct cpg_name* group_name, uint32_t nodeid, uint32_t pid,
                                 void* msg, size_t msg_len);

/* A change of the group: who is in it from now on, who left and who joined with it. Members are sorted by node, then
 * pid. The own join appears here as the first event, the own leave as the last. Lists are valid until the callback
 * returns. */
typedef void (*cpg_confchg_fn_t)(cpg_handle_t handle, const struct cpg_name* group_name,
                                 const struct cpg_address* member_list, size_t member_list_entries,
                                 const struct cpg_address* left_list, size_t left_list_entries,
                                 const struct cpg_address* joined_list, size_t joined_list_entries);

/* A new ring: its id and its nodes, ascending. Comes behind the changes that the groups saw because of it. */
typedef void (*cpg_totem_confchg_fn_t)(cpg_handle_t handle, struct cpg_ring_id ring_id, uint32_t member_list_entries,
                                       const uint32_t* member_list);

/* A transitional view: the ring is ending. node_list has the nodes of the last ring that come along, ascending.
 * Messages and changes between this and the next ring (cpg_totem_confchg_fn) were surely received on these nodes; on
 * the others perhaps not, safe messages included. There may be another one before the next ring, with fewer nodes. Only
 * connections of CPG_MODEL_TRANSITIONAL are told. */
typedef void (*cpg_transitional_fn_t)(cpg_handle_t handle, uint32_t node_list_entries, const uint32_t* node_list);

/* Callbacks may be NULL: events of that kind are then dropped. */
typedef struct {
  cpg_deliver_fn_t cpg_deliver_fn;
  cpg_confchg_fn_t cpg_confchg_fn;
} cpg_callbacks_t;

typedef struct {
  cpg_model_t model;
} cpg_model_data_t;

/* Flag: report the ring as it is once after the join, too, not only when it changes. */
#define CPG_MODEL_V1_DELIVER_INITIAL_TOTEM_CONF 0x01

typedef struct {
  cpg_model_t model; /* CPG_MODEL_V1 */
  cpg_deliver_fn_t cpg_deliver_fn;
  cpg_confchg_fn_t cpg_confchg_fn;
  cpg_totem_confchg_fn_t cpg_totem_confchg_fn;
  unsigned int flags;
} cpg_model_v1_data_t;

/* The same with transitional views. */
typedef struct {
  cpg_model_t model; /* CPG_MODEL_TRANSITIONAL */
  cpg_deliver_fn_t cpg_deliver_fn;
  cpg_confchg_fn_t cpg_confchg_fn;
  cpg_totem_confchg_fn_t cpg_totem_confchg_fn;
  unsigned int flags;
  cpg_transitional_fn_t cpg_transitional_fn;
} cpg_model_transitional_data_t;

/* Connects with the two callbacks (or none if callbacks is NULL). Errors as below. */
cs_error_t cpg_initialize(cpg_handle_t* handle, cpg_callbacks_t* callbacks);

/* Connects with three callbacks, or four, and a context. model_data is what belongs to the model (cpg_model_v1_data_t
 * or cpg_model_transitional_data_t), is copied, and may be NULL.
 * CS_ERR_LIBRARY: no daemon listens. CS_ERR_TRY_AGAIN: it is starting and has not formed its first ring yet.
 * CS_ERR_ACCESS: it does not serve this user. CS_ERR_INVALID_PARAM: unknown model or flags. CS_ERR_NOT_SUPPORTED: the
 * daemon has no transitional views (it is a corosync). */
cs_error_t cpg_model_initialize(cpg_handle_t* handle, cpg_model_t model, cpg_model_data_t* model_data, void* context);

/* Closes the connection. A process that is still in its group leaves it, with CPG_REASON_PROCDOWN. The handle is gone
 * whatever is returned; CS_ERR_LIBRARY says that the daemon was, too. */
cs_error_t cpg_finalize(cpg_handle_t handle);

/* A descriptor that is readable while events wait and that hangs up when the daemon goes. Only poll it. */
cs_error_t cpg_fd_get(cpg_handle_t handle, int* fd);

/* Bytes up to which a message travels as one request: 1,047,552. Longer ones are sent in parts and put together again
 * by the receivers' libraries; then the send may end with CS_ERR_INTERRUPT. */
cs_error_t cpg_max_atomic_msgsize_get(cpg_handle_t handle, uint32_t* size);

/* A pointer of the program's that belongs to the handle. */
cs_error_t cpg_context_get(cpg_handle_t handle, void** context);
cs_error_t cpg_context_set(cpg_handle_t handle, void* context);

/* Runs callbacks for events; cs_dispatch_flags_t says for how many.
 * CS_ERR_TRY_AGAIN: only with CS_DISPATCH_ONE_NONBLOCKING, nothing waits. CS_ERR_LIBRARY: the daemon is gone, or one
 * event made no sense and was dropped. CS_ERR_BAD_HANDLE: not a handle, or finalized while the call ran.
 * CS_ERR_INVALID_PARAM: unknown flag. */
cs_error_t cpg_dispatch(cpg_handle_t handle, cs_dispatch_flags_t dispatch_types);

/* Joins. The membership is there when the first confchg callback says so; messages can be sent at once.
 * CS_ERR_EXIST: this connection, or another one of this process, is in that group. CS_ERR_NAME_TOO_LONG: more than 128
 * bytes. CS_ERR_BUSY: a leave is under way and did not end in half a minute. */
cs_error_t cpg_join(cpg_handle_t handle, const struct cpg_name* group);

/* Leaves; events go on until the confchg callback that lists this process as left.
 * CS_ERR_NOT_EXIST: not in a group. CS_ERR_NAME_TOO_LONG, CS_ERR_BUSY (a join did not end in half a minute). */
cs_error_t cpg_leave(cpg_handle_t handle, const struct cpg_name* group);

/* Sends the bytes of up to 63 iovecs as one message to the group that was joined. CS_OK means that the daemon has it;
 * it is delivered, to the sender as well, unless this node fails. A message sent before the join is dropped by the
 * daemon. CS_ERR_TRY_AGAIN: flow control, or the ring is changing; dispatch and send again. CS_ERR_INTERRUPT,
 * CS_ERR_NOT_EXIST: only above cpg_max_atomic_msgsize_get bytes; nobody gets the message. CS_ERR_TOO_BIG: 4 GiB or
 * more. CS_ERR_INVALID_PARAM: more than 63 iovecs. */
cs_error_t cpg_mcast_joined(cpg_handle_t handle, cpg_guarantee_t guarantee, const struct iovec* iovec,
                            unsigned int iov_len);

/* The processes of a group, not necessarily the own one. member_list has room for CPG_MEMBERS_MAX entries.
 * CS_ERR_NO_SPACE: the group has more; the first CPG_MEMBERS_MAX are filled in. CS_ERR_NAME_TOO_LONG. */
cs_error_t cpg_membership_get(cpg_handle_t handle, struct cpg_name* groupName, struct cpg_address* member_list,
                              int* member_list_entries);

/* The id of this node. */
cs_error_t cpg_local_get(cpg_handle_t handle, unsigned int* local_nodeid);

/* Always CPG_FLOW_CONTROL_DISABLED: flow control shows as CS_ERR_TRY_AGAIN of cpg_mcast_joined. */
cs_error_t cpg_flow_control_state_get(cpg_handle_t handle, cpg_flow_control_state_t* flow_control_enabled);

/* A buffer for cpg_zcb_mcast_joined, to be filled and sent as often as wanted. It belongs to the handle: it is freed
 * by cpg_zcb_free or when the handle is finalized. CS_ERR_INVALID_PARAM: not a buffer of this handle, or msg_len is
 * more than was allocated. */
cs_error_t cpg_zcb_alloc(cpg_handle_t handle, size_t size, void** buffer);
cs_error_t cpg_zcb_free(cpg_handle_t handle, void* buffer);
cs_error_t cpg_zcb_mcast_joined(cpg_handle_t handle, cpg_guarantee_t guarantee, void* msg, size_t msg_len);

/* Walks over the groups as they are now. group is needed for CPG_ITERATION_ONE_GROUP and NULL otherwise (else
 * CS_ERR_INVALID_PARAM). next returns CS_ERR_NO_SECTIONS at the end. Finalizing the connection ends its iterations. */
cs_error_t cpg_iteration_initialize(cpg_handle_t handle, cpg_iteration_type_t iteration_type,
                                    const struct cpg_name* group, cpg_iteration_handle_t* cpg_iteration_handle);
cs_error_t cpg_iteration_next(cpg_iteration_handle_t handle, struct cpg_iteration_description_t* description);
cs_error_t cpg_iteration_finalize(cpg_iteration_handle_t handle);

#ifdef __cplusplus
}
#endif

#endif
