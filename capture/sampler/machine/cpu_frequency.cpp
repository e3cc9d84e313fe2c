#include "capture/sampler/machine/cpu_frequency.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

#include "core/base/text/numbers.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

/// Asking a CPU costs up to 20 µs, and interrupts it.
constexpr std::size_t kMostCpus = 32;
constexpr double kKhzPerMhz = 1000;

/// "cpu12", unlike "cpufreq" and "cpuidle".
bool is_cpu(const std::string& name) {
  return name.starts_with("cpu") && parse_number<unsigned>(std::string_view(name).substr(3));
}

std::optional<double> khz_in(const fs::path& file) {
  std::ifstream in(file);
  double khz = 0;
  return in >> khz && khz > 0 ? std::optional(khz) : std::nullopt;
}

class CpuFrequencySource final : public FigureSource {
 public:
  explicit CpuFrequencySource(std::string folder) : folder_(std::move(folder)) {}

  bool open() override {
    std::vector<fs::path> all;
    std::error_code error;
    for (fs::directory_iterator at(folder_, error), end; !error && at != end; at.increment(error)) {
      if (!is_cpu(at->path().filename().string())) continue;
      fs::path file = at->path() / "cpufreq/scaling_cur_freq";
      if (khz_in(file)) all.push_back(std::move(file));
    }
    std::ranges::sort(all);
    const std::size_t step = (all.size() + kMostCpus - 1) / kMostCpus;
    for (std::size_t at = 0; at < all.size(); at += step) files_.push_back(all[at]);
    return !files_.empty();
  }

  std::vector<Figure> read() override {
    double sum = 0;
    std::size_t count = 0;
    for (const fs::path& file : files_) {
      const auto khz = khz_in(file);
      sum += khz.value_or(0);
      count += khz ? 1 : 0;
    }
    if (count == 0) return {};
    return {{"CPU frequency, mean (MHz)", sum / static_cast<double>(count) / kKhzPerMhz}};
  }

 private:
  const std::string folder_;
  std::vector<fs::path> files_;
};

}  // namespace

std::unique_ptr<FigureSource> make_cpu_frequency_source(std::string folder) {
  return std::make_unique<CpuFrequencySource>(std::move(folder));
}

}  // namespace lanescope
