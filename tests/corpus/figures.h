// Figures of the slices of a trace, as the scripts beside the corpus compute them from the files.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/store/snapshot.h"

namespace lanescope {

/// Valid as long as the snapshot.
struct SliceRow {
  const Track* track = nullptr;
  const TrackChunk* chunk = nullptr;
  std::uint32_t slice = 0;
  std::string_view category, name;
  TimeRange range;
  std::uint32_t depth = 0;  // from 0

  [[nodiscard]] Place place() const { return chunk->place[slice]; }
  [[nodiscard]] EventId link() const { return chunk->link[slice]; }
};

/// All slices for which `holds` is true.
std::vector<SliceRow> rows_where(const Snapshot& trace,
                                 const std::function<bool(const SliceRow&)>& holds);
std::vector<SliceRow> rows_of_category(const Snapshot& trace, std::string_view category);

struct Figures {
  std::uint64_t count = 0;
  Ns total_ns = 0;
  Ns busy_ns = 0;  // the length of the union
  Ns first_ns = kMaxNs, last_ns = kMinNs;
};
Figures figures_of(std::span<const SliceRow> rows);

/// Compares those of the members count, total_ns, busy_ns, first_ns and last_ns that are there.
void check_figures(const Figures& found, const nlohmann::json& expected);

/// What is open on the thread of a slice during all of it, outermost first: of these categories.
std::vector<SliceRow> around(const Snapshot& trace, const SliceRow& row,
                             std::span<const std::string_view> categories);

/// The digest of all names with their counts and total times, in ns.
std::string digest_of_names(std::span<const SliceRow> rows);
/// SHA-256, in hexadecimal digits.
std::string sha256_of(std::string_view bytes);

/// The numbers that a script found in a file of the corpus's folder "formats".
nlohmann::json expected_of(const std::string& name);

}  // namespace lanescope
