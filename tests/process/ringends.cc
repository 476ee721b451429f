// ringends: the C++ face with transitional views. Joins a group and prints a line for each event, until `nodes` nodes
// are in the ring again after an end of one:
//   ready | transitional 1 2 | message TEXT | view 2 members 1 left | ring 1 2
// Ends with 0, or with 4 if the join failed, which it says first.
#include <cstdio>
#include <cstdlib>
#include <rondel/cluster.hh>
#include <string>

namespace {

std::string list(const std::vector<std::uint32_t>& nodes) {
  std::string text;
  for (const std::uint32_t node : nodes) text += " " + std::to_string(node);
  return text;
}

void say(const std::string& line) {
  std::puts(line.c_str());
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const std::size_t nodes = std::strtoul(argv[2], nullptr, 10);
  rondel::Group group;
  bool ended = false;
  bool ready = false;
  bool over = false;
  group.on_transitional([&](const rondel::TransitionalView& view) {
    ended = true;
    say("transitional" + list(view.nodes));
  });
  group.on_ring([&](const rondel::Ring& ring) {
    say("ring" + list(ring.nodes));
    over = ended && ring.nodes.size() == nodes;
  });
  group.on_message([](const rondel::Message& message) {
    say("message " + std::string{reinterpret_cast<const char*>(message.bytes.data()), message.bytes.size()});
  });
  group.on_view([&](const rondel::View& view) {
    if (!std::exchange(ready, true)) return say("ready");
    say("view " + std::to_string(view.members.size()) + " members " + std::to_string(view.left.size()) + " left");
  });
  if (const rondel::Status status = group.join(argv[1]); !status) {
    say("join: " + std::to_string(status.code()));
    return 4;
  }
  const rondel::Status sent = group.send("hello", rondel::Guarantee::safe);
  if (!sent) say(sent.text());
  while (!over) {
    if (!group.dispatch(rondel::Wait::one)) return 1;
  }
}
