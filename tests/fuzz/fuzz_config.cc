// corosync.conf: parser, key table, nodelist, derived times, on a machine that is made up: nothing here reads a file or
// asks a name server. Whatever the text is, loading ends, and either gives settings that hold together or a reason.
#include <cstdint>
#include <string>

#include "base/ensure.h"
#include "fake_surroundings.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace config = rondel::config;
  const std::string text{reinterpret_cast<const char*>(data), size};
  config::test::FakeSurroundings here;
  here.host = "alpha.example";
  here.names["beta"] = {{config::Family::ipv6, "fd00::2"}, {config::Family::ipv4, "10.0.0.2"}};
  here.users["hacluster"] = 189;
  here.files["c"] = text;
  here.files["./uidgid.d/x"] = text;
  here.files[config::default_key_file] = text;

  const config::Loaded loaded = config::load({.file = "c", .node = {}}, here);
  for (const config::Problem& problem : loaded.problems) ENSURE(!config::to_string(problem).empty());
  if (!loaded.usable()) return 0;
  const config::Settings& settings = loaded.settings;
  ENSURE(settings.self.value >= 1 && settings.self.value <= 65'535);
  ENSURE(!settings.link.peers.empty() && !settings.link.interfaces.empty());
  ENSURE(settings.parameters.token_retransmit.count() > 0 && settings.parameters.hold.count() > 0);
  ENSURE(settings.parameters.consensus_timeout >= settings.parameters.join_interval);
  ENSURE(settings.parameters.frame_bytes_max >= 555);
  ENSURE(settings.parameters.window_frames + settings.parameters.visit_frames_max <= 16'384);
  for (const rondel::link::Peer& peer : settings.link.peers) {
    ENSURE(peer.addresses.size() == settings.link.interfaces.size());
  }
  return 0;
}
