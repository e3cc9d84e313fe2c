// Reports the tables of a database that hold something and are not read, all by name in one issue.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/readers/rows/row_sink.h"

namespace lanescope {

class UnreadTables {
 public:
  void add(std::string_view table) {
    names_ += names_.empty() ? "" : ", ";
    names_ += table;
    ++count_;
  }
  void report(RowSink& sink) const {
    if (count_ != 0) sink.issue(Issue::UnreadTable, 0, names_, count_);
  }

 private:
  std::string names_;
  std::uint64_t count_ = 0;
};

}  // namespace lanescope
