// How a capture does, as one value that a window or a progress line reads several times a second.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "capture/wire/records.h"

namespace lanescope {

enum class CapturePhase : std::uint8_t {
  Waiting,    // no process has joined yet
  Recording,  // processes write, or have written and others may come
  Paused,
  Stopping,  // the rest is fetched and the file is closed
  Finished,  // the file is closed, nothing changes any more
};

/// Something that the user should know; the capture goes on as far as it can.
struct CaptureProblem {
  std::string code;                     // for programs: "subscriber_taken", "disk_full", …
  std::string text;                     // one line
  std::string hint;                     // what to do; may be empty
  std::uint32_t process = 0xFFFFFFFFU;  // CaptureListener::kNoProcess: the capture itself
};

enum class LeftReason : std::uint8_t {
  None,    // it is still there
  Exit,    // it ended in good order
  Killed,  // it ended without a word: a signal, _exit, out of memory
  Lost,    // it lives but does not talk to us any more: exec, or a break of rules
};

struct CapturedProcessState {
  std::uint32_t index = 0;
  std::int64_t pid = 0;
  std::string exe, arguments, host;  // as it says
  std::optional<std::int64_t> rank, local_rank, world_size;
  LeftReason left = LeftReason::None;
  std::optional<int> exit_code, signal;  // as far as known

  std::uint64_t records = 0, bytes = 0;                 // read so far
  double records_per_second = 0, bytes_per_second = 0;  // of the last second
  std::uint64_t dropped_records = 0;  // for want of room in a channel, counted by the target
  std::uint64_t dropped_bytes = 0;
  std::uint64_t cupti_dropped = 0;    // lost before they reached the agent, see StatsRecord
  double fill_percent = 0;            // of its fullest channel, when last read
  std::uint32_t channels = 0;         // in use now
  std::uint32_t broken_channels = 0;  // given up, see problems

  std::optional<wire::ConflictKind> conflict;  // the last word on another profiler; none: no sign

  std::optional<wire::StatsRecord> stats;  // the agent's last
  std::optional<double>
      overhead_percent;  // time in our callbacks per wall time, of the last second
};

/// The launched command.
struct CommandState {
  std::int64_t pid = 0;
  bool running = false;
  std::optional<int> exit_code, signal;  // once it has ended
};

struct CaptureState {
  CapturePhase phase = CapturePhase::Waiting;
  std::int64_t start_ns = 0;    // CLOCK_REALTIME
  std::int64_t elapsed_ns = 0;  // since then
  std::optional<CommandState> command;
  std::vector<CapturedProcessState> processes;  // by index, those that have left too
  std::vector<CaptureProblem> problems;         // in the order they came, 100 at most
  std::uint64_t problem_count = 0;              // all of them

  bool has_events = false;  // a process has done something that is recorded: joining is none

  std::string file;                    // empty: none is written; may be another than was wished
  bool has_file = true;                // false, once finished: there was no event to put into it,
                                       // or not even room to begin it
  std::string old_file;                // where an older recording of that name is now, that was cut
                                       // short; empty: there was none
  std::uint64_t file_bytes = 0;        // on the disk, data that was dropped again left out
  std::size_t file_segments = 0;       // once finished: files beside it that hold a part of it
  std::uint64_t file_old_records = 0;  // taken out again, too old for keep_last
  bool file_in_place = true;           // false: it was taken away while it was written
  /// Whether something was captured and nothing of it could be kept; once finished.
  [[nodiscard]] bool all_lost() const { return has_events && !has_file; }
  // What could not be written, as on a full disk.
  std::uint64_t file_lost_bytes = 0, file_lost_records = 0;

  // Sums over processes.
  std::uint64_t records = 0, dropped_records = 0;
  double records_per_second = 0, bytes_per_second = 0;
};

}  // namespace lanescope
