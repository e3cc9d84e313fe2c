#include "tests/bench/plan.h"

#include <charconv>

#include <fmt/format.h>

namespace lanescope::bench {

bool Plan::wants(std::string_view goal) const {
  return only.empty() || ("," + only + ",").find(fmt::format(",{},", goal)) != std::string::npos;
}

std::optional<Plan> Plan::parse(int argc, char** argv) {
  Plan plan;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if ((argument == "--pairs" || argument == "--only") && i + 1 < argc) {
      const std::string_view value = argv[++i];
      if (argument == "--only") plan.only = value;
      if (argument == "--pairs")
        std::from_chars(value.data(), value.data() + value.size(), plan.pairs);
    } else if (std::filesystem::is_regular_file(argument)) {
      plan.files.emplace_back(argument);
    } else {
      return std::nullopt;
    }
  }
  if (plan.files.empty() || plan.pairs == 0) return std::nullopt;
  return plan;
}

bool is_gzip(const std::filesystem::path& file) {
  return file.extension() == ".gz";
}

bool is_perfetto(const std::filesystem::path& file) {
  return file.extension() == ".pftrace" || file.extension() == ".perfetto-trace";
}

void Rows::ratio(std::string_view goal, std::string_view what, const std::filesystem::path& file,
                 double limit, const Measure& a, const Measure& b) {
  if (!plan_.wants(goal)) return;
  const auto runs = run_in_turn(plan_.pairs, a, b);
  if (runs) {
    print_ratio(goal, what, file.filename().string(), *runs, limit);
  } else {
    failed(goal, file);
  }
}

void Rows::failed(std::string_view goal, const std::filesystem::path& file) {
  fmt::print(stderr, "{}: {} could not be measured on {}\n", program_, goal, file.string());
  failed_ = true;
}

}  // namespace lanescope::bench
