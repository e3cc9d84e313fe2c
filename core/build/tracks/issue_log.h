// IssueLog: faults of a trace counted by kind, with the first place and an example. One per worker,
// merged at the end.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/store/load_report.h"

namespace lanescope {

enum class Issue : std::uint8_t {
  // The event is not in the store:
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
  // The event is in the store:
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
  SecondList,
  MetadataLeftOut,
  LongText,
  UnusableMemory,
  FileChanged,
  DamagedChunk,
  ClockStep,
  CaptureProblem,
  KernelsLost,
  Count,
};

class IssueLog {
 public:
  /// `example` is cut to 80 bytes at a character's border; control bytes become spaces, what is no
  /// UTF-8 U+FFFD. Cheap after the first one.
  void add(Issue issue, std::uint64_t offset, std::string_view example, std::uint64_t count = 1);
  void merge(const IssueLog& other);
  [[nodiscard]] std::uint64_t lost() const;
  /// Of those the ones whose times cannot be right.
  [[nodiscard]] std::uint64_t set_aside() const {
    return count(Issue::ClampedTime) + count(Issue::DistantTime);
  }
  [[nodiscard]] std::vector<LoadIssue> issues() const;
  /// All of it, of a trace of so many events; whether that is complete is not known here.
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
