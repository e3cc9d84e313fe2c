// Which CUPTI records each level enables.
#pragma once

#include "capture/agent/cupti/cupti_abi.h"

namespace lanescope::agent {

struct WantedKind {
  cupti::Kind kind;
  int level;  // lowest level that enables it; 0: GPU work
  const char* name;
};

// Never Kernel, which serializes kernels. GRAPH_TRACE would hide the kernels of graphs.
inline constexpr WantedKind kWantedKinds[] = {
    {cupti::Kind::ConcurrentKernel, 0, "kernel"}, {cupti::Kind::Memcpy, 0, "memcpy"},
    {cupti::Kind::Memset, 0, "memset"},           {cupti::Kind::Device, 1, "device"},
    {cupti::Kind::Context, 1, "context"},         {cupti::Kind::Stream, 1, "stream"},
    {cupti::Kind::Runtime, 1, "runtime"},         {cupti::Kind::Synchronization, 1, "sync"},
    {cupti::Kind::Overhead, 1, "overhead"},       {cupti::Kind::Driver, 2, "driver"},
    {cupti::Kind::Memory2, 2, "memory"},          {cupti::Kind::CudaEvent, 2, "event"},
    {cupti::Kind::Environment, 2, "environment"}, {cupti::Kind::Jit, 2, "jit"},
};

}  // namespace lanescope::agent
