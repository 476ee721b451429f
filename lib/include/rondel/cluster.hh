// rondel/cluster.hh: process groups for C++20, header-only over <corosync/cpg.h>; link with -lcpg.
//
//   rondel::Group group;
//   group.on_message([](const rondel::Message& message) { handle(message.bytes); });
//   if (rondel::Status status = group.join("orders"); !status) fail(status.text());
//   while (rondel::Status status = group.dispatch(rondel::Wait::one)) {}
//
// Errors are values: every call that can fail returns a Status (or a Reply, a value or a Status), and neither is to be
// ignored. This header throws nothing itself. An exception that leaves one of your handlers doesn't pass through the C
// library: dispatch() stops behind that event, keeps the connection as it is, and throws it on.
//
// One thread uses a Group, except that send() may be called by others while it dispatches. Handlers may call everything
// but the Group's destructor; close() inside a handler ends the dispatch.
#pragma once

#include <corosync/cpg.h>
#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace rondel {

// What a call came to; true if it went well. The codes are those of cpg.h.
class [[nodiscard]] Status {
 public:
  constexpr Status(cs_error_t code = CS_OK) noexcept : code_{code} {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] constexpr explicit operator bool() const noexcept { return code_ == CS_OK; }
  [[nodiscard]] constexpr cs_error_t code() const noexcept { return code_; }
  // Not now: flow control, or the nodes are agreeing who they are. Dispatch, and call again.
  [[nodiscard]] constexpr bool try_again() const noexcept { return code_ == CS_ERR_TRY_AGAIN; }
  // The daemon is gone: close, and join again.
  [[nodiscard]] constexpr bool disconnected() const noexcept { return code_ == CS_ERR_LIBRARY; }
  [[nodiscard]] const char* text() const noexcept { return cs_strerror(code_); }
  friend constexpr bool operator==(Status, Status) noexcept = default;

 private:
  cs_error_t code_;
};

// A value, or the Status that says why there is none.
template <typename Value>
class [[nodiscard]] Reply {
 public:
  Reply(Value value) : value_{std::move(value)} {}     // NOLINT(google-explicit-constructor)
  Reply(Status status) : value_{}, status_{status} {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] explicit operator bool() const noexcept { return static_cast<bool>(status_); }
  [[nodiscard]] Status status() const noexcept { return status_; }
  [[nodiscard]] const Value& operator*() const noexcept { return value_; }
  [[nodiscard]] const Value* operator->() const noexcept { return &value_; }

 private:
  Value value_;
  Status status_;
};

// A process in the group.
struct Member {
  std::uint32_t node = 0;
  std::uint32_t pid = 0;
  friend auto operator<=>(const Member&, const Member&) = default;
};

// Why a process joined or left.
enum class Reason : std::uint32_t {
  undefined = CPG_REASON_UNDEFINED,
  join = CPG_REASON_JOIN,
  leave = CPG_REASON_LEAVE,
  node_down = CPG_REASON_NODEDOWN,
  node_up = CPG_REASON_NODEUP,
  process_down = CPG_REASON_PROCDOWN,
};

struct Change {
  Member member;
  Reason reason = Reason::undefined;
};

// Valid until the handler returns.
struct Message {
  Member sender;
  std::span<const std::byte> bytes;
};

// The group from now on, sorted by node and process, and what changed.
struct View {
  std::vector<Member> members;
  std::vector<Change> joined;
  std::vector<Change> left;
};

// A ring of daemons, below all groups: who formed it, its number, and its nodes, ascending.
struct Ring {
  std::uint32_t node = 0;
  std::uint64_t number = 0;
  std::vector<std::uint32_t> nodes;
};

// The ring is ending. What comes between this and the next Ring was surely received on these nodes of the last one;
// on the others perhaps not, safe messages included. There may be another one before the Ring, with fewer nodes.
struct TransitionalView {
  std::vector<std::uint32_t> nodes;
};

// What a message waits for before it is delivered, everywhere in one order.
enum class Guarantee {
  agreed = CPG_TYPE_AGREED,  // for those before it
  safe = CPG_TYPE_SAFE,      // for the daemons of all nodes to have it
};

// How much one dispatch() does.
enum class Wait {
  none = CS_DISPATCH_ALL,       // handles what is there
  one = CS_DISPATCH_ONE,        // waits for one event and handles it
  ever = CS_DISPATCH_BLOCKING,  // handles events until close() in a handler, or the daemon goes
};

// A connection to the daemon and the membership in one group. Move-only (what was moved from can only
// be assigned to or destroyed); leaves when it is destroyed.
class Group {
 public:
  using MessageHandler = std::function<void(const Message&)>;
  using ViewHandler = std::function<void(const View&)>;
  using RingHandler = std::function<void(const Ring&)>;
  using TransitionalHandler = std::function<void(const TransitionalView&)>;

  Group() : state_{std::make_unique<State>()} {}
  Group(Group&&) noexcept = default;
  Group& operator=(Group&& other) noexcept {
    if (this != &other) {
      shut();
      state_ = std::move(other.state_);
    }
    return *this;
  }
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;
  ~Group() { shut(); }

  // Handlers for what dispatch() finds. Set them before join(), or what comes first is missed.
  void on_message(MessageHandler handler) { state_->message = std::move(handler); }
  void on_view(ViewHandler handler) { state_->view = std::move(handler); }
  // Rings come behind the views that they caused.
  void on_ring(RingHandler handler) { state_->ring = std::move(handler); }
  // With this one the join fails where there are no transitional views: CS_ERR_NOT_SUPPORTED if the daemon has none,
  // CS_ERR_INVALID_PARAM if the library hasn't.
  void on_transitional(TransitionalHandler handler) { state_->transitional = std::move(handler); }

  // Connects and joins the group of this name (at most 128 bytes, any). While the daemon is starting or its nodes agree
  // who they are, tries again for `patience`. The first view says when this process is in.
  Status join(std::string_view name, std::chrono::milliseconds patience = std::chrono::seconds{10}) {
    if (state_->open) return CS_ERR_EXIST;
    cpg_name group{};
    if (name.size() > sizeof group.value) return CS_ERR_NAME_TOO_LONG;
    group.length = static_cast<std::uint32_t>(name.size());
    if (!name.empty()) std::memcpy(group.value, name.data(), name.size());
    const auto end = std::chrono::steady_clock::now() + patience;
    if (const Status status = retry(end, [this] { return connect(); }); !status) return status;
    const Status status = retry(end, [&] { return Status{cpg_join(state_->handle, &group)}; });
    if (!status) static_cast<void>(close());
    return status;
  }

  // One message to all processes of the group, this one included. try_again(): dispatch, then send again.
  Status send(std::span<const std::byte> bytes, Guarantee guarantee = Guarantee::agreed) {
    if (!state_->open) return CS_ERR_BAD_HANDLE;
    // The C API isn't const, and reads only.
    const iovec piece{const_cast<std::byte*>(bytes.data()), bytes.size()};
    return cpg_mcast_joined(state_->handle, static_cast<cpg_guarantee_t>(guarantee), &piece, 1);
  }
  Status send(std::string_view text, Guarantee guarantee = Guarantee::agreed) {
    return send(std::as_bytes(std::span{text.data(), text.size()}), guarantee);
  }

  // Calls handlers, in this thread. After an exception of a handler: throws it.
  Status dispatch(Wait wait = Wait::none) {
    if (!state_->open) return CS_ERR_BAD_HANDLE;
    State& state = *state_;
    // Event by event, so that one whose handler threw is the last.
    while (true) {
      const Status status =
          cpg_dispatch(state.handle, wait == Wait::none ? CS_DISPATCH_ONE_NONBLOCKING : CS_DISPATCH_ONE);
      if (state.thrown) std::rethrow_exception(std::exchange(state.thrown, nullptr));
      if (!state.open) return CS_OK;
      if (status.try_again() && wait == Wait::none) return CS_OK;
      if (!status || wait == Wait::one) return status;
    }
  }

  // Readable while events wait, hangs up when the daemon goes; −1 if not joined. Only poll it.
  [[nodiscard]] int fd() const {
    int descriptor = -1;
    if (state_->open && cpg_fd_get(state_->handle, &descriptor) != CS_OK) return -1;
    return descriptor;
  }

  // The members of the last view that dispatch() has seen.
  [[nodiscard]] const std::vector<Member>& members() const { return state_->members; }

  // This process as the others see it.
  [[nodiscard]] Reply<Member> self() const {
    if (!state_->open) return Status{CS_ERR_BAD_HANDLE};
    return state_->self;
  }

  // Ends the connection; the others see this process leave with Reason::process_down.
  Status close() {
    if (!state_->open) return CS_ERR_BAD_HANDLE;
    state_->open = false;
    state_->members.clear();
    return cpg_finalize(state_->handle);
  }

 private:
  // Behind a pointer: the C library's callbacks find it by its address, while a Group may move.
  struct State {
    cpg_handle_t handle = 0;
    bool open = false;
    Member self;
    std::vector<Member> members;
    MessageHandler message;
    ViewHandler view;
    RingHandler ring;
    TransitionalHandler transitional;
    std::exception_ptr thrown;
  };

  static constexpr std::chrono::milliseconds retry_pause{10};

  template <typename Call>
  static Status retry(std::chrono::steady_clock::time_point end, Call call) {
    while (true) {
      const Status status = call();
      if (!status.try_again() || std::chrono::steady_clock::now() >= end) return status;
      std::this_thread::sleep_for(retry_pause);
    }
  }

  Status connect() {
    // The first members of both models' data are the same.
    cpg_model_transitional_data_t model{};
    model.model = state_->transitional ? CPG_MODEL_TRANSITIONAL : CPG_MODEL_V1;
    model.cpg_deliver_fn = deliver;
    model.cpg_confchg_fn = change;
    model.cpg_totem_confchg_fn = ring_changed;
    model.cpg_transitional_fn = transitional_view;
    cpg_handle_t handle = 0;
    Status status =
        cpg_model_initialize(&handle, model.model, reinterpret_cast<cpg_model_data_t*>(&model), state_.get());
    if (!status) return status;
    unsigned node = 0;
    status = cpg_local_get(handle, &node);
    if (!status) {
      cpg_finalize(handle);
      return status;
    }
    state_->handle = handle;
    state_->self = {node, static_cast<std::uint32_t>(getpid())};
    state_->open = true;
    return status;
  }

  void shut() noexcept {
    if (state_ != nullptr && state_->open) static_cast<void>(close());
  }

  static State* state_of(cpg_handle_t handle) {
    void* context = nullptr;
    return cpg_context_get(handle, &context) == CS_OK ? static_cast<State*>(context) : nullptr;
  }

  // Runs a handler; what it throws waits for dispatch().
  template <typename Work>
  static void guarded(State& state, Work work) noexcept {
    try {
      work();
    } catch (...) {
      state.thrown = std::current_exception();
    }
  }

  static void deliver(cpg_handle_t handle, const cpg_name*, std::uint32_t node, std::uint32_t pid, void* bytes,
                      std::size_t size) noexcept {
    State* state = state_of(handle);
    if (state == nullptr || !state->message) return;
    guarded(*state, [&] { state->message({{node, pid}, {static_cast<const std::byte*>(bytes), size}}); });
  }

  static void change(cpg_handle_t handle, const cpg_name*, const cpg_address* members, std::size_t member_count,
                     const cpg_address* left, std::size_t left_count, const cpg_address* joined,
                     std::size_t joined_count) noexcept {
    State* state = state_of(handle);
    if (state == nullptr) return;
    guarded(*state, [&] {
      View view;
      for (const cpg_address& member : std::span{members, member_count})
        view.members.push_back({member.nodeid, member.pid});
      for (const cpg_address& member : std::span{left, left_count}) view.left.push_back(changed(member));
      for (const cpg_address& member : std::span{joined, joined_count}) view.joined.push_back(changed(member));
      state->members = view.members;
      if (state->view) state->view(view);
    });
  }

  static void ring_changed(cpg_handle_t handle, cpg_ring_id ring, std::uint32_t count,
                           const std::uint32_t* nodes) noexcept {
    State* state = state_of(handle);
    if (state == nullptr || !state->ring) return;
    guarded(*state, [&] { state->ring({ring.nodeid, ring.seq, {nodes, nodes + count}}); });
  }

  static void transitional_view(cpg_handle_t handle, std::uint32_t count, const std::uint32_t* nodes) noexcept {
    State* state = state_of(handle);
    if (state == nullptr || !state->transitional) return;
    guarded(*state, [&] { state->transitional({{nodes, nodes + count}}); });
  }

  static Change changed(const cpg_address& address) {
    return {{address.nodeid, address.pid}, static_cast<Reason>(address.reason)};
  }

  std::unique_ptr<State> state_;
};

}  // namespace rondel
