#include "ask.h"

#include <google/protobuf/util/json_util.h>
#include <qb/qbipcc.h>
#include <sys/uio.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <vector>

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

tl::expected<proto::AdminReply, NoAnswer> ask_page(qb_ipcc_connection_t* connection, const std::string& service,
                                                   const proto::AdminRequest& request, std::vector<char>& buffer) {
  std::string body = request.SerializeAsString();
  ipc::RequestHeader header;
  header.id = ipc::admin::request_ask;
  header.size = static_cast<std::int32_t>(sizeof header + body.size());
  const std::array<iovec, 2> parts{iovec{&header, sizeof header}, iovec{body.data(), body.size()}};
  const ssize_t got =
      ::qb_ipcc_sendv_recv(connection, parts.data(), parts.size(), buffer.data(), buffer.size(), answer_timeout_ms);
  if (got < 0) return unreachable(service, static_cast<int>(-got));
  ipc::ReplyHeader reply_header;
  proto::AdminReply reply;
  const auto size = static_cast<std::size_t>(got);
  if (size < sizeof reply_header ||
      !reply.ParseFromArray(buffer.data() + sizeof reply_header, static_cast<int>(size - sizeof reply_header))) {
    return no_answer(exit_refused, "the daemon's answer can't be read: is it of the same version?");
  }
  std::memcpy(&reply_header, buffer.data(), sizeof reply_header);
  if (!reply.error().empty()) return no_answer(exit_refused, "the daemon says: " + reply.error());
  if (reply_header.error != ipc::status_ok) {
    return no_answer(exit_refused, fmt::format("the daemon refuses, error={}", reply_header.error));
  }
  return reply;
}

// A group that goes on over a page's end is one group.
void join_groups(proto::Groups& groups) {
  proto::Groups joined;
  for (proto::Groups::Group& group : *groups.mutable_groups()) {
    const int last = joined.groups_size() - 1;
    if (last >= 0 && joined.groups(last).name() == group.name()) {
      joined.mutable_groups(last)->mutable_members()->MergeFrom(group.members());
    } else {
      *joined.add_groups() = std::move(group);
    }
  }
  groups = std::move(joined);
}

}  // namespace

tl::expected<proto::AdminReply, NoAnswer> ask(proto::AdminRequest request) {
  const std::optional<std::string> service = client::service_name("rondel");
  if (!service) return no_answer(exit_usage, "an instance's name has 1 to 64 letters, digits, '-', '_' or '.'");
  errno = 0;
  const Connection connection{::qb_ipcc_connect(service->c_str(), ipc::admin::page_bytes_max)};
  if (!connection) return unreachable(*service, errno == 0 ? ECONNREFUSED : errno);

  std::vector<char> buffer(ipc::admin::page_bytes_max);
  proto::AdminReply whole;
  for (std::uint32_t page = 0;; ++page) {
    request.set_page(page);
    auto reply = ask_page(connection.get(), *service, request, buffer);
    if (!reply) return tl::make_unexpected(std::move(reply.error()));
    // Lists are appended, single values overwritten by the newer ones.
    whole.MergeFrom(*reply);
    if (!reply->more()) break;
    // Events have no pages: what follows the last one is asked for.
    if (reply->events().events_size() > 0) {
      request.mutable_events()->set_since(reply->events().events().rbegin()->number());
    }
  }
  whole.set_more(false);
  if (whole.has_groups()) join_groups(*whole.mutable_groups());
  return whole;
}

void print_json(const google::protobuf::Message& message) {
  google::protobuf::util::JsonPrintOptions options;
  options.always_print_primitive_fields = true;
  options.preserve_proto_field_names = true;
  std::string text;
  if (!google::protobuf::util::MessageToJsonString(message, &text, options).ok()) {
    complain(exit_refused, "the daemon's answer can't be printed as JSON");
    return;
  }
  fmt::print("{}\n", text);
}

}  // namespace rondel::tool
