#include "capture/sampler/unwind/unwind_thread.h"

#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "tests/capture/sampler/child.h"
#include "tests/capture/sampler/unwind/own_stack.h"
#include "tests/skip.h"

using namespace lanescope;

namespace {

StackCopy copy_of(std::size_t bytes) {
  StackCopy copy;
  copy.bytes.resize(bytes);
  return copy;
}

/// Of a thread, whose stack is short.
StackCopy taken_copy() {
  StackCopy copy;
  std::thread([&copy] { copy = own_stack(); }).join();
  return copy;
}

std::unique_ptr<DwarfUnwinder> make_or_skip() {
  std::unique_ptr<DwarfUnwinder> unwinder = DwarfUnwinder::make();
  if (unwinder == nullptr) skip_case("libdw.so.1 is not installed");
  return unwinder;
}

}  // namespace

TEST_CASE("each stack comes back under its number, in order") {
  UnwindThread thread(make_or_skip());
  CHECK(thread.add(7, copy_of(64)) == 1);
  CHECK(thread.add(8, copy_of(64)) == 2);
  std::vector<UnwindThread::Unwound> all;
  REQUIRE(comes_true([&] {
    for (UnwindThread::Unwound& one : thread.collect()) all.push_back(std::move(one));
    return all.size() == 2;
  }));
  CHECK(all[0].number == 1);
  CHECK(all[0].pid == 7);
  CHECK(all[1].number == 2);
  CHECK(all[1].pid == 8);
  // Nothing is known of these processes.
  CHECK(all[0].stack.places.empty());
  CHECK(thread.collect().empty());
}

TEST_CASE("what waits is bounded, and there is room again once it is collected") {
  UnwindThread thread(make_or_skip());
  for (std::size_t i = 0; i < UnwindThread::kMostWaiting; ++i) {
    REQUIRE(comes_true([&] { return thread.add(7, copy_of(1024)).has_value(); }));
  }
  CHECK_FALSE(thread.add(7, copy_of(1024)));
  std::size_t collected = 0;
  REQUIRE(comes_true([&] {
    collected += thread.collect().size();
    return collected == UnwindThread::kMostWaiting;
  }));
  CHECK(thread.add(7, copy_of(1024)) == UnwindThread::kMostWaiting + 1);
  CHECK_FALSE(thread.add(7, copy_of(UnwindThread::kMostWaitingBytes + 1)));
}

TEST_CASE("a stack is unwound by what was mapped when it was taken") {
  UnwindThread thread(make_or_skip());
  FunctionNames names;
  using Code = std::vector<MappedCode>;
  const auto all = std::make_shared<const Code>(own_code(names));
  const StackCopy copy = taken_copy();
  thread.map(7, all);
  REQUIRE(thread.add(7, copy) == 1);
  thread.map(7, std::make_shared<const Code>());
  REQUIRE(thread.add(7, copy) == 2);
  thread.map(7, all);
  REQUIRE(thread.add(7, copy) == 3);
  thread.map(7, nullptr);
  REQUIRE(thread.add(7, copy) == 4);
  std::vector<UnwindThread::Unwound> stacks;
  REQUIRE(comes_true([&] {
    for (UnwindThread::Unwound& one : thread.collect()) stacks.push_back(std::move(one));
    return stacks.size() == 4;
  }));
  CHECK(stacks[0].stack.places.size() > 2);
  CHECK(stacks[1].stack.places.empty());
  CHECK(stacks[2].stack.places == stacks[0].stack.places);
  CHECK(stacks[3].stack.places.empty());
}
