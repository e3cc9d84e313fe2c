// ProfileText: writes sampled stacks as the text of a trace, a lane for each thread.
//
// Frames that consecutive samples share become one slice, from the first sample to the last. A
// second lane has the thread's state: profiles do not say whether a thread ran or waited, so that
// it counts as running wherever it has frames, unless the reader knows better.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/result.h"
#include "core/base/text/json_writer.h"
#include "core/base/threads/load_progress.h"
#include "core/base/time.h"
#include "core/build/tracks/issue_log.h"
#include "core/readers/memory/converted_text.h"

namespace lanescope {

/// Times of profiles are from 0 to this: 146 years.
inline constexpr Ns kLongestProfile = Ns{1} << 62U;

class ProfileText {
 public:
  enum class Frame : std::uint32_t {};
  struct Thread {
    std::int64_t process = 0, thread = 0;
    std::string name;
    bool runs = true;  // false: its frames are bytes or waits, so that it has no states
  };

  /// Deeper frames are left out and listed.
  static constexpr std::size_t kMostFrames = 1'024;

  /// `file_bytes`: the size of the file that is read.
  ProfileText(std::uint64_t file_bytes, const LoadProgress* progress);

  /// The number of a name. Of a name over 1 KiB, the rest is replaced by a number of its own.
  Frame frame(std::string_view name);
  /// The number of a line of Python, "data.py:12", to be the innermost of a stack: the line at
  /// which the function around it is.
  Frame line(std::string_view name);
  [[nodiscard]] std::string_view name_of(Frame frame) const { return names_[index(frame)]; }

  void name_process(std::int64_t process, std::string_view name);
  /// Ends the previous thread. Each thread may begin once.
  void begin_thread(const Thread& thread);

  /// Of the current thread, times from 0 to kLongestProfile, never before the previous one. A
  /// close() without an open frame is ignored.
  void open(Frame frame, Ns at_ns);
  void close(Ns at_ns);
  /// A stack, outermost first, that lasts from `begin_ns` to `end_ns`. What is open since the end
  /// of the previous one and the same goes on. Cost: the depth.
  void sample(std::span<const Frame> frames, Ns begin_ns, Ns end_ns);
  /// Frames open in the current thread, with those left out.
  [[nodiscard]] std::size_t depth() const { return open_.size() + left_out_; }

  /// The times follow from weights: none is a mistake, however long something lasts.
  void keep_all_times() { keeps_all_times_ = true; }

  /// Unix time of 0.
  void set_base(Ns base_ns) { base_ns_ = base_ns; }

  /// Counts what is kept besides the slices; see full().
  void take(std::uint64_t bytes);
  /// True if canceled or too large: stop reading, finish() knows why.
  [[nodiscard]] bool full() const {
    return left_ == 0 || (progress_ != nullptr && progress_->cancel);
  }

  IssueLog& issues() { return issues_; }
  /// The sample at this position cannot be used.
  void drop_sample(std::uint64_t offset, std::string_view example) {
    issues_.add(Issue::UnusableSample, offset, example);
  }

  /// Errors: Unsupported if the text would be too large; WrongFormat if there are no frames;
  /// Cancelled.
  Result<ConvertedText> finish();

 private:
  struct Slice {
    Frame frame{};
    std::uint32_t depth = 0;
    Ns begin_ns = 0, end_ns = 0;
  };
  static constexpr std::uint32_t index(Frame frame) { return static_cast<std::uint32_t>(frame); }
  /// Ends open frames below the first `depth`.
  void close_to(std::size_t depth, Ns at_ns);
  void end_thread();
  void begin_event(std::string_view phase, std::string_view name);
  void write_name(std::string_view what, std::string_view name);
  void write_slices();
  void write_half(std::string_view phase, const Slice& slice);
  void write_running(const TimeRange& range);

  const LoadProgress* progress_;
  std::uint64_t left_;  // bytes that may still be written; 0: too many were
  std::deque<std::string> names_;
  std::unordered_map<std::string_view, Frame> numbers_;
  std::set<Frame> lines_;
  Thread thread_;
  std::vector<Slice> slices_;      // of the current thread, in the order in which they began
  std::vector<std::size_t> open_;  // in slices_, outermost first
  std::size_t left_out_ = 0;       // open frames below kMostFrames
  std::vector<TimeRange> running_;
  Ns last_ns_ = 0;
  std::optional<Ns> base_ns_;
  bool has_slices_ = false, has_states_ = false, keeps_all_times_ = false;
  IssueLog issues_;
  std::string text_;
  JsonWriter json_{text_};
};

}  // namespace lanescope
