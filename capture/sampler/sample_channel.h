// The records that the sampler writes about one process: a channel with numbered strings, code
// objects and stacks, as the agent's channels have. Its tables are bounded: when they are full, the
// channel is opened anew, which forgets all numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "capture/sampler/python_reader.h"
#include "capture/wire/records.h"
#include "core/base/time.h"

namespace lanescope {

/// One thread.
class SampleChannel {
 public:
  explicit SampleChannel(std::int64_t pid) : pid_(static_cast<std::uint32_t>(pid)) {}

  /// Forgets all numbers. Call before anything else is written, and when full().
  void open(Ns now_ns);
  [[nodiscard]] bool full() const;

  /// The number of a text, which is cut at wire::kMaxStringBytes; 0 for an empty one.
  std::uint32_t string(std::string_view text);
  /// The number of a stack, whose code objects are read from `process` when they are new. nullopt:
  /// one of them cannot be read.
  std::optional<std::uint32_t> stack(std::span<const PythonFrame> frames, bool cut,
                                     PythonProcess& process);
  /// Code objects of another image of the process have other numbers from now on.
  void forget_code();

  /// The number of a stack of machine code; 0 for an empty one.
  std::uint32_t native_stack(std::span<const std::string_view> frames);

  void sample(const wire::SampleRecord& record, wire::SampledState state, std::uint32_t flags);
  void native_sample(std::uint32_t tid, Ns time_ns, std::uint32_t stack, Ns period_ns);
  void thread_switch(std::uint32_t tid, Ns time_ns, wire::SwitchKind kind);
  void switch_gap(Ns begin_ns, Ns end_ns);
  /// Nothing was recorded in between, as the user had asked.
  void pause(Ns begin_ns, Ns end_ns);
  void name_thread(std::uint32_t tid, std::string_view name);
  void counter(std::string_view name, Ns time_ns, double value);
  void stats(const wire::SampleStatsRecord& record);
  /// All clocks as they are now.
  void clock();

  /// Whole records, since clear().
  [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }
  void clear() { bytes_.clear(); }

  /// Together some 20 MB for a process at most.
  static constexpr std::size_t kMostStrings = 1U << 15U, kMostTextBytes = 4U << 20U;
  static constexpr std::size_t kMostCodes = 1U << 15U;
  static constexpr std::size_t kMostStacks = 1U << 15U, kMostFrames = 1U << 19U;
  static constexpr std::size_t kMostNativeStacks = 1U << 15U, kMostNativeFrames = 1U << 19U;
  static constexpr std::size_t kMostDepth = 2048;
  static constexpr std::size_t kMostTableBytes = 256U << 10U;

 private:
  struct KnownStack {
    std::size_t begin = 0, depth = 0;  // in frames_
    std::uint32_t flags = 0;
    std::uint32_t number = 0;
  };
  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };

  /// 0: it cannot be read.
  std::uint32_t code(std::uint64_t number, PythonProcess& process);
  std::uint32_t define_code(const PythonCode& code);
  [[nodiscard]] bool is_stack(const KnownStack& known, std::uint32_t flags) const;
  template <typename Record>
  void write(wire::RecordType type, std::uint32_t aux, Record record,
             std::span<const std::byte> extra = {});

  std::uint32_t pid_;
  bool is_open_ = false;
  std::vector<std::byte> bytes_;
  std::unordered_map<std::string, std::uint32_t, TextHash, std::equal_to<>> strings_;
  std::size_t text_bytes_ = 0;
  std::unordered_map<std::uint64_t, std::uint32_t> codes_;
  std::uint32_t last_code_ = 0;
  std::unordered_map<std::uint64_t, KnownStack> stacks_;  // by hash
  std::uint32_t last_stack_ = 0;
  std::vector<wire::StackFrame> frames_;  // of the stacks
  std::vector<wire::StackFrame> wanted_;  // the one that is looked for
  /// Native stacks, by the numbers of their frames.
  std::map<std::vector<std::uint32_t>, std::uint32_t> native_stacks_;
  std::size_t native_frames_ = 0;  // of all of them
};

}  // namespace lanescope
