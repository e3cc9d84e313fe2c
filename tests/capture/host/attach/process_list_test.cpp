#include "capture/host/attach/process_list.h"

#include <unistd.h>

#include <doctest/doctest.h>

#include "tests/capture/pythons.h"

using namespace lanescope;
using namespace std::string_literals;

namespace {

constexpr char kTorchMap[] =
    "7f00-7f01 r-xp 0 08:01 1 /usr/lib/libc.so.6\n"
    "7f01-7f02 r-xp 0 08:01 2 /venv/torch/lib/libtorch_cpu.so\n";

/// A folder like /proc with processes in it.
struct Proc {
  TempFolder folder;

  void add(int pid, const std::string& command, const std::string& environment,
           const std::string& maps) const {
    const std::string at = std::to_string(pid) + "/";
    write_below(folder, at + "cmdline", command);
    write_below(folder, at + "environ", environment);
    write_below(folder, at + "maps", maps);
  }
};

}  // namespace

TEST_CASE(
    "processes with PyTorch are listed with why they can not be asked, those that can first") {
  const Proc proc;
  proc.add(10, "python\0train.py\0--lr\0"s + "0.1\0"s, "A=1\0B=2\0"s, kTorchMap);
  proc.add(20, "python\0other.py\0"s, "KINETO_USE_DAEMON=1\0"s, kTorchMap);
  proc.add(30, "bash\0"s, "A=1\0"s, "7f00-7f01 r-xp 0 08:01 1 /usr/lib/libc.so.6\n");
  proc.add(40, "bash\0"s, "XKINETO_USE_DAEMON=1\0KINETO_USE_DAEMON=0\0"s, "");
  proc.add(50, "python\0"s, "KINETO_IPC_SOCKET_DIR=/run/x\0KINETO_USE_DAEMON=\0"s, kTorchMap);
  proc.add(60, "", "NOT_KINETO_USE_DAEMON=1\0KINETO_USE_DAEMONX=1\0KINETO_USE_DAEMON\0"s,
           kTorchMap);
  write_below(proc.folder, "self/cmdline", "no number");
  const auto found = list_attachable(proc.folder.path());
  REQUIRE(found.size() == 4);
  CHECK(found[0].pid == 20);
  CHECK(found[0].command == "python other.py");
  CHECK(found[0].why_not.empty());
  CHECK(found[1].pid == 50);
  CHECK(found[1].why_not.empty());  // the variable counts, whatever its value
  CHECK(found[1].socket_folder == "/run/x");
  CHECK(found[2].pid == 10);
  CHECK(found[2].command == "python train.py --lr 0.1");
  CHECK(found[2].why_not.find("KINETO_USE_DAEMON=1") != std::string::npos);
  CHECK(found[3].pid == 60);
  CHECK_FALSE(found[3].asks);
  const auto shell = find_process(40, proc.folder.path());
  REQUIRE(shell.ok());
  CHECK(shell.value().why_not == "it has not loaded PyTorch");
}

TEST_CASE("processes of Python without PyTorch are listed last, by their library or program") {
  const Proc proc;
  const auto maps_of = [](const std::string& file) {
    return "7f00-7f01 r-xp 0 08:01 1 " + file + "\n7f01-7f02 r-xp 0 08:01 2 /usr/lib/libc.so.6\n";
  };
  proc.add(10, "python3\0load.py\0"s, "", maps_of("/usr/bin/python3.12"));
  proc.add(20, "app\0"s, "KINETO_USE_DAEMON=1\0"s, maps_of("/opt/lib/libpython3.11.so.1.0"));
  proc.add(30, "python\0"s, "", kTorchMap);
  proc.add(40, "sh\0"s, "", maps_of("/usr/lib/python3/dist-packages/apt_pkg.so"));
  proc.add(50, "python3\0"s, "", maps_of("/usr/bin/python3 (deleted)"));
  const auto found = list_attachable(proc.folder.path());
  REQUIRE(found.size() == 4);
  CHECK(found[0].pid == 30);
  CHECK(found[1].pid == 10);
  CHECK(found[2].pid == 20);
  CHECK(found[3].pid == 50);
  for (std::size_t i = 1; i < found.size(); ++i)
    CHECK(found[i].why_not == "it has not loaded PyTorch");
}

TEST_CASE("of a process with PyTorch it is known which one, and which rank it is") {
  const Proc proc;
  proc.add(10, "/usr/bin/python\0my train.py\0"s, "RANK=3\0WORLD_SIZE=8\0"s, kTorchMap);
  const std::string its_files = std::string("10/") + "root";  // the link to its root folder
  write_below(proc.folder, its_files + "/venv/torch/version.py",
              "from typing import Optional\n__version__ = '2.7.1+cu126'\ndebug = False\n");
  proc.add(20, "python\0"s, "RANK=first\0"s, "7f01-7f02 r-xp 0 08:01 2 /x/lib/libtorch.so\n");
  proc.add(30, "python\0"s, "RANK=3rd\0WORLD_SIZE=\0"s, kTorchMap);
  const auto found = list_attachable(proc.folder.path());
  REQUIRE(found.size() == 3);
  CHECK(found[0].torch_version == "2.7.1+cu126");
  CHECK(found[0].arguments == std::vector<std::string>{"/usr/bin/python", "my train.py"});
  CHECK(found[0].rank == 3);
  CHECK(found[0].world_size == 8);
  CHECK(found[1].torch_version.empty());  // it has no such file
  CHECK_FALSE(found[1].rank);
  CHECK_FALSE(found[2].rank);
  CHECK_FALSE(found[2].world_size);
}

TEST_CASE("a process that is not there or can not be looked into says so") {
  const Proc proc;
  CHECK(find_process(99, proc.folder.path()).error().message == "no such process; check the PID");
  write_below(proc.folder, "70/cmdline", "python");
  CHECK(find_process(70, proc.folder.path()).error().message ==
        "permission denied reading its environment");
  CHECK(list_attachable(proc.folder.path()).empty());
  CHECK(list_attachable(proc.folder.path() + "/none").empty());
}

TEST_CASE("a process that has ended and a thread of the kernel are no programs to attach to") {
  const Proc proc;
  const auto why = [&](const std::string& stat) {
    write_below(proc.folder, "80/cmdline", "");
    write_below(proc.folder, "80/stat", stat);
    return find_process(80, proc.folder.path()).error().message;
  };
  CHECK(why("80 (a) S (b) Z 1 80 80 0 -1 4227084 51 0") == "the process has ended");
  CHECK(why("80 (kthreadd) S 0 0 0 0 -1 2129984 0 0") ==
        "it is a thread of the kernel, not a program");
  CHECK(why("80 (Z) S 1 80 80 0 -1 4194304 0 0") == "permission denied reading its environment");
}

TEST_CASE("this very process is found in the system's own list") {
  const auto found = find_process(::getpid());
  REQUIRE(found.ok());
  CHECK(found.value().command.find("capture_tests") != std::string::npos);
  CHECK_FALSE(found.value().has_torch);
  CHECK_FALSE(found.value().why_not.empty());
}

TEST_CASE("PyTorch is found wherever its library stands among the maps, and by either name") {
  const Proc proc;
  const auto found = [&](const std::string& maps) {
    proc.add(10, "python\0"s, "KINETO_USE_DAEMON=1\0"s, maps);
    return find_process(10, proc.folder.path()).value();
  };
  write_below(proc.folder, std::string("10/") + "root/a b/torch/version.py",
              "__version__ = '2.8.0'\n");
  const std::string libc = "7f00-7f01 r-xp 0 08:01 1 /usr/lib/libc.so.6\n";
  for (const char* name : {"libtorch_cpu.so", "libtorch.so"}) {
    const std::string torch = "7f01-7f02 r-xp 0 08:01 2 /a b/torch/lib/" + std::string(name) + "\n";
    for (const std::string& maps : {torch, torch + libc, libc + torch, libc + torch + libc}) {
      CHECK(found(maps).has_torch);
      CHECK(found(maps).torch_version == "2.8.0");
      CHECK(found(maps).why_not.empty());
    }
  }
  CHECK_FALSE(found(libc).has_torch);
  CHECK_FALSE(found("7f01-7f02 r-xp 0 08:01 2 /x/libtorchaudio.so\n").has_torch);
  // Without a folder before the name.
  CHECK(found("7f01-7f02 r-xp 0 08:01 2 /libtorch.so\n").has_torch);
}

TEST_CASE("a version that is not written as one is none") {
  const Proc proc;
  proc.add(10, "python\0"s, "", kTorchMap);
  for (const char* text : {"", "__version__ = '2.7", "version = '2.7'\n"}) {
    write_below(proc.folder, std::string("10/") + "root/venv/torch/version.py", text);
    CHECK(find_process(10, proc.folder.path()).value().torch_version.empty());
  }
}

TEST_CASE("words of a command are as they were given, without what is empty at its end") {
  const Proc proc;
  proc.add(10, "python\0\0-c\0two words\0\0\0"s, "", "");
  const auto found = find_process(10, proc.folder.path());
  REQUIRE(found.ok());
  CHECK(found.value().arguments == std::vector<std::string>{"python", "", "-c", "two words"});
  CHECK(found.value().command == "python  -c two words");
  CHECK(found.value().pid == 10);
}

TEST_CASE("only this user's processes are listed, by numbers that are some, each group in order") {
  const Proc proc;
  for (const int pid : {30, 1, 20}) proc.add(pid, "python\0"s, "", kTorchMap);
  for (const int pid : {50, 40}) proc.add(pid, "python\0"s, "KINETO_USE_DAEMON=1\0"s, kTorchMap);
  for (const char* odd : {"0", "-7", "12x"}) {
    write_below(proc.folder, std::string(odd) + "/cmdline", "python");
    write_below(proc.folder, std::string(odd) + "/environ", "");
    write_below(proc.folder, std::string(odd) + "/maps", kTorchMap);
  }
  std::vector<std::int64_t> pids;
  for (const RunningProcess& one : list_attachable(proc.folder.path())) pids.push_back(one.pid);
  CHECK(pids == std::vector<std::int64_t>{40, 50, 1, 20, 30});
  if (::geteuid() != 0) return;
  write_below(proc.folder, "70/cmdline", "python");
  for (const char* name : {"/20", "/70"})
    REQUIRE(::chown((proc.folder.path() + name).c_str(), 65534, 65534) == 0);
  CHECK(list_attachable(proc.folder.path()).size() == 4);
  CHECK(find_process(70, proc.folder.path()).error().message == "it belongs to another user");
}
