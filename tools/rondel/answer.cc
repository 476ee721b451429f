#include "answer.h"

#include <fmt/format.h>
#include <google/protobuf/util/json_util.h>

#include <cstring>
#include <utility>

#include "ipc/admin_protocol.h"

namespace rondel::tool {

namespace {

tl::unexpected<NoAnswer> refused(std::string text) {
  return tl::make_unexpected(NoAnswer{exit_refused, std::move(text)});
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

tl::expected<proto::AdminReply, NoAnswer> read_page(Bytes message) {
  ipc::ReplyHeader header;
  proto::AdminReply reply;
  if (message.size() < sizeof header || message.size() > ipc::admin::page_bytes_max ||
      !reply.ParseFromArray(message.data() + sizeof header, static_cast<int>(message.size() - sizeof header))) {
    return refused("the daemon's answer can't be read: is it of the same version?");
  }
  std::memcpy(&header, message.data(), sizeof header);
  if (!reply.error().empty()) return refused("the daemon says: " + reply.error());
  if (header.error != ipc::status_ok) return refused(fmt::format("the daemon refuses, error={}", header.error));
  return reply;
}

// Lists are appended, single values overwritten by the newer ones.
tl::expected<bool, NoAnswer> Answer::add(Bytes page) {
  auto reply = read_page(page);
  if (!reply) return tl::make_unexpected(std::move(reply.error()));
  ++pages_;
  bytes_ += page.size();
  const bool more = reply->more();
  if (more && (pages_ >= answer_pages_max || bytes_ >= answer_bytes_max)) {
    return refused(fmt::format("the daemon's answer doesn't end, pages={} bytes={}", pages_, bytes_));
  }
  whole_.MergeFrom(*reply);
  return more;
}

proto::AdminReply Answer::take() {
  whole_.set_more(false);
  if (whole_.has_groups()) join_groups(*whole_.mutable_groups());
  return std::move(whole_);
}

std::optional<std::string> json_of(const google::protobuf::Message& message) {
  google::protobuf::util::JsonPrintOptions options;
  options.always_print_primitive_fields = true;
  options.preserve_proto_field_names = true;
  std::string text;
  if (!google::protobuf::util::MessageToJsonString(message, &text, options).ok()) return std::nullopt;
  return text;
}

}  // namespace rondel::tool
