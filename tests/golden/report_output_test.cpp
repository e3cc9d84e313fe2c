// Verbs that are given a report of Nsight Systems, with a program in place of nsys.
#include <filesystem>
#include <string>

#include <doctest/doctest.h>

#include "tests/core/base/temp_folder.h"
#include "tests/program_output.h"

using namespace lanescope;

namespace {

constexpr const char* kTrace = R"({"traceEvents": [
{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 1, "ts": 3.5, "dur": 1, "args": {"correlation": 1}},
{"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": 10.5, "dur": 2, "args": {"correlation": 1, "device": 0, "stream": 7}}
]})";

/// A report, and an nsys that is found before any other and does what the script says.
struct Desk {
  explicit Desk(const std::string& script) {
    folder.write("sample.json", kTrace);
    folder.write("run.nsys-rep", "NVIDIA Tegra Profiler Report 2025@6@1@190");
    const std::string nsys = folder.write(
        "nsys", "#!/bin/sh\nwhile [ $# -gt 1 ]; do [ \"$1\" = --output ] && out=$2; shift; done\n" +
                    script + "\n");
    std::filesystem::permissions(nsys, std::filesystem::perms::owner_all);
  }
  [[nodiscard]] PrintedOutput print(const std::string& words) const {
    return program_output("env",
                          "PATH='" + folder.path() + "':\"$PATH\" XDG_CACHE_HOME='" +
                              folder.path() + "/cache' '" LANESCOPE_PROGRAM "' " + words,
                          folder.path(), 1);
  }
  TempFolder folder;
};

}  // namespace

TEST_CASE("a report is searched and compared as what nsys exports") {
  const Desk desk("cp sample.json \"$out\"");
  const PrintedOutput report = desk.print("search run.nsys-rep gemm");
  CHECK(report.code == 0);
  CHECK(report.text.find("gemm") != std::string::npos);
  CHECK(report.text == desk.print("search sample.json gemm").text);
  const PrintedOutput info = desk.print("info run.nsys-rep");
  CHECK(info.code == 0);
  CHECK(info.text.find("run.nsys-rep") != std::string::npos);
  const PrintedOutput compared = desk.print("compare run.nsys-rep sample.json");
  CHECK(compared.code == 0);
  CHECK(compared.text.find("A: run.nsys-rep") != std::string::npos);
}

TEST_CASE("a report that nsys cannot export ends in its own first line") {
  const Desk desk("echo 'FATAL ERROR: no such report' >&2; exit 1");
  const PrintedOutput out = desk.print("info run.nsys-rep");
  CHECK(out.code == 3);
  CHECK(
      out.text ==
      "lanescope: run.nsys-rep: nsys could not export this report: FATAL ERROR: no such report\n");
}
