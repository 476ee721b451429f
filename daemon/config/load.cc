#include "config/load.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/ensure.h"
#include "config/derive.h"
#include "config/document.h"
#include "config/identity.h"
#include "config/nodelist.h"
#include "config/parser.h"
#include "config/process.h"
#include "config/secrets.h"

namespace rondel::config {
namespace {

// The main file and the uidgid.d beside it; nothing if the main file can't be read. Of uidgid.d what can't be read is
// left out, as corosync does.
[[nodiscard]] std::optional<Document> read_files(const std::string& file, Surroundings& surroundings, Report& report) {
  const Result<std::string> text = surroundings.read_file(file, file_bytes_max + 1);
  if (!text) {
    report.error({file, 0}, "", fmt::format("can't read the configuration: {}", text.error().text));
    return std::nullopt;
  }
  if (text->size() > file_bytes_max) {
    report.error({file, 0}, "", fmt::format("too large for a configuration: more than {} bytes", file_bytes_max));
    return std::nullopt;
  }
  Document document = flatten(parse(*text, file, report), file, report);
  const std::size_t slash = file.rfind('/');
  const std::string directory = slash == std::string::npos ? "." : file.substr(0, slash);
  for (const std::string& path : surroundings.list_files(directory + "/uidgid.d")) {
    const Result<std::string> more = surroundings.read_file(path, file_bytes_max);
    if (more) add_uidgid(document, parse(*more, path, report), path, report);
  }
  return document;
}

void check_whole(const Document& document, Report& report) {
  const Values totem{document, "totem"};
  if (!document.entries.contains("totem.version")) {
    report.error(totem.place("version"), "totem.version", "missing (expected 2)");
  }
  if (!totem.is("transport", "knet")) {
    report.error(totem.place("transport"), "totem.transport",
                 fmt::format("{} is not supported by rondel (expected knet)", totem.text("transport")));
  }
  if (totem.find("nodeid") != nullptr) {
    report.warn(totem.place("nodeid"), "totem.nodeid", "ignoring: the nodelist has the node ids");
  }
  for (const SectionSpec& section : all_sections()) {
    const auto place = document.sections.find(section.path);
    if (section.effect != Effect::missing || place == document.sections.end()) continue;
    report.warn(place->second, std::string{section.path},
                fmt::format("accepted, but without effect in this version ({})", section.help));
  }
}

[[nodiscard]] link::LinkSettings read_link(const Document& document, const std::vector<Node>& nodes,
                                           Surroundings& surroundings, Report& report) {
  const Values totem{document, "totem"};
  link::LinkSettings link;
  link.peers = resolve_nodes(document, nodes, surroundings, report);
  link.interfaces = read_interfaces(document, nodes, surroundings, report);
  if (totem.is("link_mode", "active")) link.mode = link::Mode::active;
  if (totem.is("link_mode", "rr")) link.mode = link::Mode::round_robin;
  link.netmtu = totem.number("netmtu");
  link.knet_mtu = static_cast<std::uint32_t>(totem.number("knet_mtu"));
  link.pmtud_interval = std::chrono::seconds{totem.number("knet_pmtud_interval")};
  link.block_unlisted_addresses = totem.is("block_unlisted_ips", "yes");
  link.keys = read_keys(document, surroundings, report);
  const std::string model = totem.text("knet_compression_model");
  link.compression.model = model.empty() ? "none" : model;
  link.compression.threshold_bytes = static_cast<std::uint32_t>(totem.number("knet_compression_threshold"));
  link.compression.level = static_cast<std::int32_t>(static_cast<std::int64_t>(totem.number("knet_compression_level")));
  return link;
}

[[nodiscard]] Settings read_settings(const Document& document, const LoadOptions& options, Surroundings& surroundings,
                                     Report& report) {
  Settings settings;
  settings.file = options.file;
  settings.cluster_name = Values{document, "totem"}.text("cluster_name");
  settings.config_version = Values{document, "totem"}.number("config_version");
  settings.logging = read_logging(document, report);
  settings.system = read_system(document, report);
  read_access(document, surroundings, report, settings);
  check_whole(document, report);

  const std::vector<Node> nodes = read_nodes(document, report);
  const auto on_link_0 = std::ranges::count_if(nodes, [](const Node& node) { return node.addresses.contains(0); });
  settings.parameters = derive_parameters(document, static_cast<std::size_t>(on_link_0), report);
  settings.link = read_link(document, nodes, surroundings, report);
  derive_pings(document, settings.parameters.token_timeout, settings.link.interfaces);
  if (const Node* self = find_self(nodes, options.node, options.file, surroundings, report)) {
    settings.self = self->id;
    settings.self_name = self->name;
    settings.link.self = self->id;
  }
  return settings;
}

}  // namespace

bool Loaded::usable() const {
  return std::ranges::none_of(problems, [](const Problem& problem) { return problem.fatal; });
}

Loaded load(const LoadOptions& options, Surroundings& surroundings) {
  Report report;
  Loaded loaded;
  if (const std::optional<Document> document = read_files(options.file, surroundings, report)) {
    loaded.settings = read_settings(*document, options, surroundings, report);
  }
  const bool failed = report.failed();
  loaded.problems = report.take();
  ENSURE(failed != loaded.usable());
  return loaded;
}

Loaded load(const LoadOptions& options) {
  SystemSurroundings surroundings;
  return load(options, surroundings);
}

}  // namespace rondel::config
