// Clients that do not keep up: their events wait in order, they wait themselves, and beyond a bound they are cut.
#include <algorithm>
#include <ctime>

#include "client_calls.h"
#include "ipc/qb_server.h"
#include "server_fixture.h"

namespace rondel::ipc {

TEST_CASE("events for a client that doesn't read wait in order, and it may not multicast meanwhile") {
  ServerFixture fixture;
  constexpr std::uint64_t events = 4000;
  const Payload body = Payload::copy(std::vector<std::byte>(1000));
  bool choked = false;
  fixture.on_request = [&](ConnectionId id, Bytes request) {
    if (number_of(request) == 7)
      for (std::uint64_t i = 0; i < events; ++i)
        fixture.server.event(id, bytes_of(numbered(5, i, sizeof(Numbered) + body.size())), body);
    choked = choked || fixture.server.backlog_bytes(id) > QbServer::backlog_bytes_choke;
    answer(fixture, id, request);
  };
  const int status = fixture.serve([&] {
    qb_ipcc_connection_t* const connection = fixture.connect();
    EXPECT(connection != nullptr);
    EXPECT(ask(connection, 7) == 1007);
    ::qb_ipcc_fc_enable_max_set(connection, 2);  // as libcpg does for a multicast
    EXPECT(send(connection, 8) == -EAGAIN);
    ::qb_ipcc_fc_enable_max_set(connection, 1);
    EXPECT(ask(connection, 9) == 1009);  // everything else is served
    for (std::uint64_t i = 0; i < events; ++i) EXPECT(event(connection, 2000) == static_cast<std::int64_t>(i));
    EXPECT(event(connection, 20) == -EAGAIN || event(connection, 20) == -ETIMEDOUT);
    ::qb_ipcc_fc_enable_max_set(connection, 2);
    EXPECT(send(connection, 10) > 0);
    ::qb_ipcc_disconnect(connection);
    return 0;
  });
  CHECK(status == 0);
  CHECK(choked);
  CHECK(fixture.lines.empty());
  CHECK(fixture.requests.size() == 3);
}

TEST_CASE("a client that reads slowly costs no time") {
  ServerFixture fixture;
  const Payload body = Payload::copy(std::vector<std::byte>(20'000));
  std::clock_t spent = 0;
  fixture.on_request = [&](ConnectionId id, Bytes) {
    for (std::uint64_t i = 0; i < 500; ++i)
      fixture.server.event(id, bytes_of(numbered(5, i, sizeof(Numbered) + body.size())), body);
    spent = std::clock();
  };
  const int status = fixture.serve([&] {
    qb_ipcc_connection_t* const connection = fixture.connect();
    EXPECT(connection != nullptr);
    EXPECT(send(connection, 1) > 0);
    for (std::int64_t i = 0; i < 500; ++i) {
      if (i < 250) pause_ms(3);
      EXPECT(event(connection, 50) == i);  // sooner than by trying again now and then
    }
    return 0;
  });
  spent = std::clock() - spent;
  CHECK(status == 0);
  CHECK(spent < CLOCKS_PER_SEC / 5);
  CHECK(fixture.server.backlog_bytes(fixture.connections.at(0).second) == 0);
}

TEST_CASE("a client that sends in parts is told that it is behind, and its word closes late") {
  constexpr std::size_t bound = 16U * 1024 * 1024;
  ServerFixture fixture{bound};
  const Payload body = Payload::copy(std::vector<std::byte>(100'000));
  CHECK(fixture.server.message_bytes_max() == bound / 2);
  std::uint64_t next = 0;
  std::vector<bool> behind;
  // Events until so much waits.
  const auto fill = [&](ConnectionId id, std::size_t bytes) {
    while (fixture.server.backlog_bytes(id) < bytes)
      fixture.server.event(id, bytes_of(numbered(5, next++, sizeof(Numbered) + body.size())), body);
  };
  fixture.on_request = [&](ConnectionId id, Bytes request) {
    if (number_of(request) == 0) {
      fill(id, 3U * 1024 * 1024);
      behind.push_back(fixture.server.behind(id));
      fixture.server.expect_parts(id);  // only now: what was closed opens
    }
    if (number_of(request) == 1) fill(id, bound / 4 * 3 + 1);
    if (number_of(request) == 3) behind.push_back(fixture.server.behind(id));
    fixture.server.respond(id, bytes_of(numbered(1, next)));
  };
  const int status = fixture.serve([&] {
    qb_ipcc_connection_t* const connection = fixture.connect();
    EXPECT(connection != nullptr);
    ::qb_ipcc_fc_enable_max_set(connection, 2);
    EXPECT(ask(connection, 0) > 0);
    const std::int64_t events = ask(connection, 1);
    EXPECT(events > 0);
    EXPECT(ask(connection, 2) == -EAGAIN);
    for (std::int64_t i = 0; i < events; ++i) EXPECT(event(connection, 2000) == i);
    EXPECT(ask(connection, 3) == events);
    return 0;
  });
  CHECK(status == 0);
  CHECK(behind == std::vector{true, false});
  CHECK(fixture.lines.empty());
}

TEST_CASE("a flooding program that dispatches only when it must gets all of its own messages") {
  ServerFixture fixture;
  const Payload body = Payload::copy(std::vector<std::byte>(2000));
  fixture.on_request = [&](ConnectionId id, Bytes request) {
    fixture.server.event(id, bytes_of(numbered(5, number_of(request), sizeof(Numbered) + body.size())), body);
  };
  const int status = fixture.serve([&] {
    constexpr std::uint64_t messages = 10'000;
    qb_ipcc_connection_t* const connection = fixture.connect();
    EXPECT(connection != nullptr);
    ::qb_ipcc_fc_enable_max_set(connection, 2);
    std::uint64_t sent = 0, got = 0;
    while (got < messages) {
      ssize_t result = 0;
      while (sent < messages && (result = send(connection, sent)) > 0) ++sent;
      EXPECT(result >= 0 || result == -EAGAIN);
      for (std::int64_t number; (number = event(connection, 5)) >= 0; ++got)
        EXPECT(number == static_cast<std::int64_t>(got));
    }
    ::qb_ipcc_disconnect(connection);
    return 0;
  });
  CHECK(status == 0);
  CHECK(fixture.requests.size() == 10'000);
}

TEST_CASE("a client over its bound is cut with one warning that says who and how much") {
  ServerFixture fixture{2U * 1024 * 1024};
  const Payload body = Payload::copy(std::vector<std::byte>(100'000));
  fixture.on_request = [&](ConnectionId id, Bytes) {
    for (std::uint64_t i = 0; i < 100; ++i)
      fixture.server.event(id, bytes_of(numbered(5, i, sizeof(Numbered) + body.size())), body);
    CHECK(fixture.ended.empty());  // not from within event()
  };
  const int status = fixture.serve(
      [&] {
        qb_ipcc_connection_t* const connection = fixture.connect();
        EXPECT(connection != nullptr);
        EXPECT(send(connection, 1) > 0);
        pause_ms(100);
        EXPECT(event(connection, 1000) == -ENOTCONN);
        return 0;
      },
      [&] { return fixture.ended.size() == 1; });
  CHECK(status == 0);
  REQUIRE(fixture.lines.size() == 1);
  CHECK(fixture.lines[0].find(fmt::format("pid={}", fixture.client)) != std::string::npos);
  CHECK(fixture.lines[0].find("service=cpg-" + fixture.instance) != std::string::npos);
  CHECK(fixture.lines[0].find(" group=its-group ") != std::string::npos);
  CHECK(fixture.lines[0].find("waiting_bytes=8") != std::string::npos);
}

TEST_CASE("a client that lives may have four times the bound waiting, one that stopped may not") {
  constexpr std::size_t bound = 2U * 1024 * 1024;
  ServerFixture fixture{bound};
  const Payload body = Payload::copy(std::vector<std::byte>(100'000));
  std::size_t waiting_max = 0;
  fixture.on_request = [&](ConnectionId id, Bytes request) {
    const std::uint64_t count = number_of(request);
    for (std::uint64_t i = 0; i < count; ++i)
      fixture.server.event(id, bytes_of(numbered(5, i, sizeof(Numbered) + body.size())), body);
    waiting_max = std::max(waiting_max, fixture.server.backlog_bytes(id));
  };
  const int status = fixture.serve(
      [&] {
        qb_ipcc_connection_t* const connection = fixture.connect();
        EXPECT(connection != nullptr);
        EXPECT(send(connection, 25) > 0);  // 10 to 20 fit into the client's ring
        pause_ms(50);
        for (std::int64_t i = 0; i < 10; ++i) EXPECT(event(connection, 2000) == i);
        pause_ms(100);
        EXPECT(send(connection, 50) > 0);  // over the bound: 5 MB
        pause_ms(50);
        for (std::int64_t i = 10; i < 25; ++i) EXPECT(event(connection, 2000) == i);
        for (std::int64_t i = 0; i < 50; ++i) EXPECT(event(connection, 2000) == i);
        EXPECT(send(connection, 70) > 0);  // over it again, at once: until here there was room for all
        for (std::int64_t i = 0; i < 70; ++i) EXPECT(event(connection, 2000) == i);
        EXPECT(send(connection, 25) > 0);
        pause_ms(1000);
        EXPECT(send(connection, 50) > 0);  // and again, but after two seconds it has not taken any
        pause_ms(1500);
        EXPECT(event(connection, 1000) == -ENOTCONN);
        return 0;
      },
      [&] { return fixture.ended.size() == 1; });
  CHECK(status == 0);
  CHECK(waiting_max > bound);
  CHECK(fixture.lines.size() == 1);
}

TEST_CASE("a program in the midst of a long message can't read, and lives as long as it sends") {
  constexpr std::size_t bound = 2U * 1024 * 1024;
  ServerFixture fixture{bound};
  const Payload body = Payload::copy(std::vector<std::byte>(100'000));
  std::size_t waiting_max = 0;
  fixture.on_request = [&](ConnectionId id, Bytes request) {
    fixture.server.expect_parts(id);
    for (std::uint64_t i = 0; i < number_of(request); ++i)
      fixture.server.event(id, bytes_of(numbered(5, i, sizeof(Numbered) + body.size())), body);
    waiting_max = std::max(waiting_max, fixture.server.backlog_bytes(id));
    fixture.server.respond(id, bytes_of(numbered(1, 0)));
  };
  const int status = fixture.serve([&] {
    qb_ipcc_connection_t* const connection = fixture.connect();
    EXPECT(connection != nullptr);
    ::qb_ipcc_fc_enable_max_set(connection, 3);  // a closed word doesn't stop it
    EXPECT(ask(connection, 25) == 0);
    for (int part = 0; part < 3; ++part) {
      pause_ms(1000);
      EXPECT(ask(connection, 10) == 0);
    }
    for (std::int64_t i = 0; i < 25; ++i) EXPECT(event(connection, 2000) == i);
    return 0;
  });
  CHECK(status == 0);
  CHECK(waiting_max > bound);
  CHECK(fixture.lines.empty());
}

}  // namespace rondel::ipc
