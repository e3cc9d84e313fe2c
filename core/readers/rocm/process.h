// RocmProcess: names the tracks of one process of an AMD profile.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "core/readers/rows/row_sink.h"

namespace lanescope {

class RocmProcess {
 public:
  struct Own {
    std::uint32_t index = 0;  // in the file
    std::int64_t pid = 0;
    std::string title;        // "python"
    bool shares_pid = false;  // another process of the file has the number, on another machine
  };
  RocmProcess(RowSink& sink, Own own);

  [[nodiscard]] std::uint32_t index() const { return own_.index; }
  [[nodiscard]] LocalId pid() const { return pid_; }

  /// `role`: Profiler for what the profiler itself did there.
  LocalId thread(std::int64_t tid, TrackRole role = TrackRole::Host);
  void name_thread(std::int64_t tid, std::string_view name);
  /// Of a process on another host than the first: its GPUs are named after it, too. Call before
  /// they are used.
  void name_host(std::string_view host) { host_ = host; }

  /// Work in a stream is in order; where streams are not recorded, that of a hardware queue is.
  enum class Order : std::uint8_t { Stream, Queue };
  /// `name` may be empty: "stream 3". Role GpuSync is for waits.
  LocalId work(std::int64_t device, Order order, std::int64_t number, std::string_view name = {},
               TrackRole role = TrackRole::Gpu);
  /// The process that the tracks and counters of one of its GPUs belong to. For the first process
  /// it is the device's number, as in torch.profiler traces.
  LocalId gpu(std::int64_t device);

 private:
  struct Lane {
    std::int64_t device;
    Order order;
    std::int64_t number;
    TrackRole role;
    auto operator<=>(const Lane&) const = default;
  };

  RowSink* sink_;
  Own own_;
  LocalId pid_;
  std::map<std::pair<std::int64_t, TrackRole>, LocalId> threads_;
  std::map<std::int64_t, LocalId> gpus_;
  std::map<Lane, LocalId> lanes_;
  std::string host_;
};

}  // namespace lanescope
