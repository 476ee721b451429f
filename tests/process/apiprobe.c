/* apiprobe: calls the cpg functions with good and bad arguments and prints what each came to, one line a call. Run with
 * the library under test and with the original against one daemon, the output must be the same. What the original
 * answers with a crash (more than 63 iovecs, NULL for the handle) isn't asked. */
#define _DEFAULT_SOURCE  // usleep
#include <corosync/cpg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#define SAY(call) printf("%-66s %s\n", #call, cs_strerror(call))

static cpg_handle_t handle;
static struct cpg_name group;
static int changes;
static int rings;
static int messages;
static size_t message_bytes;
static int finalize_in_callback;

static void on_message(cpg_handle_t from, const struct cpg_name* name, uint32_t node, uint32_t pid, void* message,
                       size_t bytes) {
  (void)name, (void)node, (void)pid, (void)message;
  ++messages;
  message_bytes = bytes;
  if (finalize_in_callback) {
    SAY(cpg_finalize(from));
    SAY(cpg_finalize(from));
  }
}

static void on_change(cpg_handle_t from, const struct cpg_name* name, const struct cpg_address* members,
                      size_t member_count, const struct cpg_address* left, size_t left_count,
                      const struct cpg_address* joined, size_t joined_count) {
  (void)from, (void)name, (void)members;
  ++changes;
  printf("change members %zu left %zu joined %zu reason %u\n", member_count, left_count, joined_count,
         left_count     ? left[0].reason
         : joined_count ? joined[0].reason
                        : 0);
}

static void on_ring(cpg_handle_t from, struct cpg_ring_id ring, uint32_t count, const uint32_t* nodes) {
  (void)from, (void)ring;
  ++rings;
  printf("ring of %u, first %u\n", count, nodes[0]);
}

static cs_error_t initialize(cpg_handle_t* to, cpg_model_t model, unsigned flags, void* context) {
  cpg_model_v1_data_t data = {model, on_message, on_change, on_ring, flags};
  return cpg_model_initialize(to, model, (cpg_model_data_t*)&data, context);
}

static void initializing(void) {
  void* context;
  cpg_handle_t other;
  SAY(initialize(&handle, 0, 0, NULL));
  SAY(initialize(&handle, 2, 0, NULL));
  SAY(initialize(&handle, CPG_MODEL_V1, 2, NULL));
  SAY(initialize(&handle, CPG_MODEL_V1, 3, NULL));
  SAY(cpg_model_initialize(&other, CPG_MODEL_V1, NULL, (void*)7));
  SAY(cpg_context_get(other, &context));
  printf("context %p\n", context);
  SAY(cpg_finalize(other));
  SAY(cpg_initialize(&other, NULL));
  SAY(cpg_context_get(other, &context));
  printf("context %p\n", context);
  SAY(cpg_finalize(other));
  SAY(cpg_finalize(other));
  SAY(initialize(&handle, CPG_MODEL_V1, CPG_MODEL_V1_DELIVER_INITIAL_TOTEM_CONF, NULL));
  SAY(cpg_context_set(handle, (void*)9));
  SAY(cpg_context_get(handle, &context));
  printf("context %p\n", context);
}

static void local_questions(void) {
  int fd;
  uint32_t bytes = 0;
  unsigned node = 0;
  cpg_flow_control_state_t flow = 77;
  SAY(cpg_fd_get(12345, &fd));
  SAY(cpg_fd_get(handle, &fd));
  SAY(cpg_max_atomic_msgsize_get(1, &bytes));
  SAY(cpg_max_atomic_msgsize_get(handle, &bytes));
  SAY(cpg_local_get(3, &node));
  SAY(cpg_local_get(handle, &node));
  SAY(cpg_flow_control_state_get(3, &flow));
  SAY(cpg_flow_control_state_get(handle, &flow));
  printf("bytes %u node %u flow %d\n", bytes, node, (int)flow);
  SAY(cpg_dispatch(handle, CS_DISPATCH_ALL));
  SAY(cpg_dispatch(handle, CS_DISPATCH_ONE_NONBLOCKING));
  SAY(cpg_dispatch(77, CS_DISPATCH_ALL));
}

static void joining(void) {
  struct iovec piece = {"x", 1};
  group.length = 129;
  SAY(cpg_join(handle, &group));
  SAY(cpg_leave(handle, &group));
  group.length = (uint32_t)strlen(strcpy(group.value, "probe"));
  SAY(cpg_leave(handle, &group));
  SAY(cpg_join(9, &group));
  SAY(cpg_mcast_joined(handle, CPG_TYPE_AGREED, &piece, 1));
  SAY(cpg_join(handle, &group));
  SAY(cpg_join(handle, &group));
  while (changes == 0 || rings == 0) SAY(cpg_dispatch(handle, CS_DISPATCH_ONE));
}

/* Sends and waits for it; flow control is none of this program's business. */
static void send_and_wait(const struct iovec* pieces, unsigned count) {
  const int before = messages;
  cs_error_t status;
  while ((status = cpg_mcast_joined(handle, CPG_TYPE_AGREED, pieces, count)) == CS_ERR_TRY_AGAIN) usleep(1000);
  printf("send %s\n", cs_strerror(status));
  for (int i = 0; i < 3000 && messages == before; ++i) {
    usleep(1000);
    cpg_dispatch(handle, CS_DISPATCH_ALL);
  }
  printf("messages %d, the last of %zu bytes\n", messages - before, message_bytes);
}

static void sending(void) {
  static const size_t sizes[] = {0, 1, 1047551, 1047552, 1047553, 2095104, 2095105, 5000000};
  char* bytes = calloc(1, 5000000);
  struct iovec pieces[63];
  for (int i = 0; i < 63; ++i) pieces[i] = (struct iovec){bytes, 10};
  SAY(cpg_mcast_joined(99, CPG_TYPE_AGREED, pieces, 1));
  send_and_wait(NULL, 0);
  send_and_wait(pieces, 63);
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; ++i) {
    const struct iovec piece = {bytes, sizes[i]};
    send_and_wait(&piece, 1);
  }
  pieces[0].iov_len = pieces[2].iov_len = 1000000;
  pieces[1] = (struct iovec){NULL, 0};
  send_and_wait(pieces, 3);
  void* buffer;
  SAY(cpg_zcb_alloc(5, 10, &buffer));
  SAY(cpg_zcb_alloc(handle, 1000, &buffer));
  memset(buffer, 1, 1000);
  const int before = messages;
  SAY(cpg_zcb_mcast_joined(handle, CPG_TYPE_AGREED, buffer, 1000));
  while (messages == before) cpg_dispatch(handle, CS_DISPATCH_ONE);
  printf("zero copy %zu bytes\n", message_bytes);
  SAY(cpg_zcb_free(handle, buffer));
  free(bytes);
}

static void asking(void) {
  struct cpg_address members[CPG_MEMBERS_MAX];
  int count = 1;
  cpg_iteration_handle_t iteration;
  struct cpg_iteration_description_t found;
  SAY(cpg_membership_get(5, &group, members, &count));
  SAY(cpg_membership_get(handle, &group, NULL, &count));
  SAY(cpg_membership_get(handle, &group, members, NULL));
  SAY(cpg_membership_get(handle, &group, members, &count));
  printf("count %d, this process %d, reason %u\n", count, members[0].pid == (uint32_t)getpid(), members[0].reason);
  SAY(cpg_iteration_initialize(handle, 0, NULL, &iteration));
  SAY(cpg_iteration_initialize(handle, 4, NULL, &iteration));
  SAY(cpg_iteration_initialize(handle, CPG_ITERATION_ONE_GROUP, NULL, &iteration));
  SAY(cpg_iteration_initialize(handle, CPG_ITERATION_ALL, &group, &iteration));
  SAY(cpg_iteration_initialize(handle, CPG_ITERATION_ALL, NULL, NULL));
  SAY(cpg_iteration_initialize(4, CPG_ITERATION_ALL, NULL, &iteration));
  SAY(cpg_iteration_initialize(handle, CPG_ITERATION_ONE_GROUP, &group, &iteration));
  SAY(cpg_iteration_next(iteration, NULL));
  SAY(cpg_iteration_next(iteration, &found));
  printf("%.*s node %u this process %d\n", (int)found.group.length, found.group.value, found.nodeid,
         found.pid == (uint32_t)getpid());
  SAY(cpg_iteration_next(iteration, &found));
  SAY(cpg_iteration_finalize(iteration));
  SAY(cpg_iteration_finalize(iteration));
  SAY(cpg_iteration_next(iteration, &found));
}

static void leaving(void) {
  SAY(cpg_leave(handle, &group));
  SAY(cpg_dispatch(handle, CS_DISPATCH_ONE));
  SAY(cpg_leave(handle, &group));
  SAY(cpg_finalize(handle));
  SAY(cpg_dispatch(handle, CS_DISPATCH_ALL));
}

static void finalizing_in_a_callback(void) {
  struct iovec piece = {"x", 1};
  SAY(initialize(&handle, CPG_MODEL_V1, 0, NULL));
  group.length = (uint32_t)strlen(strcpy(group.value, "probe2"));
  SAY(cpg_join(handle, &group));
  SAY(cpg_dispatch(handle, CS_DISPATCH_ONE));
  SAY(cpg_mcast_joined(handle, CPG_TYPE_AGREED, &piece, 1));
  SAY(cpg_mcast_joined(handle, CPG_TYPE_AGREED, &piece, 1));
  finalize_in_callback = 1;
  SAY(cpg_dispatch(handle, CS_DISPATCH_BLOCKING));
  SAY(cpg_dispatch(handle, CS_DISPATCH_BLOCKING));
}

int main(void) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  initializing();
  local_questions();
  joining();
  sending();
  asking();
  leaving();
  finalizing_in_a_callback();
  return 0;
}
