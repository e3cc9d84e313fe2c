// Whenever the disk fails or the recorder is killed: what the recording holds is read, in order and
// once, what it lost is counted, and it is called complete only when it is. The input is a script,
// a line each: "keep BYTES", "records LANE COUNT", "problem", and "fault NAME CALL". Without a
// fault every fault is tried at every call to the disk.
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <new>
#include <optional>
#include <sstream>
#include <string>
#include <unistd.h>
#include <vector>

#include <sys/mman.h>
#include <sys/wait.h>

#include "capture/host/files/spool.h"
#include "tests/core/fixtures/capture_bytes.h"
#include "tests/fuzz/checks/verb_checks.h"
#include "tests/fuzz/checks/work_folder.h"
#include "tests/fuzz/engine/fuzz_target.h"
#include "tests/fuzz/recordings/hostile_disk.h"

namespace lanescope {
namespace {

using Json = nlohmann::json;

constexpr const char* kFile = "run.lanes";
constexpr std::size_t kMostRecords = 4000;

/// Events far from when they were written are set aside, so the marks count from this process's
/// start.
std::int64_t first_mark_ns() {
  static const std::int64_t now_ns = std::chrono::duration_cast<std::chrono::nanoseconds>(
                                         std::chrono::system_clock::now().time_since_epoch())
                                         .count();
  return now_ns;
}

struct Step {
  std::uint32_t channel = 0;
  std::size_t records = 0;  // 0: a problem is told
};

struct Script {
  KeepLast keep;
  std::vector<Step> steps;
  std::optional<DiskFault> fault;
  std::uint64_t at = 0;
};

Script script_of(const std::string& text) {
  Script script;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string what, name;
    words >> what;
    if (what == "keep") words >> script.keep.bytes;
    if (what == "problem") script.steps.push_back({});
    if (what == "records") {
      Step step;
      words >> step.channel >> step.records;
      step.channel %= 4;
      step.records = std::min(step.records, kMostRecords);
      script.steps.push_back(step);
    }
    if (what == "fault") {
      words >> name >> script.at;
      script.fault = disk_fault_called(name);
    }
  }
  return script;
}

/// What the recorder knows, where the process that looks at its file can read it after its death.
struct Known {
  std::uint64_t recorded = 0;  // records that were given to the file, counted from 0
  std::uint64_t lost = 0;      // of them, as the file told
  std::uint64_t dropped = 0;   // too old to be kept
  bool ended = false;
  bool begun = false;
};

/// Marks, each with its number in its time.
std::string marks(ChannelBytes& channel, std::uint32_t new_thread, std::uint64_t from,
                  std::size_t count) {
  if (new_thread != 0) channel.thread(new_thread);
  const std::uint32_t name = channel.string("mark");
  for (std::size_t i = 0; i < count; ++i) {
    wire::MarkRecord mark{};
    mark.time_ns = first_mark_ns() + static_cast<std::int64_t>(from + i);
    channel.add(wire::RecordType::Mark, name, mark);
  }
  return channel.take();
}

void record(const Script& script, Disk& disk, Known& known) {
  auto opened = Spool::open(kFile, script.keep, {.disk = &disk});
  if (!opened.ok()) return;
  Spool& spool = *opened.value();
  spool.append_text(wire::ChunkKind::Process, 0, "pid=7\nexe=python\n");
  spool.begin(first_mark_ns());
  known.begun = true;
  std::vector<ChannelBytes> channels(4);
  std::vector<bool> has_begun(4);
  for (const Step& step : script.steps) {
    if (step.records == 0) {
      spool.append_text(wire::ChunkKind::Problem, 0, "text=something\n");
      continue;
    }
    const std::string bytes =
        marks(channels[step.channel], has_begun[step.channel] ? 0 : 77 + step.channel,
              known.recorded, step.records);
    has_begun[step.channel] = true;
    spool.append_records(0, step.channel, std::as_bytes(std::span(bytes)), step.records);
    known.lost = spool.lost_records();
    known.dropped = spool.dropped_records();
    known.recorded += step.records;
  }
  spool.end("ended");
  known.lost = spool.lost_records();
  known.dropped = spool.dropped_records();
  known.ended = true;
}

/// In a process that may die.
Known record_apart(const Script& script, DiskFault fault, std::uint64_t at) {
  void* const there =
      ::mmap(nullptr, sizeof(Known), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  demand(there != MAP_FAILED, "there is memory to share");
  (void)first_mark_ns();  // one for both processes
  auto* const known = new (there) Known;
  const pid_t child = ::fork();
  demand(child >= 0, "a process can be started");
  if (child == 0) {
    HostileDisk disk(fault, at);
    record(script, disk, *known);
    ::_exit(0);
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  demand(WIFEXITED(status) ? WEXITSTATUS(status) == 0 : WTERMSIG(status) == SIGKILL,
         "a recorder ends only when it is killed");
  const Known copy = *known;
  ::munmap(there, sizeof(Known));
  return copy;
}

/// The numbers of the marks that the recording holds.
std::vector<std::int64_t> marks_read(const VerbRun& found) {
  std::vector<std::int64_t> numbers;
  const Json document = document_of(found);
  for (const Json& event : document["events"])
    if (event["name"] == "mark")
      numbers.push_back(event["start_ns"].get<std::int64_t>() - first_mark_ns());
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

std::string reported(const Known& known, const std::vector<std::int64_t>& numbers) {
  return "recorded " + std::to_string(known.recorded) + ", lost " + std::to_string(known.lost) +
         ", dropped " + std::to_string(known.dropped) + ", read " + std::to_string(numbers.size()) +
         (numbers.empty() ? ""
                          : " from " + std::to_string(numbers.front()) + " to " +
                                std::to_string(numbers.back())) +
         (known.ended ? ", ended" : ", killed");
}

void check_order(const VerbRun& found, const Known& known,
                 const std::vector<std::int64_t>& numbers) {
  for (std::size_t i = 1; i < numbers.size(); ++i) {
    demand_of(found, numbers[i] != numbers[i - 1], "nothing that was recorded is read twice",
              reported(known, numbers));
    demand_of(found, numbers[i] == numbers[i - 1] + 1, "what is read has no holes",
              reported(known, numbers));
  }
  if (known.ended) {
    // A segment that was dropped is read all the same where the disk would not remove it.
    const std::uint64_t accounted = numbers.size() + known.lost;
    demand_of(found, accounted <= known.recorded && accounted + known.dropped >= known.recorded,
              "what was recorded is read, dropped or told to be lost", reported(known, numbers));
  } else if (known.dropped == 0 && !numbers.empty()) {
    demand_of(found, numbers.back() + 1 >= static_cast<std::int64_t>(known.recorded - known.lost),
              "what was written before the recorder was killed is read", reported(known, numbers));
  }
}

void check_words(const VerbRun& info, const Known& known,
                 const std::vector<std::int64_t>& numbers) {
  const Json document = document_of(info);
  const bool complete = document["complete"].get<bool>();
  const auto listed = document["report"]["listed"].get<std::uint64_t>();
  const bool lacks = numbers.size() + known.dropped < known.recorded;
  demand_of(info, !(complete && lacks), "what lacks something is not called complete",
            reported(known, numbers));
  if (known.ended && (complete || listed != 0))
    demand_of(info, listed == known.lost, "what was lost is listed", reported(known, numbers));
}

void check_left(const Known& known) {
  const VerbRun info = checked_run({"info", kFile, "--json"});
  if (info.code != 0) {
    // Killed, or the disk failed, before there was a header.
    demand_of(info, known.lost + known.dropped >= known.recorded || !known.ended,
              "a recording with anything in it is read");
    return;
  }
  const VerbRun found = checked_run({"search", kFile, "mark", "--json"});
  demand_of(found, found.code == 0, "what info reads can be searched");
  const auto numbers = marks_read(found);
  check_order(found, known, numbers);
  check_words(info, known, numbers);
}

void check(const Script& script, DiskFault fault, std::uint64_t at) {
  enter_work_folder();
  check_left(record_apart(script, fault, at));
}

}  // namespace

std::string fuzz_input(std::mt19937_64& random) {
  std::string text;
  if (below(random, 2) == 0) text += "keep " + std::to_string(200 + below(random, 20'000)) + "\n";
  for (std::size_t steps = 1 + below(random, 12); steps > 0; --steps) {
    text += below(random, 8) == 0 ? "problem\n"
                                  : "records " + std::to_string(below(random, 3)) + " " +
                                        std::to_string(1 + below(random, 60)) + "\n";
  }
  const auto fault = static_cast<DiskFault>(below(random, kDiskFaults));
  return text + "fault " + std::string(disk_fault_name(fault)) + " " +
         std::to_string(below(random, 60)) + "\n";
}

}  // namespace lanescope

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lanescope;
  const Script script = script_of({reinterpret_cast<const char*>(data), size});
  if (script.fault) {
    check(script, *script.fault, script.at);
    return 0;
  }
  enter_work_folder();
  HostileDisk sound;
  Known known;
  record(script, sound, known);
  check_left(known);
  for (int fault = 0; fault < kDiskFaults; ++fault)
    for (std::uint64_t at = 0; at < sound.calls(); ++at)
      check(script, static_cast<DiskFault>(fault), at);
  return 0;
}
