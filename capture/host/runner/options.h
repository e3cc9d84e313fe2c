// What to capture, how much of it, and where it goes.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "capture/host/files/recording_file.h"
#include "capture/wire/ring.h"

namespace lanescope {

/// How much CUPTI is asked for.
enum class CaptureLevel : std::uint8_t {
  Kernels = 0,  // kernels, copies, sets
  Usual = 1,    // and calls, synchronisation, CUPTI's own cost
  All = 2,      // and driver calls, memory, events, compilation
};

struct CaptureOptions {
  std::vector<std::string> command;  // program and arguments
  std::string folder;                // the command's working folder; empty: ours
  std::vector<std::pair<std::string, std::string>> environment;  // on top of ours and of what a
                                                                 // capture needs
  bool own_group = false;  // a process group of its own: signals of our terminal do not reach it
  int output = -1;  // gets what the command writes, see ProgramOutput; -1: our own stdout and
                    // stderr do

  std::string file;                   // the capture file; empty: none is written
  RecordingFileRequest file_request;  // what becomes of one that is there, and who may read it
  bool keep_empty = false;    // the file is there from the start, and until the session goes
                              // though nothing was captured: for who follows it
  std::string agent;          // path of the shared object; empty: find_agent()
  std::string python_folder;  // put in front of PYTHONPATH; empty: find_python_folder() for
                              // `shapes` and `memory`, else PYTHONPATH stays as it is

  CaptureLevel level = CaptureLevel::Usual;
  bool stacks = true;   // Python stacks at launches
  bool shapes = false;  // operators and shapes of their inputs, through PyTorch's emit_nvtx
  bool memory = false;  // what PyTorch's allocator holds on each GPU, every 50 ms
  bool paused = false;  // record nothing until resume()
  int flush_ms = 100;   // how often CUPTI has to hand over what it has
  int buffer_mb = 4;    // size of CUPTI's buffers

  std::int64_t duration_ns = 0;      // stop by itself so long after the first process; 0: never
  std::int64_t keep_last_ns = 0;     // keep the records of about the last so long; 0: all
  std::int64_t keep_last_bytes = 0;  // keep about the last so many bytes of records; 0: all

  wire::RingLayout ring;  // of each process
};

}  // namespace lanescope
