#include "core/store/lod.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include <doctest/doctest.h>

#include "tests/core/store/row_fixture.h"

namespace lanescope {
namespace {

std::vector<RowPiece> pieces_of(const RowFixture& row, TimeRange window, double ns_per_px) {
  RowPieces pieces;
  query_row(row.lod(), row.slices(), window, ns_per_px, pieces);
  return {pieces.begin(), pieces.end()};
}

/// What must hold for any row and any zoom.
void check_pieces(const RowFixture& row, TimeRange window, double ns_per_px) {
  CAPTURE(window.begin_ns);
  CAPTURE(ns_per_px);
  const auto pieces = pieces_of(row, window, ns_per_px);
  // Every slice that touches the window is in exactly one piece, in order.
  std::uint32_t first = 0;
  while (first < row.size() && row.end_ns(first) <= window.begin_ns &&
         row.start_ns[first] < window.begin_ns) {
    ++first;
  }
  std::uint32_t next = first;
  std::map<std::int64_t, int> starting_in;
  for (const RowPiece& piece : pieces) {
    REQUIRE(piece.slice == next);
    REQUIRE(piece.count > 0);
    next = piece.slice + piece.count;
    REQUIRE(next <= row.size());
    REQUIRE(piece.begin_ns == row.start_ns[piece.slice]);
    // The last end, up to the rounding of a cell's extent.
    const Ns end_ns = row.end_ns(next - 1);
    REQUIRE(piece.end_ns >= end_ns);
    REQUIRE(static_cast<double>(piece.end_ns - end_ns) <= ns_per_px * 1e-3 + 1);
    const double width_px = static_cast<double>(piece.end_ns - piece.begin_ns) / ns_per_px;
    if (piece.count > 1) {
      REQUIRE(width_px < 2.6);
      for (std::uint32_t i = piece.slice; i + 1 < next; ++i) {
        REQUIRE(static_cast<double>(row.start_ns[i + 1] - row.end_ns(i)) < ns_per_px * 1.001 + 1);
      }
    } else {
      REQUIRE(piece.name == row.name[piece.slice]);
    }
    const double busy_ns =
        std::accumulate(row.dur_ns.begin() + piece.slice, row.dur_ns.begin() + next, 0.0);
    REQUIRE(std::abs(busy_ns - static_cast<double>(piece.busy_ns)) <=
            1e-3 * busy_ns + ns_per_px * 1e-2 + 40);
    const double from_px = static_cast<double>(piece.begin_ns - window.begin_ns) / ns_per_px;
    if (from_px >= 0) ++starting_in[static_cast<std::int64_t>(from_px)];
  }
  if (next < row.size()) REQUIRE(row.start_ns[next] >= window.end_ns);
  if (!pieces.empty()) REQUIRE(pieces.back().begin_ns < window.end_ns);
  if (ns_per_px >= 2) {  // finer pixels are shorter than what integers can tell apart
    for (const auto& [pixel, count] : starting_in) REQUIRE(count <= 3);
  }
}

}  // namespace

TEST_CASE("a slice wider than a pixel is a piece of its own with its exact times") {
  RowFixture row;
  for (std::uint32_t i = 0; i < 1000; ++i) row.add(i * 100, 90, i);
  const auto pieces = pieces_of(row, {50'000, 50'300}, 0.5);
  REQUIRE(pieces.size() == 3);
  CHECK(pieces[0].begin_ns == 50'000);
  CHECK(pieces[0].end_ns == 50'090);
  CHECK(pieces[0].slice == 500);
  CHECK(pieces[0].count == 1);
  CHECK(pieces[0].name == StringId{500});
  CHECK(pieces[2].slice == 502);
}

TEST_CASE("slices thinner than a pixel melt into blocks that keep their count and busy time") {
  RowFixture row;
  for (std::uint32_t i = 0; i < 100'000; ++i) row.add(i * 10, 4, 7);
  const auto pieces = pieces_of(row, {0, 1'000'000}, 1000);
  CHECK(pieces.size() <= 1000 * 2);
  CHECK(pieces.size() >= 500);
  std::uint64_t count = 0;
  double busy_ns = 0;
  for (const RowPiece& piece : pieces) {
    count += piece.count;
    busy_ns += static_cast<double>(piece.busy_ns);
    CHECK(piece.name == StringId{7});
  }
  CHECK(count == 100'000);
  CHECK(busy_ns == doctest::Approx(400'000).epsilon(0.001));
}

TEST_CASE("the whole of a long row is one block when it is thinner than a pixel") {
  RowFixture row;
  for (std::uint32_t i = 0; i < 4096; ++i) row.add(i, 1, i == 77 ? 5 : 6);
  const auto pieces = pieces_of(row, {0, 1'000'000}, 10'000);
  REQUIRE(pieces.size() == 1);
  CHECK(pieces[0].count == 4096);
  CHECK(pieces[0].begin_ns == 0);
  CHECK(pieces[0].end_ns >= 4096);
}

TEST_CASE("a block is called by its longest slice") {
  RowFixture row;
  for (std::uint32_t i = 0; i < 512; ++i) row.add(i * 10, i == 300 ? 9 : 2, i == 300 ? 42 : 1);
  const auto pieces = pieces_of(row, {0, 100'000'000}, 100'000);
  REQUIRE(pieces.size() == 1);
  CHECK(pieces[0].name == StringId{42});
  CHECK(longest_slice(row.slices(), pieces[0].slice, pieces[0].count) == 300);
}

TEST_CASE("a wide gap between thin slices is not painted over") {
  RowFixture row;
  for (std::uint32_t i = 0; i < 100; ++i) row.add(i, 1);
  for (std::uint32_t i = 0; i < 100; ++i) row.add(1'000'000 + i, 1);
  const auto pieces = pieces_of(row, {0, 2'000'000}, 1000);
  REQUIRE(pieces.size() == 2);
  CHECK(pieces[0].end_ns <= 101);
  CHECK(pieces[1].begin_ns == 1'000'000);
}

TEST_CASE("slices of no length are drawn") {
  RowFixture row;
  row.add(10, 0);
  row.add(5000, 0);
  row.add(5000, 0);
  const auto pieces = pieces_of(row, {0, 10'000}, 10);
  REQUIRE(pieces.size() == 2);
  CHECK(pieces[0].begin_ns == 10);
  CHECK(pieces[0].end_ns == 10);
  CHECK(pieces[1].count == 2);
}

TEST_CASE("a slice that begins before the window and one that ends after it are both there") {
  RowFixture row;
  row.add(0, 1000);
  row.add(1500, 100);
  row.add(1900, 5000);
  const auto pieces = pieces_of(row, {500, 2000}, 1);
  REQUIRE(pieces.size() == 3);
  CHECK(pieces[0].begin_ns == 0);
  CHECK(pieces[2].end_ns == 6900);
}

TEST_CASE("what ends where the window begins, or begins where it ends, is outside") {
  RowFixture row;
  row.add(0, 500);
  row.add(1000, 10);
  CHECK(pieces_of(row, {500, 1000}, 1).empty());
  CHECK(pieces_of(row, {2000, 3000}, 1).empty());
  CHECK(pieces_of(row, {500, 500}, 1).empty());
}

TEST_CASE("pieces are appended to what the buffer holds") {
  RowFixture row;
  row.add(0, 100);
  RowPieces pieces;
  query_row(row.lod(), row.slices(), {0, 1000}, 1, pieces);
  query_row(row.lod(), row.slices(), {0, 1000}, 1, pieces);
  CHECK(pieces.size() == 2);
  pieces.clear();
  CHECK(pieces.size() == 0);
}

TEST_CASE("random rows hold every slice once, at any zoom and place") {
  std::uint32_t seed = 0;
  for (const std::uint32_t slices : {1U, 7U, 63U, 64U, 65U, 500U, 4000U}) {
    for (const Ns scale_ns : {3, 200, 50'000}) {
      const RowFixture row = random_row(slices, scale_ns, scale_ns * 2, ++seed);
      const Ns length_ns = row.end_ns(row.size() - 1) - row.start_ns[0] + 1;
      for (const double zoom : {0.5, 1.0, 3.0, 10.0, 100.0, 5000.0}) {
        const Ns span_ns = std::max<Ns>(2, static_cast<Ns>(static_cast<double>(length_ns) / zoom));
        for (const double place : {-0.1, 0.0, 0.31, 0.77, 1.0}) {
          const Ns begin_ns =
              row.start_ns[0] + static_cast<Ns>(static_cast<double>(length_ns - span_ns) * place);
          for (const double width_px : {7.0, 300.0}) {
            check_pieces(row, {begin_ns, begin_ns + span_ns},
                         static_cast<double>(span_ns) / width_px);
          }
        }
      }
    }
  }
}

TEST_CASE("panning by whole pixels keeps the pieces in view") {
  RowFixture row;
  Ns at_ns = 0;
  for (std::uint32_t i = 0; i < 20'000; ++i) {
    at_ns += i * 53 % 31;
    row.add(at_ns, i * 37 % 41);
    at_ns += i * 37 % 41;
  }
  for (const std::uint32_t at : {0U, 1501U, 2048U, 13'337U}) {
    const Ns begin_ns = row.start_ns[at];
    const auto at_rest = pieces_of(row, {begin_ns, begin_ns + 100 * 500}, 500);
    const auto panned = pieces_of(row, {begin_ns + 7 * 500, begin_ns + 107 * 500}, 500);
    std::uint32_t compared = 0;
    for (const RowPiece& piece : at_rest) {
      // Cells that straddle the left edge are taken apart there; a few pixels on all is the same.
      if (piece.begin_ns < begin_ns + 20 * 500 || piece.begin_ns > begin_ns + 95 * 500) continue;
      const auto match = std::find_if(panned.begin(), panned.end(), [&](const RowPiece& other) {
        return other.slice == piece.slice && other.count == piece.count;
      });
      CHECK(match != panned.end());
      ++compared;
    }
    CHECK(compared > 0);
  }
}

TEST_CASE("times at the ends of int64 neither overflow nor hang") {
  RowFixture row;
  row.add(kMinNs, 5);
  for (std::uint32_t i = 0; i < 100; ++i) row.add(static_cast<Ns>(i), 1);
  row.add(kMaxNs - 10, 10);
  const auto all = pieces_of(row, {kMinNs, kMaxNs}, 1e16);
  std::uint64_t count = 0;
  for (const RowPiece& piece : all) count += piece.count;
  CHECK(count == row.size());
  CHECK(!pieces_of(row, {kMaxNs - 20, kMaxNs}, 0.01).empty());
  CHECK(!pieces_of(row, {0, 1}, 1e-9).empty());
}

TEST_CASE("the level of detail costs at most four bytes a slice") {
  const RowFixture row = random_row(100'000, 50, 50, 3);
  const Lod lod = row.lod();
  CHECK(static_cast<double>(lod.memory_bytes()) / 100'000 < 4.0);
  CHECK(lod.level(0).size() == 12'500);
  CHECK(lod.level(lod.levels() - 1).size() == 1);
}

TEST_CASE("busy time by pixel adds up to the busy time of the window") {
  for (const double pixels : {10.0, 333.0, 5000.0}) {
    const RowFixture row = random_row(5000, 100, 100, 9);
    const TimeRange window = {row.start_ns[500], row.end_ns(4500)};
    std::vector<double> busy_ns(static_cast<std::size_t>(pixels), 0.0);
    add_busy(row.lod(), row.slices(), window, busy_ns);
    double expected_ns = 0;
    for (std::uint32_t i = 0; i < row.size(); ++i) {
      const Ns begin_ns = std::max(row.start_ns[i], window.begin_ns);
      const Ns end_ns = std::min(row.end_ns(i), window.end_ns);
      if (end_ns > begin_ns) expected_ns += static_cast<double>(end_ns - begin_ns);
    }
    const double total_ns = std::accumulate(busy_ns.begin(), busy_ns.end(), 0.0);
    CHECK(total_ns == doctest::Approx(expected_ns).epsilon(0.005));
    const double pixel_ns = static_cast<double>(window.length_ns()) / pixels;
    for (const double ns : busy_ns) CHECK(ns <= pixel_ns * 1.01 + 1);
  }
}

}  // namespace lanescope
