// Walks over hand-made frames, in memory that disappears.
#include "capture/agent/python/walk.h"

#include <cstring>

#include <doctest/doctest.h>
#include <sys/mman.h>

#include "tests/capture/agent/sandbox.h"
#include "tests/capture/agent/test_ring.h"

using namespace lanescope;
using namespace lanescope::agent;

namespace {

constexpr PythonLayout kLayout = kPythonLayouts[3];
static_assert(kLayout.version == 0x030D);

bool never() {
  return false;
}

/// A thread of Python 3.13 in one function: its frame is on one page, its code object on another.
class HandMade {
 public:
  HandMade() {
    memory_ = static_cast<char*>(
        ::mmap(nullptr, 2 * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    REQUIRE(memory_ != MAP_FAILED);
    put(thread(), kLayout.thread_frame, frame());
    put(frame(), kLayout.frame_code, code());
    put(frame(), kLayout.frame_instruction, code() + kLayout.code_bytecode);
    put(code(), kLayout.object_type, type());
    for (const std::uint16_t field :
         {kLayout.code_name, kLayout.code_qualname, kLayout.code_filename})
      put(code(), field, text());
    put(code(), kLayout.code_line_table, lines());
    put(text(), kLayout.str_state, 1U << 2 | 1U << 5 | 1U << 6);  // compact ASCII
    put(text(), kLayout.str_length, std::int64_t{4});
    std::memcpy(text() + kLayout.str_ascii, "work", 4);
  }
  ~HandMade() { ::munmap(memory_, 2 * kPage); }
  HandMade(const HandMade&) = delete;
  HandMade& operator=(const HandMade&) = delete;

  [[nodiscard]] const char* type() const { return memory_; }  // only its address matters
  [[nodiscard]] char* thread() const { return memory_ + 256; }
  [[nodiscard]] char* frame() const { return memory_ + 1024; }
  [[nodiscard]] char* code() const { return memory_ + kPage; }
  [[nodiscard]] char* text() const { return code() + 1024; }
  [[nodiscard]] char* lines() const { return code() + 2048; }
  /// Reading it now crashes.
  void vanish() const { ::mprotect(memory_, 2 * kPage, PROT_NONE); }

 private:
  static constexpr std::size_t kPage = 4096;

  template <typename Value>
  static void put(char* object, std::uint16_t offset, Value value) {
    std::memcpy(object + offset, &value, sizeof value);
  }
  char* memory_;
};

struct Walks {
  Walks() { stacks->follow(now.channel().generation()); }
  [[nodiscard]] PythonWalk walk() const { return {kLayout, python.type(), now.channel(), *stacks}; }

  HandMade python;
  TestRing ring;
  RecordingTo recording{ring};
  Recording now;
  PythonStacks* const stacks = PythonStacks::make();
};

}  // namespace

TEST_CASE("a walk by copies reads nothing straight, whenever a sandbox closes around it") {
  SUBCASE("before what it knows of the walk before is copied again") {
    check_in_child([] {
      const Walks walks;
      if (walks.walk().copied(walks.python.thread(), never) == 0) return 1;
      if (!forbid_copies()) return kNoSandbox;
      walks.python.vanish();
      return walks.walk().copied(walks.python.thread(), never) == 0 ? 0 : 2;
    });
  }
  SUBCASE("when it has its frames and looks at a code object") {
    check_in_child([] {
      static const Walks* walks = nullptr;
      static bool has_sandbox = false;
      const Walks made;
      walks = &made;
      const auto close = [] {
        has_sandbox = forbid_copies();
        if (has_sandbox) walks->python.vanish();
        return false;
      };
      const std::uint32_t stack = made.walk().copied(made.python.thread(), close);
      return !has_sandbox ? kNoSandbox : stack == 0 ? 0 : 1;
    });
  }
}

TEST_CASE("a walk over what stays goes on in a sandbox, also in the one that finds it out") {
  check_in_child([] {
    const Walks walks;
    if (!can_copy_memory() || !forbid_copies()) return kNoSandbox;
    PythonWalk walk = walks.walk();
    return walk.straight(walks.python.thread()) != 0 && !walk.mismatched() ? 0 : 1;
  });
}
