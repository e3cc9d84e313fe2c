#include "core/base/text/text_hash.h"

#include <doctest/doctest.h>

namespace lanescope {

TEST_CASE("a hash is sixteen digits and stays what it is") {
  CHECK(hash_digits("") == "523222484ec92fbc");
  CHECK(hash_digits("/a").size() == 16);
  CHECK(hash_digits("/a") != hash_digits("/b"));
}

}  // namespace lanescope
