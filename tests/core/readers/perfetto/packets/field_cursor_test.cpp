// The fast reader of fields agrees with the one for other messages.
#include "core/readers/perfetto/packets/field_cursor.h"

#include <doctest/doctest.h>

#include "tests/core/fixtures/perfetto_packets.h"

using namespace lanescope;
using namespace lanescope::perfetto_packets;
using perfetto::FieldCursor;

namespace {

std::string text_of(const MessageField& field) {
  return std::to_string(field.number) + "=" +
         (field.is_bytes ? "'" + std::string(field.bytes) + "'" : std::to_string(field.value)) +
         " ";
}

std::string by_cursor(std::string_view message) {
  std::string text;
  FieldCursor fields(message);
  while (fields.next()) text += text_of(fields.field());
  return text + (fields.broken() ? "broken" : "whole");
}

std::string by_reader(std::string_view message) {
  std::string text;
  MessageReader fields(message);
  while (const auto field = fields.next()) text += text_of(*field);
  return text + (fields.broken() ? "broken" : "whole");
}

}  // namespace

TEST_CASE("numbers of every length are read, also at the end of the message") {
  std::string all;
  for (unsigned bits = 0; bits < 64; ++bits) {
    const std::uint64_t value = (std::uint64_t{0x5A5A5A5A5A5A5A5A} >> bits) | 1U;
    CHECK(by_cursor(number(7, value)) == "7=" + std::to_string(value) + " whole");
    all += number(7, value) + number(900, UINT64_MAX >> bits);
  }
  CHECK(by_cursor(all) == by_reader(all));
}

TEST_CASE("every kind of field is read, and a message may end anywhere") {
  const std::string message = number(1, 300) + bytes(2, "text") + fixed(3, UINT64_MAX - 5) +
                              varint(4 * 8 + 5) + "four" + bytes(5, "") +
                              number(100'000, 1ULL << 40U) + bytes(6, std::string(200, 'l'));
  CHECK(by_cursor(message) == by_reader(message));
  for (std::size_t size = 0; size < message.size(); ++size) {
    const std::string_view part(message.data(), size);
    CHECK(by_cursor(part) == by_reader(part));
  }
}

TEST_CASE("what is no field ends a message") {
  const std::string ten(10, '\x80');
  for (const std::string& bad :
       {std::string("\x03"), std::string("\x07\x01"), std::string(1, '\0'), ten + "\x01",
        number(1, 1) + "\x08" + ten, varint(std::uint64_t{1} << 40U) + "\x01",
        std::string("\x08\xFF\x80\x80\x00", 5),
        std::string("\x0A\x05"
                    "abc")}) {
    CHECK(by_cursor(bad) == by_reader(bad));
    CHECK(by_cursor(bad + std::string(20, '\x01')) == by_reader(bad + std::string(20, '\x01')));
  }
}

TEST_CASE("a field that is asked for by its tag is taken only if it is that one") {
  constexpr char kText = 4 * 8 + 2, kNumber = 3 * 8;
  const std::string message = bytes(4, "one") + number(3, 300) + bytes(4, std::string(128, 'l'));
  FieldCursor fields(message);
  std::string_view text;
  CHECK_FALSE(fields.next_number(kNumber));
  REQUIRE(fields.next_short(kText, text));
  CHECK(text == "one");
  CHECK_FALSE(fields.next_short(kText, text));
  REQUIRE(fields.next_number(kNumber));
  CHECK(fields.field().value == 300);
  CHECK_FALSE(fields.next_short(kText, text));  // has 128 bytes
  CHECK_FALSE(fields.next_bytes(kNumber, text));
  REQUIRE(fields.next_bytes(kText, text));
  CHECK(text.size() == 128);
  CHECK_FALSE(fields.next_short(kText, text));
  CHECK_FALSE(fields.next_number(kNumber));
  CHECK_FALSE(fields.next());
  CHECK_FALSE(fields.broken());
}

TEST_CASE("a field that is asked for by its tag is left where the message ends within it") {
  constexpr char kText = 4 * 8 + 2, kNumber = 3 * 8;
  std::string_view text;
  FieldCursor cut_text(std::string_view("\x22\x03on", 4));
  CHECK_FALSE(cut_text.next_short(kText, text));
  CHECK_FALSE(cut_text.next_bytes(kText, text));
  CHECK_FALSE(cut_text.next());
  CHECK(cut_text.broken());
  FieldCursor cut_number(std::string_view("\x18\x80", 2));
  CHECK_FALSE(cut_number.next_number(kNumber));
  CHECK_FALSE(cut_number.next());
  CHECK(cut_number.broken());
}
