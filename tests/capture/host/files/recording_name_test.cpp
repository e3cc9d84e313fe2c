#include "capture/host/files/recording_name.h"

#include <filesystem>

#include <doctest/doctest.h>

#include "capture/host/files/recording_file.h"
#include "capture/host/files/run_program.h"
#include "tests/capture/pythons.h"

using namespace lanescope;

namespace {

constexpr std::time_t kTime = 1706715902;  // 2024-01-31 15:45:02 UTC; names are in local time

std::string stem_of(const std::vector<std::string>& command) {
  const std::string name = free_recording_file("", command, kTime);
  CHECK(name.ends_with(".lanes"));
  return name.substr(0, name.find("-2024"));
}

}  // namespace

TEST_CASE("a recording is named after what people know the command by") {
  CHECK(stem_of({"/opt/bin/train"}) == "train");
  CHECK(stem_of({"python3.11", "-u", "jobs/train.py", "other.py"}) == "train");
  CHECK(stem_of({"python", "-m", "pkg.train"}) == "pkg.train");
  CHECK(stem_of({"python", "-m", "torch.distributed.run", "-n", "2", "train.py"}) == "train");
  CHECK(stem_of({"torchrun", "--nproc-per-node", "2", "train.py"}) == "train");
  CHECK(stem_of({"torchrun", "-m", "pkg.train"}) == "pkg.train");
  CHECK(stem_of({"python"}) == "python");
  CHECK(stem_of({"python", "-X", "dev", "jobs/train", "data.py"}) == "train");
  CHECK(stem_of({"python", "-c", "print(1)", "data.py"}) == "python");
  CHECK(stem_of({"bash", "jobs/train.sh", "train.py"}) == "train");
  CHECK(stem_of({"sh", "-c", "python train.py"}) == "sh");
  CHECK(stem_of({"./a.out"}) == "a");
  CHECK(stem_of({"a\n\x1b[31mb"}) == "a--[31mb");
  CHECK(stem_of({"/"}) == "run");
  CHECK(stem_of({}) == "run");
  CHECK(program_title({"python", "jobs/train.py", "--lr", "1"}) == "train.py");
  CHECK(program_title({"/opt/bin/solver", "--fast"}) == "solver");
  CHECK(program_title({}).empty());
}

TEST_CASE("a recording is named after the program that is truly run") {
  const std::vector<std::vector<std::string>> wrappers = {
      {"nice"},
      {"nice", "-n", "5"},
      {"/usr/bin/nice", "-5"},
      {"env", "-u", "HOME", "OMP_NUM_THREADS=1", "PATH=/bin:/usr/bin"},
      {"time", "-f", "%e", "-o", "time.txt"},
      {"numactl", "--cpunodebind=0", "-m", "0"},
      {"taskset", "-c", "0-3"},
      {"ionice", "-c", "2", "-n7"},
      {"stdbuf", "-oL", "-e", "0"},
      {"timeout", "-s", "INT", "--kill-after=5", "10m"},
      {"xvfb-run", "-a", "-s", "-screen 0 640x480x24"},
      {"conda", "run", "-n", "torch", "--no-capture-output"},
      {"nohup"},
      {"uv", "run"},
      {"uv", "run", "--with", "numpy", "-w", "rich", "--frozen"},
      {"uv", "run", "-p", "3.12"},
      {"uv", "run", "--package", "trainer", "--index-url", "https://example.org", "--"},
      {"uv", "--directory", "jobs", "-q", "run", "--isolated", "--no-group", "dev"},
      {"env", "A=1", "nice", "-n", "5", "--", "timeout", "9"}};
  for (const auto& wrapper : wrappers) {
    std::vector<std::string> command = wrapper;
    command.insert(command.end(), {"python", "-u", "jobs/train.py"});
    CHECK_MESSAGE(stem_of(command) == "train", wrapper.front());
  }
  CHECK(stem_of({"nice", "-n", "5", "python", "-m", "pkg.train"}) == "pkg.train");
  CHECK(stem_of({"nice", "-n", "5", "torchrun", "--nproc-per-node", "2", "train.py"}) == "train");
  CHECK(stem_of({"nice", "solver"}) == "solver");
  CHECK(stem_of({"uv", "run", "--with", "numpy", "jobs/train.py", "--lr", "1"}) == "train");
  CHECK(stem_of({"uv", "run", "--with-requirements", "more.txt", "-s", "jobs/train.py"}) ==
        "train");
  CHECK(stem_of({"uv", "run", "--with", "torch", "-m", "pkg.train", "data.py"}) == "pkg.train");
  CHECK(stem_of({"uv", "run", "torchrun", "--nproc-per-node", "2", "train.py"}) == "train");
  CHECK(stem_of({"uvx", "--from", "httpie", "--with", "rich", "http", "get"}) == "http");
  // What runs nothing is the program itself.
  CHECK(stem_of({"env"}) == "env");
  CHECK(stem_of({"timeout", "5"}) == "timeout");
  CHECK(stem_of({"conda", "list"}) == "conda");
  CHECK(stem_of({"uv", "pip", "install", "numpy"}) == "uv");
}

TEST_CASE("the program that a command starts is Python where a module or a script is named") {
  const auto started = [](const std::vector<std::string>& command) {
    const StartedProgram program = started_program(command);
    return (program.by_uv ? "uv: " : "") + program.name;
  };
  CHECK(started({"python", "train.py"}) == "python");
  CHECK(started({"nice", "-n", "5", "/opt/env/bin/python3", "train.py"}) == "/opt/env/bin/python3");
  CHECK(started({"uv", "run", "--with", "torch", "-m", "pkg.train"}) == "uv: python");
  CHECK(started({"env", "A=1", "uv", "run", "jobs/train.py", "--lr", "1"}) == "uv: python");
  CHECK(started({"uv", "run", "torchrun", "train.py"}) == "uv: torchrun");
  CHECK(started({"./train.py"}) == "./train.py");
  CHECK(started({"uv", "sync"}) == "uv");
  CHECK(started({}).empty());
}

TEST_CASE("why a recording cannot go where it is wished is said before anything is recorded") {
  const TempFolder folder;
  write_below(folder, "run.lanes", "");
  const std::string taken = folder.path() + "/run.lanes";
  CHECK(why_not_new_file(taken) == taken + " already exists; choose another name");
  CHECK(why_not_new_file(taken + "/new/run.lanes") ==
        "the folder " + taken + "/new cannot be created");
  CHECK(why_not_new_file(folder.path() + "/a/b/run.lanes").empty());
  CHECK(std::filesystem::is_directory(folder.path() + "/a/b"));
  // Recording a command has the same rule.
  CHECK(open_recording_file(folder.path() + "/c/d/run.lanes", {}).ok());
  CHECK(std::filesystem::is_regular_file(folder.path() + "/c/d/run.lanes"));
  CHECK_FALSE(open_recording_file(taken + "/new/run.lanes", {}).ok());
}

TEST_CASE("of two recordings in one second neither replaces the other") {
  const TempFolder folder;
  const std::vector<std::string> command{"python", "train.py"};
  const std::string first = free_recording_file(folder.path(), command, kTime);
  CHECK(first.starts_with(folder.path() + "/train-20240"));
  const std::string name = first.substr(folder.path().size() + 1);
  write_below(folder, name, "");
  const std::string second = free_recording_file(folder.path(), command, kTime);
  CHECK(second == first.substr(0, first.size() - 6) + "-2.lanes");
  write_below(folder, second.substr(folder.path().size() + 1), "");
  CHECK(free_recording_file(folder.path(), command, kTime).ends_with("-3.lanes"));
  // Another extension is another file.
  CHECK(free_recording_file(folder.path(), command, kTime, ".json") ==
        first.substr(0, first.size() - 6) + ".json");
}

TEST_CASE("of an interpreter the first thing that it runs gives the name") {
  CHECK(stem_of({"python", "-m", "torch.distributed.run", "-m", "pkg.train"}) == "pkg.train");
  CHECK(stem_of({"python", "-m", "torch.distributed.run"}) == "python");
  CHECK(stem_of({"python", "-m"}) == "python");
  CHECK(stem_of({"python3", "-c", "import x"}) == "python3");
  CHECK(stem_of({"solver", "config.py"}) == "solver");  // not an interpreter
  CHECK(stem_of({"torchrun", "-m", "pkg.train", "other.py"}) == "pkg.train");
  CHECK(stem_of({"train.py", "other.py"}) == "train");
  CHECK(stem_of({"python", "-m", "a/b"}) == "a-b");
  CHECK(program_title({"python", "-m", "pkg.train"}) == "pkg.train");
  CHECK(numbered_file("/x/run.lanes", 1) == "/x/run.lanes");
  CHECK(numbered_file("/x/run.lanes", 2) == "/x/run-2.lanes");
  CHECK(numbered_file("/x/run.lanes", 0) == "/x/run.lanes");
  CHECK(numbered_file("run", 12) == "run-12");
}

TEST_CASE("a recording has no name of JSON, in whatever case it is written") {
  CHECK(recording_instead_of_json("/x/run.json") == "/x/run.lanes");
  CHECK(recording_instead_of_json("/x/run.JSON") == "/x/run.lanes");
  CHECK(recording_instead_of_json("run.pt.trace.json.gz") == "run.pt.trace.lanes");
  CHECK(recording_instead_of_json("run.json.zst") == "run.lanes");
  CHECK(recording_instead_of_json("run.lanes") == "run.lanes");
  CHECK(recording_instead_of_json("a.json/run") == "a.json/run");
}

TEST_CASE("a name without a folder is in the one where we are") {
  const TempFolder folder;
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  CHECK(why_not_new_file("run.lanes").empty());
  std::filesystem::current_path(before);
}
