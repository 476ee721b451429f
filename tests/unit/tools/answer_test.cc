#include "answer.h"

#include <doctest/doctest.h>

#include <cstring>
#include <vector>

#include "ipc/admin_protocol.h"

namespace rondel::tool {
namespace {

std::vector<std::byte> message(const proto::AdminReply& reply, std::int32_t error = ipc::status_ok) {
  const std::string body = reply.SerializeAsString();
  ipc::ReplyHeader header;
  header.size = static_cast<std::int32_t>(sizeof header + body.size());
  header.error = error;
  std::vector<std::byte> bytes(sizeof header + body.size());
  std::memcpy(bytes.data(), &header, sizeof header);
  if (!body.empty()) std::memcpy(bytes.data() + sizeof header, body.data(), body.size());
  return bytes;
}

proto::AdminReply page(const std::string& group, std::uint32_t pid, bool more) {
  proto::AdminReply reply;
  reply.set_more(more);
  proto::Groups::Group& added = *reply.mutable_groups()->add_groups();
  added.set_name(group);
  added.add_members()->set_pid(pid);
  return reply;
}

std::string reason(const std::vector<std::byte>& bytes) {
  const auto read = read_page(bytes);
  return read ? "-" : read.error().text;
}

TEST_CASE("pages are one answer, and a group that goes on over a page's end is one group") {
  Answer answer;
  CHECK(answer.add(message(page("a", 1, true))).value());
  CHECK(answer.add(message(page("a", 2, true))).value());
  CHECK(!answer.add(message(page("b", 3, false))).value());
  const proto::AdminReply whole = answer.take();
  CHECK(!whole.more());
  REQUIRE(whole.groups().groups_size() == 2);
  CHECK(whole.groups().groups(0).members_size() == 2);
  CHECK(whole.groups().groups(1).name() == "b");
}

TEST_CASE("what can't be read and what is refused are reasons") {
  proto::AdminReply reply;
  CHECK(reason(message(reply)) == "-");
  CHECK(reason({}) == "the daemon's answer can't be read: is it of the same version?");
  CHECK(reason(std::vector<std::byte>(40, std::byte{0xff})).starts_with("the daemon's answer can't be read"));
  CHECK(reason(std::vector<std::byte>(ipc::admin::page_bytes_max + 1)).starts_with("the daemon's answer can't be"));
  CHECK(reason(message(reply, ipc::status_access)) == "the daemon refuses, error=11");
  reply.set_error("no");
  CHECK(reason(message(reply, ipc::status_invalid_param)) == "the daemon says: no");
}

TEST_CASE("an answer without end comes to one") {
  const std::vector<std::byte> endless = message(page("a", 1, true));
  Answer answer;
  std::uint32_t pages = 0;
  while (answer.add(endless)) REQUIRE(++pages < answer_pages_max);
  CHECK(pages + 1 == answer_pages_max);
}

TEST_CASE("JSON keeps the names of the schema and shows what is zero") {
  proto::AdminReply reply;
  reply.mutable_status()->set_waiting_bytes(7);
  const std::optional<std::string> json = json_of(reply.status());
  REQUIRE(json);
  CHECK(json->find(R"("waiting_bytes":"7")") != std::string::npos);
  CHECK(json->find(R"("synchronised":false)") != std::string::npos);
}

}  // namespace
}  // namespace rondel::tool
