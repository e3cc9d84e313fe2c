#include "capture/sampler/python/frame_chain.h"

#include <array>
#include <cstddef>
#include <cstring>
#include <random>
#include <unistd.h>
#include <vector>

#include <doctest/doctest.h>

using namespace lanescope;

namespace {

/// A frame as 3.12 lays it out.
struct HandMadeFrame {
  std::uint64_t code = 0x1000, previous = 0;
  std::uint64_t unused[5] = {};
  std::uint64_t instruction = 0;
  std::int32_t depth = 2;  // waits for what it called
  std::uint16_t return_offset = 0;
  std::uint8_t owner = 0;
  std::uint8_t padding = 0;
  std::uint64_t locals[2] = {};
};
static_assert(offsetof(HandMadeFrame, depth) == 64 && offsetof(HandMadeFrame, owner) == 70);

/// A thread of 3.12 in the memory of this process.
class HandMadeThread {
 public:
  HandMadeThread() : layout_(choose_remote_layout(0x030C, nullptr).layout) {
    const auto cframe = reinterpret_cast<std::uint64_t>(&cframe_);
    std::memcpy(state_.data() + layout_.python.thread_cframe, &cframe, sizeof cframe);
  }

  /// The innermost frame; each other is called by the next.
  void link(std::initializer_list<HandMadeFrame*> frames) {
    cframe_[0] = 0;
    std::uint64_t* to = cframe_.data();
    for (HandMadeFrame* const frame : frames) {
      *to = reinterpret_cast<std::uint64_t>(frame);
      to = &frame->previous;
    }
    *to = 0;
  }
  void set_innermost(std::uint64_t address) { cframe_[0] = address; }

  FrameChain walk() {
    const RemoteMemory memory(getpid());
    RemoteCopies copies;
    ThreadCopy copy{.copies = &copies};
    copy.state =
        copies.add(reinterpret_cast<std::uint64_t>(state_.data()), layout_.runtime.thread_bytes);
    copy.end = copies.count();
    copies.fetch(memory);
    FrameChain chain;
    FrameWalk(memory, layout_).walk(copy, chain);
    return chain;
  }

 private:
  RemotePythonLayout layout_;
  std::array<std::uint64_t, 2> cframe_{};
  std::array<char, 512> state_{};
};

constexpr std::uint8_t kGenerator = 1, kOnCStack = 3;

}  // namespace

TEST_CASE("frames are followed to the outermost, and those of the interpreter are left out") {
  HandMadeThread thread;
  HandMadeFrame inner, middle, entry, outer;
  inner.depth = -1;
  middle.code = 0x2000;
  outer.code = 0x3000;
  entry.owner = kOnCStack;
  outer.depth = -1;  // C, which it called, called Python
  thread.link({&inner, &middle, &entry, &outer});
  const FrameChain chain = thread.walk();
  CHECK_FALSE(chain.is_broken);
  CHECK_FALSE(chain.is_cut);
  REQUIRE(chain.frames.size() == 3);
  CHECK(chain.frames[0].code == 0x1000);
  CHECK(chain.frames[1].code == 0x2000);
  CHECK(chain.frames[2].code == 0x3000);
  CHECK(chain.visited.size() == 4);
  thread.link({});
  CHECK(thread.walk().frames.empty());
  CHECK_FALSE(thread.walk().is_broken);
}

TEST_CASE("remainders of a call that has returned are told from frames") {
  HandMadeThread thread;
  HandMadeFrame remainder, running, outer;
  remainder.depth = running.depth = -1;
  running.code = 0x2000;
  thread.link({&remainder, &running, &outer});
  const FrameChain chain = thread.walk();
  CHECK_FALSE(chain.is_broken);
  REQUIRE(chain.frames.size() == 2);
  CHECK(chain.frames[0].code == 0x2000);
}

TEST_CASE("a generator that nobody resumed was suspended while it was read") {
  HandMadeThread thread;
  HandMadeFrame generator, caller;
  generator.owner = kGenerator;
  generator.depth = -1;
  thread.link({&generator, &caller});
  CHECK_FALSE(thread.walk().is_broken);
  thread.link({&generator});
  CHECK(thread.walk().is_broken);
}

TEST_CASE("frames that lead nowhere, or in a circle, are broken; too many are cut") {
  HandMadeThread thread;
  HandMadeFrame frame, other;
  for (const std::uint64_t nowhere :
       {std::uint64_t{8}, std::uint64_t{0x12345}, std::uint64_t{1} << 46, ~std::uint64_t{7}}) {
    thread.set_innermost(nowhere);
    CHECK(thread.walk().is_broken);
    thread.link({&frame});
    frame.previous = nowhere;
    CHECK(thread.walk().is_broken);
  }
  thread.link({&frame, &other});
  other.previous = reinterpret_cast<std::uint64_t>(&frame);
  CHECK(thread.walk().is_broken);
  other.owner = frame.owner = kOnCStack;  // no frame that counts
  CHECK(thread.walk().is_broken);
  std::vector<HandMadeFrame> deep(600);
  for (std::size_t at = 0; at + 1 < deep.size(); ++at)
    deep[at].previous = reinterpret_cast<std::uint64_t>(&deep[at + 1]);
  thread.set_innermost(reinterpret_cast<std::uint64_t>(deep.data()));
  const FrameChain chain = thread.walk();
  CHECK_FALSE(chain.is_broken);
  CHECK(chain.is_cut);
  CHECK(chain.frames.size() == FrameChain::kMostFrames);
}

TEST_CASE("a walk ends whatever the memory holds") {
  std::mt19937_64 random(1);
  std::vector<std::uint64_t> memory(4096);
  HandMadeThread thread;
  for (int run = 0; run < 2'000; ++run) {
    const auto begin = reinterpret_cast<std::uint64_t>(memory.data());
    for (std::uint64_t& word : memory) {
      const bool is_pointer = random() % 2 == 0;
      word = is_pointer ? begin + random() % memory.size() * 8 : random() >> (random() % 64);
    }
    thread.set_innermost(begin + random() % memory.size() * 8);
    const FrameChain chain = thread.walk();
    CHECK(chain.frames.size() <= FrameChain::kMostFrames);
    CHECK(chain.visited.size() <= 2 * FrameChain::kMostFrames);
  }
}
