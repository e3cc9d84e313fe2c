#include "core/base/text/same_json.h"

#include <utility>

namespace lanescope {

SharedJson SameJson::find(std::string_view written) {
  ++asked_;
  const auto at = known_.find(written);
  if (at == known_.end()) return nullptr;
  ++found_;
  return at->second;
}

void SameJson::keep(std::string_view written, SharedJson value) {
  if (written.size() > kLongest) return;
  if (bytes_ + written.size() > kMostBytes) {
    known_.clear();
    bytes_ = 0;
  }
  if (known_.emplace(written, std::move(value)).second) bytes_ += written.size();
}

}  // namespace lanescope
