// views: one line for each view of the group: its label, and count and fingerprint of what was delivered in it. Two
// clients that share a view and the next one must print the same line for it. The label is the ring's id and the
// members: view ring=1.2a members=1:100,2:200 count=5 hash=...
// ring: waits until the ring has `nodes` nodes and prints them.
#include <sstream>
#include <string>

#include "modes.h"
#include "options.h"
#include "tally.h"

namespace cpgload {

namespace {

class Views : public Listener {
 public:
  void delivered(const Message& message) override {
    if (is_end_mark(message.bytes)) {
      ++ends;
      return;
    }
    ++count_;
    fingerprint_.add(message.node, message.pid, message.bytes);
  }
  void changed(std::span<const cpg_address> members, std::size_t, std::size_t) override {
    print();
    std::ostringstream label;
    label << "ring=" << std::hex << ring_.nodeid << '.' << ring_.seq << std::dec << " members=";
    const char* comma = "";
    for (const cpg_address& member : members) {
      label << comma << member.nodeid << ':' << member.pid;
      comma = ",";
    }
    label_ = label.str();
  }
  void ring(cpg_ring_id ring, std::span<const std::uint32_t>) override { ring_ = ring; }

  void print() {
    if (!label_.empty()) {
      std::printf("view %s count=%lu hash=%016lx\n", label_.c_str(), count_, fingerprint_.value());
      std::fflush(stdout);
    }
    count_ = 0;
    fingerprint_ = {};
  }
  std::uint64_t ends = 0;

 private:
  cpg_ring_id ring_{};
  std::string label_;
  std::uint64_t count_ = 0;
  Fingerprint fingerprint_;
};

class Ring : public Listener {
 public:
  void ring(cpg_ring_id id, std::span<const std::uint32_t> ring_nodes) override {
    std::ostringstream text;
    text << std::hex << id.nodeid << '.' << id.seq << std::dec << " nodes=";
    const char* comma = "";
    for (const std::uint32_t node : ring_nodes) {
      text << comma << node;
      comma = ",";
    }
    label = text.str();
    nodes = ring_nodes.size();
  }
  std::string label;
  std::size_t nodes = 0;
};

}  // namespace

int views(const Words& words) {
  const Options options{{{"seconds", "60"}, {"group", "load"}, {"ends", "1"}}, words};
  Views views;
  Client client{views};
  client.join(options.text("group"));
  const double end = now() + options.number("seconds");
  const std::uint64_t ends = options.count("ends");
  while (views.ends < ends && now() < end) client.dispatch(0.05);
  views.print();
  return views.ends >= ends ? 0 : 1;
}

int ring(const Words& words) {
  const Options options{{{"nodes", "1"}, {"seconds", "30"}, {"group", "ring"}}, words};
  Ring ring;
  Client client{ring};
  const std::size_t nodes = options.count("nodes");
  const double start = now();
  const double end = start + options.number("seconds");
  client.join(options.text("group"));
  while (ring.nodes != nodes && now() < end) client.dispatch(0.05);
  std::printf("ring=%s waited=%.3f\n", ring.label.empty() ? "none nodes=" : ring.label.c_str(), now() - start);
  return ring.nodes == nodes ? 0 : 1;
}

}  // namespace cpgload
