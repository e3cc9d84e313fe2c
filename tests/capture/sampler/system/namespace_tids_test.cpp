#include "capture/sampler/system/namespace_tids.h"

#include <filesystem>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/core/base/temp_folder.h"

using namespace lanescope;

namespace {

/// A folder like /proc, with the process 4711.
struct MadeProc {
  explicit MadeProc(const std::string& number_inside) {
    write("4711", fmt::format("4711{}", number_inside));
  }
  void add_thread(int tid, const std::string& number_inside) {
    write(fmt::format("4711/task/{}", tid), fmt::format("{}{}", tid, number_inside));
  }
  [[nodiscard]] ProcFolder process() const { return ProcFolder::open(4711, folder.path()).value(); }

  TempFolder folder;

 private:
  void write(const std::string& of, const std::string& numbers) {
    std::filesystem::create_directories(folder.path() + "/" + of);
    folder.write(of + "/status", "Name:\tpython3\nNSpid:\t" + numbers + "\n");
  }
};

}  // namespace

TEST_CASE("threads of a container are found by what they call themselves") {
  MadeProc proc("\t1");
  proc.add_thread(4711, "\t1");
  proc.add_thread(4720, "\t2");
  const ProcFolder process = proc.process();
  NamespaceTids tids(process);
  CHECK(tids.tid_of(1) == 0);
  tids.add(process, 4711);
  tids.add(process, 4720);
  tids.add(process, 4730);  // gone already
  CHECK(tids.tid_of(1) == 4711);
  CHECK(tids.tid_of(2) == 4720);
  CHECK(tids.tid_of(3) == 0);
  CHECK(tids.tid_of(4711) == 0);
  // Another thread may be given the number of one that has ended.
  proc.add_thread(4740, "\t2");
  tids.add(process, 4740);
  tids.forget(4720);
  CHECK(tids.tid_of(2) == 4740);
  tids.clear();
  CHECK(tids.tid_of(1) == 0);
}

TEST_CASE("outside of containers, threads have the number that they call themselves") {
  MadeProc proc("");
  proc.add_thread(4711, "");
  const ProcFolder process = proc.process();
  NamespaceTids tids(process);
  CHECK(tids.tid_of(4711) == 4711);
  tids.add(process, 4711);
  CHECK(tids.tid_of(4711) == 4711);
}
