#include "capture/sampler/python/bytecode_copies.h"

#include <array>
#include <unistd.h>
#include <vector>

#include <doctest/doctest.h>

using namespace lanescope;

namespace {

std::uint64_t address_of(const void* object) {
  return reinterpret_cast<std::uint64_t>(object);
}

/// A code object in the memory of this process, whose bytecode threads have copies of.
struct HandMadeCode {
  static constexpr std::uint16_t kCopiesAt = 224;  // as 3.14 without the GIL reports it

  HandMadeCode() {
    layout.runtime.code_copies = kCopiesAt;
    object[kCopiesAt / sizeof(std::uint64_t)] = address_of(copies.data());
  }
  [[nodiscard]] BytecodeCopies::Code code() const {
    return {.address = address_of(object.data()), .number = 7, .bytes = 100};
  }

  RemotePythonLayout layout;
  std::array<std::uint64_t, 30> object{};
  // Their number, and where each begins: of the second thread there is none.
  std::array<std::uint64_t, 4> copies{3, 0x100000, 0, 0x200000};
};

}  // namespace

TEST_CASE("an instruction is found in whichever copy of the bytecode a thread runs") {
  const RemoteMemory memory(getpid());
  const HandMadeCode made;
  BytecodeCopies copies(memory, made.layout);
  CHECK(copies.offset(made.code(), 0x100000, 1) == 0);
  CHECK(copies.offset(made.code(), 0x200000 + 42, 1) == 42);
  CHECK(copies.offset(made.code(), 0x200000 + 99, 1) == 99);
  CHECK_FALSE(copies.offset(made.code(), 0x200000 + 100, 1).has_value());
  CHECK_FALSE(copies.offset(made.code(), 0x100000 - 2, 1).has_value());
  CHECK_FALSE(copies.offset(made.code(), 50, 1).has_value());
}

TEST_CASE("a copy that is remembered is read again before another thread can have its place") {
  const RemoteMemory memory(getpid());
  HandMadeCode made;
  BytecodeCopies copies(memory, made.layout);
  REQUIRE(copies.offset(made.code(), 0x200000 + 42, 1) == 42);
  made.copies[3] = 0x200010;
  CHECK(copies.offset(made.code(), 0x200000 + 42, 2) == 42);
  CHECK(copies.offset(made.code(), 0x200000 + 42, 1 + BytecodeCopies::kTrustedSamples) == 26);
}

TEST_CASE("what cannot be read, and what makes no sense, is in no copy") {
  const RemoteMemory memory(getpid());
  HandMadeCode made;
  BytecodeCopies copies(memory, made.layout);
  made.copies[0] = ~std::uint64_t{0};  // a negative number of them
  CHECK_FALSE(copies.offset(made.code(), 0x100000, 1).has_value());
  made.object[HandMadeCode::kCopiesAt / sizeof(std::uint64_t)] = 8;
  CHECK_FALSE(copies.offset(made.code(), 0x100000, 1).has_value());
  CHECK_FALSE(copies.offset({.address = 8, .number = 1, .bytes = 9}, 0x100000, 1).has_value());
  made.layout.runtime.code_copies = RuntimeLayout::kNone;
  CHECK_FALSE(copies.offset(made.code(), 0x100000, 1).has_value());
}

TEST_CASE("reads of copies are bounded in each sample") {
  const RemoteMemory memory(getpid());
  HandMadeCode made;
  BytecodeCopies copies(memory, made.layout);
  for (int time = 0; time < BytecodeCopies::kMostReads; ++time)
    CHECK_FALSE(copies.offset(made.code(), 0x300000, 1).has_value());
  CHECK_FALSE(copies.offset(made.code(), 0x100000, 1).has_value());
  CHECK(copies.offset(made.code(), 0x100000, 2) == 0);
}
