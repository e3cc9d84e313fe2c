// A program of which only samples are known.
#pragma once

#include <string>

#include "tests/core/fixtures/trace_text.h"

namespace lanescope {

/// main() works, then waits for a lock; `line` is where it is defined. Lengths in ms: samples that
/// a file does not say more of are taken every 5 ms.
inline TraceText sampled_program(const std::string& line, int works_ms, int waits_ms) {
  const auto us = [](int ms) { return std::to_string(ms * 1000); };
  TraceText trace;
  trace.cpu("python_sample", "/src/train.py(" + line + "): main", "0", us(works_ms + waits_ms))
      .cpu("thread_state", "running", "0", us(works_ms))
      .cpu("thread_state", "futex", us(works_ms), us(waits_ms));
  return trace;
}

}  // namespace lanescope
