// The script of fake_cupti.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>

namespace lanescope::fake {

class FakeScript {
 public:
  FakeScript() {
    const char* const given = std::getenv("FAKE_CUPTI");
    const std::string text = given == nullptr ? "" : given;
    for (std::size_t at = 0; at < text.size();) {
      std::size_t end = text.find(',', at);
      if (end == std::string::npos) end = text.size();
      const std::size_t equals = text.find('=', at);
      if (equals < end)
        values_[text.substr(at, equals - at)] =
            std::strtoull(text.c_str() + equals + 1, nullptr, 10);
      at = end + 1;
    }
  }
  [[nodiscard]] std::uint64_t get(const std::string& key, std::uint64_t otherwise = 0) const {
    const auto found = values_.find(key);
    return found == values_.end() ? otherwise : found->second;
  }
  /// What `function` should return; 0: success.
  [[nodiscard]] int error(const std::string& function) const {
    return static_cast<int>(get("error." + function));
  }

 private:
  std::map<std::string, std::uint64_t> values_;
};

}  // namespace lanescope::fake
