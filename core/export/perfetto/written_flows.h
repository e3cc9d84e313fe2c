// The arrows of a trace as Perfetto's flows, which have ids but neither names nor categories: kinds
// are told by ids, and listed once at the end.
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "core/export/arrows.h"
#include "core/export/event_selection.h"
#include "core/export/perfetto/packets.h"
#include "core/export/redaction.h"
#include "core/store/snapshot.h"

namespace lanescope::perfetto {

class WrittenFlows {
 public:
  /// An end of an arrow where no slice begins.
  struct Loose {
    TrackId track;
    Ns time_ns;
    WrittenFlow flow;
  };

  explicit WrittenFlows(Redaction* redaction) : redaction_(redaction) {}

  /// Call once, before the others.
  void collect(const Snapshot& trace, const EventSelection& selection);

  [[nodiscard]] std::vector<WrittenFlow> of(EventId slice) const;
  [[nodiscard]] const std::vector<Loose>& loose() const { return loose_; }
  /// Of all arrows, and those that were made from launches.
  [[nodiscard]] std::uint64_t ends() const { return ends_; }
  [[nodiscard]] std::uint64_t made_ends() const { return made_ends_; }
  /// What the kinds of flows are, for the reader of the file.
  [[nodiscard]] JsonArray described() const;

 private:
  struct SliceFlow {
    EventId slice;
    WrittenFlow flow;
  };
  struct Kind {
    std::string_view category, name;
    bool has_category;
    friend auto operator<=>(const Kind&, const Kind&) = default;
  };

  std::uint64_t id_of(const FlowHalf& half);
  std::uint64_t number_of(const Kind& kind);

  Redaction* redaction_;
  std::vector<SliceFlow> flows_;  // by slice
  std::vector<Loose> loose_;
  std::vector<Kind> kinds_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> numbered_;  // by kind and id
  std::uint64_t ends_ = 0, made_ends_ = 0;
};

}  // namespace lanescope::perfetto
