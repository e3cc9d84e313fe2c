#include "capture/sampler/unwind/dwarf_unwinder.h"

#include <algorithm>
#include <csignal>
#include <string>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "tests/capture/sampler/child.h"
#include "tests/capture/sampler/unwind/own_stack.h"
#include "tests/skip.h"

using namespace lanescope;
using End = UnwoundStack::End;

namespace {

volatile int g_called = 0;

// Each does something behind the call, or the compiler replaces it by a jump.
[[gnu::noinline]] void innermost(StackCopy& copy) {
  copy = own_stack();
  g_called = g_called + 1;
}
[[gnu::noinline]] void middle(StackCopy& copy) {
  innermost(copy);
  g_called = g_called + 2;
}
[[gnu::noinline]] void outermost(StackCopy& copy) {
  middle(copy);
  g_called = g_called + 3;
}

/// On a thread, whose stack is short.
StackCopy taken_copy() {
  StackCopy copy;
  std::thread([&copy] { outermost(copy); }).join();
  return copy;
}

std::unique_ptr<DwarfUnwinder> make_or_skip() {
  std::unique_ptr<DwarfUnwinder> unwinder = DwarfUnwinder::make();
  if (unwinder == nullptr) skip_case("libdw.so.1 is not installed");
  return unwinder;
}

std::vector<std::string> names_of(FunctionNames& names, const UnwoundStack& stack) {
  std::vector<std::string> text;
  for (const CodePlace& place : stack.places) {
    const FunctionNames::Place number = FunctionNames::place(place.file, place.offset);
    CHECK(comes_true([&] {
      names.collect();
      return names.find(number) != nullptr;
    }));
    text.push_back(names.find_or_address(number));
  }
  return text;
}

std::ptrdiff_t place_of(const std::vector<std::string>& names, std::string_view function) {
  return std::ranges::find_if(
             names, [&](const std::string& name) { return name.find(function) != name.npos; }) -
         names.begin();
}

StackCopy g_in_handler;

void handle_signal(int) {
  g_in_handler = own_stack();
  g_called = g_called + 4;
}

[[gnu::noinline]] void raise_signal() {
  ::raise(SIGUSR1);
  g_called = g_called + 5;
}

/// Of a handler that has a stack of its own, as it is copied by address: from there on.
StackCopy copy_in_handler() {
  std::vector<std::byte> room(256U << 10U);
  std::thread([&room] {
    stack_t own{}, before{};
    own.ss_sp = room.data();
    own.ss_size = room.size();
    struct sigaction action {
    }, usual{};
    action.sa_handler = handle_signal;
    action.sa_flags = SA_ONSTACK;
    REQUIRE(::sigaltstack(&own, &before) == 0);
    REQUIRE(::sigaction(SIGUSR1, &action, &usual) == 0);
    raise_signal();
    ::sigaction(SIGUSR1, &usual, nullptr);
    before.ss_flags = SS_DISABLE;
    ::sigaltstack(&before, nullptr);
  }).join();
  return std::move(g_in_handler);
}

}  // namespace

TEST_CASE("callers are found without frame pointers, up to the thread's first function") {
  const std::unique_ptr<DwarfUnwinder> unwinder = make_or_skip();
  FunctionNames names;
  unwinder->map(::getpid(), own_code(names));
  const UnwoundStack stack = unwinder->unwind(::getpid(), taken_copy());
  const std::vector<std::string> text = names_of(names, stack);
  CHECK(stack.end == End::Complete);
  const auto size = static_cast<std::ptrdiff_t>(text.size());
  CHECK(place_of(text, "::innermost (") < place_of(text, "::middle ("));
  CHECK(place_of(text, "::middle (") < place_of(text, "::outermost ("));
  CHECK(place_of(text, "::outermost (") < size - 1);
  CHECK(text.back().find("(libc.so") != std::string::npos);
}

TEST_CASE("a stack that goes on beyond its copy says so") {
  const std::unique_ptr<DwarfUnwinder> unwinder = make_or_skip();
  FunctionNames names;
  unwinder->map(::getpid(), own_code(names));
  StackCopy copy = taken_copy();
  const std::size_t whole = unwinder->unwind(::getpid(), copy).places.size();
  copy.bytes.resize(sizeof(std::uint64_t));
  copy.is_cut = true;
  const UnwoundStack cut = unwinder->unwind(::getpid(), copy);
  CHECK(cut.end == End::Cut);
  CHECK_FALSE(cut.places.empty());
  CHECK(cut.places.size() < whole);
}

TEST_CASE("a handler with a stack of its own has what it interrupted, and says why no more") {
  const std::unique_ptr<DwarfUnwinder> unwinder = make_or_skip();
  const StackCopy copy = copy_in_handler();
  FunctionNames names;
  unwinder->map(::getpid(), own_code(names));
  const UnwoundStack stack = unwinder->unwind(::getpid(), copy);
  CHECK(stack.end == End::Signaled);
  const std::vector<std::string> text = names_of(names, stack);
  const auto size = static_cast<std::ptrdiff_t>(text.size());
  CHECK(place_of(text, "handle_signal (") < size);
  // What was interrupted is in the C library, which raised the signal.
  REQUIRE(size > 2);
  CHECK(text.back().find("(libc.so") != std::string::npos);
}

TEST_CASE("a process that maps something else is known by what it maps now") {
  const std::unique_ptr<DwarfUnwinder> unwinder = make_or_skip();
  const StackCopy copy = taken_copy();
  CHECK(unwinder->unwind(::getpid(), copy).places.empty());
  FunctionNames names;
  const std::vector<MappedCode> code = own_code(names);
  unwinder->map(::getpid(), code);
  const std::size_t whole = unwinder->unwind(::getpid(), copy).places.size();
  CHECK(whole > 3);
  // Mapped again, the same is found.
  unwinder->map(::getpid(), code);
  CHECK(unwinder->unwind(::getpid(), copy).places.size() == whole);
  unwinder->map(::getpid(), {});
  CHECK(unwinder->unwind(::getpid(), copy).places.empty());
  unwinder->forget(::getpid());
  const UnwoundStack forgotten = unwinder->unwind(::getpid(), copy);
  CHECK(forgotten.places.empty());
  CHECK(forgotten.end == End::Unknown);
}

TEST_CASE("whatever a stack holds, unwinding ends") {
  const std::unique_ptr<DwarfUnwinder> unwinder = make_or_skip();
  FunctionNames names;
  unwinder->map(::getpid(), own_code(names));
  const StackCopy taken = taken_copy();
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    StackCopy copy = taken;
    std::uint64_t number = seed * 0x9E3779B97F4A7C15U;
    for (int i = 0; i < 40; ++i) {
      number = number * 6364136223846793005U + 1442695040888963407U;
      copy.bytes[(number >> 33U) % copy.bytes.size()] = static_cast<std::byte>(number >> 24U);
      if (i % 8 == 0) copy.registers[(number >> 40U) % copy.registers.size()] ^= number;
    }
    CHECK(unwinder->unwind(::getpid(), copy).places.size() <= DwarfUnwinder::kMostFrames);
  }
}
