// IssueLog: faults of a trace counted by kind, with the first position and an example. One per
// worker, merged at the end.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/store/load_report.h"

namespace lanescope {

enum class Issue : std::uint8_t {
  // The event is not stored:
  NotAnObject,
  BrokenEvent,
  CutOffEvent,
  MissingPhase,
  UnknownPhase,
  UnusableTime,
  EndWithoutBegin,
  AsyncEndWithoutBegin,
  UnusedMetadata,
  UnsupportedPhase,
  UnusableCounter,
  StoreFull,
  UnknownRecord,
  BrokenRecord,
  KernelWithoutTime,
  RecordsDropped,
  RecordsNotWritten,
  ClampedTime,
  DistantTime,
  UnusableSample,
  UnshownRecord,
  PacketWithoutState,
  PacketWithoutClock,
  // The event is stored:
  RepairedEvent,
  MissingDuration,
  UnusableDuration,
  NegativeDuration,
  BeginWithoutEnd,
  AsyncBeginWithoutEnd,
  EndNameDiffers,
  LargeCorrelation,
  UnusableBaseTime,
  SharedCorrelation,
  RepeatedStep,
  EmptyStep,
  CutStep,
  SecondList,
  TextAfterEnd,
  UnsoundStream,
  MetadataLeftOut,
  LongText,
  UnusableMemory,
  FileChanged,
  DamagedChunk,
  ClockStep,
  CaptureProblem,
  UnsampledProcesses,
  UnsampledThreads,
  NotKept,
  BegunEarlier,
  KernelsLost,
  TornSamples,
  MissedSamples,
  DeepStack,
  DeepRange,
  OrderIsNotTime,
  ValueIsNotTime,
  OtherValues,
  SeparateClocks,
  AssumedRunning,
  UnusableFigure,
  GraphsWithoutKernels,
  MalformedValue,
  GraphsWhole,
  PayloadsMissing,
  UnreadLog,
  UnfinishedWrite,
  LaunchNotRecorded,
  UnreadTable,
  PacketsLost,
  OtherPackets,
  RepeatedDispatch,
  MovedEdges,
  UntimedEvents,
  MissingText,
  KernelsNotRecorded,
  LostChunk,
  StillRecorded,
  MissingColumn,
  NewerVersion,
  Count,
};

class IssueLog {
 public:
  /// `example` is truncated to 80 bytes between characters; control bytes become spaces, invalid
  /// UTF-8 becomes U+FFFD. Cheap after the first one of a kind.
  void add(Issue issue, std::uint64_t offset, std::string_view example, std::uint64_t count = 1);
  void merge(const IssueLog& other);
  void forget(Issue issue) { entries_[static_cast<std::size_t>(issue)] = {}; }
  [[nodiscard]] std::uint64_t lost() const;
  /// Of those, the ones with implausible times.
  [[nodiscard]] std::uint64_t set_aside() const {
    return count(Issue::ClampedTime) + count(Issue::DistantTime);
  }
  [[nodiscard]] std::vector<LoadIssue> issues() const;
  /// The report for a trace of `events` events; whether the trace is complete is not known here.
  [[nodiscard]] LoadReport report(std::uint64_t events) const;

 private:
  struct Entry {
    std::uint64_t count = 0;
    std::uint64_t first_offset = 0;
    std::string example;
  };
  [[nodiscard]] std::uint64_t count(Issue issue) const {
    return entries_[static_cast<std::size_t>(issue)].count;
  }

  std::array<Entry, static_cast<std::size_t>(Issue::Count)> entries_;
};

}  // namespace lanescope
