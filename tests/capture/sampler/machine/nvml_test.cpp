#include "capture/sampler/machine/nvml.h"

#include <map>
#include <string>

#include <doctest/doctest.h>

#include "tests/capture/sampler/machine/fake_nvml.h"

using namespace lanescope;

TEST_CASE("each GPU tells its clocks, power, memory and what slows it down, as far as it can") {
  const FakeNvml nvml;
  const auto source = make_nvml_source(FakeNvml::path());
  REQUIRE(source->open());
  std::map<std::string, double> told;
  for (const Figure& figure : source->read()) CHECK(told.emplace(figure.name, figure.value).second);
  const std::map<std::string, double> expected{{"GPU 0 SM clock (MHz)", 1980},
                                               {"GPU 0 memory clock (MHz)", 2619},
                                               {"GPU 0 power (W)", 312.5},
                                               {"GPU 0 temperature (°C)", 61},
                                               {"GPU 0 power throttling (0 or 1)", 1},
                                               {"GPU 0 thermal throttling (0 or 1)", 0},
                                               {"GPU 0 memory (MiB)", 10240},
                                               {"GPU 0 utilization (%)", 87},
                                               {"GPU 0 memory utilization (%)", 43},
                                               {"GPU 1 power (W)", 70}};
  CHECK(told == expected);
  CHECK(source->read().size() == expected.size());
  CHECK(nvml.opened() == 1);
  source->close();
  CHECK(nvml.opened() == 0);
}

TEST_CASE("without the library, its functions or a driver there are no figures of GPUs") {
  const FakeNvml nvml;
  CHECK_FALSE(make_nvml_source("libno-such-nvml.so.1")->open());
  CHECK_FALSE(make_nvml_source("libc.so.6")->open());
  nvml.set(FakeNvml::NoDriver);
  CHECK_FALSE(make_nvml_source(FakeNvml::path())->open());
  CHECK(nvml.opened() == 0);
}
