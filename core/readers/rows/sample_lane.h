// SampleLane: one track of a sampled thread, with its open slices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/readers/rows/row_sink.h"

namespace lanescope {

struct SampleItem {
  LocalId name = 0;
  std::uint16_t category = 0;
  friend bool operator==(const SampleItem&, const SampleItem&) = default;
};

class SampleLane {
 public:
  void set_track(LocalId track) { track_ = track; }
  /// How many rows are above its slices.
  void set_first_row(std::size_t row) { first_row_ = row; }

  [[nodiscard]] bool empty() const { return open_.empty(); }
  [[nodiscard]] std::size_t depth() const { return open_.size(); }
  /// Whether exactly these are open.
  [[nodiscard]] bool has(std::span<const SampleItem> items) const;

  /// From then on it has these, outermost first: others end, new ones begin. Returns how many
  /// ended.
  std::size_t change(std::span<const SampleItem> items, Ns time_ns, Place place, RowSink& sink);
  /// Ends all from a depth on. Returns how many ended.
  std::size_t end(std::size_t depth, Ns end_ns, RowSink& sink);
  /// The innermost has another name, as is known now.
  void rename(LocalId name) { open_.back().item.name = name; }
  [[nodiscard]] Ns begin_ns() const { return open_.back().begin_ns; }

  /// Appends the slices that go on.
  void add_open(std::vector<RowSink::Slice>& out) const;

 private:
  struct Open {
    SampleItem item;
    Ns begin_ns = 0;
    Place place;
  };
  [[nodiscard]] RowSink::Slice slice_at(std::size_t row) const;
  /// Whether it may have the same times as the slice around it or the one inside it: those that
  /// also end together are told apart by the order in which they began.
  [[nodiscard]] bool begins_with_neighbor(std::size_t row) const;

  LocalId track_ = 0;
  std::size_t first_row_ = 0;
  std::vector<Open> open_;  // outermost first
};

}  // namespace lanescope
