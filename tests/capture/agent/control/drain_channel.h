// The drain thread in this process, without CUPTI, and the channel that it writes.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "capture/agent/agent.h"
#include "capture/agent/control/drain.h"
#include "capture/agent/cupti/gpu.h"
#include "capture/agent/ring/clock.h"
#include "tests/capture/agent/test_ring.h"

namespace lanescope::agent {

inline constexpr std::int64_t kPatience = 20 * kSecond;

inline bool is_drained_by_a_thread() {
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    std::string name;
    if (std::getline(std::ifstream(task.path() / "comm"), name) && name == "lanescope-gpu")
      return true;
  }
  return false;
}

/// A drain thread without CUPTI, and the channel that it writes.
class Drain {
 public:
  Drain() {
    { const Recording now; }  // gives this thread its channel
    REQUIRE(start_drain());
  }
  ~Drain() {
    end();
    forget_drain();
    forget_gpu();
    set_off(Off::Stopped, false);
    set_off(Off::Paused, false);
  }
  Drain(const Drain&) = delete;
  Drain& operator=(const Drain&) = delete;

  void ask(Request what) { REQUIRE(wait_done(request(what), kPatience)); }
  void end() {
    if (has_ended_) return;
    has_ended_ = true;
    CHECK(wait_done(request(Request::End), kPatience));
    while (is_drained_by_a_thread()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  /// Waits until its initial records are written, which is certain after a second flush.
  void settle() {
    ask(Request::Flush);
    ask(Request::Flush);
  }
  std::vector<ReadRecord> read() { return ring.read(0); }
  /// Without the records that it writes every second.
  std::vector<ReadRecord> read_news() {
    std::vector<ReadRecord> news;
    for (const ReadRecord& record : read()) {
      if (record.type() != wire::RecordType::Clock && record.type() != wire::RecordType::Stats)
        news.push_back(record);
    }
    return news;
  }

  TestRing ring;

 private:
  RecordingTo recording_{ring};
  bool has_ended_ = false;
};

}  // namespace lanescope::agent
