// The stack of one thread of another process, sample after sample.
#pragma once

#include <cstdint>
#include <vector>

#include "capture/sampler/python/bytecode_copies.h"
#include "capture/sampler/python/call_edges.h"
#include "capture/sampler/python/frame_chain.h"
#include "capture/sampler/python/python_codes.h"
#include "capture/sampler/python/remote_copies.h"

namespace lanescope {

struct SampledPythonFrame {
  std::uint32_t code = 0;         // a number for PythonSampler::code()
  std::int32_t instruction = -1;  // bytes from the start of the bytecode; -1: unknown
  friend bool operator==(const SampledPythonFrame&, const SampledPythonFrame&) = default;
};

/// What all threads of a process share while they are read.
struct StackReader {
  StackReader(const RemoteMemory& read, const RemotePythonLayout& known, std::uint64_t code_type)
      : memory(read),
        layout(known),
        codes(read, known, code_type),
        bytecode(read, known),
        walk(read, known) {}

  const RemoteMemory& memory;
  const RemotePythonLayout& layout;
  PythonCodes codes;
  BytecodeCopies bytecode;
  CallEdges calls;
  FrameWalk walk;
  std::uint64_t sample = 0;  // counts samples
  // Reused from thread to thread.
  RemoteCopies again;
  FrameChain first, second;                // of two copies that were made in a row
  std::vector<SampledPythonFrame> frames;  // of `first`
  FrameChain answer;                       // the first that was read
  std::vector<SampledPythonFrame> answer_frames;
};

class ThreadStack {
 public:
  explicit ThreadStack(std::uint64_t state) : state_(state) {}

  /// Adds the places where the stack was last seen to what is to be copied: twice if it changed at
  /// the last sample.
  void request(const RemotePythonLayout& layout, RemoteCopies& copies);
  /// The copy of the thread state; null if it could not be read, or was not requested.
  [[nodiscard]] const char* state_copy() const;
  /// Makes a stack of the copies, and of more that it takes if need be.
  void read(StackReader& reader);
  /// Code numbers have begun anew.
  void forget();

  [[nodiscard]] const std::vector<SampledPythonFrame>& frames() const { return frames_; }
  /// The address of the innermost frame; 0: not known, or there is none.
  [[nodiscard]] std::uint64_t innermost() const {
    return is_torn_ || chain_.frames.empty() ? 0 : chain_.frames.front().address;
  }
  [[nodiscard]] bool is_torn() const { return is_torn_; }
  [[nodiscard]] bool is_cut() const { return is_cut_; }
  [[nodiscard]] bool is_unchanged() const { return is_unchanged_; }

 private:
  /// A range of addresses that holds frames.
  struct Extent {
    std::uint64_t begin = 0, end = 0;
  };
  ThreadCopy request_once(const RemotePythonLayout& layout, RemoteCopies& copies) const;
  bool copy_again(StackReader& reader);
  bool check_codes(StackReader& reader) const;
  std::size_t learn(StackReader& reader) const;
  [[nodiscard]] std::size_t count_believed(const StackReader& reader, int begins) const;
  void take(const StackReader& reader, std::size_t frames);
  void take_nothing();
  void expect(const RemotePythonLayout& layout, const FrameChain& chain);

  std::uint64_t state_;
  FrameChain chain_;    // the last one that was whole, else empty and broken
  RawFrame outermost_;  // of the last one that was whole and not empty
  std::vector<SampledPythonFrame> frames_;
  bool is_torn_ = false, is_cut_ = false, is_unchanged_ = false;
  bool is_learning_ = true;
  std::uint64_t codes_checked_ = 0;  // the sample
  std::uint64_t cframe_ = 0;
  std::vector<Extent> extents_;
  ThreadCopy copies_[2];
};

}  // namespace lanescope
