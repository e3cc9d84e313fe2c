#include "core/export/written_pieces.h"

#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace lanescope;

TEST_CASE("what is written is passed on in pieces, with the share that is done") {
  std::string file;
  std::vector<double> shares;
  const TextSink sink = [&](std::string_view piece) {
    file += piece;
    return true;
  };
  TraceWriteOptions options;
  options.tell = [&](double share) { shares.push_back(share); };
  WrittenPieces pieces(sink, options, 4);
  pieces.add_slice();
  CHECK_FALSE(pieces.pass("ab", 3));  // too short yet
  CHECK(file.empty());
  CHECK(pieces.pass("abc", 3));
  for (int i = 0; i < 3; ++i) pieces.add_slice();
  CHECK(pieces.pass("d", 0));
  CHECK(file == "abcd");
  CHECK(shares == std::vector{0.25, 1.0});
  CHECK(pieces.wanted());
}

TEST_CASE("nothing more is passed on once the sink or the user has stopped the writing") {
  int calls = 0;
  const TextSink full = [&](std::string_view) {
    ++calls;
    return false;
  };
  const TraceWriteOptions none;
  WrittenPieces refused(full, none, 0);
  CHECK(refused.pass("a", 0));
  CHECK_FALSE(refused.wanted());
  CHECK_FALSE(refused.pass("b", 0));
  CHECK(calls == 1);

  const TextSink endless = [](std::string_view) { return true; };
  TraceWriteOptions options;
  options.stop = [] { return true; };
  WrittenPieces stopped(endless, options, 0);
  CHECK(stopped.pass("a", 0));
  CHECK_FALSE(stopped.wanted());
}
