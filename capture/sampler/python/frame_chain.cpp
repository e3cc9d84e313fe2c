#include "capture/sampler/python/frame_chain.h"

#include <algorithm>
#include <cstring>

#include "core/base/check.h"

namespace lanescope {
namespace {

// Between Python frames there are frames of the interpreter itself, at most one for each.
constexpr std::size_t kMostSteps = 2 * FrameChain::kMostFrames;
constexpr std::uint64_t kPageBytes = 4096;

// Values of a frame's owner, from 3.11 on.
constexpr std::uint8_t kOwnedByGenerator = 1;
// Values of PyFrameObject.f_state, 3.10: those of a frame that runs, or waits for one it called.
constexpr std::int8_t kExecuting = 0, kUnwinding = 2;

/// Whether frames that were reused while they were copied lead in a circle: then the last one was
/// there before.
bool is_circle(const std::vector<std::uint64_t>& visited) {
  return std::find(visited.begin(), visited.end() - 1, visited.back()) != visited.end() - 1;
}

template <typename T>
T field(const char* object, std::size_t offset) {
  T value;
  std::memcpy(&value, object + offset, sizeof value);
  return value;
}

}  // namespace

struct FrameWalk::Frame {
  RawFrame raw;
  std::uint64_t previous = 0;
  std::int32_t depth = 0;  // -1: runs; otherwise waits, or the version does not say
  std::int8_t state = kExecuting;
  std::uint8_t owner = 0;
  bool is_called_by_c = false;
  bool is_generator = false;
};

const char* FrameWalk::at(std::uint64_t address, std::size_t bytes) {
  if (const char* const copy = copy_.copies->find(address, bytes, copy_.state, copy_.end, hint_))
    return copy;
  chain_->is_late = true;
  if (const char* const copy = late_.find(address, bytes, 0, late_.count(), late_hint_))
    return copy;
  const std::uint64_t end = (address + bytes + kPageBytes - 1) / kPageBytes * kPageBytes;
  const std::uint64_t page = address / kPageBytes * kPageBytes;
  late_.add(page, static_cast<std::uint32_t>(end - page));
  late_.fetch(memory_);
  return late_.find(address, bytes, 0, late_.count(), late_hint_);
}

bool FrameWalk::innermost(std::uint64_t& frame) {
  const PythonLayout& python = layout_.python;
  const char* const state = copy_.copies->of(copy_.state);
  if (state == nullptr) return false;
  frame = 0;
  if (python.thread_cframe == PythonLayout::kNone) {
    frame = field<std::uint64_t>(state, python.thread_frame);
    return true;
  }
  chain_->cframe = field<std::uint64_t>(state, python.thread_cframe);
  if (chain_->cframe == 0) return true;
  if (!is_remote_object(chain_->cframe)) return false;
  const char* const cframe = at(chain_->cframe, kCframeBytes);
  if (cframe == nullptr) return false;
  frame = field<std::uint64_t>(cframe, python.thread_frame);
  return true;
}

bool FrameWalk::load(std::uint64_t address, Frame& frame) {
  const PythonLayout& python = layout_.python;
  const RuntimeLayout& runtime = layout_.runtime;
  if (!is_remote_object(address)) return false;
  const char* const bytes = at(address, runtime.frame_bytes);
  if (bytes == nullptr) return false;
  frame = {};
  frame.raw.address = address;
  frame.raw.code =
      field<std::uint64_t>(bytes, python.frame_code) & ~std::uint64_t{python.frame_tag};
  frame.previous = field<std::uint64_t>(bytes, python.frame_previous);
  if (runtime.frame_state != RuntimeLayout::kNone) {
    frame.raw.instruction = field<std::uint32_t>(bytes, python.frame_instruction);
    frame.state = field<std::int8_t>(bytes, runtime.frame_state);
    frame.is_generator = field<std::uint64_t>(bytes, runtime.frame_generator) != 0;
    return true;
  }
  frame.raw.instruction = field<std::uint64_t>(bytes, python.frame_instruction);
  frame.owner = field<std::uint8_t>(bytes, python.frame_owner);
  frame.is_generator = frame.owner == kOwnedByGenerator;
  if (runtime.frame_depth != RuntimeLayout::kNone)
    frame.depth = field<std::int32_t>(bytes, runtime.frame_depth);
  if (runtime.frame_is_entry != RuntimeLayout::kNone)
    frame.is_called_by_c = field<std::uint8_t>(bytes, runtime.frame_is_entry) != 0;
  return true;
}

/// A frame of the interpreter itself, between C and the frames it calls.
bool FrameWalk::is_entry(const Frame& frame) const {
  return frame.owner >= kFirstEntryOwner &&
         frame.owner - kFirstEntryOwner < layout_.python.entry_owners;
}

/// Whether the thread had left the frame, or what it had called, when the frame was copied.
bool FrameWalk::is_left(const Frame& frame) const {
  return frame.state != kExecuting && frame.state != kUnwinding;
}

void FrameWalk::add(const Frame& frame) {
  // It runs itself: what seems to be called by it is a remainder of earlier calls.
  if (!is_called_by_c_ && frame.depth < 0) chain_->frames.clear();
  if (is_left(frame)) {
    chain_->frames.clear();
  } else {
    chain_->frames.push_back(frame.raw);
  }
  is_called_by_c_ = frame.is_called_by_c;
  // A generator is always called, and what was left may have lost its caller.
  needs_caller_ = frame.is_generator || is_left(frame);
}

void FrameWalk::walk(const ThreadCopy& copy, FrameChain& chain) {
  LANESCOPE_CHECK(copy.copies != nullptr, "copies of a thread");
  copy_ = copy;
  chain_ = &chain;
  chain.frames.clear();
  chain.visited.clear();
  chain.cframe = 0;
  chain.is_broken = chain.is_cut = chain.is_late = false;
  late_.clear();
  hint_ = copy.state;
  late_hint_ = 0;
  is_called_by_c_ = true;  // nothing is called by the innermost frame
  needs_caller_ = false;
  std::uint64_t address = 0;
  if (!innermost(address)) {
    chain.is_broken = true;
    return;
  }
  Frame frame;
  for (std::size_t step = 0; address != 0; ++step) {
    if (chain.frames.size() == FrameChain::kMostFrames) {
      chain.is_cut = true;
      chain.is_broken = is_circle(chain.visited);
      return;
    }
    if (step == kMostSteps || !load(address, frame)) {
      chain.is_broken = true;
      return;
    }
    chain.visited.push_back(address);
    if (is_entry(frame)) {
      is_called_by_c_ = true;
    } else {
      add(frame);
    }
    address = frame.previous;
  }
  chain.is_broken = needs_caller_;
}

}  // namespace lanescope
