#include "core/analysis/idle/culprits.h"

#include <algorithm>
#include <initializer_list>
#include <tuple>

#include "core/analysis/events/interval_union.h"
#include "core/analysis/host/site.h"
#include "core/analysis/idle/system_calls.h"

namespace lanescope {

namespace {

std::size_t hash_of(IdleClass what, std::initializer_list<StringId> names) {
  constexpr std::uint64_t kMix = 0x9E3779B97F4A7C15U;
  std::uint64_t hash = static_cast<std::uint64_t>(what);
  for (const StringId part : names) {
    hash = (hash ^ index_of(part)) * kMix;
    hash ^= hash >> 32U;
  }
  return hash;
}

}  // namespace

StringId IdleCulprits::shared_name(StringId name) {
  return is_step_(name) && !snapshot_.steps.empty() ? snapshot_.steps.front().name : name;
}

void IdleCulprits::add_gap(std::span<const IdlePiece> pieces, std::span<const StringId> names) {
  ++gaps_;
  for (std::size_t i = 0; i < pieces.size(); ++i) add_piece(pieces[i], names[i]);
}

IdleCulprits::Row& IdleCulprits::row_of(const Key& key, const IdlePiece& first) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash_of(key.what, {key.name, key.cause, key.source}) & mask;
  for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
    if (Row& row = rows_[slots_[slot] - 1]; row.key == key) return row;
  }
  Row& row = rows_.emplace_back();
  slots_[slot] = static_cast<std::uint32_t>(rows_.size());
  row.key = key;
  row.culprit.what = key.what;
  row.culprit.name = key.name;
  row.culprit.cause = key.cause;
  row.culprit.source = key.source;
  row.culprit.first_ns = first.range.begin_ns;
  row.culprit.system_call =
      key.what == IdleClass::Runtime && is_system_call(snapshot_, first.cause);
  if (2 * rows_.size() >= slots_.size()) grow();
  return row;
}

void IdleCulprits::grow() {
  slots_.assign(2 * slots_.size(), 0);
  const std::size_t mask = slots_.size() - 1;
  for (std::uint32_t i = 0; i < rows_.size(); ++i) {
    const Key& key = rows_[i].key;
    std::size_t slot = hash_of(key.what, {key.name, key.cause, key.source}) & mask;
    while (slots_[slot] != 0) slot = (slot + 1) & mask;
    slots_[slot] = i + 1;
  }
}

void IdleCulprits::add_piece(const IdlePiece& piece, StringId name) {
  if (piece.what == IdleClass::Paused) return;  // has no culprit
  const bool own_cause = piece.cause == piece.culprit;
  const bool own_source = piece.source == piece.culprit;
  Row& row = row_of({piece.what, shared_name(name),
                     own_cause ? StringId::Empty : slice_name(causes_, piece.cause),
                     own_source ? name : slice_name(sources_, piece.source)},
                    piece);
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
    row.culprit.name = name;
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
