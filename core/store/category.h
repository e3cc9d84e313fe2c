// What a category means. Spellings differ between kineto versions (2020, 2021, since 2022) and
// between vendors; everything after the parser uses kinds. Comparison ignores case (as
// pytorch/kineto tb_plugin profiler/trace.py does).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/base/text/ids.h"

namespace lanescope {

enum class CategoryKind : std::uint8_t {
  Other,           // unknown or none
  CpuOp,           // cpu_op, Operator
  UserAnnotation,  // user_annotation
  PythonFunction,  // python_function, Python
  HostCall,        // Runtime, *_runtime, *_driver: a call of a vendor's runtime or driver API
  Kernel,          // kernel
  Memcpy,          // gpu_memcpy, Memcpy
  Memset,          // gpu_memset, Memset
  DeviceWork,      // mtia_ccp_events, hpu_op: work of accelerators that is not categorized as
                   // "kernel"
  ProfilerRange,   // cuda_profiler_range: the range that counters cover; not work of its own
  GpuAnnotation,   // gpu_user_annotation, User
  GpuSync,         // cuda_sync, xpu_sync, cuda_event
  Overhead,        // overhead: the profiler's own cost
  TraceSpan,       // Trace: the profiler's window
  CpuInstant,      // cpu_instant_event
  SampledFrame,    // python_sample: a Python function that samples of a thread have in a row
  SampledLine,     // python_line: the line of the innermost one
  ThreadState,     // thread_state: whether a thread runs, or what it waits for
  NativeFrame,     // native_frame: a function of machine code that samples have in a row
};

inline constexpr std::size_t kCategoryKinds =
    static_cast<std::size_t>(CategoryKind::NativeFrame) + 1;

CategoryKind classify_category(std::string_view name);

/// Kernel, Memcpy, Memset, DeviceWork: what analyses count as GPU work.
constexpr bool is_gpu_work(CategoryKind k) {
  return k == CategoryKind::Kernel || k == CategoryKind::Memcpy || k == CategoryKind::Memset ||
         k == CategoryKind::DeviceWork;
}

/// What was seen from outside at intervals. Analyses of recorded events do not count it.
constexpr bool is_sampled(CategoryKind k) {
  return k == CategoryKind::SampledFrame || k == CategoryKind::SampledLine ||
         k == CategoryKind::NativeFrame || k == CategoryKind::ThreadState;
}

/// Kinds with names such as "data.py(12): tokenize".
constexpr bool is_python_function(CategoryKind k) {
  return k == CategoryKind::PythonFunction || k == CategoryKind::SampledFrame;
}

/// Kinds whose events a host thread recorded.
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
