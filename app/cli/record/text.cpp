#include "app/cli/record/text.h"

#include <algorithm>
#include <span>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/text/signal_text.h"
#include "core/base/time.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

/// Turns a sentence into a clause: "Install it." becomes "install it"; names keep their capital.
std::string as_clause(std::string sentence) {
  const auto is = [&sentence](std::size_t at, char from, char to) {
    return at < sentence.size() && sentence[at] >= from && sentence[at] <= to;
  };
  if (is(0, 'A', 'Z') && is(1, 'a', 'z')) sentence[0] = static_cast<char>(sentence[0] + 'a' - 'A');
  if (sentence.ends_with('.')) sentence.pop_back();
  return sentence;
}

struct Losses {
  std::uint64_t dropped = 0, cupti = 0;
};

Losses losses_of(const CaptureState& state) {
  Losses losses;
  for (const CapturedProcessState& process : state.processes) {
    losses.dropped += process.dropped_records;
    losses.cupti += process.cupti_dropped;
  }
  return losses;
}

/// How the program ended if nothing was captured; it may have failed before it used the GPU.
std::string ended_text(const CommandState& command) {
  if (command.signal) return "; " + killed_line(command);
  const int code = command.exit_code.value_or(0);
  return code == 0 ? "" : fmt::format("; the command exited with code {}", code);
}

/// Whatever runs for longer than that is recorded, where threads are sampled and can be looked at.
std::string too_short_text(const CaptureState& state) {
  constexpr Ns kLong = 500'000'000;
  const std::uint64_t seen = state.samples.seen_processes;
  if (seen == 0 && state.elapsed_ns > kLong)
    return ": no process of the command could be looked at; if few file descriptors are left, "
           "raise the limit with `ulimit -n`";
  return fmt::format(": {} ended within a few samples; record a longer run, or use --sample 2kHz",
                     seen == 0 ? "the command" : counted(seen, "process", "processes"));
}

std::string why_nothing(const CaptureState& state) {
  if (state.processes.empty() && state.samples.is_on) return too_short_text(state);
  if (state.processes.empty()) return ": no process of the command used CUDA or NVTX";
  return fmt::format(
      ": {} connected but recorded no events, as {} used no CUDA, NVTX or, with --shapes, PyTorch "
      "operators",
      counted(state.processes.size(), "process", "processes"),
      state.processes.size() == 1 ? "it" : "they");
}

std::string nothing_line(const CaptureState& state) {
  std::string line = "nothing was recorded, so no file was written";
  // What prevented a process from being captured has been reported already.
  const auto kept = [](const CaptureProblem& problem) { return problem.code != "option_empty"; };
  if (std::ranges::none_of(state.problems, kept)) line += why_nothing(state);
  if (state.command && !state.command->running) line += ended_text(*state.command);
  return line;
}

std::string all_lost_line(const CaptureState& state) {
  return fmt::format("{}: no recording: none of the {} ({}) could be written", state.file,
                     counted(state.file_lost_records, "record"),
                     format_bytes(static_cast<std::int64_t>(state.file_lost_bytes)));
}

std::string captured_line(const CaptureState& state) {
  const Losses losses = losses_of(state);
  std::string line = fmt::format("{} from {} in {}", counted(state.records, "record"),
                                 counted(state.processes.size(), "process", "processes"),
                                 format_duration(state.elapsed_ns));
  if (losses.dropped + losses.cupti == 0) return line + ", none dropped";
  line += fmt::format(", {} dropped", count_text(losses.dropped + losses.cupti));
  if (losses.cupti != 0) line += fmt::format(", {} of them by CUPTI", count_text(losses.cupti));
  return line;
}

std::string missed_text(const HostSamplesState& samples) {
  constexpr double kMs = 1e6, kLeastTold = 0.01;
  std::string text;
  const double missed = samples.missed_share();
  if (samples.period_ns > samples.wanted_ns) {
    text = fmt::format(
        ", one every {:g} ms per thread, not {:g} ms, to leave the CPUs to the program",
        static_cast<double>(samples.period_ns) / kMs, static_cast<double>(samples.wanted_ns) / kMs);
  }
  if (missed >= kLeastTold)
    text += fmt::format(", {:.0f} % of the planned samples not taken", missed * 100);
  return text;
}

std::string sampled_line(const CaptureState& state) {
  const HostSamplesState& samples = state.samples;
  std::string line = fmt::format("{} of {}", counted(samples.samples, "sample"),
                                 counted(samples.all_processes, "process", "processes"));
  if (state.processes.empty()) line += " in " + format_duration(state.elapsed_ns);
  line += missed_text(samples);
  if (samples.torn != 0) line += ", " + count_text(samples.torn) + " torn";
  if (samples.lost != 0) line += ", " + count_text(samples.lost) + " lost";
  if (samples.unrecorded_processes != 0) {
    line += fmt::format(", {} that ended within a few samples left out",
                        counted(samples.unrecorded_processes, "process", "processes"));
  }
  return line;
}

/// What was recorded: by processes that joined, and from outside.
std::vector<std::string> recorded_lines(const CaptureState& state) {
  std::vector<std::string> lines;
  const bool is_sampled = state.samples.samples != 0;
  if (!state.processes.empty() || !is_sampled) lines.push_back(captured_line(state));
  if (is_sampled) lines.push_back(sampled_line(state));
  return lines;
}

std::string open_saved_line(const std::vector<SavedFileState>& saved) {
  return fmt::format("{} saved; open {} with `lanescope {}`", counted(saved.size(), "file"),
                     saved.size() == 1 ? "it" : "the last", saved.back().file);
}

std::string too_old_line(const CaptureState& state) {
  const bool is_sampled = state.samples.samples != 0;
  return fmt::format("kept the last {} (--keep-last); discarded {}{}",
                     format_duration(state.elapsed_ns - state.file_old_ns),
                     counted(state.file_old_records, "older record"),
                     is_sampled ? " (runs of equal samples, context switches, counters)" : "");
}

}  // namespace

std::string killed_line(const CommandState& command) {
  return "the command was killed by " + signal_text(*command.signal);
}

std::string progress_line(const CaptureState& state) {
  const double seconds = static_cast<double>(state.elapsed_ns) * 1e-9;
  if (state.phase == CapturePhase::Waiting)
    return fmt::format(
        "{:.1f} s  waiting for {}", seconds,
        state.samples.is_on ? "the first samples" : "a process that uses CUDA or NVTX");
  const std::uint64_t samples = state.samples.samples;
  std::string line = fmt::format("{:.1f} s", seconds);
  if (!state.processes.empty() || samples == 0)
    line +=
        fmt::format("  {}  {:.0f}/s", counted(state.records, "record"), state.records_per_second);
  if (samples != 0) line += "  " + counted(samples, "sample");
  line += "  " + format_bytes(static_cast<std::int64_t>(state.file_bytes));
  const std::uint64_t processes =
      std::max<std::uint64_t>(state.processes.size(), state.samples.processes);
  if (processes > 1) line += "  " + counted(processes, "process", "processes");
  if (state.dropped_records != 0) line += "  " + count_text(state.dropped_records) + " dropped";
  return line;
}

std::string no_gpu_line(bool shapes, bool samples) {
  return fmt::format(
      "this machine has no NVIDIA driver, so no GPU work is recorded; {}NVTX ranges and{} PyTorch "
      "operators are",
      samples ? "thread samples, counters, " : "", shapes ? "" : ", with --shapes,");
}

std::string problem_line(const CaptureState& state, const CaptureProblem& problem) {
  std::string line;
  const auto process =
      std::ranges::find(state.processes, problem.process, &CapturedProcessState::index);
  if (process != state.processes.end()) line = fmt::format("process {}: ", process->pid);
  line += problem.text.empty() ? problem.code : as_clause(problem.text);
  if (!problem.hint.empty()) line += "; " + as_clause(problem.hint);
  return line;
}

std::string saved_line(const SavedFileState& saved) {
  return fmt::format("saved {} ({}): {}", saved.file,
                     format_bytes(static_cast<std::int64_t>(saved.bytes)), saved.why);
}

std::string file_to_open(const CaptureState& state) {
  if (state.has_file) return state.file;
  return state.saved.empty() ? "" : state.saved.back().file;
}

bool has_lost_file(const CaptureState& state) {
  const bool removed = state.has_events && !state.file_in_place && state.saved.empty();
  return removed || state.all_lost();
}

std::vector<std::string> summary_lines(const CaptureState& state) {
  if (!state.has_events) return {nothing_line(state)};
  std::vector<std::string> lines = recorded_lines(state);
  if (state.command && state.command->signal)
    lines.insert(lines.begin(), killed_line(*state.command));
  if (state.file_old_records != 0) lines.push_back(too_old_line(state));
  if (state.all_lost()) {
    lines.push_back(all_lost_line(state));
  } else if (state.file_lost_records != 0) {
    lines.push_back(fmt::format("{}: {} ({}) could not be written to the file", state.file,
                                counted(state.file_lost_records, "record"),
                                format_bytes(static_cast<std::int64_t>(state.file_lost_bytes))));
  }
  if (state.problem_count > state.problems.size())
    lines.push_back(fmt::format("{} not listed here",
                                counted(state.problem_count - state.problems.size(), "problem")));
  if (!state.old_file.empty())
    lines.push_back(fmt::format("{} was left by a recorder that was killed; it is now {}",
                                state.file, state.old_file));
  if (!state.file_in_place || state.all_lost()) return lines;  // already reported
  if (!state.has_file) {
    lines.push_back(open_saved_line(state.saved));
    return lines;
  }
  std::string where = state.file;
  if (state.file_segments != 0)
    where += fmt::format(" and {} next to it ({}.part…)", counted(state.file_segments, "file"),
                         state.file);
  lines.push_back(fmt::format("{} ({}); open it with `lanescope {}`", where,
                              format_bytes(static_cast<std::int64_t>(state.file_bytes)),
                              state.file));
  return lines;
}

std::string still_running_line(const CaptureState& state,
                               const std::vector<std::int64_t>& running) {
  if (state.command && state.command->running)
    return fmt::format(
        "the program is still running (PID {}) but no longer recorded; press Ctrl+C twice to kill "
        "it",
        state.command->pid);
  if (running.empty()) return {};
  constexpr std::size_t kMost = 8;
  const auto shown = std::span(running).first(std::min(kMost, running.size()));
  return fmt::format("{} of the program {} still running (PID {}{}) but no longer recorded",
                     counted(running.size(), "process", "processes"),
                     running.size() == 1 ? "is" : "are", fmt::join(shown, ", "),
                     shown.size() < running.size() ? ", …" : "");
}

}  // namespace lanescope
