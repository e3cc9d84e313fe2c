// Runs fake_host with the agent in it, and keeps track of what arrives.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <unistd.h>
#include <vector>

#include <sys/wait.h>

#include "tests/capture/agent/test_viewer.h"
#include "tests/paths.h"

namespace lanescope::agent {

/// A kernel as received.
struct KernelFacts {
  std::string name;
  std::int64_t start_ns, end_ns;
  std::uint64_t correlation, graph_node;
  std::uint32_t stream;
  std::array<std::uint32_t, 3> grid, block;
  auto operator<=>(const KernelFacts&) const = default;
};
KernelFacts facts_of(const wire::KernelRecord& record, const std::string& name);

/// What was received: calls by correlation, and what they caused.
struct Account {
  std::map<wire::RecordType, std::uint64_t> records;
  std::map<std::uint64_t, std::uint64_t> begun, ended;  // correlation -> times
  std::map<std::uint64_t, std::uint64_t> outer;         // alias: inner -> outer
  std::map<std::uint64_t, std::uint64_t> work;          // correlation -> kernels, copies, fills
  std::map<std::uint32_t, std::map<std::uint32_t, std::string>>
      strings;                                     // channel -> number -> text
  std::map<std::string, std::uint64_t> kernels;    // name -> count
  std::map<std::string, std::uint64_t> apis;       // name -> calls seen by callbacks
  std::map<std::string, std::uint64_t> api_only;   // name -> Api records
  std::map<std::string, std::uint64_t> announced;  // kernel names of launches
  std::set<std::uint64_t> streams;                 // handles at launches
  std::uint64_t gap_records = 0, gap_bytes = 0;
  std::set<wire::GapReason> gaps;
  std::map<wire::GapReason, wire::GapRecord> last_gap;
  wire::ClockRecord clock{};
  std::vector<wire::ConflictKind> conflicts;
  std::map<std::string, double> counters;  // name -> last value
  wire::StatsRecord stats{};
  bool keeps_kernels = false;  // store each of them, in addition to the counts
  std::vector<KernelFacts> each_kernel;

  void take(std::uint32_t channel, const wire::RecordHeader& header, const std::byte* record);

  /// The fake's correlation ids start at 1.
  [[nodiscard]] bool last_call_is_recorded(std::uint64_t calls) const {
    return begun.contains(calls);
  }
  [[nodiscard]] std::uint64_t count(wire::RecordType type) const {
    const auto found = records.find(type);
    return found == records.end() ? 0 : found->second;
  }
  /// Work whose call is unknown, after resolving aliases.
  [[nodiscard]] std::uint64_t orphans() const {
    std::uint64_t found = 0;
    for (const auto& [correlation, times] : work) {
      const auto alias = outer.find(correlation);
      found += begun.contains(alias == outer.end() ? correlation : alias->second) ? 0 : times;
    }
    return found;
  }
};

/// Empty if it cannot be read.
std::string text_of_file(const std::string& path);

struct FakeRun {
  /// "--calls 1000 --threads 2"; script as FAKE_CUPTI; config as the Config message's text.
  std::string arguments, script, config = "level=1\n";
  std::string cupti;    // empty: the fake one
  bool silent = false;  // the viewer never answers
  wire::RingLayout layout = {};
  std::function<void(TestViewer&)> beforehand;  // before the target starts
  std::function<void(TestViewer&)> meanwhile;   // while the target runs

  Account account;
  int status = 0;  // of waitpid
  std::string output, caps, problem, hello;
  std::string all_caps;  // from all Caps messages
  bool said_bye = false;
  std::uint64_t dropped = 0;

  void run();
  /// Whether, after the target's calls, CUPTI no longer reported calls or recorded anything, as far
  /// as its version allows that.
  [[nodiscard]] bool left_cupti() const;
};

}  // namespace lanescope::agent
