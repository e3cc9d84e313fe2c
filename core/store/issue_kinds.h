// The kinds of load issues that code looks for in a report. All others are only shown.
#pragma once

#include <array>
#include <string_view>

namespace lanescope::issue_kinds {

inline constexpr std::string_view kClampedTime = "clamped_time";
inline constexpr std::string_view kDistantTime = "distant_time";
inline constexpr std::string_view kCutOffEvent = "cut_off_event";
inline constexpr std::string_view kDamagedChunk = "damaged_chunk";
inline constexpr std::string_view kLostChunk = "lost_chunk";
inline constexpr std::string_view kRecordsDropped = "records_dropped";
inline constexpr std::string_view kRecordsNotWritten = "records_not_written";
inline constexpr std::string_view kNotAnObject = "not_an_object";
inline constexpr std::string_view kMissingPhase = "missing_phase";
inline constexpr std::string_view kRepeatedStep = "repeated_step";
inline constexpr std::string_view kEmptyStep = "empty_step";
inline constexpr std::string_view kCutStep = "cut_step";
inline constexpr std::string_view kSecondList = "second_list";
inline constexpr std::string_view kFileChanged = "file_changed";
inline constexpr std::string_view kNotKept = "not_kept";
inline constexpr std::string_view kBegunEarlier = "begun_earlier";
inline constexpr std::string_view kTornSamples = "torn_samples";
inline constexpr std::string_view kMissedSamples = "missed_samples";
inline constexpr std::string_view kAssumedRunning = "assumed_running";
inline constexpr std::string_view kGraphsWithoutKernels = "graphs_without_kernels";
inline constexpr std::string_view kGraphsWhole = "graphs_whole";
inline constexpr std::string_view kUnfinishedWrite = "unfinished_write";
inline constexpr std::string_view kPacketsLost = "packets_lost";
inline constexpr std::string_view kRepeatedDispatch = "repeated_dispatch";
inline constexpr std::string_view kMovedEdges = "moved_edges";
inline constexpr std::string_view kKernelsNotRecorded = "kernels_not_recorded";
inline constexpr std::string_view kStillRecorded = "still_recorded";

/// All of them: that each is a kind that IssueLog reports is checked when that is compiled.
inline constexpr std::array kAll{
    kClampedTime,  kDistantTime,        kCutOffEvent,       kDamagedChunk,
    kLostChunk,    kRecordsDropped,     kRecordsNotWritten, kNotAnObject,
    kMissingPhase, kRepeatedStep,       kEmptyStep,         kCutStep,
    kSecondList,   kFileChanged,        kNotKept,           kBegunEarlier,
    kTornSamples,  kMissedSamples,      kAssumedRunning,    kGraphsWithoutKernels,
    kGraphsWhole,  kUnfinishedWrite,    kPacketsLost,       kRepeatedDispatch,
    kMovedEdges,   kKernelsNotRecorded, kStillRecorded};

}  // namespace lanescope::issue_kinds
