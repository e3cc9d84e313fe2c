// How well collectives use the wires when nobody is waited for: by the shortest part of each, since
// the others' also hold their waits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/ranks/matched_collectives.h"

namespace lanescope {

/// Collectives of one kind, group and size.
struct TransferRow {
  std::string kind, group;
  std::optional<std::int64_t> bytes;
  std::size_t count = 0;
  Ns transfer_ns = 0;  // the sum of the shortest parts
  Ns wait_ns = 0;      // of all ranks together
  Ns most_skew_ns = 0;
  // Over all of them; nullopt where size or kind is not known, or no time passes.
  std::optional<double> algorithm_gb_per_s, bus_gb_per_s;
};

/// Of the collectives that count, by transfer time, falling. Pure. Cost: linear.
std::vector<TransferRow> find_transfers(const SharedGroups& shared,
                                        const MatchedCollectives& matched);

}  // namespace lanescope
