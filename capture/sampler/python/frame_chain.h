// The frames of one thread of another process, from copies of its memory that were made while it
// may have been running. CPython tells in each frame whether it waits for a frame that it has
// called; so what a thread has left in the meantime is told from what it is in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "capture/sampler/python/remote_copies.h"
#include "capture/sampler/python/runtime_layout.h"

namespace lanescope {

/// What is read of a CFrame (3.11, 3.12).
inline constexpr std::uint32_t kCframeBytes = 16;

/// Copies of a thread state and, after it, of the places where its frames were last seen.
struct ThreadCopy {
  const RemoteCopies* copies = nullptr;
  RemoteCopies::Piece state = 0;  // the thread state
  RemoteCopies::Piece end = 0;    // after its last piece
};

struct RawFrame {
  std::uint64_t address = 0;
  std::uint64_t code = 0;
  std::uint64_t instruction = 0;  // as in the frame: an address; 3.10: a number
  friend bool operator==(const RawFrame&, const RawFrame&) = default;
};

struct FrameChain {
  static constexpr std::size_t kMostFrames = 512;

  std::vector<RawFrame> frames;        // innermost first, without those that run no Python
  std::vector<std::uint64_t> visited;  // addresses of all frames
  std::uint64_t cframe = 0;            // 3.11 and 3.12: what points to the innermost frame
  bool is_broken = false;              // does not lead to the thread's first frame
  bool is_cut = false;                 // there are more than kMostFrames
  bool is_late = false;                // parts were read after the copies were made
  bool is_alike(const FrameChain& other) const {
    return frames == other.frames && is_cut == other.is_cut && !is_broken && !other.is_broken;
  }
};

class FrameWalk {
 public:
  FrameWalk(const RemoteMemory& memory, const RemotePythonLayout& layout)
      : memory_(memory), layout_(layout) {}

  /// Follows the thread's frames. What the copies do not hold is read now, a page at a time.
  void walk(const ThreadCopy& copy, FrameChain& chain);

 private:
  struct Frame;
  [[nodiscard]] const char* at(std::uint64_t address, std::size_t bytes);
  bool innermost(std::uint64_t& frame);
  bool load(std::uint64_t address, Frame& frame);
  void add(const Frame& frame);
  [[nodiscard]] bool is_left(const Frame& frame) const;
  [[nodiscard]] bool is_entry(const Frame& frame) const;

  const RemoteMemory& memory_;
  const RemotePythonLayout& layout_;
  ThreadCopy copy_;
  FrameChain* chain_ = nullptr;
  RemoteCopies late_;
  RemoteCopies::Piece hint_ = 0, late_hint_ = 0;
  // Of the frame before.
  bool is_called_by_c_ = true;
  bool needs_caller_ = false;
};

}  // namespace lanescope
