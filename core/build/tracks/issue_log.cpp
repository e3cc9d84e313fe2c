#include "core/build/tracks/issue_log.h"

#include <algorithm>

#include "core/base/text/sentences/one_line.h"
#include "core/store/issue_kinds.h"

namespace lanescope {
namespace {

struct Description {
  const char* kind;
  const char* what;
  bool lost;
};

constexpr std::array<Description, static_cast<std::size_t>(Issue::Count)> kDescriptions = {{
    {"not_an_object", "An element of the event list is not an object", true},
    {"broken_event", "The JSON of an event is broken beyond repair", true},
    {"cut_off_event", "The file ends in the middle of an event", true},
    {"missing_phase", "An event has no \"ph\", so its type is unknown", true},
    {"unknown_phase", "An event's \"ph\" is not in the Trace Event Format", true},
    {"unusable_time", "An event's \"ts\" is missing or not a number", true},
    {"end_without_begin", "An end event has no open begin event on its thread", true},
    {"async_end_without_begin", "An async end event has no open begin event with its id", true},
    {"unused_metadata", "A metadata event of a kind that is not used", true},
    {"unsupported_phase", "Memory dumps, clock syncs, marks and contexts are not shown", true},
    {"unusable_counter", "A counter event has no number", true},
    {"store_full", "More than 4 billion slices: the rest was left out", true},
    {"unknown_record", "A record of an unknown kind; a newer Lanescope may read it", true},
    {"broken_record", "A record with an invalid size or invalid numbers", true},
    {"kernel_without_time", "GPU work whose end the file does not tell; its time counts as nothing",
     true},
    {"records_dropped", "The recorder could not keep up with the program: lost records", true},
    {"records_not_written", "The disk was full: records that were not written", true},
    {"clamped_time", "A start or end time is more than 146 years from 1970; the event is set aside",
     true},
    {"distant_time",
     "An event is so far from the rest that its time must be wrong; it is set aside", true},
    {"unusable_sample",
     "A sample of a profile has damaged, missing or negative numbers, or no stack", true},
    {"unshown_record", "A record of a kind that is not shown", true},
    {"packet_without_state",
     "A packet refers to earlier packets of its writer that were lost; it cannot be read", true},
    {"packet_without_clock",
     "A packet's time is on a clock that no clock snapshot connects to the others", true},
    {"repaired_event", "The JSON of an event was broken but could be repaired", false},
    {"missing_duration", "A complete event has no \"dur\"; it is shown with duration 0", false},
    {"unusable_duration", "A complete event's \"dur\" is not a number; it is shown with duration 0",
     false},
    {"negative_duration", "An event ends before it begins; it is shown with duration 0", false},
    {"begin_without_end", "A begin event is never closed; it is shown up to the end of the trace",
     false},
    {"async_begin_without_end",
     "An async begin event is never closed; it is shown up to the end of the trace", false},
    {"end_name_differs", "An end event has a different name than the slice it closes", false},
    {"large_correlation", "A correlation or external id is too large and links nothing", false},
    {"unusable_base_time",
     "baseTimeNanoseconds is not within 146 years of 1970; times count from 0", false},
    {"shared_correlation",
     "Correlation ids used by more than one launch; their GPU work is linked to the latest launch "
     "that starts before it, which may be the wrong one",
     false},
    {"repeated_step",
     "A step marker appears more than once on its thread at the same time; it counts as one step",
     false},
    {"empty_step", "The last step marker has no duration; it is not counted as a step", false},
    {"cut_step", "The trace starts or ends within this step; it is not counted as a step", false},
    {"second_list", "The file has another list of events, which was not read", false},
    {"text_after_end", "The file goes on after the end of the trace; the rest was not read", false},
    {"unsound_stream",
     "The file cannot be read or unpacked without faults; what was read may be wrong or incomplete",
     false},
    {"metadata_left_out",
     "The file has more metadata than is kept (4,096 members, 4 MiB); the rest was left out",
     false},
    {"long_text", "A name is longer than 1 MiB; the rest is cut off", false},
    {"unusable_memory", "A memory event's size is not a whole number; it is not counted", false},
    {"file_changed", "The file changed while it was read; the trace may mix both versions", false},
    {"damaged_chunk", "Part of the recording is damaged; bytes were skipped", false},
    {"clock_step", "The system clock was set during the recording", false},
    {"capture_problem", "The recorder could not record everything that was requested", false},
    {"processes_not_sampled",
     "The program had processes that are not sampled: too many, of another user, or over before "
     "their first sample or within a few",
     false},
    {"threads_not_sampled", "A process had more threads than are sampled", false},
    {"not_kept", "Records from before what --keep-last keeps, which are not in the file", false},
    {"begun_earlier",
     "Ranges and calls that began before what --keep-last keeps; they are shown from there on",
     false},
    {"kernels_lost",
     "A process was killed before its last GPU records arrived: launches without their kernels",
     false},
    {"torn_samples",
     "Python stacks that changed while they were sampled; only the thread's state is shown", false},
    {"missed_samples",
     "Times at which no thread was sampled because the recorder was too busy or got no CPU", false},
    {"deep_stack", "Frames of a profile beyond the first 1,024 of a stack, which are left out",
     false},
    {"deep_range",
     "NVTX ranges within 64 others; they are shown on their thread, but not repeated above the "
     "kernels of each stream",
     false},
    {"order_is_not_time",
     "The profile has weights and no times: its stacks are side by side, the heaviest first, and "
     "their order is not time",
     false},
    {"value_is_not_time",
     "The profile has bytes, counts or weights, which are drawn as if they were ns; times that are "
     "shown of them are none",
     false},
    {"other_values", "The profile has more than one value for each sample; only one is shown",
     false},
    {"separate_clocks",
     "Each thread of the profile counts its own time from 0; what is above each other did not "
     "necessarily happen at the same time",
     false},
    {"assumed_running",
     "A profile does not say whether a thread ran or waited; it counts as running in its samples, "
     "which is too much if waiting threads were sampled too (py-spy --idle, wall clock)",
     false},
    {"unusable_figure",
     "Registers and shared memory of a kernel are implausible in the file; they are left out",
     false},
    {"graphs_without_kernels",
     "Launches of CUDA graphs whose kernels are not in the file; that GPU time is missing here",
     false},
    {"malformed_value", "A value in the database has the wrong type; it is ignored", false},
    {"graphs_whole",
     "CUDA graphs were traced whole: each is one event, and their kernels were not recorded",
     false},
    {"payloads_missing",
     "The export has no NVTX payloads, such as the message sizes of NCCL; export it with "
     "--include-blobs=true",
     false},
    {"unread_log",
     "A write-ahead log next to the database could not be read; recent changes may be missing",
     false},
    {"unfinished_write",
     "A rollback journal next to the database: the program that writes it is not done, or was "
     "stopped; rows may be missing or of the middle of a change",
     false},
    {"launch_not_recorded",
     "GPU work whose launch call is not in the file: it was launched before the profile began, or "
     "calls were not recorded",
     false},
    {"unread_table", "A view, or a table of an unknown kind, which was not read", false},
    {"packets_lost",
     "Packets were lost while the trace was recorded, because a buffer was full: times at which a "
     "writer lost some",
     false},
    {"other_packets",
     "Packets of data sources that Lanescope does not show, such as ftrace and heap profiles",
     false},
    {"repeated_dispatch",
     "rocprofv3 wrote GPU work twice, on its queue and on its stream; it is shown once", false},
    {"moved_edges",
     "rocprofv3 moves the edges of dispatches that overlap on a queue in this format, so durations "
     "may be too short; its rocpd and JSON output is exact",
     false},
    {"untimed_events",
     "CUDA event records without a time, as older versions of Nsight Systems export them; they are "
     "not shown",
     false},
    {"missing_text",
     "Texts that rows refer to by their numbers and the file does not have; names are missing here",
     false},
    {"kernels_not_recorded",
     "Calls that launch kernels, in a file without kernels: that GPU time is missing here", false},
    {"lost_chunk",
     "Chunks of the recording that cannot be read or are missing, with all that was in them", true},
    {"still_recorded", "The recording was still running when it was read", false},
    {"missing_column",
     "Columns that tables of this kind have, and this file does not; what they say is unknown here",
     false},
    {"newer_version",
     "The file's format is newer than the latest that is known here; what is new in it is not read",
     false},
}};

constexpr std::size_t kMostExampleBytes = 80;

static_assert(std::ranges::all_of(issue_kinds::kAll,
                                  [](std::string_view kind) {
                                    return std::ranges::any_of(
                                        kDescriptions,
                                        [=](const Description& one) { return one.kind == kind; });
                                  }),
              "code looks for issues of a kind that there is none of");

}  // namespace

void IssueLog::add(Issue issue, std::uint64_t offset, std::string_view example,
                   std::uint64_t count) {
  Entry& e = entries_[static_cast<std::size_t>(issue)];
  if (e.count == 0 || offset < e.first_offset) {
    e.first_offset = offset;
    e.example = one_line(example, kMostExampleBytes);
  }
  e.count += count;
}

void IssueLog::merge(const IssueLog& other) {
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Entry& from = other.entries_[i];
    if (from.count != 0) add(static_cast<Issue>(i), from.first_offset, from.example, from.count);
  }
}

std::uint64_t IssueLog::lost() const {
  std::uint64_t lost = 0;
  for (std::size_t i = 0; i < entries_.size(); ++i)
    lost += kDescriptions[i].lost ? entries_[i].count : 0;
  return lost;
}

LoadReport IssueLog::report(std::uint64_t events) const {
  LoadReport report;
  report.issues = issues();
  report.listed = lost();
  report.set_aside = set_aside();
  report.kept = events - std::min(events, report.listed);
  return report;
}

std::vector<LoadIssue> IssueLog::issues() const {
  std::vector<LoadIssue> list;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Entry& e = entries_[i];
    if (e.count == 0) continue;
    list.push_back({kDescriptions[i].kind, kDescriptions[i].what, e.count, e.first_offset,
                    e.example, kDescriptions[i].lost});
  }
  std::ranges::stable_partition(list, &LoadIssue::lost);
  return list;
}

}  // namespace lanescope
