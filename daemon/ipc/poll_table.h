// PollTable: the descriptors that libqb's IPC servers watch in our loop. It stands between the two to do what libqb
// doesn't:
//
// - A connection whose requests aren't wanted is muted: nobody waits for its bytes. libqb alone would be woken in every
//   turn of the loop as long as bytes wait, one core busy (qb.md 8).
// - A client that multicasts and exits loses nothing: what it sent is handled before its hang-up is (qb.md 10.2).
#pragma once

#include <qb/qbipcs.h>
#include <qb/qbloop.h>

#include <memory>
#include <unordered_map>

namespace rondel::ipc {

class PollTable {
 public:
  // libqb's handlers don't say whom they are called for, so there is one table in a process.
  explicit PollTable(qb_loop*);
  ~PollTable();
  PollTable(const PollTable&) = delete;
  PollTable& operator=(const PollTable&) = delete;

  [[nodiscard]] static qb_ipcs_poll_handlers handlers();

  // `owner` is the data that libqb watches with, for a connection the connection. One that isn't watched: nothing.
  void mute(const void* owner, bool muted);
  // -1 if nothing is watched for it.
  [[nodiscard]] int descriptor(const void* owner) const;

 private:
  struct Watch {
    PollTable* table = nullptr;
    int fd = -1;
    qb_loop_priority priority = QB_LOOP_MED;
    int events = 0;  // as libqb wants them
    void* owner = nullptr;
    qb_ipcs_dispatch_fn_t dispatch = nullptr;
    bool muted = false;
    bool hung_up = false;  // found while muted: out of the loop, which can't be told to ignore it
  };

  static std::int32_t add(qb_loop_priority, std::int32_t fd, std::int32_t events, void* owner, qb_ipcs_dispatch_fn_t);
  static std::int32_t modify(qb_loop_priority, std::int32_t fd, std::int32_t events, void* owner,
                             qb_ipcs_dispatch_fn_t);
  static std::int32_t remove(std::int32_t fd);
  static std::int32_t add_job(qb_loop_priority, void* data, qb_loop_job_dispatch_fn);
  static std::int32_t ready(std::int32_t fd, std::int32_t revents, void* watch);

  [[nodiscard]] static int wanted(const Watch&);
  std::int32_t apply(Watch&);
  std::int32_t hang_up(Watch&, std::int32_t revents);

  qb_loop* loop_;
  std::unordered_map<int, std::unique_ptr<Watch>> watches_;
  std::unordered_map<const void*, int> descriptors_;
};

}  // namespace rondel::ipc
