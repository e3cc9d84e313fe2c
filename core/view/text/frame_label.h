// Labels of Python frames that tell them apart in narrow slices: the function comes first.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/base/text/ids.h"
#include "core/base/text/string_table.h"

namespace lanescope {

/// "tokenize  data.py:12" for "src/data.py(12): tokenize"; other names as they are, without
/// addresses.
std::string frame_label(std::string_view name);

/// Such labels by StringId, computed on demand. Single-threaded.
class FrameLabels {
 public:
  FrameLabels() = default;
  explicit FrameLabels(std::shared_ptr<const StringTable> strings) : strings_(std::move(strings)) {}
  [[nodiscard]] bool is_for(const std::shared_ptr<const StringTable>& strings) const {
    return strings_ == strings;
  }

  /// Valid until the table is destroyed or replaced.
  std::string_view of(StringId name);

 private:
  std::shared_ptr<const StringTable> strings_;
  std::unordered_map<std::uint32_t, std::string> labels_;
};

}  // namespace lanescope
