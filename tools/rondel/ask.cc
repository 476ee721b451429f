#include "ask.h"

#include <qb/qbipcc.h>
#include <sys/uio.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "client/connection.h"
#include "ipc/admin_protocol.h"

namespace rondel::tool {

namespace {

constexpr std::int32_t answer_timeout_ms = 10'000;

struct Disconnect {
  void operator()(qb_ipcc_connection_t* connection) const { ::qb_ipcc_disconnect(connection); }
};
using Connection = std::unique_ptr<qb_ipcc_connection_t, Disconnect>;

tl::unexpected<NoAnswer> no_answer(int exit_code, std::string text) {
  return tl::make_unexpected(NoAnswer{exit_code, std::move(text)});
}

tl::unexpected<NoAnswer> unreachable(const std::string& service, int number) {
  const char* hint = "";
  if (number == ECONNREFUSED) hint = " (is rondeld running, and is this its instance?)";
  if (number == EACCES) hint = " (it serves root and those whom uidgid{} names)";
  return no_answer(exit_unreachable,
                   fmt::format("can't ask the daemon at '{}': {}{}", service, std::strerror(number), hint));
}

// The answer's bytes, in the buffer.
tl::expected<Bytes, NoAnswer> ask_page(qb_ipcc_connection_t* connection, const std::string& service,
                                       const proto::AdminRequest& request, std::vector<char>& buffer) {
  std::string body = request.SerializeAsString();
  ipc::RequestHeader header;
  header.id = ipc::admin::request_ask;
  header.size = static_cast<std::int32_t>(sizeof header + body.size());
  const std::array<iovec, 2> parts{iovec{&header, sizeof header}, iovec{body.data(), body.size()}};
  const ssize_t got =
      ::qb_ipcc_sendv_recv(connection, parts.data(), parts.size(), buffer.data(), buffer.size(), answer_timeout_ms);
  if (got < 0) return unreachable(service, static_cast<int>(-got));
  return std::as_bytes(std::span{buffer}).first(static_cast<std::size_t>(got));
}

}  // namespace

tl::expected<proto::AdminReply, NoAnswer> ask(proto::AdminRequest request) {
  const std::optional<std::string> service = client::service_name("rondel");
  if (!service) return no_answer(exit_usage, "an instance's name has 1 to 64 letters, digits, '-', '_' or '.'");
  errno = 0;
  const Connection connection{::qb_ipcc_connect(service->c_str(), ipc::admin::page_bytes_max)};
  if (!connection) return unreachable(*service, errno == 0 ? ECONNREFUSED : errno);

  std::vector<char> buffer(ipc::admin::page_bytes_max);
  Answer answer;
  for (std::uint32_t page = 0;; ++page) {
    request.set_page(page);
    const auto bytes = ask_page(connection.get(), *service, request, buffer);
    if (!bytes) return tl::make_unexpected(bytes.error());
    const auto more = answer.add(*bytes);
    if (!more) return tl::make_unexpected(more.error());
    if (!*more) return answer.take();
    // Events have no pages: what follows the last one is asked for.
    if (const std::uint64_t last = answer.last_event(); last > 0) request.mutable_events()->set_since(last);
  }
}

void print_json(const google::protobuf::Message& message) {
  const std::optional<std::string> text = json_of(message);
  if (!text) {
    complain(exit_refused, "the daemon's answer can't be printed as JSON");
    return;
  }
  fmt::print("{}\n", *text);
}

}  // namespace rondel::tool
