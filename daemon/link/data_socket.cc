#include "link/data_socket.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <array>
#include <cerrno>

#include "link/frame_size.h"

namespace rondel::link {

namespace {

// One byte more than the longest packet, to see that something was longer.
constexpr std::size_t buffer_bytes = knet_packet_bytes_max + 1;

iovec part(Bytes bytes) {
  // sendmsg doesn't write there; its interface is older than const.
  return {.iov_base = const_cast<std::byte*>(bytes.data()), .iov_len = bytes.size()};  // NOLINT(*-const-cast)
}

}  // namespace

DataSocket::DataSocket(runtime::EventLoop& loop, int fd, Receive receive, std::function<void()> closed)
    : loop_{loop},
      fd_{fd},
      receive_{std::move(receive)},
      closed_{std::move(closed)},
      buffer_{std::make_unique_for_overwrite<std::byte[]>(buffer_bytes)} {
  batch_.reserve(receive_batch_packets_max);
  loop_.watch(fd_, POLLIN, runtime::Priority::high, [this](short revents) { ready(revents); });
}

DataSocket::~DataSocket() { loop_.unwatch(fd_); }

void DataSocket::send(const Packet& packet, bool to_all) {
  if (packet.size() == 0 || packet.size() > knet_packet_bytes_max) {
    // Empty ones upset libknet peers (knet.md 10.1); longer ones can come from a peer whose frames are too long to be
    // wrapped.
    ++counters_.send_dropped;
    return;
  }
  const bool waits = !queue_.empty();
  if (!waits && write(packet) == Write::done) return;
  ++counters_.queued;
  queue_.add(packet, to_all);
  if (!waits) loop_.change(fd_, POLLIN | POLLOUT);
}

DataSocketCounters DataSocket::counters() const {
  DataSocketCounters result = counters_;
  result.send_dropped += queue_.dropped();
  return result;
}

DataSocket::Write DataSocket::write(const Packet& packet) {
  std::array<iovec, 2> parts{part(packet.head()), part(packet.body().view())};
  msghdr message{};
  message.msg_iov = parts.data();
  message.msg_iovlen = parts.size();
  ssize_t result = 0;
  do {
    result = ::sendmsg(fd_, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
  } while (result < 0 && errno == EINTR);
  if (result >= 0)
    ++counters_.sent;
  else if (errno == EAGAIN || errno == EWOULDBLOCK || errno == ENOBUFS)
    return Write::no_room;
  else
    ++counters_.send_failed;
  return Write::done;
}

void DataSocket::ready(short revents) {
  if ((revents & POLLOUT) != 0) flush();
  if ((revents & (POLLIN | POLLHUP | POLLERR)) != 0) drain();
}

void DataSocket::flush() {
  while (!queue_.empty()) {
    if (write(queue_.front()) == Write::no_room) return;
    queue_.pop();
  }
  loop_.change(fd_, POLLIN);
}

// What is left behind a full batch wakes the loop again at once.
void DataSocket::drain() {
  while (batch_.size() < receive_batch_packets_max && take_one()) {
  }
  if (batch_.empty()) return;
  counters_.received += batch_.size();
  receive_(batch_);
  batch_.clear();
}

// Adds a packet to the batch; false once nothing more is there.
bool DataSocket::take_one() {
  iovec whole{.iov_base = buffer_.get(), .iov_len = buffer_bytes};
  msghdr message{};
  message.msg_iov = &whole;
  message.msg_iovlen = 1;
  const ssize_t result = ::recvmsg(fd_, &message, MSG_DONTWAIT);
  if (result < 0 && errno == EINTR) return true;
  if (result < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return false;
  if (result <= 0) {
    // libknet never writes an empty packet: this is its end being closed.
    loop_.unwatch(fd_);
    if (closed_) std::exchange(closed_, nullptr)();
    return false;
  }
  const auto bytes = static_cast<std::size_t>(result);
  if (bytes > knet_packet_bytes_max)
    ++counters_.not_packets;
  else
    batch_.emplace_back(Payload::copy({buffer_.get(), bytes}));
  return true;
}

}  // namespace rondel::link
