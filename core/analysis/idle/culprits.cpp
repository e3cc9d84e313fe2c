#include "core/analysis/idle/culprits.h"

#include <algorithm>
#include <tuple>

#include "core/analysis/events/interval_union.h"
#include "core/analysis/host/site.h"

namespace lanescope {

std::size_t IdleCulprits::KeyHash::operator()(const Key& key) const {
  constexpr std::uint64_t kMix = 0x9E3779B97F4A7C15U;
  std::uint64_t hash = static_cast<std::uint64_t>(key.what);
  for (const StringId part : {key.name, key.cause, key.source}) {
    hash = (hash ^ index_of(part)) * kMix;
    hash ^= hash >> 32U;
  }
  return hash;
}

StringId IdleCulprits::shared_name(EventId event) {
  const StringId name = slice_name(culprits_, event);
  return is_step_(name) && !snapshot_.steps.empty() ? snapshot_.steps.front().name : name;
}

void IdleCulprits::add_gap(std::span<const IdlePiece> pieces) {
  ++gaps_;
  for (const IdlePiece& piece : pieces) add_piece(piece);
}

void IdleCulprits::add_piece(const IdlePiece& piece) {
  if (piece.what == IdleClass::Paused) return;  // has no culprit
  const bool own_cause = piece.cause == piece.culprit;
  const Key key{piece.what, shared_name(piece.culprit),
                own_cause ? StringId::Empty : slice_name(causes_, piece.cause),
                slice_name(culprits_, piece.source)};
  const auto [at, fresh] = known_.try_emplace(key, rows_.size());
  if (fresh) {
    Row& row = rows_.emplace_back();
    row.culprit.what = key.what;
    row.culprit.name = key.name;
    row.culprit.cause = key.cause;
    row.culprit.source = key.source;
    row.culprit.first_ns = piece.range.begin_ns;
  }
  Row& row = rows_[at->second];
  const Ns length_ns = length_of(piece.range);
  if (row.last_gap != gaps_) {
    row.last_gap = gaps_;
    row.in_gap_ns = 0;
    ++row.culprit.total.gaps;
  }
  row.in_gap_ns = saturating_add(row.in_gap_ns, length_ns);
  row.culprit.max_ns = std::max(row.culprit.max_ns, row.in_gap_ns);
  row.culprit.total.ns = saturating_add(row.culprit.total.ns, length_ns);
  if (length_ns > row.longest_piece_ns) {
    row.longest_piece_ns = length_ns;
    row.culprit.event = piece.culprit;
    // For steps, the one that `event` refers to.
    row.culprit.name = slice_name(culprits_, piece.culprit);
  }
}

std::vector<IdleCulprit> IdleCulprits::take() {
  std::vector<IdleCulprit> culprits;
  culprits.reserve(rows_.size());
  for (const Row& row : rows_) culprits.push_back(row.culprit);
  const auto names = [&](const IdleCulprit& culprit) {
    return std::tuple(culprit.what, snapshot_.text(culprit.name), snapshot_.text(culprit.cause),
                      snapshot_.text(culprit.source));
  };
  std::ranges::sort(culprits, [&](const IdleCulprit& a, const IdleCulprit& b) {
    return a.total.ns != b.total.ns ? a.total.ns > b.total.ns : names(a) < names(b);
  });
  return culprits;
}

}  // namespace lanescope
