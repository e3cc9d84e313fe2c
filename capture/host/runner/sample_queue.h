// What the sampler sees, on its way from its thread to the session's, which may have to wait for a
// disk. Bounded: what does not fit is lost whole, and the sampler opens the channel anew.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "capture/sampler/sampler.h"

namespace lanescope {

/// Any thread.
class SampleQueue final : public SamplerSink {
 public:
  explicit SampleQueue(std::size_t most_bytes = kMostBytes) : most_bytes_(most_bytes) {}

  struct Event {
    enum class Kind : std::uint8_t { Process, Records, Left, Problem, LeftOut };
    Kind kind = Kind::Process;
    std::int64_t pid = 0;  // 0 for a problem and what is left out
    std::string bytes;     // text of the Hello, records, a sentence, or the text of a Problem
    Ns monotonic_ns = 0;   // when it was told; of Process only
  };
  struct Loss {
    std::uint64_t records = 0, samples = 0;
  };
  struct Taken {
    std::vector<Event> events;          // in order
    std::map<std::int64_t, Loss> lost;  // by PID
  };
  /// All since the last call.
  Taken take();

  void on_process(std::int64_t pid, std::string_view hello) override;
  bool on_records(std::int64_t pid, std::span<const std::byte> records) override;
  void on_left(std::int64_t pid) override;
  void on_problem(std::string_view sentence) override;
  void on_left_out(std::string_view problem) override;
  [[nodiscard]] Ns spent_ns() const override { return spent_ns_; }
  /// CPU time that was spent on what was taken.
  void add_spent(Ns spent_ns) { spent_ns_ += spent_ns; }

  static constexpr std::size_t kMostBytes = std::size_t{64} << 20U;

 private:
  bool add(Event event);

  const std::size_t most_bytes_;
  std::atomic<Ns> spent_ns_{0};
  std::mutex mutex_;
  Taken taken_;            // under mutex_
  std::size_t bytes_ = 0;  // of its events, under mutex_
};

}  // namespace lanescope
