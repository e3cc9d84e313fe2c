#include "capture/host/runner/recording_means.h"

#include <filesystem>

#include <doctest/doctest.h>

#include "tests/core/base/temp_folder.h"

using namespace lanescope;

namespace {

namespace fs = std::filesystem;

/// A machine whose files are in a folder.
struct Machine {
  void put(const std::string& file, std::string_view bytes = "") const {
    fs::create_directories(fs::path(folder.path() + file).parent_path());
    (void)folder.write(file.substr(1), bytes);
  }
  [[nodiscard]] RecordingMeans means(const std::string& program) const {
    return find_recording_means(program, {.root = folder.path(),
                                          .path = "/nowhere:" + folder.path() + "/venv/bin",
                                          .cuda_home = "",
                                          .home = folder.path() + "/home"});
  }
  TempFolder folder;
};

}  // namespace

TEST_CASE("a machine without anything records no CUDA work") {
  const Machine machine;
  const RecordingMeans means = machine.means("./train.sh");
  CHECK_FALSE(means.driver);
  CHECK_FALSE(means.cupti_found);
  CHECK_FALSE(means.python);
  CHECK(means.torch.empty());
}

TEST_CASE("the driver tells its version") {
  const Machine machine;
  machine.put("/proc/driver/nvidia/version",
              "NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.104.05  Sat Aug 19 01:15:15 UTC "
              "2023\nGCC version:  gcc version 11.4.0\n");
  const RecordingMeans means = machine.means("");
  CHECK(means.driver);
  CHECK(means.driver_version == "535.104.05");
}

TEST_CASE("the driver's library for clocks and power is found where systems keep it") {
  const Machine machine;
  CHECK_FALSE(machine.means("").nvml);
  machine.put("/usr/lib64/libnvidia-ml.so.1");
  CHECK(machine.means("").nvml);
}

TEST_CASE("the open driver tells its version in other words") {
  const Machine machine;
  machine.put(
      "/proc/driver/nvidia/version",
      "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  550.54.15  Release Build\n");
  CHECK(machine.means("").driver_version == "550.54.15");
}

TEST_CASE("PyTorch and its CUPTI are found beside the Python that is meant, without starting it") {
  const Machine machine;
  machine.put("/venv/bin/python3");
  const std::string packages = "/venv/lib/python3.11/site-packages/";
  CHECK(machine.means("python3").python);
  CHECK(machine.means("python3").torch.empty());
  machine.put(packages + "torch/version.py",
              "from typing import Optional\n__version__ = '2.4.0+cu121'\ndebug = False\n");
  machine.put(packages + "nvidia/cuda_cupti/lib/libcupti.so.12");
  const RecordingMeans means = machine.means("python3");
  CHECK(means.torch == "2.4.0+cu121");
  CHECK(means.cupti_found);
  CHECK(means.cupti == "12");
  CHECK(machine.means("/other/bin/python3").torch.empty());
}

TEST_CASE("the toolkit's CUPTI serves a program that brings none") {
  const Machine machine;
  machine.put("/usr/local/cuda/extras/CUPTI/lib64/libcupti.so.13");
  CHECK(machine.means("./simulate").cupti == "13");
}
