#include "capture/sampler/python/bytecode_copies.h"

#include <array>
#include <unistd.h>
#include <utility>
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
  constexpr std::uint64_t kLater = 1 + BytecodeCopies::kRetrySamples;
  made.copies[0] = ~std::uint64_t{0};  // a negative number of them
  CHECK_FALSE(copies.offset(made.code(), 0x100000, 1).has_value());
  made.object[HandMadeCode::kCopiesAt / sizeof(std::uint64_t)] = 8;
  CHECK_FALSE(copies.offset(made.code(), 0x100000, kLater).has_value());
  CHECK_FALSE(copies.offset({.address = 8, .number = 1, .bytes = 9}, 0x100000, kLater).has_value());
  made.layout.runtime.code_copies = RuntimeLayout::kNone;
  CHECK_FALSE(copies.offset(made.code(), 0x100000, kLater).has_value());
}

TEST_CASE("copies that cannot be read are not read again in the next samples") {
  const RemoteMemory memory(getpid());
  HandMadeCode made;
  BytecodeCopies copies(memory, made.layout);
  const std::uint64_t there = std::exchange(made.object[HandMadeCode::kCopiesAt / 8], 8);
  CHECK_FALSE(copies.offset(made.code(), 0x100000, 1).has_value());
  made.object[HandMadeCode::kCopiesAt / 8] = there;
  CHECK_FALSE(copies.offset(made.code(), 0x200000, 2).has_value());
  CHECK(copies.offset(made.code(), 0x200000, 1 + BytecodeCopies::kRetrySamples) == 0);
}

TEST_CASE("an instruction in no copy is not looked for again in the next samples, others are") {
  const RemoteMemory memory(getpid());
  HandMadeCode made;
  BytecodeCopies copies(memory, made.layout);
  CHECK_FALSE(copies.offset(made.code(), 0x300010, 1).has_value());
  made.copies[2] = 0x300000;  // of a thread that has started
  CHECK_FALSE(copies.offset(made.code(), 0x300010, 2).has_value());
  CHECK(copies.offset(made.code(), 0x200001, 2) == 1);
  CHECK(copies.offset(made.code(), 0x300010, 1 + BytecodeCopies::kRetrySamples) == 16);
}

TEST_CASE("reads of copies are bounded in each sample") {
  const RemoteMemory memory(getpid());
  HandMadeCode made;
  BytecodeCopies copies(memory, made.layout);
  for (std::uint64_t time = 0; time < BytecodeCopies::kMostReads; ++time)
    CHECK_FALSE(copies.offset(made.code(), 0x300000 + time, 1).has_value());
  CHECK_FALSE(copies.offset(made.code(), 0x100000, 1).has_value());
  CHECK(copies.offset(made.code(), 0x100000, 2) == 0);
}
