#include "core/analysis/idle/culprits.h"

#include <algorithm>
#include <tuple>

#include "core/analysis/events/interval_union.h"
#include "core/analysis/host/site.h"
#include "core/analysis/idle/system_calls.h"

namespace lanescope {

inline std::size_t IdleCulprits::hash_of(const Key& key) {
  constexpr std::uint64_t kMix = 0x9E3779B97F4A7C15U;
  const auto mixed = [](std::uint64_t bits) { return bits * kMix ^ bits * kMix >> 32U; };
  const std::uint64_t event = std::uint64_t{index_of(key.name)} << 32U | index_of(key.cause);
  const std::uint64_t place =
      std::uint64_t{index_of(key.source)} << 32U | static_cast<std::uint64_t>(key.what);
  return mixed(mixed(event) ^ place);
}

inline IdleCulprits::Key IdleCulprits::key_of(const IdlePiece& piece, StringId name) {
  const bool is_step = !snapshot_.steps.empty() && is_step_(name);
  Key key{piece.what, is_step ? snapshot_.steps.front().name : name};
  if (piece.cause != piece.culprit) {
    key.cause = slice_name(piece.what == IdleClass::DeviceWait ? works_ : calls_, piece.cause);
  }
  if (piece.source == piece.culprit) {
    key.source = name;
  } else if (piece.source != EventId::None) {
    key.source = slice_name(sources_, piece.source);
  }
  return key;
}

inline std::size_t IdleCulprits::slot_of(const Key& key) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash_of(key) & mask;
  while (slots_[slot] != 0 && rows_[slots_[slot] - 1].key != key) slot = (slot + 1) & mask;
  return slot;
}

IdleCulprits::Row& IdleCulprits::add_row(std::size_t slot, const Key& key, const IdlePiece& first) {
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
  for (std::uint32_t i = 0; i < rows_.size(); ++i) slots_[slot_of(rows_[i].key)] = i + 1;
}

inline void IdleCulprits::add_piece(const IdlePiece& piece, StringId name) {
  if (piece.what == IdleClass::Paused) return;  // has no culprit
  const Key key = key_of(piece, name);
  const std::size_t slot = slot_of(key);
  Row& row = slots_[slot] != 0 ? rows_[slots_[slot] - 1] : add_row(slot, key, piece);
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

void IdleCulprits::add_gap(std::span<const IdlePiece> pieces, std::span<const StringId> names) {
  ++gaps_;
  for (std::size_t i = 0; i < pieces.size(); ++i) add_piece(pieces[i], names[i]);
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
