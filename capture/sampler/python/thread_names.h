// The names that a program gave its threads, as threading.Thread(name="loader") does: Python keeps
// them to itself until 3.14, and the system then has only their first 15 bytes. Followed from an
// interpreter by sys.modules["threading"]._active to the thread's object and its attribute.
#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "capture/sampler/python/remote_dicts.h"
#include "capture/sampler/python/thread_list.h"

namespace lanescope {

/// One process. A name is believed if all that leads to it is the same at two reads in a row and
/// the thread is still there behind them; otherwise it has none for now. Only with glibc, where
/// that can be known.
class ThreadNames {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t kMostAtOnce = 16;
  static constexpr std::chrono::seconds kReadAgainAfter{5};
  static constexpr std::size_t kMostCharacters = 128;  // longer names are cut

  /// Both must outlive it.
  ThreadNames(const RemoteMemory& memory, const FoundPython& python)
      : memory_(memory), python_(python), dicts_(memory, python) {}

  struct Thread {
    std::uint64_t state = 0, interpreter = 0;  // addresses
    std::uint64_t python_id = 0;               // what pthread_self() returns there
    std::uint32_t tid = 0;                     // what gettid() returns there
  };
  /// All threads that there are now. Reads the names of at most kMostAtOnce, those that are new or
  /// were read long ago. Cost: nothing if there are none; else 5 system calls, and 30 for a name.
  void look(std::span<const Thread> threads, Clock::time_point now);

  /// Empty: none, none yet, or one that Python made up and that says nothing ("MainThread",
  /// "Dummy-3"). Valid until the next look().
  [[nodiscard]] std::string_view name_of(std::uint64_t state) const;

 private:
  struct Known {
    std::uint64_t python_id = 0;
    std::uint32_t tid = 0;
    std::string name = {};
    Clock::time_point due = {};
    int misses = 0;          // reads in a row without a name
    std::uint64_t seen = 0;  // the look
  };
  /// What led to a name.
  struct Found {
    std::uint64_t thread = 0, text = 0;
    std::string name;
    friend bool operator==(const Found&, const Found&) = default;
  };
  void read(const Thread& thread, Clock::time_point now);
  Found find(const Thread& thread);
  bool list_active(std::uint64_t interpreter);
  std::uint64_t find_active(std::uint64_t interpreter);

  const RemoteMemory& memory_;
  const FoundPython& python_;
  RemoteDicts dicts_;
  std::uint64_t looks_ = 0;
  std::unordered_map<std::uint64_t, Known> known_;                // by state
  std::unordered_map<std::uint64_t, std::uint64_t> active_dict_;  // by interpreter
  std::vector<RemoteItem> active_, attributes_;
};

}  // namespace lanescope
