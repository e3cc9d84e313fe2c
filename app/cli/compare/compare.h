// `lanescope compare`: what is compared and how it is printed.
#pragma once

#include <string>
#include <vector>

#include "app/cli/output/described_rows.h"
#include "app/cli/output/json_output.h"
#include "core/compare/gates.h"
#include "core/compare/host_names.h"
#include "core/compare/run_diff.h"
#include "core/compare/run_environment.h"
#include "core/compare/sampled_time.h"

namespace lanescope {

/// Everything that is printed about two runs.
struct PrintedComparison {
  std::string file_a, file_b;
  const Snapshot& a;
  const Snapshot& b;
  PartLevel level = PartLevel::Kernel;
  std::vector<RunDiff> levels;  // indexed by PartLevel
  std::vector<HostNameDiff> host;
  std::vector<EnvironmentDiff> environment;
  std::vector<std::string> warnings;
  std::string sentence;
  std::vector<GateResult> gates;
  SampledChanges sampled = {};  // empty unless both runs have samples

  /// The level whose rows are shown.
  [[nodiscard]] const RunDiff& diff() const { return levels[static_cast<std::size_t>(level)]; }
};

/// A mean, as an integer if that loses nothing.
CellValue whole_or_real(double value);
/// The name of a part, with its shapes.
std::string key_of(const RunPart& part);
/// The columns of a level's rows. `titles` has one title for each row; JSON does not need it.
RowColumns<DiffRow> diff_columns(const RunDiff& diff, std::vector<std::string> titles = {});

Json comparison_json(const PrintedComparison& comparison);
std::string comparison_text(const PrintedComparison& comparison);
std::string comparison_markdown(const PrintedComparison& comparison);

}  // namespace lanescope
