#include "link/knet_general.h"

#include <algorithm>
#include <cstring>

namespace rondel::link {

namespace {

unsigned int seconds(Duration duration) {
  return static_cast<unsigned int>(std::chrono::duration_cast<std::chrono::seconds>(duration).count());
}

Result<void> apply_access_lists(knet_handle_t handle, bool block) {
  if (knet_handle_enable_access_lists(handle, block ? 1 : 0) == 0) return {};
  return error("knet: block_unlisted_ips {} failed: {}", block ? "yes" : "no", errno_text());
}

Result<void> apply_interval(knet_handle_t handle, Duration interval) {
  if (knet_handle_pmtud_setfreq(handle, seconds(interval)) == 0) return {};
  return error("knet: knet_pmtud_interval {} failed: {}", seconds(interval), errno_text());
}

Result<void> apply_mtu(knet_handle_t handle, std::uint32_t mtu) {
  if (knet_handle_pmtud_set(handle, mtu) == 0) return {};
  return error("knet: knet_mtu {} failed: {}", mtu, errno_text());
}

Result<void> apply_compression(knet_handle_t handle, const Compression& compression) {
  knet_handle_compress_cfg config{};
  if (compression.model.size() >= sizeof config.compress_model) {
    return error("knet: knet_compression_model {} is unknown", compression.model);
  }
  std::memcpy(config.compress_model, compression.model.c_str(), compression.model.size() + 1);
  config.compress_threshold = compression.threshold_bytes;
  config.compress_level = compression.level;
  if (knet_handle_compress(handle, &config) == 0) return {};
  return error("knet: knet_compression_model {} with level {} failed: {}", compression.model, compression.level,
               errno_text());
}

}  // namespace

Result<void> apply_general(knet_handle_t handle, const LinkSettings* before, const LinkSettings& after) {
  Result<void> first;
  const auto note = [&first](Result<void> result) {
    if (!result && first) first = std::move(result);
  };
  if (before == nullptr || before->block_unlisted_addresses != after.block_unlisted_addresses) {
    note(apply_access_lists(handle, after.block_unlisted_addresses));
  }
  if (before == nullptr || before->pmtud_interval != after.pmtud_interval) {
    note(apply_interval(handle, after.pmtud_interval));
  }
  if (before == nullptr || before->knet_mtu != after.knet_mtu) note(apply_mtu(handle, after.knet_mtu));
  const Compression none;
  if ((before == nullptr ? none : before->compression) != after.compression) {
    note(apply_compression(handle, after.compression));
  }
  return first;
}

void set_log_levels(knet_handle_t handle, bool debug) {
  const std::uint8_t level = debug ? KNET_LOG_DEBUG : KNET_LOG_INFO;
  for (int subsystem = 0; subsystem < KNET_MAX_SUBSYSTEMS; ++subsystem) {
    const auto number = static_cast<std::uint8_t>(subsystem);
    if (std::strcmp(knet_log_get_subsystem_name(number), "unknown") == 0) continue;
    knet_log_set_loglevel(handle, number, level);
  }
}

}  // namespace rondel::link
