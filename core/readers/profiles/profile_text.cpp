#include "core/readers/profiles/profile_text.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "core/base/text/string_table.h"
#include "core/base/text/utf8.h"
#include "core/base/threads/work.h"
#include "core/store/own_members.h"
#include "core/store/thread_state.h"

namespace lanescope {
namespace {

/// A small file must not become a large trace, and no file one that does not fit in memory.
constexpr std::uint64_t kGrowth = 512;
constexpr std::uint64_t kSmallFile = std::uint64_t{1} << 20U;
constexpr std::uint64_t kMostText = std::uint64_t{2} << 30U;

constexpr std::size_t kLongestName = 1'024;
/// Of the two events of a slice, without its name.
constexpr std::uint64_t kSliceBytes = 180;

std::uint64_t most_text(std::uint64_t file_bytes) {
  return std::min(std::min(file_bytes, kMostText) * kGrowth + kSmallFile, kMostText);
}

/// µs with three decimals.
std::string micros(Ns time_ns) {
  return fmt::format("{}.{:03}", time_ns / 1000, time_ns % 1000);
}

/// Names of templates often differ far behind their beginning. What tells them apart is the same in
/// every profile.
std::string shortened(std::string_view name) {
  constexpr std::size_t kNumberBytes = 32;
  return fmt::format("{} #{:016x}", utf8_head(name, kLongestName - kNumberBytes), hash_text(name));
}

}  // namespace

ProfileText::ProfileText(std::uint64_t file_bytes, const LoadProgress* progress)
    : progress_(progress), left_(most_text(file_bytes)) {
  json_.begin_object();
  json_.begin_array("traceEvents", JsonLayout::Rows);
}

ProfileText::Frame ProfileText::line(std::string_view name) {
  const Frame number = frame(name);
  lines_.insert(number);
  return number;
}

void ProfileText::take(std::uint64_t bytes) {
  left_ -= std::min(left_, bytes);
}

ProfileText::Frame ProfileText::frame(std::string_view name) {
  std::string shorter;
  if (name.size() > kLongestName) name = shorter = shortened(name);
  if (name.empty()) name = "(unknown)";
  const auto known = numbers_.find(name);
  if (known != numbers_.end()) return known->second;
  take(name.size() + kSliceBytes);
  const Frame number{static_cast<std::uint32_t>(names_.size())};
  names_.emplace_back(name);
  numbers_.emplace(names_.back(), number);
  return number;
}

void ProfileText::begin_event(std::string_view phase, std::string_view name) {
  json_.begin_object();
  json_.member("ph", phase);
  json_.member("name", name);
  json_.member("pid", thread_.process);
  json_.member("tid", thread_.thread);
}

void ProfileText::write_name(std::string_view what, std::string_view name) {
  begin_event("M", what);
  json_.begin_object("args");
  json_.member("name", name);
  json_.end();
  json_.end();
}

void ProfileText::name_process(std::int64_t process, std::string_view name) {
  end_thread();
  thread_ = {process, 0, "", true};
  write_name("process_name", name);
}

void ProfileText::begin_thread(const Thread& thread) {
  end_thread();
  thread_ = thread;
  take(thread.name.size() + kSliceBytes);
}

void ProfileText::open(Frame frame, Ns at_ns) {
  last_ns_ = std::max(last_ns_, at_ns);
  if (open_.size() == kMostFrames) {
    ++left_out_;
    issues_.add(Issue::DeepStack, 0, name_of(frame));
    return;
  }
  if (full()) return;
  if (open_.empty()) {
    const bool goes_on = !running_.empty() && running_.back().end_ns == last_ns_;
    if (!goes_on) running_.push_back({last_ns_, last_ns_});
  }
  take(2 * name_of(frame).size() + kSliceBytes);
  open_.push_back(slices_.size());
  slices_.push_back({frame, static_cast<std::uint32_t>(open_.size() - 1), last_ns_, last_ns_});
}

void ProfileText::close(Ns at_ns) {
  last_ns_ = std::max(last_ns_, at_ns);
  if (left_out_ > 0) {
    --left_out_;
  } else if (!open_.empty()) {
    close_to(open_.size() - 1, last_ns_);
  }
}

void ProfileText::close_to(std::size_t depth, Ns at_ns) {
  left_out_ = 0;
  if (depth == 0 && !open_.empty()) running_.back().end_ns = at_ns;
  for (; open_.size() > depth; open_.pop_back()) slices_[open_.back()].end_ns = at_ns;
}

void ProfileText::sample(std::span<const Frame> frames, Ns begin_ns, Ns end_ns) {
  count_work(Work::Events, 1);
  if (begin_ns > last_ns_) close_to(0, last_ns_);
  begin_ns = std::max(begin_ns, last_ns_);
  std::size_t same = 0;
  while (same < open_.size() && same < frames.size() &&
         slices_[open_[same]].frame == frames[same]) {
    ++same;
  }
  close_to(same, begin_ns);
  for (const Frame frame : frames.subspan(same)) open(frame, begin_ns);
  last_ns_ = std::max(begin_ns, end_ns);
}

void ProfileText::write_half(std::string_view phase, const Slice& slice) {
  begin_event(phase, name_of(slice.frame));
  json_.member("cat", lines_.contains(slice.frame) ? "python_line" : "python_sample");
  json_.key("ts");
  json_.token(micros(phase == "B" ? slice.begin_ns : slice.end_ns));
  json_.end();
}

/// As begins and ends: a frame that begins and ends with its caller stays inside it.
void ProfileText::write_slices() {
  std::vector<const Slice*> open;
  const auto end_to = [&](std::size_t depth) {
    for (; open.size() > depth; open.pop_back()) write_half("E", *open.back());
  };
  for (const Slice& slice : slices_) {
    end_to(slice.depth);
    write_half("B", slice);
    open.push_back(&slice);
  }
  end_to(0);
}

void ProfileText::write_running(const TimeRange& range) {
  begin_event("X", kStateRunning);
  json_.member("cat", "thread_state");
  json_.key("ts");
  json_.token(micros(range.begin_ns));
  json_.key("dur");
  json_.token(micros(range.end_ns - range.begin_ns));
  json_.end();
}

void ProfileText::end_thread() {
  close_to(0, last_ns_);
  if (!slices_.empty()) write_name("thread_name", thread_.name);
  write_slices();
  if (thread_.runs) {
    for (const TimeRange& range : running_) write_running(range);
    has_states_ |= !running_.empty();
  }
  has_slices_ |= !slices_.empty();
  slices_.clear();
  running_.clear();
  last_ns_ = 0;
}

Result<ConvertedText> ProfileText::finish() {
  if (progress_ != nullptr && progress_->cancel) return Error{Error::Kind::Cancelled, "canceled"};
  if (left_ == 0) {
    return Error{Error::Kind::Unsupported,
                 "would become more than 2 GiB of events, or more than 512 times its size; "
                 "profile a shorter time"};
  }
  end_thread();
  if (!has_slices_) {
    return Error{Error::Kind::WrongFormat,
                 "is a profile without a single stack; record it again with stacks"};
  }
  if (has_states_) issues_.add(Issue::AssumedRunning, 0, "");
  json_.end();
  if (base_ns_) json_.member("baseTimeNanoseconds", *base_ns_);
  if (keeps_all_times_) json_.member(kTimesAreRightMember, true);
  json_.member("displayTimeUnit", "ms");
  json_.end();
  return ConvertedText{std::move(text_), nullptr, std::move(issues_)};
}

}  // namespace lanescope
