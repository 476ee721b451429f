// cpgload: one client of a cpg service, for tests and measurements. Works with any daemon that libcpg can talk to.
#include <cstdio>
#include <functional>
#include <map>

#include "modes.h"
#include "options.h"

namespace {

constexpr const char* usage =
    "cpgload MODE [KEY=VALUE...]\n"
    "  flood   size=64 seconds=1 group=load drain=10 check=1 messages=0 safe=0\n"
    "                                                                     send as fast as the daemon takes it\n"
    "  listen  seconds=30 group=load ends=1 stall=0 check=1 stop=0        receive until ENDS senders are done\n"
    "  ping    size=64 count=200 rate=0 group=ping seconds=30 safe=0      latency of own messages\n"
    "  stream  size=64 seconds=5 rate=1000 group=load drain=20            longest time without a delivery\n"
    "  views   seconds=60 group=load ends=1                               what was delivered in each view\n"
    "  ring    nodes=1 seconds=30 group=ring                              wait for a ring of so many nodes\n"
    "Prints 'ready' once it is in its group. Ends with 0: fine, 1: not as it should be, 2: called wrongly, 3: no "
    "daemon.\n";

}  // namespace

int main(int argc, char** argv) {
  using Mode = std::function<int(const cpgload::Words&)>;
  const std::map<std::string, Mode> modes{{"flood", cpgload::flood}, {"listen", cpgload::listen},
                                          {"ping", cpgload::ping},   {"stream", cpgload::stream},
                                          {"views", cpgload::views}, {"ring", cpgload::ring}};
  const auto mode = argc < 2 ? modes.end() : modes.find(argv[1]);
  if (mode == modes.end()) {
    std::fputs(usage, stderr);
    return 2;
  }
  return mode->second({argv + 2, argv + argc});
}
