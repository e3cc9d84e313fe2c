#include "capture/host/runner/program_family.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <thread>
#include <unistd.h>

#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "capture/sampler/system/process_stat.h"
#include "core/base/check.h"
#include "core/base/files/file_descriptor.h"
#include "core/base/text/numbers.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

/// Stop after this many tries: the program starts processes faster than they can be killed.
constexpr int kRounds = 20;
constexpr std::chrono::milliseconds kRoundTime{2};

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::optional<ProcessStat> process_at(const std::string& folder) {
  return parse_stat(text_of(folder + "/stat"));
}

std::map<std::int64_t, ProcessStat> own_processes(const std::string& proc) {
  std::map<std::int64_t, ProcessStat> found;
  std::error_code error;
  for (fs::directory_iterator at(proc, error), end; !error && at != end; at.increment(error)) {
    const auto pid = parse_number<std::int64_t>(at->path().filename().string());
    struct stat owner {};
    if (!pid || ::stat(at->path().c_str(), &owner) != 0 || owner.st_uid != ::geteuid()) continue;
    if (const auto process = process_at(at->path().string())) found.emplace(*pid, *process);
  }
  return found;
}

}  // namespace

std::vector<FamilyMember> program_family(std::int64_t command, std::string_view variable,
                                         std::int64_t adopter, const std::string& proc) {
  const std::map<std::int64_t, ProcessStat> all = own_processes(proc);
  std::set<std::int64_t> family;
  if (command > 0) family.insert(command);
  for (const auto& [pid, process] : all) {
    const std::string environment = proc + "/" + std::to_string(pid) + "/environ";
    const bool is_adopted = adopter != 0 && process.parent == adopter;
    if (is_adopted || (!variable.empty() && has_variable(text_of(environment), variable)))
      family.insert(pid);
  }
  for (std::size_t before = 0; before != family.size();) {
    before = family.size();
    for (const auto& [pid, process] : all) {
      if (family.contains(process.parent)) family.insert(pid);
    }
  }
  std::vector<FamilyMember> running;
  for (const auto& [pid, process] : all) {
    const bool is_gone = process.state == 'Z' || process.state == 'X';
    if (family.contains(pid) && !is_gone && pid != ::getpid())
      running.push_back({pid, process.start_ticks});
  }
  // The command first: it is the one that people know.
  std::ranges::stable_partition(running, [&](const auto& one) { return one.pid == command; });
  return running;
}

void send_signal(const std::vector<FamilyMember>& family, int signal) {
  for (const FamilyMember& one : family) {
    LANESCOPE_CHECK(one.pid > 1 && one.pid != ::getpid(), "a process of the program's, not {}",
                    one.pid);
    const FileDescriptor process(static_cast<int>(::syscall(SYS_pidfd_open, one.pid, 0)));
    const auto now = process_at("/proc/" + std::to_string(one.pid));
    if (!now || now->start_ticks != one.start_ticks) continue;
    if (process.open()) {
      ::syscall(SYS_pidfd_send_signal, process.get(), signal, nullptr, 0);
    } else {
      ::kill(static_cast<pid_t>(one.pid), signal);
    }
  }
}

void kill_family(std::int64_t command, std::string_view variable, std::int64_t adopter) {
  for (int round = 0; round < kRounds; ++round) {
    const auto family = program_family(command, variable, adopter);
    if (family.empty()) return;
    send_signal(family, SIGKILL);
    std::this_thread::sleep_for(kRoundTime);
  }
}

bool adopt_orphans() {
  siginfo_t child{};
  const bool has_none =
      ::waitid(P_ALL, 0, &child, WEXITED | WNOHANG | WNOWAIT) != 0 && errno == ECHILD;
  return has_none && ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0;
}

void stop_adopting() {
  ::prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0);
}

void reap_adopted(std::int64_t command) {
  for (;;) {
    siginfo_t ended{};
    if (::waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) != 0) return;
    if (ended.si_pid == 0 || ended.si_pid == command) return;
    ::waitpid(ended.si_pid, nullptr, WNOHANG);
  }
}

}  // namespace lanescope
