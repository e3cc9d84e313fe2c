#include "tests/corpus/figures.h"

#include <algorithm>
#include <array>
#include <bit>
#include <fstream>
#include <map>
#include <tuple>
#include <utility>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/corpus/corpus.h"

namespace lanescope {
namespace {

constexpr std::array<std::uint32_t, 64> kRounds = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

using Sha256State = std::array<std::uint32_t, 8>;

void add_block(Sha256State& state, std::string_view block) {
  std::array<std::uint32_t, 64> words{};
  for (std::size_t i = 0; i < 16; ++i) {
    for (std::size_t byte = 0; byte < 4; ++byte)
      words[i] = words[i] << 8U | static_cast<unsigned char>(block[4 * i + byte]);
  }
  for (std::size_t i = 16; i < words.size(); ++i) {
    const std::uint32_t early = words[i - 15], late = words[i - 2];
    words[i] = words[i - 16] + words[i - 7] +
               (std::rotr(early, 7) ^ std::rotr(early, 18) ^ early >> 3U) +
               (std::rotr(late, 17) ^ std::rotr(late, 19) ^ late >> 10U);
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::uint32_t first = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                                ((e & f) ^ (~e & g)) + kRounds[i] + words[i];
    const std::uint32_t second =
        (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = std::exchange(g, std::exchange(f, std::exchange(e, d + first)));
    d = std::exchange(c, std::exchange(b, std::exchange(a, first + second)));
  }
  const Sha256State added = {a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < state.size(); ++i) state[i] += added[i];
}

}  // namespace

std::vector<SliceRow> rows_where(const Snapshot& trace,
                                 const std::function<bool(const SliceRow&)>& holds) {
  std::vector<SliceRow> rows;
  for (const Track& track : trace.tracks) {
    for (const auto& chunk : track.chunks) {
      for (std::uint32_t i = 0; i < chunk->size(); ++i) {
        const Category& category = trace.categories[index_of(chunk->category[i])];
        const SliceRow row{&track,
                           chunk.get(),
                           i,
                           trace.text(category.name),
                           trace.text(chunk->name[i]),
                           chunk->range(i),
                           chunk->row_of(i)};
        if (holds(row)) rows.push_back(row);
      }
    }
  }
  return rows;
}

std::vector<SliceRow> rows_of_category(const Snapshot& trace, std::string_view category) {
  return rows_where(trace, [&](const SliceRow& row) { return row.category == category; });
}

Figures figures_of(std::span<const SliceRow> rows) {
  Figures figures;
  std::vector<TimeRange> ranges;
  for (const SliceRow& row : rows) {
    ++figures.count;
    figures.total_ns += row.range.length_ns();
    figures.first_ns = std::min(figures.first_ns, row.range.begin_ns);
    figures.last_ns = std::max(figures.last_ns, row.range.end_ns);
    ranges.push_back(row.range);
  }
  std::ranges::sort(ranges, {}, &TimeRange::begin_ns);
  Ns until_ns = kMinNs;
  for (const TimeRange& range : ranges) {
    const Ns from_ns = std::max(range.begin_ns, until_ns);
    if (range.end_ns > from_ns) figures.busy_ns += range.end_ns - from_ns;
    until_ns = std::max(until_ns, range.end_ns);
  }
  return figures;
}

void check_figures(const Figures& found, const nlohmann::json& expected) {
  CAPTURE(expected.dump());
  REQUIRE(expected.contains("count"));
  CHECK(found.count == expected["count"]);
  if (found.count == 0) return;
  for (const auto& [key, value] : {std::pair("total_ns", found.total_ns),
                                   {"busy_ns", found.busy_ns},
                                   {"first_ns", found.first_ns},
                                   {"last_ns", found.last_ns}}) {
    CAPTURE(key);
    if (expected.contains(key)) CHECK(value == expected[key]);
  }
}

std::vector<SliceRow> around(const Snapshot& trace, const SliceRow& row,
                             std::span<const std::string_view> categories) {
  std::vector<SliceRow> rows = rows_where(trace, [&](const SliceRow& other) {
    return other.track == row.track && other.range.begin_ns <= row.range.begin_ns &&
           other.range.end_ns >= row.range.end_ns &&
           std::ranges::find(categories, other.category) != categories.end();
  });
  std::ranges::sort(rows, {}, &SliceRow::depth);
  return rows;
}

std::string digest_of_names(std::span<const SliceRow> rows) {
  std::map<std::string_view, std::pair<std::uint64_t, Ns>> names;
  for (const SliceRow& row : rows) {
    auto& [count, total_ns] = names[row.name];
    ++count;
    total_ns += row.range.length_ns();
  }
  std::string lines;
  for (const auto& [name, sum] : names)
    lines += fmt::format("{}\t{}\t{}\n", name, sum.first, sum.second);
  return sha256_of(lines);
}

std::string sha256_of(std::string_view bytes) {
  constexpr std::size_t kBlock = 64, kLength = 8;
  std::string padded(bytes);
  padded += '\x80';
  while (padded.size() % kBlock != kBlock - kLength) padded += '\0';
  const std::uint64_t bits = std::uint64_t{bytes.size()} * 8;
  for (std::size_t byte = 0; byte < kLength; ++byte)
    padded += static_cast<char>(bits >> (56U - 8U * byte) & 0xFFU);
  Sha256State state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                       0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  for (std::size_t at = 0; at < padded.size(); at += kBlock)
    add_block(state, std::string_view(padded).substr(at, kBlock));
  std::string digits;
  for (const std::uint32_t word : state) digits += fmt::format("{:08x}", word);
  return digits;
}

nlohmann::json expected_of(const std::string& name) {
  std::ifstream file(corpus_file("formats/" + name + ".expected.json"));
  return nlohmann::json::parse(file);
}

}  // namespace lanescope
