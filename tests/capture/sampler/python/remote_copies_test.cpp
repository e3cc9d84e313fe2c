#include "capture/sampler/python/remote_copies.h"

#include <cstring>
#include <string_view>
#include <unistd.h>
#include <vector>

#include <doctest/doctest.h>

using namespace lanescope;

namespace {

std::uint64_t address_of(const void* object) {
  return reinterpret_cast<std::uint64_t>(object);
}

}  // namespace

TEST_CASE("pieces are copied in their order, and what cannot be read does not hide the others") {
  const RemoteMemory memory(getpid());
  const char text[] = "first second third";
  RemoteCopies copies;
  const auto first = copies.add(address_of(text), 5);
  const auto nowhere = copies.add(8, 16);
  const auto second = copies.add(address_of(text + 6), 6);
  const auto nothing = copies.add(address_of(text), 0);
  const auto also_nowhere = copies.add(std::uint64_t{1} << 46, 8);
  const auto third = copies.add(address_of(text + 13), 5);
  copies.fetch(memory);
  CHECK(std::string_view(copies.of(first), 5) == "first");
  CHECK(std::string_view(copies.of(second), 6) == "second");
  CHECK(std::string_view(copies.of(third), 5) == "third");
  CHECK(copies.of(nothing) != nullptr);
  CHECK(copies.of(nowhere) == nullptr);
  CHECK(copies.of(also_nowhere) == nullptr);
  // More may be added to what was copied.
  const auto later = copies.add(address_of(text + 6), 3);
  copies.fetch(memory);
  CHECK(std::string_view(copies.of(later), 3) == "sec");
  CHECK(std::string_view(copies.of(first), 5) == "first");
}

TEST_CASE("more pieces than one call takes are copied in several") {
  const RemoteMemory memory(getpid());
  std::vector<std::uint32_t> numbers(3'000);
  RemoteCopies copies;
  for (std::uint32_t at = 0; at < numbers.size(); ++at) {
    numbers[at] = at;
    copies.add(address_of(&numbers[at]), sizeof(std::uint32_t));
  }
  copies.fetch(memory);
  for (std::uint32_t at = 0; at < numbers.size(); ++at) {
    std::uint32_t copy = 0;
    REQUIRE(copies.of(at) != nullptr);
    std::memcpy(&copy, copies.of(at), sizeof copy);
    REQUIRE(copy == at);
  }
}

TEST_CASE("an address is found in the piece that holds all of it") {
  const RemoteMemory memory(getpid());
  const char text[] = "0123456789";
  RemoteCopies copies;
  copies.add(address_of(text), 4);
  copies.add(address_of(text + 4), 6);
  copies.fetch(memory);
  RemoteCopies::Piece hint = 0;
  const auto find = [&](std::size_t at, std::size_t bytes, RemoteCopies::Piece first) {
    const char* const found = copies.find(address_of(text + at), bytes, first, 2, hint);
    return found == nullptr ? std::string_view("none") : std::string_view(found, bytes);
  };
  CHECK(find(1, 3, 0) == "123");
  CHECK(find(5, 5, 0) == "56789");
  CHECK(find(0, 4, 0) == "0123");
  CHECK(find(2, 4, 0) == "none");  // in two pieces
  CHECK(find(5, 6, 0) == "none");
  CHECK(find(1, 3, 1) == "none");
}
