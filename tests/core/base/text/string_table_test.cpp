#include "core/base/text/string_table.h"

#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace lanescope;

TEST_CASE("the empty text has number 0 and every text one number") {
  StringPool pool;
  CHECK(pool.intern("") == StringId::Empty);
  const StringId a = pool.intern("aten::mm");
  CHECK(a != StringId::Empty);
  CHECK(pool.intern(std::string("aten::") + "mm") == a);
  CHECK(pool[a] == "aten::mm");
  CHECK(pool.intern(std::string("aten\0mm", 7)) != pool.intern("aten"));
}

TEST_CASE("a hundred thousand texts keep their numbers and their places") {
  StringPool pool;
  std::vector<StringId> ids;
  std::vector<const char*> places;
  for (int i = 0; i < 100'000; ++i) {
    ids.push_back(pool.intern("text number " + std::to_string(i)));
    places.push_back(pool[ids.back()].data());
  }
  for (int i = 0; i < 100'000; i += 7) {
    const auto at = static_cast<std::size_t>(i);
    CHECK(pool.intern("text number " + std::to_string(i)) == ids[at]);
    CHECK(pool[ids[at]].data() == places[at]);
  }
  CHECK(pool.size() == 100'001);
}

TEST_CASE("texts longer than a block are kept whole") {
  StringPool pool;
  const std::string large(1'000'000, 'x');
  const StringId id = pool.intern(large);
  const StringId next = pool.intern("next");
  CHECK(pool[id] == large);
  CHECK(pool[next] == "next");
}

TEST_CASE("a frozen table does not see later texts and outlives the pool") {
  std::shared_ptr<const StringTable> table;
  StringId known{};
  StringId later{};
  {
    StringPool pool;
    known = pool.intern("known");
    table = pool.freeze();
    later = pool.intern("later");
  }
  CHECK((*table)[known] == "known");
  CHECK((*table)[later] == "");
  CHECK(table->size() == 2);
  CHECK(table->memory_bytes() > 0);
}

TEST_CASE("texts of every length have hashes of their own") {
  std::set<std::uint64_t> hashes;
  std::string text;
  for (int length = 0; length < 200; ++length) {
    CHECK(hashes.insert(hash_text(text)).second);
    text += 'a';
  }
  CHECK(hash_text("abcdefghijklmnopqrstuvwxyz") != hash_text("abcdefghijklmnopqrstuvwxyZ"));
  CHECK(hash_text("Abcdefghijklmnopqrstuvwxyz") != hash_text("abcdefghijklmnopqrstuvwxyz"));
}

TEST_CASE("hashes of short numbered texts differ in their lowest bits") {
  for (const int zeros : {0, 1, 2, 3, 4, 5}) {
    std::set<std::uint64_t> low_bits;
    for (int i = 0; i < 100'000; ++i) {
      std::string digits = std::to_string(100'000 + i).substr(1);
      low_bits.insert(hash_text(std::string(static_cast<std::size_t>(zeros), 'n') + digits) &
                      0x3FFFFU);
    }
    CHECK(low_bits.size() > 80'000);  // of 83,000 that chance would give
  }
}
