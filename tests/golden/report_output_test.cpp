// Verbs that are given a report of Nsight Systems, with a program in place of nsys.
#include <filesystem>
#include <string>

#include <doctest/doctest.h>

#include "tests/core/base/temp_folder.h"
#include "tests/core/fixtures/made_database.h"
#include "tests/program_output.h"

using namespace lanescope;

namespace {

/// A kernel and its launch, as nsys exports them.
constexpr const char* kExport = R"(
CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);
INSERT INTO StringIds VALUES(1, 'cudaLaunchKernel'), (2, 'gemm');
CREATE TABLE META_DATA_EXPORT(name TEXT, value TEXT);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INTEGER, end INTEGER, eventClass INTEGER,
  globalTid INTEGER, correlationId INTEGER, nameId INTEGER, returnValue INTEGER);
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(1500, 3500, 0, 281474993487873, 1, 1, 0);
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INTEGER, end INTEGER, deviceId INTEGER,
  contextId INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER,
  demangledName INTEGER);
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(10500, 12500, 0, 1, 7, 1, 281474993487872, 2);
)";

/// A report, and an nsys that is found before any other and does what the script says.
struct Desk {
  explicit Desk(const std::string& script) {
    folder.write("sample.sqlite", database_bytes(kExport));
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
  const Desk desk("cp sample.sqlite \"$out\"");
  const PrintedOutput report = desk.print("search run.nsys-rep gemm");
  CHECK(report.code == 0);
  CHECK(report.text.find("gemm") != std::string::npos);
  CHECK(report.text == desk.print("search sample.sqlite gemm").text);
  const PrintedOutput info = desk.print("info run.nsys-rep");
  CHECK(info.code == 0);
  CHECK(info.text.find("run.nsys-rep") != std::string::npos);
  const PrintedOutput compared = desk.print("compare run.nsys-rep sample.sqlite");
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
