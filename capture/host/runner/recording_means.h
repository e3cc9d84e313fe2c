// What this machine has that a recording needs, found before anything is started.
#pragma once

#include <string>

namespace lanescope {

struct RecordingMeans {
  bool driver = false;         // gpu_driver_found()
  std::string driver_version;  // "535.104.05"; empty if the driver does not tell it
  std::string cupti;           // "12": its major version, "" if it tells none; see cupti_found
  bool cupti_found = false;    // where the agent would look for it
  bool nvml = false;           // the driver's library that tells clocks and power of its GPUs
  bool python = false;         // the program is a Python, or a script beside one
  std::string torch;           // "2.4.0+cu121": PyTorch's version in that Python; empty: not found
  std::string native_refusal;  // why native stacks cannot be recorded; empty: they can
  std::string unwind_refusal;  // why only by frame pointers; empty: also by unwind tables
};

/// Where to look; tests have folders of their own.
struct MachinePlaces {
  std::string root;       // before the system's own paths
  std::string path;       // $PATH
  std::string cuda_home;  // $CUDA_HOME
  std::string home;       // $HOME
};
MachinePlaces machine_places();

/// For `program` as it is typed in a shell; empty: only about the machine. Starts and loads
/// nothing, so a library may still turn out not to work, and the program may have one elsewhere.
/// Cost: asks the disk for some hundred files; call it on a worker.
RecordingMeans find_recording_means(const std::string& program, const MachinePlaces& places);

}  // namespace lanescope
