#include "capture/sampler/python/thread_stack.h"

#include <algorithm>

#include "core/base/check.h"

namespace lanescope {
namespace {

constexpr int kAttempts = 6;
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

/// How many of the outermost frames of `first`, read just before `second`, are certain: those which
/// were there both times, and what the last of them had called.
std::size_t count_certain(const FrameChain& first, const FrameChain& second) {
  if (first.is_broken || second.is_broken) return 0;
  const std::size_t common = count_common(first, second);
  if (first.is_cut || second.is_cut) {
    // Without their beginnings only whole stacks can be laid side by side; the innermost frame may
    // have gone on.
    const std::size_t size = first.frames.size();
    const bool is_same =
        first.is_cut == second.is_cut && second.frames.size() == size && common + 1 >= size;
    return is_same ? size : 0;
  }
  if (common == first.frames.size()) return common;
  if (common == 0) {
    // Nothing was there both times, unless the outermost function itself runs.
    if (second.frames.empty()) return 0;
    const RawFrame& one = first.frames.back();
    const RawFrame& other = second.frames.back();
    return one.address == other.address && one.code == other.code ? 1 : 0;
  }
  return common + 1;
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
  copies_[1] = is_moving_ ? request_once(layout, copies) : ThreadCopy{};
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

/// Whether the code objects of the chain are known and the same as before; else they are now, but
/// may have been outdated when they were read.
bool ThreadStack::check_codes(StackReader& reader, const FrameChain& chain) const {
  const std::size_t common = count_common(chain, chain_);
  const std::size_t changed = chain.frames.size() - common;
  for (std::size_t at = 0; at < chain.frames.size(); ++at)
    reader.codes.want(chain.frames[at].code, at < changed ? 0 : kCheckCodesAfter);
  return !reader.codes.check();
}

/// Takes over the frames of a chain, from the outermost to before the first that is no code object.
void ThreadStack::take(StackReader& reader, const FrameChain& chain, bool is_torn) {
  const std::uint16_t bytecode = reader.layout.python.code_bytecode;
  frames_.clear();
  is_torn_ = is_torn;
  is_cut_ = chain.is_cut;
  for (const RawFrame& frame : chain.frames) {
    const std::uint32_t number = reader.codes.number_of(frame.code);
    if (number == 0) {
      frames_.clear();
      is_torn_ = true;
      continue;
    }
    const bool is_number = bytecode == PythonLayout::kNone;
    const std::int64_t bytes =
        is_number ? std::int64_t{2} * static_cast<std::int32_t>(frame.instruction)
                  : static_cast<std::int64_t>(frame.instruction - frame.code - bytecode);
    const std::int64_t end = reader.codes.bytecode_bytes(frame.code).value_or(INT32_MAX);
    const bool is_known = bytes >= 0 && bytes < end;
    frames_.push_back({number, is_known ? static_cast<std::int32_t>(bytes) : -1});
  }
  if (is_torn_) {
    forget();
  } else {
    chain_ = chain;
  }
}

ThreadStack::Look ThreadStack::look(StackReader& reader) {
  FrameChain& first = reader.first;
  reader.walk.walk(copies_[0], first);
  const bool is_due = reader.sample - codes_checked_ > kCheckCodesAfter;
  if (!is_due && first.is_alike(chain_)) return Look::Unchanged;
  if (!first.is_broken) expect(reader.layout, first);
  if (first.is_late || first.is_broken || copies_[1].copies == nullptr) return Look::Late;
  reader.walk.walk(copies_[1], reader.second);
  const std::size_t certain = count_certain(first, reader.second);
  const bool is_whole = certain == first.frames.size();
  first.frames.erase(first.frames.begin(),
                     first.frames.end() - static_cast<std::ptrdiff_t>(certain));
  return is_whole ? Look::Whole : Look::Partial;
}

void ThreadStack::read(StackReader& reader) {
  LANESCOPE_CHECK(reader.sample != 0, "a sample that was started");
  bool is_any = false;  // frames_ holds part of this sample's stack
  is_unchanged_ = false;
  is_moving_ = true;
  for (int attempt = state_copy() == nullptr ? 1 : 0; attempt < kAttempts; ++attempt) {
    if (attempt != 0) {
      reader.again.clear();
      request(reader.layout, reader.again);
      reader.again.fetch(reader.memory);
      if (state_copy() == nullptr) break;
    }
    const Look seen = look(reader);
    if (seen == Look::Unchanged) {
      is_unchanged_ = attempt == 0 && !is_torn_;
      is_moving_ = attempt != 0;
      return;
    }
    if (seen == Look::Late) continue;
    if (!check_codes(reader, reader.first)) continue;
    if (seen == Look::Whole) {
      codes_checked_ = reader.sample;
      take(reader, reader.first, false);
      return;
    }
    if (is_any && reader.first.frames.size() <= frames_.size()) continue;
    is_any = true;
    take(reader, reader.first, true);
  }
  if (is_any) return;
  frames_.clear();
  is_torn_ = true;
  forget();
}

}  // namespace lanescope
