// The state of a capture, as one value that a window or a progress line reads several times a
// second.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "capture/wire/records.h"

namespace lanescope {

enum class CapturePhase : std::uint8_t {
  Waiting,    // no process has joined yet
  Recording,  // processes are writing, or have written and more may join
  Paused,
  Stopping,  // reading the rest and closing the file
  Finished,  // the file is closed; nothing changes any more
};

/// Something the user should know; the capture continues as far as it can.
struct CaptureProblem {
  std::string code;                     // for programs: "subscriber_taken", "disk_full", …
  std::string text;                     // one line
  std::string hint;                     // what to do; may be empty
  std::uint32_t process = 0xFFFFFFFFU;  // CaptureListener::kNoProcess: the capture itself
};

enum class LeftReason : std::uint8_t {
  None,    // it has not left
  Exit,    // it exited normally
  Killed,  // it ended abruptly: a signal, _exit, out of memory
  Lost,    // it is alive but disconnected: exec, or a protocol violation
};

struct CapturedProcessState {
  std::uint32_t index = 0;  // processes that are only sampled have some of the numbers
  std::int64_t pid = 0;
  std::string exe, arguments, host;  // as reported by it
  std::optional<std::int64_t> rank, local_rank, world_size;
  LeftReason left = LeftReason::None;
  std::optional<int> exit_code, signal;  // as far as known

  std::uint64_t records = 0, bytes = 0;                 // read so far
  double records_per_second = 0, bytes_per_second = 0;  // of the last second
  std::uint64_t dropped_records = 0;  // for lack of room in a channel, counted by the target
  std::uint64_t dropped_bytes = 0;
  std::uint64_t cupti_dropped = 0;    // lost before they reached the agent, see StatsRecord
  double fill_percent = 0;            // of its fullest channel, when last read
  std::uint32_t channels = 0;         // in use now
  std::uint32_t broken_channels = 0;  // no longer read, see problems

  std::optional<wire::ConflictKind> conflict;  // last report on another profiler; none: no sign

  std::optional<wire::StatsRecord> stats;  // latest from the agent
  std::optional<double>
      overhead_percent;  // time in our callbacks per wall time, over the last second
};

/// What the sampler has seen of the program's threads, from outside.
struct HostSamplesState {
  bool is_on = false;          // samples are asked for
  std::int64_t wanted_ns = 0;  // what was asked for between two samples of a thread
  std::int64_t period_ns =
      0;  // between them, longer if more would take too much CPU time; 0: not known yet
  std::uint64_t processes = 0;             // sampled now
  std::uint64_t all_processes = 0;         // with samples in the recording
  std::uint64_t samples = 0;               // recorded
  std::uint64_t torn = 0;                  // of those, with a stack that changed while it was read
  std::uint64_t missed = 0;                // moments at which the sampler came too late
  std::uint64_t lost = 0;                  // samples that were taken and could not be kept
  bool any_stacks = false;                 // of Python
  std::uint64_t seen_processes = 0;        // that have begun to be sampled, whether recorded or not
  std::uint64_t unrecorded_processes = 0;  // of those, ended after too few samples
  // Since the first sample of the process that was sampled longest: its time, and the moments at
  // which it was sampled in that.
  std::int64_t watched_ns = 0;
  double ticks = 0, due = 0;  // and those at which it was to be, at the rates that it came to

  /// Of those, how many it was not sampled at; 0 to 1.
  [[nodiscard]] double missed_share() const {
    return due <= 0 ? 0 : std::clamp(1 - ticks / due, 0.0, 1.0);
  }
};

/// The last seconds of a recording that goes on, in a file of their own.
struct SavedFileState {
  std::string file;
  std::uint64_t bytes = 0;
  std::string why;  // what fired
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
  std::int64_t elapsed_ns = 0;  // since then, until it was stopped or ended
  std::optional<CommandState> command;
  std::vector<CapturedProcessState> processes;  // that joined, by index, also those that have left
  HostSamplesState samples;
  std::vector<CaptureProblem> problems;  // in order, at most the first 100
  std::uint64_t problem_count = 0;       // all of them

  std::vector<SavedFileState> saved;  // in order

  bool has_events = false;  // a process did something recordable; joining does not count

  std::string file;               // empty: none; may differ from the requested name
  bool has_file = true;           // false, once finished: no events to write, no room to begin it,
                                  // or everything is in `saved`
  std::string old_file;           // new name of an older recording that was cut short; empty: none
  std::uint64_t file_bytes = 0;   // on the disk, without data dropped again
  std::size_t file_segments = 0;  // once finished: segment files that hold a part of it
  std::uint64_t file_old_records = 0;  // removed again as too old for keep_last
  std::int64_t file_old_ns = 0;        // how much earlier the recording began than what is kept
  bool file_in_place = true;           // false: it was removed while being written
  /// Whether something was captured but nothing could be kept; once finished.
  [[nodiscard]] bool all_lost() const { return has_events && !has_file && saved.empty(); }
  // What could not be written, as on a full disk.
  std::uint64_t file_lost_bytes = 0, file_lost_records = 0;

  // Sums over the processes that joined: without what was sampled.
  std::uint64_t records = 0, dropped_records = 0;
  double records_per_second = 0, bytes_per_second = 0;
};

}  // namespace lanescope
