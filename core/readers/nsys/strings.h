// The texts of an export, which rows refer to by numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/readers/rows/row_sink.h"
#include "core/readers/sqlite/rows.h"

namespace lanescope {

class NsysStrings {
 public:
  /// Reads StringIds.
  explicit NsysStrings(SqliteDatabase& database);

  [[nodiscard]] bool has(std::int64_t id) const { return texts_.contains(id); }
  /// Empty if the number is unknown.
  [[nodiscard]] std::string_view text(std::int64_t id) const;
  /// Of the number in a column; empty if it is absent.
  [[nodiscard]] std::string_view text(SqliteRows& rows, int column) const;

 private:
  std::unordered_map<std::int64_t, std::string> texts_;
};

/// Names of strings as the sink has them, each made once.
class NsysNames {
 public:
  /// What a string becomes as a name.
  using Rule = std::string (*)(std::string_view text);

  explicit NsysNames(const NsysStrings& strings, Rule rule = nullptr)
      : strings_(&strings), rule_(rule) {}
  /// 0 stands for a row without a name. Each other number that has no text is reported once.
  LocalId name(std::int64_t id, RowSink& sink);

 private:
  const NsysStrings* strings_;
  Rule rule_;
  std::unordered_map<std::int64_t, LocalId> names_;
};

/// That rows refer to a text which the export does not have.
void report_missing_text(std::int64_t id, RowSink& sink);

/// "cudaLaunchKernel" of "cudaLaunchKernel_ptsz_v7000", as torch.profiler names calls.
std::string call_name(std::string_view text);

}  // namespace lanescope
