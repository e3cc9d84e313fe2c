// What a slice is, as its colour says it: role first, name hash second. The same name has the same
// colour in every trace.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "core/base/text/ids.h"
#include "core/base/text/string_table.h"
#include "core/store/category.h"

namespace lanescope {

enum class ColorRole : std::uint8_t {
  Compute,  // kernels that are none of the following, and unknown device work
  Gemm,     // matrix products and convolutions
  Attention,
  Communication,
  Copy,    // copies and memsets, and the calls that order them
  Sync,    // the host or a stream waits
  Python,  // Python frames, and what else is host overhead: launches and other runtime calls
  CpuOp,
  Annotation,  // record_function, steps
  DataLoading,
};
inline constexpr std::size_t kRoleCount = 10;

/// "GEMM, conv", for legends and tables.
std::string_view role_title(ColorRole role);

/// What a name alone says, whatever category it comes under. Case is ignored; no regular
/// expressions, so any name is harmless. Cost: a few µs for a long name.
enum class NameClass : std::uint8_t {
  Plain,
  Gemm,
  Attention,
  Communication,
  Copy,
  Sync,
  DataLoading,
  Annotation,  // a name that makes even a cpu_op of old files an annotation: ProfilerStep#,
               // Optimizer.step# …
};
NameClass classify_name(std::string_view name);

/// The role of a slice of that kind with a name of that class. O(1).
ColorRole role_of(CategoryKind kind, NameClass name);

/// Remembers classes by StringId: filled as names come into view, so a trace of a hundred thousand
/// names costs nothing up front. One thread (the UI's, or a worker's own). Make a new one when the
/// snapshot's strings change.
class RoleTable {
 public:
  static constexpr std::uint8_t kShades =
      35;  // variations within a role: 5 of lightness times 7 of hue

  RoleTable() = default;
  explicit RoleTable(std::shared_ptr<const StringTable> strings);

  /// Whether it was made for these strings.
  [[nodiscard]] bool is_for(const std::shared_ptr<const StringTable>& strings) const {
    return strings_ == strings;
  }

  struct Tint {
    ColorRole role;
    std::uint8_t shade;  // 0 … kShades - 1, from the name's hash
  };
  /// A table look-up once the name was seen.
  Tint tint(StringId name, CategoryKind kind) {
    const Entry& e = entry(name);
    return {role_of(kind, static_cast<NameClass>(e.name_class)), e.shade};
  }
  ColorRole role(StringId name, CategoryKind kind) { return tint(name, kind).role; }
  std::uint8_t shade(StringId name) { return entry(name).shade; }

 private:
  struct Entry {
    std::uint8_t name_class = 0xFF;  // not looked at yet
    std::uint8_t shade = 0;
  };
  const Entry& entry(StringId name) {
    const std::size_t i = index_of(name);
    if (i < entries_.size() && entries_[i].name_class != 0xFF) return entries_[i];
    return look_up(i);
  }
  const Entry& look_up(std::size_t i);

  std::shared_ptr<const StringTable> strings_;
  std::vector<Entry> entries_;
  Entry unknown_{0, 0};
};

/// 0 … RoleTable::kShades - 1.
std::uint8_t shade_of(std::string_view name);

}  // namespace lanescope
