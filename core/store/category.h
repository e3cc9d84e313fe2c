// What a category means. Spellings come in three generations (kineto 2020, 2021, since 2022) and
// from several vendors; everything after the parser speaks of kinds. Comparison ignores case
// (pytorch/kineto tb_plugin profiler/trace.py).
#pragma once

#include <cstdint>
#include <string_view>

#include "core/base/text/ids.h"

namespace lanescope {

enum class CategoryKind : std::uint8_t {
  Other,           // unknown or none
  CpuOp,           // cpu_op, Operator
  UserAnnotation,  // user_annotation
  PythonFunction,  // python_function, Python
  HostCall,        // Runtime, *_runtime, *_driver: an API call of a vendor's runtime or driver
  Kernel,          // kernel
  Memcpy,          // gpu_memcpy, Memcpy
  Memset,          // gpu_memset, Memset
  DeviceWork,      // mtia_ccp_events, hpu_op: work of accelerators that do not say "kernel"
  ProfilerRange,   // cuda_profiler_range: what counters were read over, no work of its own
  GpuAnnotation,   // gpu_user_annotation, User
  GpuSync,         // cuda_sync, xpu_sync, cuda_event
  Overhead,        // overhead: the profiler's own cost
  TraceSpan,       // Trace: the profiler's window
  CpuInstant,      // cpu_instant_event
};

CategoryKind classify_category(std::string_view name);

/// Kernel, Memcpy, Memset, DeviceWork: the GPU events of the analyses.
constexpr bool is_gpu_work(CategoryKind k) {
  return k == CategoryKind::Kernel || k == CategoryKind::Memcpy || k == CategoryKind::Memset ||
         k == CategoryKind::DeviceWork;
}

/// Kinds whose events sit on a host thread.
constexpr bool is_host(CategoryKind k) {
  return k == CategoryKind::CpuOp || k == CategoryKind::UserAnnotation ||
         k == CategoryKind::PythonFunction || k == CategoryKind::HostCall ||
         k == CategoryKind::CpuInstant;
}

struct Category {
  StringId name = StringId::Empty;  // as spelled in the file
  CategoryKind kind = CategoryKind::Other;
};

}  // namespace lanescope
