// The command line of the programs that compare costs: which goals, of which files, in how many
// pairs.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/bench/paired_runs.h"

namespace lanescope::bench {

/// [--pairs N] [--only GOAL,GOAL] FILE...
struct Plan {
  std::size_t pairs = 9;
  std::string only;  // goals separated by commas; empty: all
  std::vector<std::filesystem::path> files;

  [[nodiscard]] bool wants(std::string_view goal) const;

  /// nullopt if it is wrong, or names no files.
  static std::optional<Plan> parse(int argc, char** argv);
};

bool is_gzip(const std::filesystem::path& file);
bool is_perfetto(const std::filesystem::path& file);

/// Rows of a plan, printed as they are measured.
class Rows {
 public:
  /// `program` is the name for messages.
  Rows(Plan plan, std::string program) : plan_(std::move(plan)), program_(std::move(program)) {}

  [[nodiscard]] const Plan& plan() const { return plan_; }
  /// The ratio of two costs, if the goal is wanted.
  void ratio(std::string_view goal, std::string_view what, const std::filesystem::path& file,
             double limit, const Measure& a, const Measure& b);
  void failed(std::string_view goal, const std::filesystem::path& file);
  [[nodiscard]] bool all_measured() const { return !failed_; }

 private:
  Plan plan_;
  std::string program_;
  bool failed_ = false;
};

}  // namespace lanescope::bench
