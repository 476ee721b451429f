// Sessions against any bytes of clients, with the real group table as a ring of one node. It never crashes, every
// request but a multicast has exactly one answer whose header tells its length, no event is longer than a library can
// take, and once all clients have gone none of their processes is left in the table.
//
//   input  = action{*}
//   action = 0 client:u8 size:u16 bytes[size]                 a request as it is
//          | 1 client:u8 id:u8 size:u8 bytes[size]            the same with a header that fits
//          | 2 client:u8 group:u8 pid:u8 flags:u8             join
//          | 3 client:u8 group:u8 pid:u8                      leave
//          | 4 client:u8 size:u16                             multicast
//          | 5 client:u8                                      the connection ends, another takes its place
//          | 6 count:u8                                       the ring delivers what was sent
//          | 7 open:u8                                        whether the ring takes messages
//          | 8 client:u8                                      a request to cfg with the header of action 1
#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "base/ensure.h"
#include "group/groups.h"
#include "ipc/cpg.h"
#include "session/cfg_session.h"
#include "session/cpg_clients.h"

using namespace rondel;

namespace {

constexpr std::size_t clients_max = 4;
constexpr NodeId self_id{1};

// One file for everybody, of as many bytes as the first letter of its path says.
struct Files final : session::SharedFiles {
  struct File final : session::SharedFile {
    explicit File(std::size_t size) : bytes(size) {}
    std::vector<std::byte> bytes;
    Result<void> read(std::uint64_t offset, std::span<std::byte> to) override {
      if (offset > bytes.size() || to.size() > bytes.size() - offset) return error("cut");
      std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(offset), to.size(), to.begin());
      return {};
    }
    Result<void> write(std::uint64_t offset, Bytes from) override {
      if (offset > bytes.size() || from.size() > bytes.size() - offset) return error("cut");
      std::copy(from.begin(), from.end(), bytes.begin() + static_cast<std::ptrdiff_t>(offset));
      return {};
    }
  };
  std::uint64_t last_token = 0;
  Result<std::unique_ptr<session::SharedFile>> take(std::string_view path, std::uint64_t, uid_t) override {
    if (path.empty()) return error("no path");
    return std::unique_ptr<session::SharedFile>{std::make_unique<File>(static_cast<unsigned char>(path[0]))};
  }
  std::uint64_t token() override { return ++last_token; }
};

class Driver final : session::Surroundings {
 public:
  explicit Driver(Bytes input) : reader_{input} {
    for (session::ClientId& client : ids_) connect(client);
  }

  void run() {
    while (reader_.rest_size() > 0) act(reader_.u8() % 9);
    open_ = true;
    for (const session::ClientId client : ids_) disconnect(client);
    deliver(ring_.size());
    ENSURE(clients_.size() == 0);
    ENSURE(groups_.processes().empty());
  }

 private:
  NodeId self() const override { return self_id; }
  bool may_send() const override { return open_; }
  session::Room room(session::ClientId) const override { return {false, 32U << 20}; }
  std::span<const group::Process> processes() const override { return groups_.processes(); }
  group::RingChange initial_ring_change() const override { return groups_.initial_ring_change(); }
  session::Presence presence_here(std::uint32_t pid, const group::Name& name) const override {
    return clients_.presence(pid, name);
  }
  const session::NodeAddresses* addresses(NodeId node) const override {
    return node == self_id ? &own_addresses_ : nullptr;
  }

  session::ClientId& client() { return ids_[reader_.u8() % clients_max]; }
  Bytes any_bytes(std::size_t size) { return reader_.bytes(std::min(size, reader_.rest_size())); }

  void act(int action) {
    switch (action) {
      case 0: {
        const session::ClientId from = client();
        return ask(from, any_bytes(reader_.u16()));
      }
      case 1: {
        const session::ClientId from = client();
        return ask(from, with_header(reader_.u8() % (ipc::cpg::request_count + 1)));
      }
      case 2: {
        const session::ClientId from = client();
        ipc::cpg::Join join;
        join.group = name();
        join.pid = reader_.u8() % 4;
        join.flags = reader_.u8();
        return ask(from, packed(join, ipc::cpg::request_join));
      }
      case 3: {
        const session::ClientId from = client();
        ipc::cpg::Leave leave;
        leave.group = name();
        leave.pid = reader_.u8() % 4;
        return ask(from, packed(leave, ipc::cpg::request_leave));
      }
      case 4: {
        const session::ClientId from = client();
        ipc::cpg::Multicast multicast;
        multicast.message_bytes = reader_.u16();
        return ask(from, packed(multicast, ipc::cpg::request_multicast, multicast.message_bytes));
      }
      case 5: {
        session::ClientId& leaving = client();
        disconnect(leaving);
        return connect(leaving);
      }
      case 6:
        return deliver(reader_.u8());
      case 7:
        open_ = reader_.u8() % 2 == 0;
        return;
      default: {
        const std::vector<std::byte> request = with_header(reader_.u8() % 14);
        return check_answer(session::cfg_request(request, *this), false);
      }
    }
  }

  ipc::GroupName name() {
    constexpr std::array<std::uint32_t, 6> lengths{0, 1, 2, 128, 129, 0xffffffff};
    const std::uint8_t choice = reader_.u8();
    ipc::GroupName made;
    made.length = lengths[choice % lengths.size()];
    made.value[0] = static_cast<char>(choice / lengths.size() % 3);
    return made;
  }

  std::vector<std::byte> with_header(std::int32_t id) {
    const Bytes rest = any_bytes(reader_.u8());
    std::vector<std::byte> request(sizeof(ipc::RequestHeader) + rest.size());
    std::ranges::copy(rest, request.begin() + sizeof(ipc::RequestHeader));
    const ipc::RequestHeader header{id, 0, static_cast<std::int32_t>(request.size()), 0};
    std::memcpy(request.data(), &header, sizeof header);
    return request;
  }

  template <typename Layout>
  static std::vector<std::byte> packed(Layout layout, std::int32_t id, std::size_t behind = 0) {
    layout.header.id = id;
    layout.header.size = static_cast<std::int32_t>(sizeof layout + behind);
    std::vector<std::byte> request(sizeof layout + behind);
    std::memcpy(request.data(), &layout, sizeof layout);
    return request;
  }

  void connect(session::ClientId& client) {
    client = ++last_id_;
    clients_.connected(client, 0);
  }

  void disconnect(session::ClientId client) {
    if (std::optional<group::Message> leave = clients_.disconnected(client)) ring_.push_back(std::move(*leave));
  }

  void ask(session::ClientId client, Bytes request) {
    session::Outcome outcome = clients_.request(client, request, *this);
    std::int32_t id = 0;
    if (request.size() >= sizeof(ipc::RequestHeader)) std::memcpy(&id, request.data(), sizeof id);
    check_answer(outcome, request.size() >= sizeof(ipc::RequestHeader) && id == ipc::cpg::request_multicast);
    if (outcome.to_ring) ring_.push_back(std::move(*outcome.to_ring));
  }

  static void check_answer(const session::Outcome& outcome, bool silent) {
    ENSURE(outcome.reply.has_value() != silent);
    if (!outcome.reply) return;
    ENSURE(outcome.reply->size() >= sizeof(ipc::ReplyHeader) && outcome.reply->size() <= ipc::message_bytes_max);
    ipc::ReplyHeader header;
    std::memcpy(&header, outcome.reply->data(), sizeof header);
    ENSURE(static_cast<std::size_t>(header.size) == outcome.reply->size() && header.error > 0);
  }

  void deliver(std::size_t count) {
    for (; count > 0 && !ring_.empty(); --count) {
      events_.clear();
      groups_.receive(self_id, ring_.front(), events_);
      ring_.pop_front();
      for (const group::Event& event : events_) {
        batch_.clear();
        clients_.on_event(event, *this, batch_);
        batch_.for_each([this](session::ClientId to, const session::EventBytes& bytes) {
          ENSURE(clients_.find(to) != nullptr && bytes.size() <= ipc::message_bytes_max);
        });
      }
    }
  }

  Reader reader_;
  Files files_;
  session::CpgClients clients_{files_};
  group::Groups groups_{self_id};
  session::NodeAddresses own_addresses_{2, {{}, {}}};
  std::array<session::ClientId, clients_max> ids_{};
  session::ClientId last_id_ = 0;
  std::deque<group::Message> ring_;
  std::vector<group::Event> events_;
  session::EventBatch batch_;
  bool open_ = true;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Driver{std::as_bytes(std::span{data, size})}.run();
  return 0;
}
