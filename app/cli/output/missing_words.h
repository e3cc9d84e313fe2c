// Why reports lack figures, with advice in terms of the tool that recorded the trace.
#pragma once

#include <string>

#include "app/cli/report/report.h"
#include "core/analysis/host/recorder.h"

namespace lanescope {

/// Whether the options of torch.profiler are what reports advise.
inline bool advises_profiler(const Snapshot& trace) {
  const Recorder recorder = recorder_of(trace);
  return recorder == Recorder::TorchProfiler || recorder == Recorder::Lanescope;
}

inline std::string no_memory(const Snapshot& trace) {
  if (advises_profiler(trace)) return kNoMemory;
  return "the trace has no allocations; " +
         std::string(record_advice(trace, Recordable::Allocations));
}

inline std::string no_python(const Snapshot& trace) {
  if (advises_profiler(trace)) return kNoPython;
  return "source: the trace has no Python frames; " +
         std::string(record_advice(trace, Recordable::PythonFrames));
}

/// The words, which end with an option of torch.profiler, without it where that does not help.
inline std::string shapes_words(const Snapshot& trace, std::string words) {
  if (advises_profiler(trace)) return words;
  return words.substr(0, words.rfind("; ") + 2) +
         std::string(record_advice(trace, Recordable::Shapes));
}

}  // namespace lanescope
