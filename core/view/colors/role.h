// What kind of work a slice is, as shown by its color: the role picks the color, a hash of the name
// the shade. A name has the same color in every trace.
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
  Compute,  // all other kernels, and unknown device work
  Gemm,     // matrix products and convolutions
  Attention,
  Communication,
  Copy,    // copies, memsets, and the calls that order them
  Sync,    // the host or a stream is waiting
  Python,  // Python frames and other host overhead: launches, other runtime calls
  CpuOp,
  Annotation,  // record_function, steps
  DataLoading,
};
inline constexpr std::size_t kRoleCount = 10;

/// "GEMM, conv", for legends and tables.
std::string_view role_title(ColorRole role);

/// What can be told from the name alone, independent of its category. Case is ignored; no regular
/// expressions are used, so no name can be slow to match. Cost: a few µs for a long name.
enum class NameClass : std::uint8_t {
  Plain,
  Gemm,
  Attention,
  Communication,
  Copy,
  Sync,
  DataLoading,
  Annotation,  // makes even a cpu_op an annotation, for old files: ProfilerStep#,
               // Optimizer.step# …
  // States of a thread; all others count as Plain.
  Running,
  CpuWait,
  GilWait,
  LockWait,
  FileWait,
  PageFault,
  ChannelWait,
  LoopWait,
  // Frames of Python; those of the standard library count as Plain.
  OwnFrame,
  LibraryFrame,
};
NameClass classify_name(std::string_view name);

/// The role of a slice of this kind whose name is of this class. O(1).
ColorRole role_of(CategoryKind kind, NameClass name);

/// Caches classes by StringId. Filled as names come into view, so a trace with a hundred thousand
/// names costs nothing up front. Single-threaded (the UI thread, or owned by a worker). Create a
/// new table when the snapshot's strings change.
class RoleTable {
 public:
  static constexpr std::uint8_t kShades = 35;  // variations within a role: 5 lightnesses × 7 hues

  RoleTable() = default;
  explicit RoleTable(std::shared_ptr<const StringTable> strings);

  /// Whether it was created for these strings.
  [[nodiscard]] bool is_for(const std::shared_ptr<const StringTable>& strings) const {
    return strings_ == strings;
  }

  struct Tint {
    ColorRole role;
    std::uint8_t shade;  // 0 … kShades - 1, from a hash of the name
  };
  /// A table lookup once the name has been seen.
  Tint tint(StringId name, CategoryKind kind) {
    const Entry& e = entry(name);
    return {role_of(kind, static_cast<NameClass>(e.name_class)), e.shade};
  }
  ColorRole role(StringId name, CategoryKind kind) { return tint(name, kind).role; }
  std::uint8_t shade(StringId name) { return entry(name).shade; }

 private:
  struct Entry {
    std::uint8_t name_class = 0xFF;  // 0xFF: not classified yet
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

/// 0 … RoleTable::kShades - 1. Lines of Python, which lie below their functions, have the lightest.
std::uint8_t shade_of(std::string_view name);

}  // namespace lanescope
