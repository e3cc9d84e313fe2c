// Reports the tables of a database that hold something and are not read, all by name in one issue.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/base/text/utf8.h"
#include "core/readers/rows/row_sink.h"

namespace lanescope {

class UnreadTables {
 public:
  void add(std::string_view table) { names_.emplace_back(table); }
  void report(RowSink& sink) const {
    if (!names_.empty()) sink.issue(Issue::UnreadTable, 0, listed(), names_.size());
  }

 private:
  static constexpr std::size_t kMostBytes = 80;  // that an issue shows, see IssueLog

  [[nodiscard]] std::string rest_after(std::size_t count) const {
    return count == names_.size() ? "" : fmt::format(" and {} more", names_.size() - count);
  }

  /// As many as have room with the number of the others.
  [[nodiscard]] std::string listed() const {
    constexpr std::string_view kCut = "…";  // which utf8_head() adds
    std::string text = names_.front(), whole = text + rest_after(1);
    if (whole.size() > kMostBytes) {
      const std::size_t room = kMostBytes - kCut.size() - rest_after(1).size();
      return utf8_head(text, room) + rest_after(1);
    }
    for (std::size_t i = 1; i < names_.size(); ++i) {
      text += ", " + names_[i];
      if (text.size() > kMostBytes) break;
      if (const std::string rest = rest_after(i + 1); text.size() + rest.size() <= kMostBytes)
        whole = text + rest;
    }
    return whole;
  }

  std::vector<std::string> names_;
};

}  // namespace lanescope
