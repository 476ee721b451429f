#include "driver.h"

#include <doctest/doctest.h>
#include <poll.h>

#include <vector>

#include "quiet_link.h"

namespace rondel {
namespace {

using std::chrono_literals::operator""ms;

struct Alone {
  explicit Alone(Duration token_timeout) {
    node::NodeSettings settings;
    settings.self = NodeId{1};
    settings.stored = RingNumber{8};
    settings.parameters.token_timeout = token_timeout;
    node = std::make_unique<node::Node>(settings, link, host, listener);
    driver = std::make_unique<Driver>(loop, *node, token_timeout, [this](Duration pause) { pauses.push_back(pause); });
    host.on_store = [this](RingNumber number) {
      loop.post([this, number] { driver->input([&](Time now) { node->stored(now, number); }); });
    };
    loop.at(runtime::now() + 10'000ms, [this] { loop.stop(); });
  }

  runtime::EventLoop loop;
  QuietLink link;
  NotingHost host;
  DeafListener listener;
  std::vector<Duration> pauses;
  std::unique_ptr<node::Node> node;
  std::unique_ptr<Driver> driver;
};

TEST_CASE("the node's deadlines are kept: a node alone forms its ring and is ready") {
  Alone alone{1000ms};
  bool ready = false;
  alone.host.on_ready = [&] {
    ready = true;
    alone.loop.stop();
  };
  alone.driver->start();
  alone.loop.run();
  CHECK(ready);
  CHECK(alone.node->state() == engine::State::operational);
  CHECK(alone.pauses.empty());
}

TEST_CASE("a process that was away for longer than half a token timeout is told so, once, with the length") {
  Alone alone{400ms};
  alone.loop.at(runtime::now() + 50ms, [&] { ::poll(nullptr, 0, 500); });
  alone.loop.at(runtime::now() + 900ms, [&] { alone.loop.stop(); });
  alone.driver->start();
  alone.loop.run();
  REQUIRE(alone.pauses.size() == 1);
  CHECK(alone.pauses[0] > 300ms);
  CHECK(alone.pauses[0] < 650ms);
}

TEST_CASE("a process that is a little late is not") {
  Alone alone{4000ms};
  alone.loop.at(runtime::now() + 20ms, [&] { ::poll(nullptr, 0, 300); });
  alone.loop.at(runtime::now() + 500ms, [&] { alone.loop.stop(); });
  alone.driver->start();
  alone.loop.run();
  CHECK(alone.pauses.empty());
}

TEST_CASE("a pause is noticed by the input that comes first") {
  Alone alone{400ms};
  alone.loop.at(runtime::now() + 50ms, [&] {
    ::poll(nullptr, 0, 500);
    CHECK(alone.pauses.empty());
    alone.driver->peer_changed(runtime::now(), NodeId{2}, link::PeerState::down);
    CHECK(alone.pauses.size() == 1);
    alone.loop.stop();
  });
  alone.driver->start();
  alone.loop.run();
  CHECK(alone.pauses.size() == 1);
}

TEST_CASE("after stop() the node is left alone") {
  Alone alone{1000ms};
  bool ready = false;
  alone.host.on_ready = [&] { ready = true; };
  alone.driver->start();
  alone.driver->stop();
  alone.loop.at(runtime::now() + 300ms, [&] { alone.loop.stop(); });
  alone.loop.run();
  CHECK(!ready);
}

}  // namespace
}  // namespace rondel
