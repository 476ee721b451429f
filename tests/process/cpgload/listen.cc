// listen: only receives, until `ends` senders said that they are done. stall=S sleeps after each message, stop=1 never
// reads anything after the join.
#include <unistd.h>

#include "modes.h"
#include "options.h"
#include "tally.h"

namespace cpgload {

namespace {

class Listening : public Tally {
 public:
  Listening(bool check, double stall) : Tally{check}, stall_{stall} {}
  void delivered(const Message& message) override {
    Tally::delivered(message);
    if (stall_ > 0) usleep(static_cast<useconds_t>(stall_ * 1e6));
  }

 private:
  double stall_;
};

}  // namespace

int listen(const Words& words) {
  const Options options{
      {{"seconds", "30"}, {"group", "load"}, {"ends", "1"}, {"stall", "0"}, {"check", "1"}, {"stop", "0"}}, words};
  Listening tally{options.number("check") != 0, options.number("stall")};
  Client client{tally};
  client.join(options.text("group"));
  const double end = now() + options.number("seconds");
  const std::uint64_t ends = options.count("ends");
  if (options.number("stop") != 0) {
    while (now() < end) usleep(50'000);
    client.dispatch(0);  // a daemon that has cut us shows here
  }
  while (tally.ends < ends && now() < end) client.dispatch(0.05);
  std::printf("ends=%lu ", tally.ends);
  tally.print();
  return tally.ends >= ends && tally.verifier.clean() ? 0 : 1;
}

}  // namespace cpgload
