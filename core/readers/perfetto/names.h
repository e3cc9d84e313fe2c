// Texts and categories by the numbers of the tables, each looked up once.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/text/string_table.h"
#include "core/readers/rows/row_sink.h"

namespace lanescope::perfetto {

/// A category's number in the tables, and what it means. GPU profilers' names become those of
/// torch.profiler.
struct EventCategory {
  std::uint16_t number = 0;
  CategoryKind kind = CategoryKind::Other;
};

class Names {
 public:
  explicit Names(WorkerTables& tables) : tables_(&tables) {}

  LocalId text(std::string_view plain) {
    const std::size_t i = index_of(texts_.intern(plain));
    if (i < numbers_.size() && numbers_[i] != kNoLocal) return numbers_[i];
    return new_text(plain, i);
  }
  /// Of events without a name, which ends are: half of all.
  LocalId empty_text() { return empty_ != kNoLocal ? empty_ : empty_ = text(""); }
  EventCategory category(std::string_view plain) {
    const std::size_t i = index_of(category_texts_.intern(plain));
    while (categories_.size() <= i)
      categories_.push_back(
          new_category(category_texts_[StringId{static_cast<std::uint32_t>(categories_.size())}]));
    return categories_[i];
  }

 private:
  LocalId new_text(std::string_view plain, std::size_t i);
  EventCategory new_category(std::string_view plain);

  WorkerTables* tables_;
  StringPool texts_, category_texts_;
  LocalId empty_ = kNoLocal;
  std::vector<LocalId> numbers_;           // by text
  std::vector<EventCategory> categories_;  // by category text
};

/// "kernel" for rocprofv3's "kernel_dispatch"; other names stay as they are.
std::string category_name(std::string_view written);

}  // namespace lanescope::perfetto
