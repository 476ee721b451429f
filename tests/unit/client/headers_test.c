/* The public headers in C, each layout as it is in the libraries that programs were linked with. */
#include <corosync/corodefs.h>
#include <corosync/corotypes.h>
#include <corosync/cpg.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

_Static_assert(sizeof(struct cpg_name) == 132 && offsetof(struct cpg_name, value) == 4, "cpg_name");
_Static_assert(sizeof(struct cpg_address) == 12 && offsetof(struct cpg_address, reason) == 8, "cpg_address");
_Static_assert(sizeof(struct cpg_ring_id) == 16 && offsetof(struct cpg_ring_id, seq) == 8, "cpg_ring_id");
_Static_assert(sizeof(struct cpg_iteration_description_t) == 140, "cpg_iteration_description_t");
_Static_assert(sizeof(cpg_callbacks_t) == 16 && sizeof(cpg_model_data_t) == 4, "callbacks");
_Static_assert(sizeof(cpg_model_v1_data_t) == 40 && offsetof(cpg_model_v1_data_t, flags) == 32, "model 1");
_Static_assert(offsetof(cpg_model_v1_data_t, cpg_deliver_fn) == 8, "model 1");
_Static_assert(offsetof(cpg_model_v1_data_t, cpg_totem_confchg_fn) == 24, "model 1");
_Static_assert(sizeof(cpg_handle_t) == 8 && sizeof(cpg_iteration_handle_t) == 8, "handles");
_Static_assert(sizeof(cs_name_t) == 258 && sizeof(cs_version_t) == 3 && sizeof(cs_time_t) == 8, "corotypes");
_Static_assert(CS_OK == 1 && CS_ERR_NO_SECTIONS == 27 && CS_ERR_TOO_MANY_GROUPS == 30 && CS_ERR_SECURITY == 100, "");
_Static_assert(CPG_TYPE_AGREED == 2 && CPG_TYPE_SAFE == 3 && CPG_REASON_PROCDOWN == 5, "enums");
_Static_assert(CPG_MEMBERS_MAX == 128 && CPG_MAX_NAME_LENGTH == 128 && PROCESSOR_COUNT_MAX == 384, "limits");
_Static_assert(TOTEMIP_ADDRLEN == 16 && WD_SERVICE == 7 && VOTEQUORUM_SERVICE == 5, "corodefs");

int main(void) {
  const uint64_t before = cs_timestamp_get();
  const uint64_t after = cs_timestamp_get();
  printf("ring " CS_PRI_RING_ID ", %s\n", (uint32_t)1, (uint64_t)42, cs_strerror(CS_OK));
  return before > 0 && after >= before ? 0 : 1;
}
