#include "tests/fuzz/files/made_profiles.h"

#include <array>
#include <cstdint>
#include <string_view>

#include "tests/core/readers/nsys/nsys_export.h"
#include "tests/core/readers/rocpd/rocpd_file.h"
#include "tests/core/readers/rpd/rpd_file.h"
#include "tests/fuzz/engine/fuzz_target.h"

namespace lanescope {
namespace {

int any(std::mt19937_64& random, int end) {
  return static_cast<int>(below(random, static_cast<std::size_t>(end)));
}

/// Times lie so near that ranges touch, nest and cross.
struct Times {
  int begin = 0, end = 0;
};
Times times(std::mt19937_64& random) {
  const int begin = 100 + 10 * any(random, 40);
  return {begin, begin + 10 * any(random, 20)};
}

std::string thread(std::mt19937_64& random) {
  return global(70 + any(random, 2), 71 + any(random, 2));
}

constexpr std::string_view kGpuColumns =
    "start INTEGER, end INTEGER, deviceId INTEGER, contextId INTEGER, streamId INTEGER,"
    " correlationId INTEGER, globalPid INTEGER";
constexpr std::string_view kCallColumns =
    "start INTEGER, end INTEGER, globalTid INTEGER, nameId INTEGER";

/// GPU work and calls, in tables of the same columns with some of their own.
void nsys_gpu(NsysExport& made, std::mt19937_64& random) {
  struct Kind {
    std::string_view table, columns;
    int values;
  };
  constexpr std::array kKinds = {
      Kind{"MEMCPY", "bytes INTEGER, copyKind INTEGER, srcKind INTEGER, dstKind INTEGER", 4},
      Kind{"MEMSET", "value INTEGER, bytes INTEGER, memKind INTEGER", 3},
      Kind{"SYNCHRONIZATION", "syncType INTEGER, eventId INTEGER", 2},
      Kind{"GRAPH_TRACE", "graphId INTEGER, graphExecId INTEGER", 2}};
  for (const Kind& kind : kKinds) {
    if (below(random, 3) == 0) continue;
    const std::string table = fmt::format("CUPTI_ACTIVITY_KIND_{}", kind.table);
    made.add(fmt::format("CREATE TABLE {}({}, {});\n", table, kGpuColumns, kind.columns));
    for (int rows = any(random, 5); rows > 0; --rows) {
      const Times at = times(random);
      std::string own;
      for (int i = 0; i < kind.values; ++i) own += fmt::format(", {}", any(random, 14));
      made.add(fmt::format("INSERT INTO {} VALUES({}, {}, {}, 1, {}, {}, {}{});\n", table, at.begin,
                           at.end, any(random, 2), 7 + any(random, 2), any(random, 6),
                           global(70 + any(random, 2)), own));
    }
  }
}

void nsys_calls(NsysExport& made, std::mt19937_64& random) {
  for (const std::string_view table :
       {"OSRT_API", "CUBLAS_EVENTS", "CUDNN_EVENTS", "MPI_P2P_EVENTS", "MPI_COLLECTIVES_EVENTS",
        "MPI_OTHER_EVENTS", "PROFILER_OVERHEAD", "CUPTI_ACTIVITY_KIND_OVERHEAD"}) {
    if (below(random, 3) != 0) continue;
    made.add(fmt::format("CREATE TABLE {}({}, textId INTEGER, overheadType INTEGER);\n", table,
                         kCallColumns));
    for (int rows = any(random, 5); rows > 0; --rows) {
      const Times at = times(random);
      made.add(fmt::format("INSERT INTO {} VALUES({}, {}, {}, {}, {}, {});\n", table, at.begin,
                           at.end, thread(random), any(random, 9), any(random, 9), any(random, 9)));
    }
  }
}

void nsys_ranges(NsysExport& made, std::mt19937_64& random) {
  constexpr std::array<std::string_view, 6> kTexts = {
      "step 1",
      "step 2",
      "aten::mm, seq = 4, op_id = 6, sizes = [[2, 3]]",
      "autograd::engine::evaluate_function: MmBackward0, seq = 4, op_id = 7",
      "MmBackward0, seq = 4, op_id = 8",
      "aten::add, op_id = 9"};
  constexpr std::array kTypes = {59, 59, 59, 59, 60, 34, 70, 71, 65, 39, 33, 75, 76, 99};
  made.nvtx();
  for (int rows = any(random, 10); rows > 0; --rows) {
    const Times at = times(random);
    made.range(std::to_string(at.begin), below(random, 6) == 0 ? "NULL" : std::to_string(at.end),
               kTypes[below(random, kTypes.size())],
               std::string(kTexts[below(random, kTexts.size())]), 70 + any(random, 2),
               71 + any(random, 2));
  }
}

/// Switches and samples of threads.
void nsys_threads(NsysExport& made, std::mt19937_64& random) {
  made.add(
      "CREATE TABLE SCHED_EVENTS(start INTEGER, cpu INTEGER, isSchedIn INTEGER, globalTid INTEGER,"
      " threadState INTEGER);\n"
      "CREATE TABLE COMPOSITE_EVENTS(id INTEGER, start INTEGER, cpu INTEGER, globalTid INTEGER);\n"
      "CREATE TABLE ENUM_SCHEDULING_THREAD_STATE(id INTEGER, label TEXT);\n"
      "INSERT INTO ENUM_SCHEDULING_THREAD_STATE VALUES(0, 'Running'), (1, 'Blocked');\n"
      "CREATE TABLE SAMPLING_CALLCHAINS(id INTEGER, symbol INTEGER, stackDepth INTEGER,"
      " originalIP INTEGER);\n"
      "INSERT INTO SAMPLING_CALLCHAINS VALUES(1, 4, 0, 9), (1, 3, 1, 9), (2, 3, 1, 9),"
      " (2, 4, 0, 9), (3, 5, 0, 9), (3, 3, 1, 9);\n");
  for (int rows = any(random, 8); rows > 0; --rows) {
    made.add(fmt::format("INSERT INTO SCHED_EVENTS VALUES({}, 2, {}, {}, {});\n", times(random).end,
                         any(random, 2), thread(random), any(random, 3)));
    made.add(fmt::format("INSERT INTO COMPOSITE_EVENTS VALUES({}, {}, 2, {});\n", any(random, 5),
                         times(random).end, thread(random)));
  }
}

/// What says something about the rest.
void nsys_facts(NsysExport& made, std::mt19937_64& random) {
  made.add(
      "CREATE TABLE TARGET_INFO_GPU(id INTEGER, name TEXT, totalMemory INTEGER, smCount INTEGER,"
      " threadsPerWarp INTEGER, maxWarpsPerSm INTEGER, maxBlocksPerSm INTEGER);\n"
      "INSERT INTO TARGET_INFO_GPU VALUES(0, 'H100', 80, 10, 32, 64, 32);\n"
      "CREATE TABLE TARGET_INFO_CUDA_DEVICE(gpuId INTEGER, cudaId INTEGER, pid INTEGER);\n"
      "INSERT INTO TARGET_INFO_CUDA_DEVICE VALUES(3, 0, 70), (3, 1, 71);\n"
      "CREATE TABLE TARGET_INFO_SESSION_START_TIME(utcEpochNs INTEGER);\n"
      "INSERT INTO TARGET_INFO_SESSION_START_TIME VALUES(1776781226557295056);\n"
      "CREATE TABLE META_DATA_CAPTURE(name TEXT, value TEXT);\n"
      "INSERT INTO META_DATA_CAPTURE VALUES('PROCESS_0:ENVIRONMENT_VARIABLE', 'RANK=\"3\"');\n"
      "CREATE TABLE DIAGNOSTIC_EVENT(timestamp INTEGER, severity INTEGER, text TEXT);\n"
      "INSERT INTO DIAGNOSTIC_EVENT VALUES(5, 2, 'Not all events might have been collected.');\n"
      "CREATE TABLE ThreadNames(nameId INTEGER, priority INTEGER, globalTid INTEGER);\n"
      "CREATE TABLE PROCESSES(globalPid INTEGER, pid INTEGER, name TEXT);\n"
      "CREATE TABLE CUDA_CALLCHAINS(id INTEGER, symbol INTEGER, stackDepth INTEGER);\n"
      "INSERT INTO CUDA_CALLCHAINS VALUES(9, 5, 0), (8, 5, 1), (8, 6, 0);\n"
      "CREATE TABLE TARGET_INFO_GPU_METRICS(typeId INTEGER, metricId INTEGER, metricName TEXT);\n"
      "INSERT INTO TARGET_INFO_GPU_METRICS VALUES(256, 3, 'SMs Active'), (257, 3, 'SMs Active');\n"
      "CREATE TABLE GPU_METRICS(timestamp INTEGER, typeId INTEGER, metricId INTEGER, value "
      "INTEGER);\n"
      "CREATE TABLE CUDA_GPU_MEMORY_USAGE_EVENTS(start INTEGER, globalPid INTEGER,"
      " deviceId INTEGER, bytes INTEGER, memoryOperationType INTEGER);\n");
  made.add(fmt::format("INSERT INTO ThreadNames VALUES(4, 0, {});\n", thread(random)));
  made.add(fmt::format("INSERT INTO PROCESSES VALUES({}, 70, '/usr/bin/python3');\n", global(70)));
  for (int rows = any(random, 5); rows > 0; --rows) {
    made.add(fmt::format("INSERT INTO GPU_METRICS VALUES({}, {}, 3, {});\n", times(random).begin,
                         256 + any(random, 3), any(random, 100)));
    made.add(fmt::format("INSERT INTO CUDA_GPU_MEMORY_USAGE_EVENTS VALUES({}, {}, 0, {}, {});\n",
                         times(random).begin, global(70), any(random, 4096), any(random, 2)));
  }
}

}  // namespace

std::string nsys_statements(std::mt19937_64& random) {
  NsysExport made;
  for (int id = 1; id < 8; ++id)
    made.string(id, std::array{"cudaLaunchKernel_v7000", "void gemm<float>(float*)", "poll", "main",
                               "memcpy", "cudaMemcpyAsync", "nccl"}[id - 1]);
  made.kernels().calls();
  for (int rows = any(random, 8); rows > 0; --rows) {
    const Times gpu = times(random), host = times(random);
    made.kernel(gpu.begin, gpu.end, any(random, 2), any(random, 6), 70 + any(random, 2),
                any(random, 8));
    made.call(host.begin, host.end, 70 + any(random, 2), 71 + any(random, 2), any(random, 6),
              any(random, 8), any(random, 2), 8 + any(random, 2));
  }
  nsys_gpu(made, random);
  nsys_calls(made, random);
  nsys_ranges(made, random);
  if (below(random, 2) == 0) nsys_threads(made, random);
  if (below(random, 2) == 0) nsys_facts(made, random);
  return made.statements();
}

namespace {

/// Rows that schema 3 and 4 have under the same names.
void rocpd_events(RocpdFile& made, std::mt19937_64& random) {
  for (int id = 1; id < 8; ++id) {
    made.add(
        fmt::format("INSERT INTO rocpd_event%(id, category_id, stack_id, parent_stack_id)"
                    " VALUES({}, {}, {}, {});\n",
                    id, 1 + any(random, 6), any(random, 5), any(random, 5)));
    made.add(
        fmt::format("INSERT INTO rocpd_pmc_event%(event_id, pmc_id, value)"
                    " VALUES({}, {}, 2.5);\n",
                    any(random, 8), 1 + any(random, 3)));
    made.add(
        fmt::format("INSERT INTO rocpd_arg%(event_id, position, type, name, value)"
                    " VALUES({}, {}, 'int', 'n', '{}');\n",
                    any(random, 8), any(random, 3), any(random, 9)));
  }
}

void rocpd_rows_of_3(RocpdFile& made, std::mt19937_64& random) {
  for (int rows = any(random, 7); rows > 0; --rows) {
    const Times host = times(random), gpu = times(random), copy = times(random);
    made.add(
        fmt::format("INSERT INTO rocpd_region%(pid, tid, start, end, name_id, event_id)"
                    " VALUES(1, 1, {}, {}, {}, {});\n",
                    host.begin, host.end, 1 + any(random, 6), any(random, 8)));
    made.add(
        fmt::format("INSERT INTO rocpd_kernel_dispatch%(pid, tid, agent_id, kernel_id,"
                    " queue_id, stream_id, start, end, workgroup_size_x, grid_size_x, event_id)"
                    " VALUES(1, 1, {}, {}, 1, {}, {}, {}, 64, 256, {});\n",
                    2 + any(random, 2), any(random, 4), 1 + any(random, 3), gpu.begin, gpu.end,
                    any(random, 8)));
    made.add(
        fmt::format("INSERT INTO rocpd_memory_copy%(pid, tid, start, end, name_id,"
                    " dst_agent_id, src_agent_id, size, queue_id, stream_id, event_id)"
                    " VALUES(1, 1, {}, {}, 5, {}, {}, 4096, 1, 1, {});\n",
                    copy.begin, copy.end, 1 + any(random, 3), 1 + any(random, 3), any(random, 8)));
    made.add(fmt::format(
        "INSERT INTO rocpd_memory_allocate%(pid, tid, agent_id, type, level,"
        " start, end, address, size) VALUES(1, 1, 2, '{}', '{}', {}, {}, {}, {});\n",
        any(random, 2) == 0 ? "ALLOC" : "FREE", any(random, 4) == 0 ? "SCRATCH" : "REAL",
        host.begin, host.end, any(random, 3), any(random, 4096)));
  }
  made.add(
      "INSERT INTO rocpd_track% VALUES(1, 1, 1, 6);\n"
      "INSERT INTO rocpd_sample%(track_id, timestamp, event_id) VALUES(1, 300, 2), (1, 310, 9);\n");
}

void rocpd_rows_of_4(RocpdFile& made, std::mt19937_64& random) {
  made.add(
      "INSERT INTO rocpd_info_category% VALUES(1, 'HIP_RUNTIME_API'), (2, 'rocm_marker_api');\n"
      "INSERT INTO rocpd_track% VALUES(1, 1, 1, NULL, NULL, NULL, 6),"
      " (2, 1, 1, 2, 1, 1, NULL), (3, 1, 1, 3, 1, NULL, NULL);\n");
  for (int id = 1; id < 30; ++id)
    made.add(fmt::format("INSERT INTO rocpd_timestamp%(id, value) VALUES({}, {});\n", id,
                         100 + 10 * id + any(random, 10)));
  for (int rows = any(random, 7); rows > 0; --rows) {
    const int at = 1 + any(random, 20);
    made.add(
        fmt::format("INSERT INTO rocpd_region%(track_id, name_id, start_id, end_id, event_id)"
                    " VALUES(1, {}, {}, {}, {});\n",
                    1 + any(random, 6), at, at + any(random, 9), any(random, 8)));
    made.add(fmt::format(
        "INSERT INTO rocpd_kernel_dispatch%(track_id, kernel_id, start_id, end_id,"
        " workgroup_size_x, grid_size_x, event_id) VALUES({}, {}, {}, {}, 64, 256, {});\n",
        1 + any(random, 3), any(random, 4), at, at + any(random, 9), any(random, 8)));
    made.add(
        fmt::format("INSERT INTO rocpd_memory_copy%(track_id, start_id, end_id, name_id,"
                    " dst_agent_id, src_agent_id, size, event_id)"
                    " VALUES(2, {}, {}, 5, 2, 1, 4096, {});\n",
                    at, at + any(random, 9), any(random, 8)));
  }
  made.add(
      "INSERT INTO rocpd_sample%(track_id, timestamp_id, event_id) VALUES(1, 3, 2), (1, 4, 9);\n");
}

}  // namespace

std::string rocpd_statements(std::mt19937_64& random) {
  RocpdFile made;
  for (int set = 0; set < 1 + any(random, 2); ++set) {
    const int schema = 3 + any(random, 2);
    made.set(fmt::format("_{}", set), 70 + set, schema);
    rocpd_events(made, random);
    schema == 3 ? rocpd_rows_of_3(made, random) : rocpd_rows_of_4(made, random);
  }
  return made.statements();
}

std::string rpd_statements(std::mt19937_64& random) {
  RpdFile made;
  for (int i = 1; i < 1 + any(random, 8); ++i) {
    const Times host = times(random), gpu = times(random);
    made.call(i, host.begin, host.end, 1 + any(random, 15), 1 + any(random, 15),
              70 + any(random, 2));
    made.op(i, gpu.begin, gpu.end, 1 + any(random, 15), 1 + any(random, 15), any(random, 3));
    if (any(random, 4) != 0) made.link(any(random, 8), i);
    if (any(random, 4) != 0) made.grid(i, 1 + any(random, 99), 64);
  }
  made.add(
      "INSERT INTO rocpd_copyapi SELECT id, '0x0', 4000, 1, '0x1', '0x2' FROM rocpd_api;\n"
      "INSERT INTO rocpd_monitor(deviceType, deviceId, monitorType, start, end, value)"
      " VALUES('gpu', 1, 'sclk', 200, 300, '1800'), ('cpu', 0, 'temp', 210, 300, 'x');\n"
      "CREATE TABLE ext_autogradapi(api_ptr_id INTEGER, autogradName_id INTEGER, seq INTEGER);\n"
      "INSERT INTO ext_autogradapi SELECT id, 15, 4 FROM rocpd_api WHERE id % 3 = 0;\n");
  return made.statements();
}

}  // namespace lanescope
