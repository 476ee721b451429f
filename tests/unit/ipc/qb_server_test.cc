#include "ipc/qb_server.h"

#include <sys/socket.h>
#include <sys/un.h>

#include <algorithm>

#include "base/unique_fd.h"
#include "client_calls.h"
#include "server_fixture.h"

namespace rondel::ipc {

TEST_CASE("a client asks and is answered, and the server knows who it is") {
  ServerFixture fixture;
  fixture.on_request = [&](ConnectionId id, Bytes request) { answer(fixture, id, request); };
  const int status = fixture.serve(
      [&] {
        qb_ipcc_connection_t* const connection = fixture.connect();
        EXPECT(connection != nullptr);
        for (std::uint64_t i = 0; i < 10; ++i) EXPECT(ask(connection, i) == static_cast<std::int64_t>(i + 1000));
        ::qb_ipcc_disconnect(connection);
        return 0;
      },
      [&] { return fixture.ended.size() == 1; });
  CHECK(status == 0);
  REQUIRE(fixture.clients.size() == 1);
  CHECK(fixture.clients[0].pid == fixture.client);
  CHECK(fixture.clients[0].uid == ::geteuid());
  CHECK(fixture.clients[0].gid == ::getegid());
  CHECK(fixture.connections == fixture.ended);
  CHECK(fixture.server.connections() == 0);
  CHECK(fixture.lines.empty());
}

TEST_CASE("a refused client gets the error and is never heard of") {
  for (int refusal : {-EACCES, -EAGAIN}) {
    ServerFixture fixture;
    fixture.refusal = refusal;
    const int status = fixture.serve([&] {
      errno = 0;
      EXPECT(fixture.connect() == nullptr);
      EXPECT(errno == -refusal);
      return 0;
    });
    CHECK(status == 0);
    CHECK(fixture.connections.empty());
    CHECK(fixture.ended.empty());
  }
}

TEST_CASE("a name that is in use is an error with a hint") {
  ServerFixture fixture;
  std::string why;
  fixture.after(std::chrono::milliseconds{100}, [&] {
    const Result<void> opened = fixture.server.open(ServiceId::cfg);
    if (!opened) why = opened.error().text;
  });
  const int status = fixture.serve([&] {
    const UniqueFd other{::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    ("cfg-" + fixture.instance).copy(&address.sun_path[1], sizeof address.sun_path - 2);  // abstract
    EXPECT(::bind(other.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
    EXPECT(::listen(other.get(), 1) == 0);
    pause_ms(300);
    return 0;
  });
  CHECK(status == 0);
  CHECK(why.find("cfg-" + fixture.instance) != std::string::npos);
  CHECK(why.find("another daemon") != std::string::npos);
  CHECK(fixture.server.open(ServiceId::cfg).has_value());  // gone with that process
}

TEST_CASE("the server ends a connection on the next turn, once") {
  ServerFixture fixture;
  fixture.on_request = [&](ConnectionId id, Bytes) {
    fixture.server.disconnect(id);
    fixture.server.disconnect(id);
    CHECK(fixture.ended.empty());
    fixture.server.event(id, bytes_of(numbered(5, 1)), {});  // gets nothing any more
  };
  const int status = fixture.serve(
      [&] {
        qb_ipcc_connection_t* const connection = fixture.connect();
        EXPECT(connection != nullptr);
        EXPECT(send(connection, 1) > 0);
        EXPECT(event(connection, 2000) == -ENOTCONN);
        return 0;
      },
      [&] { return fixture.ended.size() == 1; });
  CHECK(status == 0);
  CHECK(fixture.ended.size() == 1);
}

TEST_CASE("what a client sent before it ended is handled") {
  ServerFixture fixture;
  const int status = fixture.serve(
      [&] {
        qb_ipcc_connection_t* const connection = fixture.connect();
        EXPECT(connection != nullptr);
        for (std::uint64_t i = 0; i < 200; ++i) EXPECT(send(connection, i) > 0);
        return 0;
      },
      [&] { return fixture.ended.size() == 1; });
  CHECK(status == 0);
  CHECK(fixture.requests.size() == 200);
}

TEST_CASE("what a client sent before it ended is handled when reading is on again") {
  ServerFixture fixture;
  fixture.server.rate(ServiceId::cpg, Rate::off);
  bool on = false;
  const int status = fixture.serve(
      [&] {
        qb_ipcc_connection_t* const connection = fixture.connect();
        EXPECT(connection != nullptr);
        for (std::uint64_t i = 0; i < 200; ++i) EXPECT(send(connection, i) > 0);
        return 0;
      },
      [&] {  // asked when the client has ended
        if (!on)
          fixture.after(std::chrono::milliseconds{50}, [&] {
            CHECK(fixture.requests.empty());
            CHECK(fixture.ended.empty());
            fixture.server.rate(ServiceId::cpg, Rate::fast);
          });
        on = true;
        return fixture.ended.size() == 1;
      });
  CHECK(status == 0);
  CHECK(fixture.requests.size() == 200);
}

TEST_CASE("a service that is off is not read, costs no time, and lets no multicast in") {
  ServerFixture fixture;
  fixture.on_request = [&](ConnectionId id, Bytes request) { answer(fixture, id, request); };
  std::size_t requests_while_off = 99;
  std::clock_t spent = 0;
  fixture.server.rate(ServiceId::cpg, Rate::off);
  spent = std::clock();
  fixture.after(std::chrono::milliseconds{500}, [&] {
    spent = std::clock() - spent;
    requests_while_off = fixture.requests.size();
    fixture.server.rate(ServiceId::cpg, Rate::fast);
  });
  const int status = fixture.serve([&] {
    qb_ipcc_connection_t* const connection = fixture.connect();  // made meanwhile: the word holds for it, too
    EXPECT(connection != nullptr);
    pause_ms(50);  // the word is set right behind the answer to connect
    ::qb_ipcc_fc_enable_max_set(connection, 2);
    EXPECT(send(connection, 1) == -EAGAIN);
    ::qb_ipcc_fc_enable_max_set(connection, 1);
    EXPECT(ask(connection, 2) == 1002);  // waits until it is on again
    ::qb_ipcc_fc_enable_max_set(connection, 2);
    EXPECT(send(connection, 3) > 0);
    ::qb_ipcc_disconnect(connection);
    return 0;
  });
  CHECK(status == 0);
  CHECK(requests_while_off == 0);
  CHECK(spent < CLOCKS_PER_SEC / 4);
}

TEST_CASE("a request whose header lies about its size comes as a bare header") {
  ServerFixture fixture;
  const int status = fixture.serve(
      [&] {
        qb_ipcc_connection_t* const connection = fixture.connect();
        EXPECT(connection != nullptr);
        for (std::int32_t size : {0, -1, 15, 2147483647, 1'048'577}) {
          Numbered request = numbered(2, 1);
          request.header.size = size;
          EXPECT(::qb_ipcc_send(connection, &request, sizeof request) > 0);
        }
        pause_ms(100);
        return 0;
      },
      [&] { return fixture.ended.size() == 1; });
  CHECK(status == 0);
  REQUIRE(fixture.requests.size() == 5);
  for (const auto& request : fixture.requests) CHECK(request.size() == sizeof(RequestHeader));
}

TEST_CASE("closing tells of every connection before it returns") {
  ServerFixture fixture;
  std::size_t ended = 0;
  fixture.on_request = [&](ConnectionId, Bytes) {
    fixture.loop.post([&] {
      fixture.server.close();
      ended = fixture.ended.size();
    });
  };
  const int status = fixture.serve([&] {
    qb_ipcc_connection_t* const one = fixture.connect();
    qb_ipcc_connection_t* const two = fixture.connect();
    EXPECT(one != nullptr);
    EXPECT(two != nullptr);
    EXPECT(send(two, 1) > 0);
    EXPECT(event(one, 3000) == -ENOTCONN);
    EXPECT(event(two, 3000) == -ENOTCONN);
    return 0;
  });
  CHECK(status == 0);
  CHECK(ended == 2);
}

TEST_CASE("names of services, with and without an instance") {
  CHECK(service_name(ServiceId::cpg, "") == "cpg");
  CHECK(service_name(ServiceId::cfg, "a") == "cfg-a");
  CHECK(service_name(ServiceId::admin, "") == "rondel");
  CHECK(service_name(ServiceId::admin, "b") == "rondel-b");
}

}  // namespace rondel::ipc
