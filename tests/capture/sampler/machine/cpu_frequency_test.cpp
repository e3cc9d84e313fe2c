#include "capture/sampler/machine/cpu_frequency.h"

#include <filesystem>
#include <string>

#include <doctest/doctest.h>

#include "tests/core/base/temp_folder.h"

using namespace lanescope;

namespace {

/// The folder in which the system tells of its CPUs.
struct Cpus {
  void put(const std::string& cpu, const std::string& khz) const {
    std::filesystem::create_directories(folder.path() + "/" + cpu + "/cpufreq");
    (void)folder.write(cpu + "/cpufreq/scaling_cur_freq", khz);
  }
  TempFolder folder;
};

}  // namespace

TEST_CASE("the mean of the CPUs' frequencies is told in MHz") {
  const Cpus cpus;
  cpus.put("cpu0", "2000000\n");
  cpus.put("cpu1", "3500000\n");
  cpus.put("cpufreq", "9000000\n");  // no CPU
  cpus.put("cpu2", "<unknown>\n");
  const auto source = make_cpu_frequency_source(cpus.folder.path());
  REQUIRE(source->open());
  auto figures = source->read();
  REQUIRE(figures.size() == 1);
  CHECK(figures.front().name == "CPU frequency, mean (MHz)");
  CHECK(figures.front().value == 2750);
  cpus.put("cpu1", "3000000\n");
  figures = source->read();
  REQUIRE(figures.size() == 1);
  CHECK(figures.front().value == 2500);
}

TEST_CASE("of many CPUs some are asked, from the first to the last") {
  const Cpus cpus;
  for (int cpu = 0; cpu < 128; ++cpu)
    cpus.put("cpu" + std::to_string(cpu), std::to_string(2'000'000 + cpu % 2 * 2'000'000) + "\n");
  const auto source = make_cpu_frequency_source(cpus.folder.path());
  REQUIRE(source->open());
  const auto figures = source->read();
  REQUIRE(figures.size() == 1);
  CHECK(figures.front().value >= 2000);
  CHECK(figures.front().value <= 4000);
}

TEST_CASE("a system that tells no frequencies has no such counter") {
  const Cpus cpus;
  std::filesystem::create_directories(cpus.folder.path() + "/cpu0");
  CHECK_FALSE(make_cpu_frequency_source(cpus.folder.path())->open());
  CHECK_FALSE(make_cpu_frequency_source(cpus.folder.path() + "/missing")->open());
}
