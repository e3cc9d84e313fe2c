#include "core/base/bytes/message_reader.h"

#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace lanescope {
namespace {

using namespace std::string_view_literals;

TEST_CASE("a message's fields are read in the order in which they are written") {
  // 1: 150, 2: "abc", 3: a double, 4: a number of 32 bits
  MessageReader fields(
      "\x08\x96\x01\x12\x03"
      "abc\x19\0\0\0\0\0\0\xF8\x3F\x25\x05\0\0\0"sv);
  const auto first = fields.next();
  REQUIRE(first);
  CHECK(first->number == 1);
  CHECK(first->value == 150);
  const auto second = fields.next();
  REQUIRE(second);
  CHECK(second->is_bytes);
  CHECK(second->bytes == "abc");
  const auto third = fields.next();
  REQUIRE(third);
  CHECK(third->number == 3);
  CHECK(third->number_value() == 1.5);
  const auto fourth = fields.next();
  REQUIRE(fourth);
  CHECK(fourth->value == 5);
  CHECK(!fields.next());
  CHECK(!fields.broken());
}

TEST_CASE("a message that ends within a field is broken") {
  for (const std::string_view bytes : {"\x08"sv, "\x08\x96"sv, "\x12\x05"sv,
                                       "\x12\x05"
                                       "abc"sv,
                                       "\x19\0\0"sv, "\x0B"sv, "\x00\x01"sv}) {
    MessageReader fields(bytes);
    CHECK(!fields.next());
    CHECK(fields.broken());
  }
}

TEST_CASE("a varint has ten bytes at most, and 64 bits") {
  std::string_view largest = "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01rest"sv;
  CHECK(take_message_varint(largest) == UINT64_MAX);
  CHECK(largest == "rest");
  std::string_view endless = "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01"sv;
  CHECK(!take_message_varint(endless));
}

TEST_CASE("a repeated number may be packed") {
  std::vector<std::uint64_t> values;
  const auto add = [&values](std::uint64_t value) { values.push_back(value); };
  MessageReader fields("\x0A\x03\x01\x96\x01\x08\x07"sv);
  while (const auto field = fields.next()) CHECK(each_integer(*field, add));
  CHECK(values == std::vector<std::uint64_t>{1, 150, 7});
}

}  // namespace
}  // namespace lanescope
