#include "capture/sampler/python/thread_stack.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "core/base/check.h"

namespace lanescope {
namespace {

constexpr std::int64_t kMostBytecode = std::numeric_limits<std::int32_t>::max();

constexpr int kAttempts = 8;
// Pairs of copies in which a thread begins with a frame that it did not begin with before.
constexpr int kEnoughBegins = 5;
// Samples after which the code objects of a stack that does not change are looked at again.
constexpr std::uint64_t kCheckCodesAfter = 64;

// A piece costs as much as some hundred bytes of a larger one.
constexpr std::uint64_t kJoinedGap = 512;
// Room for frames that will be called next; none of another page, which may not be there.
constexpr std::uint64_t kMoreFrames = 320, kPageBytes = 4096;

/// How many of the outermost frames are the same in both.
std::size_t count_common(const FrameChain& a, const FrameChain& b) {
  const std::size_t most = std::min(a.frames.size(), b.frames.size());
  std::size_t common = 0;
  while (common < most && *(a.frames.rbegin() + static_cast<std::ptrdiff_t>(common)) ==
                              *(b.frames.rbegin() + static_cast<std::ptrdiff_t>(common)))
    ++common;
  return common;
}

bool is_same_frame(const RawFrame& one, const RawFrame& other) {
  return one.address == other.address && one.code == other.code;
}

/// How many of the outermost frames were there both times. The innermost of them may have gone on.
std::size_t count_seen(const FrameChain& first, const FrameChain& second) {
  if (first.is_broken || second.is_broken) return 0;
  const std::size_t size = first.frames.size();
  const std::size_t common = count_common(first, second);
  std::size_t seen = common;
  if (common < size && common < second.frames.size()) {
    const RawFrame& other = second.frames[second.frames.size() - 1 - common];
    seen += is_same_frame(first.frames[size - 1 - common], other) ? 1 : 0;
  }
  // Without their beginnings only whole stacks can be laid side by side.
  const bool is_cut = first.is_cut || second.is_cut;
  return is_cut && (seen != size || second.frames.size() != size) ? 0 : seen;
}

/// The call that led to a frame other than the outermost, counted from that, which is 1. Nothing if
/// its instruction was read at another moment than its function.
std::optional<std::uint64_t> call_of(const StackReader& reader,
                                     const std::vector<SampledPythonFrame>& frames,
                                     std::size_t count) {
  LANESCOPE_CHECK(count > 1 && count <= frames.size(), "one of {} frames, not {}", frames.size(),
                  count);
  const SampledPythonFrame& caller = frames[frames.size() - count + 1];
  // Without the GIL, threads have copies of the bytecode, which may not be known.
  if (caller.instruction < 0 && !reader.layout.runtime.is_without_gil) return {};
  return CallEdges::key(caller.code, caller.instruction, frames[frames.size() - count].code);
}

/// Bytes from the start of the bytecode; -1: unknown.
std::int32_t offset_in(StackReader& reader, const RawFrame& frame, std::uint32_t number) {
  const std::uint16_t bytecode = reader.layout.python.code_bytecode;
  const bool is_count = bytecode == PythonLayout::kNone;
  const std::int64_t bytes =
      is_count ? std::int64_t{2} * static_cast<std::int32_t>(frame.instruction)
               : static_cast<std::int64_t>(frame.instruction - frame.code - bytecode);
  const auto end = reader.codes.bytecode_bytes(frame.code);
  if (bytes >= 0 && bytes < end.value_or(kMostBytecode)) return static_cast<std::int32_t>(bytes);
  if (!end) return -1;
  const auto in_copy = reader.bytecode.offset(
      {.address = frame.code, .number = number, .bytes = *end}, frame.instruction, reader.sample);
  return static_cast<std::int32_t>(in_copy.value_or(-1));
}

/// Makes the reader's `frames` of its first copy. Code objects that are none get the number 0.
void number_frames(StackReader& reader) {
  reader.frames.clear();
  for (const RawFrame& frame : reader.first.frames) {
    const std::uint32_t number = reader.codes.number_of(frame.code);
    reader.frames.push_back({number, offset_in(reader, frame, number)});
  }
}

}  // namespace

ThreadCopy ThreadStack::request_once(const RemotePythonLayout& layout, RemoteCopies& copies) const {
  ThreadCopy copy{.copies = &copies, .state = copies.add(state_, layout.runtime.thread_bytes)};
  if (cframe_ != 0) copies.add(cframe_, kCframeBytes);
  for (const Extent& extent : extents_)
    copies.add(extent.begin, static_cast<std::uint32_t>(extent.end - extent.begin));
  copy.end = copies.count();
  return copy;
}

void ThreadStack::request(const RemotePythonLayout& layout, RemoteCopies& copies) {
  copies_[0] = request_once(layout, copies);
  copies_[1] = is_learning_ ? request_once(layout, copies) : ThreadCopy{};
}

const char* ThreadStack::state_copy() const {
  return copies_[0].copies == nullptr ? nullptr : copies_[0].copies->of(copies_[0].state);
}

void ThreadStack::forget() {
  chain_ = {};
  chain_.is_broken = true;
  codes_checked_ = 0;
}

/// Remembers where the frames are, for the next copies.
void ThreadStack::expect(const RemotePythonLayout& layout, const FrameChain& chain) {
  cframe_ = chain.cframe;
  const bool has_stack = layout.runtime.frame_state == RuntimeLayout::kNone;
  std::vector<Extent> each;
  each.reserve(chain.frames.size());
  for (const std::uint64_t address : chain.visited) {
    LANESCOPE_CHECK(is_remote_object(address), "a frame that was read, at {}", address);
    std::uint64_t end = address + layout.runtime.frame_bytes;
    if (has_stack) {
      const std::uint64_t page_end = (end + kPageBytes - 1) / kPageBytes * kPageBytes;
      end = std::min(end + kMoreFrames, page_end);
    }
    each.push_back({address, end});
  }
  std::sort(each.begin(), each.end(),
            [](const Extent& a, const Extent& b) { return a.begin < b.begin; });
  extents_.clear();
  for (const Extent& extent : each) {
    if (!extents_.empty() && extent.begin <= extents_.back().end + kJoinedGap) {
      extents_.back().end = std::max(extents_.back().end, extent.end);
    } else {
      extents_.push_back(extent);
    }
  }
}

bool ThreadStack::copy_again(StackReader& reader) {
  is_learning_ = true;
  reader.again.clear();
  request(reader.layout, reader.again);
  reader.again.fetch(reader.memory);
  return state_copy() != nullptr;
}

/// Whether the code objects of the first copy are known and the same as before; else they are now,
/// but may have been outdated when they were read.
bool ThreadStack::check_codes(StackReader& reader) const {
  const std::vector<RawFrame>& frames = reader.first.frames;
  const std::size_t changed = frames.size() - count_common(reader.first, chain_);
  for (std::size_t at = 0; at < frames.size(); ++at)
    reader.codes.want(frames[at].code, at < changed ? 0 : kCheckCodesAfter);
  return !reader.codes.check();
}

/// Takes note of the calls that are the same in both copies. Returns how many frames are.
std::size_t ThreadStack::learn(StackReader& reader) const {
  if (reader.first.is_late || copies_[1].copies == nullptr) return 0;
  reader.walk.walk(copies_[1], reader.second);
  const std::size_t seen = count_seen(reader.first, reader.second);
  for (std::size_t count = 2; count <= seen; ++count) {
    if (const auto call = call_of(reader, reader.frames, count)) reader.calls.see(*call);
  }
  return seen;
}

/// How many of the answer's outermost frames are believed: up to a call that was not seen often
/// enough.
std::size_t ThreadStack::count_believed(const StackReader& reader, int begins) const {
  const std::vector<SampledPythonFrame>& frames = reader.answer_frames;
  if (frames.empty()) return 0;
  const bool is_begin = is_same_frame(reader.answer.frames.back(), outermost_);
  if (frames.back().code == 0) return 0;
  if (!reader.answer.is_cut && !is_begin && begins < kEnoughBegins) return 0;
  const std::size_t known = std::max<std::size_t>(count_common(reader.answer, chain_), 1);
  for (std::size_t count = known + 1; count <= frames.size(); ++count) {
    const auto call = call_of(reader, frames, count);
    if (frames[frames.size() - count].code == 0 || !call || !reader.calls.is_known(*call))
      return count - 1;
  }
  return frames.size();
}

/// Takes over the outermost frames of the answer.
void ThreadStack::take(const StackReader& reader, std::size_t frames) {
  LANESCOPE_CHECK(frames <= reader.answer_frames.size(), "at most {} frames, not {}",
                  reader.answer_frames.size(), frames);
  frames_.assign(reader.answer_frames.end() - static_cast<std::ptrdiff_t>(frames),
                 reader.answer_frames.end());
  is_cut_ = reader.answer.is_cut;
  is_torn_ = frames != reader.answer_frames.size();
  is_learning_ = is_torn_;
  if (is_torn_) {
    forget();
  } else {
    chain_ = reader.answer;
    if (!is_cut_ && !chain_.frames.empty()) outermost_ = chain_.frames.back();
    codes_checked_ = reader.sample;
  }
}

void ThreadStack::take_nothing() {
  frames_.clear();
  is_cut_ = false;
  is_torn_ = true;
  is_learning_ = true;
  forget();
}

void ThreadStack::read(StackReader& reader) {
  LANESCOPE_CHECK(reader.sample != 0, "a sample that was started");
  bool has_answer = false;
  int begins = 0;  // pairs of copies that begin as the answer does
  is_unchanged_ = false;
  const bool is_due = reader.sample - codes_checked_ > kCheckCodesAfter;
  for (int attempt = state_copy() == nullptr ? 1 : 0; attempt < kAttempts; ++attempt) {
    if (attempt != 0 && !copy_again(reader)) break;
    reader.walk.walk(copies_[0], reader.first);
    if (attempt == 0 && !is_due && reader.first.is_alike(chain_)) {
      is_unchanged_ = true;
      return;
    }
    if (reader.first.is_broken) continue;
    expect(reader.layout, reader.first);
    if (!check_codes(reader)) continue;
    number_frames(reader);
    const std::size_t seen = learn(reader);
    // The answer is how it was at first, not when it stood still: that would be seen too often.
    if (!has_answer) {
      std::swap(reader.first, reader.answer);
      std::swap(reader.frames, reader.answer_frames);
      has_answer = true;
      begins = seen != 0 ? 1 : 0;
    } else if (seen != 0 && !reader.answer.frames.empty()) {
      const bool is_same = is_same_frame(reader.first.frames.back(), reader.answer.frames.back());
      begins = is_same ? begins + 1 : 0;
    }
    const std::size_t frames = count_believed(reader, begins);
    if (frames == reader.answer_frames.size()) {
      take(reader, frames);
      return;
    }
  }
  if (has_answer) {
    take(reader, count_believed(reader, begins));
  } else {
    take_nothing();
  }
}

}  // namespace lanescope
