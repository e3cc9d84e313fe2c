#include "core/readers/capture/samples/native_frames.h"

#include <algorithm>
#include <cstring>
#include <ranges>

namespace lanescope {
namespace {

/// A small file must not become a large trace.
constexpr std::uint32_t kMostFrames = 512;
/// Samples that are so many periods of CPU time apart have others missing in between.
constexpr Ns kMostPeriods = 3;
/// In so many pieces what one sample shows is at most, or in more if its stack is so low that they
/// are no more slices than this.
constexpr std::size_t kMostPieces = 16, kMostSlices = 1024;
constexpr Ns kLeastPeriodNs = 1'000, kMostPeriodNs = 10'000'000'000;

std::vector<std::uint32_t> frames_in(const CaptureRecord& record) {
  const auto fixed = record.as<wire::NativeStackRecord>();
  const std::size_t count = std::min(fixed.count, kMostFrames);
  const auto bytes = record.behind(sizeof fixed, count * sizeof(std::uint32_t));
  std::vector<std::uint32_t> frames(bytes.size() / sizeof(std::uint32_t));
  if (!frames.empty()) std::memcpy(frames.data(), bytes.data(), frames.size() * sizeof frames[0]);
  return frames;
}

}  // namespace

bool is_interpreter_loop(std::string_view frame) {
  return frame.starts_with("_PyEval_EvalFrameDefault");
}

bool is_interpreter_frame(std::string_view frame) {
  if (frame.starts_with("_PyEval_EvalFrame") || frame.starts_with("PyEval_")) return true;
  const bool is_unnamed = frame.starts_with("0x") || frame.starts_with('(');
  return is_unnamed && (frame.find("(python3") != std::string_view::npos ||
                        frame.find("(libpython3") != std::string_view::npos);
}

void NativeStacks::clear() {
  stacks_.clear();  // frames are still needed for samples that wait
}

void NativeStacks::define(const CaptureRecord& record, std::span<const std::string> names,
                          RowSink& sink) {
  constexpr std::string_view kWhat = "a native stack's number";
  const std::uint32_t number = record.header.aux;
  if (number > stacks_.size() && sink.may_miss(number - stacks_.size() - 1, record.offset))
    stacks_.resize(number);
  if (!has(number)) return sink.lost(Issue::BrokenRecord, record.offset, kWhat);
  const std::vector<std::uint32_t> strings = frames_in(record);
  const std::uint16_t category = sink.category("native_frame");
  Stack stack;
  stack.first = static_cast<std::uint32_t>(frames_.size());
  for (const std::uint32_t string : std::views::reverse(strings)) {
    if (string == 0 || string > names.size()) {
      sink.issue(Issue::BrokenRecord, record.offset, "a native frame's name");
      continue;
    }
    const std::string& name = names[string - 1];
    frames_.push_back({sink.text(name), category});
    stack.in_python = is_interpreter_frame(name) ? 0 : stack.in_python + 1;
    if (is_interpreter_loop(name)) ++stack.loops;
  }
  stack.depth = static_cast<std::uint32_t>(frames_.size()) - stack.first;
  stacks_[number - 1] = stack;
}

std::span<const SampleItem> NativeStacks::frames(const Stack& stack, bool below_python) const {
  const std::span<const SampleItem> all = std::span(frames_).subspan(stack.first, stack.depth);
  return below_python ? all.last(stack.in_python) : all;
}

void PythonDepths::change(Ns time_ns, std::size_t depth) {
  // A thread without Python has none after a late sample either: nothing ends there.
  if (depth == 0 && (steps_.empty() ? dropped_ == 0 : steps_.back().depth == 0)) return;
  if (!steps_.empty()) time_ns = std::max(time_ns, steps_.back().begin_ns);
  steps_.push_back({time_ns, depth});
  if (steps_.size() <= kMostKept) return;
  steps_.pop_front();
  ++dropped_;
}

PythonDepths::Stretch PythonDepths::at(Ns time_ns) const {
  const auto after = std::ranges::upper_bound(steps_, time_ns, {}, &Step::begin_ns);
  if (after == steps_.begin()) return {dropped_, 0, dropped_ == 0};
  const auto index = static_cast<std::uint64_t>(after - steps_.begin());
  return {dropped_ + index, steps_[index - 1].depth, true, steps_[index - 1].begin_ns};
}

Ns PythonDepths::end_of(std::uint64_t number) const {
  if (number < dropped_) return steps_.front().begin_ns;
  const std::uint64_t next = number - dropped_;
  return next < steps_.size() ? steps_[next].begin_ns : kMaxNs;
}

bool NativeLane::add(const Sample& sample) {
  if (sample.time_ns <= newest_ns_ && newest_ns_ != 0) return false;
  newest_ns_ = sample.time_ns;
  waiting_.push_back(sample);
  waiting_.back().period_ns = std::clamp(sample.period_ns, kLeastPeriodNs, kMostPeriodNs);
  return true;
}

void NativeLane::add_gap(const TimeRange& gap) {
  off_cpu_.add_gap(gap);
  // Of several CPUs: by their ends as well.
  const bool overlaps = !gaps_.empty() && gap.begin_ns <= gaps_.back().end_ns;
  if (overlaps)
    gaps_.back().end_ns = std::max(gaps_.back().end_ns, gap.end_ns);
  else
    gaps_.push_back(gap);
  if (gaps_.size() > kMostGaps) gaps_.pop_front();
}

std::deque<TimeRange>::const_iterator NativeLane::gap_after(Ns time_ns) const {
  return std::ranges::upper_bound(gaps_, time_ns, {}, &TimeRange::end_ns);
}

std::vector<TimeRange> NativeLane::runs_in(const TimeRange& range, Ns least_wait_ns) const {
  const auto gap = gap_after(range.begin_ns);
  const bool has_gap = gap != gaps_.end() && gap->begin_ns < range.end_ns;
  if (has_gap || !off_cpu_.has_any()) return {};
  return off_cpu_.between_waits(range, least_wait_ns);
}

bool NativeLane::knows_switches(Ns time_ns) const {
  const auto gap = gap_after(time_ns);
  const bool is_in_gap = gap != gaps_.end() && gap->begin_ns <= time_ns;
  return off_cpu_.has_any() && !is_in_gap;
}

std::optional<OffCpuTimes::Stretch> NativeLane::off_cpu_at(Ns time_ns) const {
  return knows_switches(time_ns) ? off_cpu_.at(time_ns) : std::nullopt;
}

std::vector<NativeLane::Sample> NativeLane::waiting_in(const TimeRange& range) const {
  const auto first = std::ranges::upper_bound(waiting_, range.begin_ns, {}, &Sample::time_ns);
  return {first,
          std::ranges::lower_bound(first, waiting_.end(), range.end_ns, {}, &Sample::time_ns)};
}

std::size_t NativeLane::show_until(Ns time_ns, const PythonDepths& python,
                                   const NativeStacks& stacks, RowSink& sink) {
  std::size_t ended = 0;
  for (; !waiting_.empty() && waiting_.front().time_ns < time_ns; waiting_.pop_front())
    ended += show(waiting_.front(), python, stacks, sink);
  return ended;
}

Ns NativeLane::end_ns(const PythonDepths& python) const {
  const auto gap = gap_after(shown_ns_);
  const bool is_before = gap != gaps_.end() && gap->begin_ns > shown_ns_;
  return std::min({off_cpu_.time_after(shown_ns_, period_ns_), python.end_of(stretch_),
                   off_cpu_.first_wait_after(shown_ns_, least_wait_ns(period_ns_)),
                   is_before ? gap->begin_ns : kMaxNs});
}

bool NativeLane::misses_until(Ns time_ns, Ns period_ns) const {
  const auto gap = gap_after(shown_ns_);
  const bool has_gap = shown_ns_ != 0 && gap != gaps_.end() && gap->begin_ns < time_ns;
  return has_gap ||
         off_cpu_.on_cpu_ns(shown_ns_, time_ns) > kMostPeriods * std::max(period_ns, period_ns_);
}

std::vector<TimeRange> NativeLane::runs_until(const Sample& sample) const {
  const TimeRange range{shown_ns_, sample.time_ns};
  const Ns period_ns = std::max(period_ns_, sample.period_ns);
  std::vector<TimeRange> runs = off_cpu_.between_waits(range, least_wait_ns(period_ns));
  const std::size_t depth = std::max<std::size_t>(1, sample.stack.depth);
  const std::size_t most = std::max(kMostPieces, kMostSlices / depth);
  if (runs.size() > most)
    runs.erase(runs.begin() + 1, runs.end() - static_cast<std::ptrdiff_t>(most - 1));
  return runs;
}

std::size_t NativeLane::show(const Sample& sample, const PythonDepths& python,
                             const NativeStacks& stacks, RowSink& sink) {
  const PythonDepths::Stretch stretch = python.at(sample.time_ns);
  if (!stretch.is_known) return 0;
  std::size_t ended = 0;
  Ns from_ns = sample.time_ns;  // what it shows begins no earlier
  std::vector<TimeRange> runs;
  if (misses_until(sample.time_ns, sample.period_ns)) {
    ended += lane_.end(0, std::min(end_ns(python), sample.time_ns), sink);
  } else {
    runs = runs_until(sample);
    const Ns over_ns = std::min(runs.front().end_ns, python.end_of(stretch_));
    if (over_ns < sample.time_ns || stretch.number != stretch_)
      ended += lane_.end(0, over_ns, sink);
    if (lane_.empty() && off_cpu_.has_any()) from_ns = std::max(stretch.begin_ns, over_ns);
  }
  if (lane_.empty()) lane_.set_first_row(stretch.depth);
  const auto frames = stacks.frames(sample.stack, stretch.depth > 0);
  for (const TimeRange& run : runs) {
    const Ns begin_ns = std::max(run.begin_ns, from_ns);
    if (&run == &runs.back() || begin_ns >= run.end_ns) continue;
    ended += lane_.change(frames, begin_ns, sample.place, sink);
    ended += lane_.end(0, run.end_ns, sink);
  }
  if (!runs.empty()) from_ns = std::min(std::max(runs.back().begin_ns, from_ns), sample.time_ns);
  ended += lane_.change(frames, from_ns, sample.place, sink);
  stretch_ = stretch.number;
  shown_ns_ = sample.time_ns;
  period_ns_ = sample.period_ns;
  return ended;
}

std::size_t NativeLane::end(const PythonDepths& python, const NativeStacks& stacks, RowSink& sink) {
  const std::size_t ended = show_until(kMaxNs, python, stacks, sink);
  return ended + lane_.end(0, end_ns(python), sink);
}

void NativeLane::add_open(Ns now_ns, const PythonDepths& python,
                          std::vector<RowSink::Slice>& out) const {
  const bool goes_on = !misses_until(now_ns, period_ns_) &&
                       off_cpu_.first_wait_after(shown_ns_, least_wait_ns(period_ns_)) >= now_ns;
  if (goes_on && python.end_of(stretch_) == kMaxNs) lane_.add_open(out);
}

}  // namespace lanescope
