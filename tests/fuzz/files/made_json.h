// Files in JSON, as profilers write them, with events at random.
#pragma once

#include <random>
#include <string>

namespace lanescope {

/// Of rocprofv3, with one process or two.
std::string rocprofv3_file(std::mt19937_64& random);

/// A trace of operators without inputs.
std::string plain_trace();

struct JoinedTraces {
  std::string trace, execution_trace;
};
/// Operators without inputs, and their calls in one of the forms that ExecutionTraceObserver has
/// written.
JoinedTraces traces_to_join(std::mt19937_64& random);

}  // namespace lanescope
