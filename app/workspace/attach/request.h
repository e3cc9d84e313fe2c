// What a running process should record, as entered in the dialog.
#pragma once

#include <string>

#include "capture/host/attach/kineto_config.h"
#include "core/base/result.h"

namespace lanescope {

struct AttachRequest {
  bool shapes = true, stacks = true, memory = false;
  bool sample = true;   // each thread, from outside
  bool native = false;  // without a trace: also native stacks and context switches
  bool by_steps = false;
  std::string duration = "2";  // "0.5", "1 min"
  std::string steps = "5";     // optimizer steps
  std::string file;
  std::string rate;  // of samples: "1 kHz"; empty: 200 Hz
  friend bool operator==(const AttachRequest&, const AttachRequest&) = default;
};

/// How often each thread is sampled, if it is. Errors: as below.
Result<int> sample_hz(const AttachRequest& request);

/// Errors: Invalid, with a message that names the field.
Result<KinetoOrder> kineto_order(const AttachRequest& request);

}  // namespace lanescope
