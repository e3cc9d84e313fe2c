// Reports the tables of a database that hold something and are not read, all by name in one issue.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/text/utf8.h"
#include "core/readers/rows/row_sink.h"

namespace lanescope {

class UnreadTables {
 public:
  void add(std::string_view table) {
    ++count_;
    if (is_full_) return;
    const std::string_view before = names_.empty() ? "" : ", ";
    is_full_ = names_.size() + before.size() + table.size() > kMostBytes;
    names_ += before;
    if (!is_full_) {
      names_ += table;
    } else {
      names_ += before.empty() ? utf8_head(table, kMostBytes) : "…";
    }
  }
  void report(RowSink& sink) const {
    if (count_ != 0) sink.issue(Issue::UnreadTable, 0, names_, count_);
  }

 private:
  static constexpr std::size_t kMostBytes = 75;  // with ", …" what an issue shows, see IssueLog

  std::string names_;  // ends in "…" if there are more
  bool is_full_ = false;
  std::uint64_t count_ = 0;
};

}  // namespace lanescope
