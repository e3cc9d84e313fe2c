#include "core/readers/memory/pickle.h"

#include <random>
#include <string>

#include <doctest/doctest.h>

#include "tests/core/fixtures/pickle_text.h"

using namespace lanescope;
using namespace std::string_literals;

namespace {

std::int64_t integer_of(const std::string& opcodes) {
  const std::string bytes = pickled::file(opcodes);
  const auto data = read_pickle(bytes);
  REQUIRE(data.ok());
  return data.value().integer(data.value().root(), -999);
}

Error::Kind refusal(const std::string& bytes) {
  const auto data = read_pickle(bytes);
  REQUIRE(!data.ok());
  return data.error().kind;
}

}  // namespace

TEST_CASE("numbers of every width are read, too large ones as the nearest there is") {
  CHECK(integer_of("K\xFF") == 255);
  CHECK(integer_of("M\x39\x30") == 12345);
  CHECK(integer_of("J\xFE\xFF\xFF\xFF") == -2);
  CHECK(integer_of("\x8A\x00"s) == 0);
  CHECK(integer_of("\x8A\x05\x00\x00\x00\x03\x0B"s) == 47294971904);
  CHECK(integer_of("\x8A\x01\x80") == -128);
  CHECK(integer_of("\x8A\x09\x00\x00\x00\x00\x00\x00\x00\x80\x00"s) == INT64_MAX);
  CHECK(integer_of("\x8A\x09\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x7F\xFF") == INT64_MIN);
  CHECK(integer_of("\x8B\x02\x00\x00\x00\x01\x01"s) == 257);
  CHECK(integer_of("G\x40\x0C\x00\x00\x00\x00\x00\x00"s) == 3);
  CHECK(integer_of("\x88") == 1);
  CHECK(integer_of("N") == -999);
}

TEST_CASE("dicts, lists and tuples keep their order, and what is shared is one object") {
  const std::string bytes =
      "\x80\x04\x95\x20\x00\x00\x00\x00\x00\x00\x00"s  // a frame
      "}\x94(\x8C\x01"
      "a]\x94(K\x01K\x02"
      "e\x8C\x01"
      "bh\x01\x8C\x01"
      "cK\x07K\x08\x86u."s;
  const auto read = read_pickle(bytes);
  REQUIRE(read.ok());
  const PickleData& data = read.value();
  const PickleId a = data.find(data.root(), "a");
  REQUIRE(data.items(a).size() == 2);
  CHECK(data.integer(data.items(a)[1].second) == 2);
  CHECK(data.find(data.root(), "b") == a);
  CHECK(data.integer(data.items(data.find(data.root(), "c"))[1].second) == 8);
  CHECK(data.find(data.root(), "d") == PickleId::None);
  CHECK(data.text(data.items(data.root())[0].first) == "a");
}

TEST_CASE("a pickle that would run code is refused") {
  CHECK(refusal("\x80\x02"
                "cos\nsystem\n(X\x02\x00\x00\x00lstR."s) == Error::Kind::Unsupported);
  CHECK(refusal("\x80\x04\x8C\x02os\x8C\x06system\x93."s) == Error::Kind::Unsupported);
  CHECK(refusal("\x80\x02}R.") == Error::Kind::Unsupported);
}

TEST_CASE("a pickle cut off at any byte, or not meant for this, is an error and no crash") {
  const std::string whole = pickled::file(pickled::dict(
      {{"segments", pickled::list({pickled::integer(5), pickled::text("x")})}, {"b", "K\x01"}}));
  CHECK(read_pickle(whole).ok());
  for (std::size_t cut = 0; cut < whole.size(); ++cut) {
    CHECK(refusal(whole.substr(0, cut)) == Error::Kind::WrongFormat);
  }
  for (const std::string& bytes : {"."s, "e."s, "u."s, "s."s, "a."s,
                                   "K\x01"
                                   "a."s,
                                   "t."s, "\x87."s, "h\x05."s, "q\x05."s, "0."s, "2."s, "1."s,
                                   "}K\x01"
                                   "a."s,
                                   "](K\x01u."s, "\x80\x00."s, "]r\xFF\xFF\xFF\xFF."s}) {
    CHECK(refusal(bytes) == Error::Kind::WrongFormat);
  }
}

TEST_CASE("random changes of a pickle are survived") {
  const std::string whole = pickled::file(
      pickled::list({pickled::dict({{"addr", pickled::integer(7)}, {"size", "K\x08"}}), "h\x00"s,
                     "\x8C\x03xyz"}));
  std::mt19937 random(5);
  for (int i = 0; i < 20'000; ++i) {
    std::string bytes = whole;
    for (int change = 0; change < 3; ++change) {
      bytes[random() % bytes.size()] = static_cast<char>(random() % 256);
    }
    if (const auto data = read_pickle(bytes); data.ok()) {
      CHECK(data.value().items(data.value().root()).size() < 100);
    }
  }
}
