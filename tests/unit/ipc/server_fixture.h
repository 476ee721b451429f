// A QbServer in this process and a client with libqb's own library in another one, as in real life.
#pragma once

#include <doctest/doctest.h>
#include <qb/qbipcc.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "ipc/header.h"
#include "ipc/qb_server.h"

namespace rondel::ipc {

// What a client does; runs in a process of its own and returns its exit status, 0 for "all as it should be".
using ClientProgram = std::function<int()>;

// The number of the line that isn't as it should be, within a ClientProgram.
#define EXPECT(condition) \
  if (!(condition)) return __LINE__ % 250 + 1

struct ServerFixture : ServerListener {
  std::string instance = "test" + std::to_string(::getpid());
  runtime::EventLoop loop;
  QbServer server;
  std::vector<std::string> lines;
  int refusal = 0;
  std::vector<ClientProcess> clients;
  std::vector<std::pair<ServiceId, ConnectionId>> connections, ended;
  std::vector<std::vector<std::byte>> requests;
  std::function<void(ConnectionId, Bytes)> on_request = [](ConnectionId, Bytes) {};

  explicit ServerFixture(std::size_t backlog_bytes_max = 64U * 1024 * 1024)
      : server{loop, *this, {instance, backlog_bytes_max}, [this](node::Level, std::string_view line) {
                 lines.emplace_back(line);
               }} {
    const Result<void> opened = server.open(ServiceId::cpg);
    REQUIRE(opened.has_value());
  }

  int admit(ServiceId, uid_t, gid_t) override { return refusal; }
  void connected(ServiceId service, ConnectionId id, const ClientProcess& process) override {
    connections.emplace_back(service, id);
    clients.push_back(process);
  }
  void request(ServiceId, ConnectionId id, Bytes bytes) override {
    requests.emplace_back(bytes.begin(), bytes.end());
    on_request(id, bytes);
  }
  std::string describe(ServiceId, ConnectionId) const override { return "group=its-group"; }
  void disconnected(ServiceId service, ConnectionId id) override { ended.emplace_back(service, id); }

  // Runs the loop until the client has ended and `done`, for ten seconds at most. Returns the client's status.
  int serve(
      const ClientProgram& program, const std::function<bool()>& done = [] { return true; }) {
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      ::alarm(12);
      ::_exit(program());
    }
    client = child;
    int status = -1;
    bool ended_already = false;
    const Time deadline = runtime::now() + std::chrono::seconds{10};
    std::function<void()> look = [&] {
      if (!ended_already) ended_already = ::waitpid(child, &status, WNOHANG) == child;
      if ((ended_already && done()) || runtime::now() > deadline) return loop.stop();
      loop.at(runtime::now() + std::chrono::milliseconds{20}, look);
    };
    look();
    loop.run();
    if (!ended_already) {
      ::kill(child, SIGKILL);
      ::waitpid(child, &status, 0);
      return -1;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }
  pid_t client = 0;

  void after(Duration delay, std::function<void()> action) { loop.at(runtime::now() + delay, std::move(action)); }

  // In the client.
  [[nodiscard]] qb_ipcc_connection_t* connect() const {
    return ::qb_ipcc_connect(("cpg-" + instance).c_str(), message_bytes_max);
  }
};

struct Numbered {  // a request or an event of the tests
  ReplyHeader header;
  std::uint64_t number = 0;
};

inline Numbered numbered(std::int32_t id, std::uint64_t number, std::size_t size = sizeof(Numbered)) {
  Numbered made;
  made.header.id = id;
  made.header.size = static_cast<std::int32_t>(size);
  made.header.error = status_ok;
  made.number = number;
  return made;
}

inline std::uint64_t number_of(Bytes bytes) {
  Numbered got;
  if (bytes.size() < sizeof got) return ~std::uint64_t{0};
  std::memcpy(&got, bytes.data(), sizeof got);
  return got.number;
}

inline Bytes bytes_of(const Numbered& numbered) { return std::as_bytes(std::span{&numbered, 1}); }

inline void pause_ms(unsigned milliseconds) { ::usleep(milliseconds * 1000); }

}  // namespace rondel::ipc
