// rocpd files for tests, made by statements: tables and columns of schema 3 and 4.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "core/readers/rocpd/loader.h"
#include "tests/core/fixtures/made_database.h"
#include "tests/core/readers/rocm/loaded_profile.h"

namespace lanescope {

class RocpdFile {
 public:
  /// A set of tables, with one process of this number, two GPUs, a stream and a kernel symbol;
  /// what follows is added to it.
  RocpdFile& set(const std::string& suffix, int pid, int schema = 3) {
    suffix_ = suffix;
    common(pid);
    return schema == 3 ? tables_of_3() : tables_of_4();
  }
  /// `%` stands for the set's suffix, `name%` for the table rocpd_name of it.
  RocpdFile& add(std::string_view statements) {
    for (const char c : statements) {
      if (c == '%') {
        statements_ += suffix_;
      } else {
        statements_ += c;
      }
    }
    return *this;
  }
  [[nodiscard]] const std::string& statements() const { return statements_; }
  [[nodiscard]] std::string bytes() const { return database_bytes(statements_); }
  [[nodiscard]] LoadedProfile load() const {
    return LoadedProfile(load_rocpd(memory_byte_source(bytes()), {}, {.threads = 1}));
  }

 private:
  void common(int pid) {
    add("CREATE TABLE rocpd_metadata%(id INTEGER PRIMARY KEY, tag TEXT, value TEXT);"
        "CREATE TABLE rocpd_string%(id INTEGER PRIMARY KEY, string TEXT);"
        "CREATE TABLE rocpd_info_process%(id INTEGER PRIMARY KEY, pid INTEGER, command TEXT);"
        "CREATE TABLE rocpd_info_thread%(id INTEGER PRIMARY KEY, pid INTEGER, tid INTEGER,"
        " name TEXT);"
        "CREATE TABLE rocpd_info_agent%(id INTEGER PRIMARY KEY, type TEXT, type_index INTEGER,"
        " name TEXT, product_name TEXT);"
        "CREATE TABLE rocpd_info_queue%(id INTEGER PRIMARY KEY, name TEXT);"
        "CREATE TABLE rocpd_info_stream%(id INTEGER PRIMARY KEY, name TEXT);"
        "CREATE TABLE rocpd_info_pmc%(id INTEGER PRIMARY KEY, agent_id INTEGER, name TEXT,"
        " units TEXT);"
        "CREATE TABLE rocpd_info_kernel_symbol%(id INTEGER PRIMARY KEY, kernel_name TEXT,"
        " display_name TEXT, sgpr_count INTEGER, arch_vgpr_count INTEGER,"
        " accum_vgpr_count INTEGER);"
        "CREATE TABLE rocpd_arg%(id INTEGER PRIMARY KEY, event_id INTEGER, position INTEGER,"
        " type TEXT, name TEXT, value TEXT);"
        "CREATE TABLE rocpd_pmc_event%(id INTEGER PRIMARY KEY, event_id INTEGER, pmc_id INTEGER,"
        " value REAL);"
        "INSERT INTO rocpd_metadata% VALUES(1, 'schema_version', '3');"
        "INSERT INTO rocpd_string% VALUES(1, 'HIP_RUNTIME_API_EXT'), (2, 'MARKER_CORE_RANGE_API'),"
        " (3, 'hipLaunchKernel'), (4, 'step 1'), (5, 'MEMORY_COPY_DEVICE_TO_HOST'),"
        " (6, 'cpu clock');"
        "INSERT INTO rocpd_info_thread% VALUES(1, 1, 71, 'main');"
        "INSERT INTO rocpd_info_agent% VALUES(1, 'CPU', 0, 'cpu', 'EPYC'),"
        " (2, 'GPU', 0, 'gfx942', 'MI300X'), (3, 'GPU', 1, 'gfx942', 'MI300X');"
        "INSERT INTO rocpd_info_queue% VALUES(1, 'Queue 7');"
        "INSERT INTO rocpd_info_stream% VALUES(1, 'Stream 0'), (2, 'Stream 3');"
        "INSERT INTO rocpd_info_pmc% VALUES(1, 3, 'FETCH_SIZE', 'kilobytes'), (2, 1, 'load', '');"
        "INSERT INTO rocpd_info_kernel_symbol%"
        " VALUES(1, '_Z4gemmPf.kd', 'gemm(float*)', 96, 32, 4), (2, '_Z4fillPf.kd', NULL, 1, 2, "
        "0);");
    add(fmt::format("INSERT INTO rocpd_info_process% VALUES(1, {}, '/opt/app --fast');", pid));
  }
  RocpdFile& tables_of_3() {
    return add(
        "CREATE TABLE rocpd_track%(id INTEGER PRIMARY KEY, pid INTEGER, tid INTEGER,"
        " name_id INTEGER);"
        "CREATE TABLE rocpd_event%(id INTEGER PRIMARY KEY, category_id INTEGER, stack_id INTEGER,"
        " parent_stack_id INTEGER, correlation_id INTEGER, call_stack TEXT, line_info TEXT);"
        "CREATE TABLE rocpd_region%(id INTEGER PRIMARY KEY, pid INTEGER, tid INTEGER,"
        " start INTEGER, end INTEGER, name_id INTEGER, event_id INTEGER);"
        "CREATE TABLE rocpd_sample%(id INTEGER PRIMARY KEY, track_id INTEGER, timestamp INTEGER,"
        " event_id INTEGER);"
        "CREATE TABLE rocpd_kernel_dispatch%(id INTEGER PRIMARY KEY, pid INTEGER, tid INTEGER,"
        " agent_id INTEGER, kernel_id INTEGER, dispatch_id INTEGER, queue_id INTEGER,"
        " stream_id INTEGER, start INTEGER, end INTEGER, private_segment_size INTEGER,"
        " group_segment_size INTEGER, workgroup_size_x INTEGER, workgroup_size_y INTEGER,"
        " workgroup_size_z INTEGER, grid_size_x INTEGER, grid_size_y INTEGER,"
        " grid_size_z INTEGER, region_name_id INTEGER, event_id INTEGER);"
        "CREATE TABLE rocpd_memory_copy%(id INTEGER PRIMARY KEY, pid INTEGER, tid INTEGER,"
        " start INTEGER, end INTEGER, name_id INTEGER, dst_agent_id INTEGER,"
        " src_agent_id INTEGER, size INTEGER, queue_id INTEGER, stream_id INTEGER,"
        " event_id INTEGER);"
        "CREATE TABLE rocpd_memory_allocate%(id INTEGER PRIMARY KEY, pid INTEGER, tid INTEGER,"
        " agent_id INTEGER, type TEXT, level TEXT, start INTEGER, end INTEGER, address INTEGER,"
        " size INTEGER, event_id INTEGER);");
  }
  RocpdFile& tables_of_4() {
    return add(
        "CREATE TABLE rocpd_info_category%(id INTEGER PRIMARY KEY, name TEXT);"
        "CREATE TABLE rocpd_track%(id INTEGER PRIMARY KEY, pid INTEGER, tid INTEGER,"
        " agent_id INTEGER, queue_id INTEGER, stream_id INTEGER, name_id INTEGER);"
        "CREATE TABLE rocpd_timestamp%(id INTEGER PRIMARY KEY, value INTEGER, phase INTEGER,"
        " track_id INTEGER);"
        "CREATE TABLE rocpd_event%(id INTEGER PRIMARY KEY, category_id INTEGER, stack_id INTEGER,"
        " parent_stack_id INTEGER, correlation_id INTEGER);"
        "CREATE TABLE rocpd_region%(id INTEGER PRIMARY KEY, track_id INTEGER, name_id INTEGER,"
        " start_id INTEGER, end_id INTEGER, event_id INTEGER);"
        "CREATE TABLE rocpd_sample%(id INTEGER PRIMARY KEY, track_id INTEGER, name_id INTEGER,"
        " timestamp_id INTEGER, event_id INTEGER);"
        "CREATE TABLE rocpd_kernel_dispatch%(id INTEGER PRIMARY KEY, track_id INTEGER,"
        " kernel_id INTEGER, dispatch_id INTEGER, start_id INTEGER, end_id INTEGER,"
        " private_segment_size INTEGER, group_segment_size INTEGER, workgroup_size_x INTEGER,"
        " workgroup_size_y INTEGER, workgroup_size_z INTEGER, grid_size_x INTEGER,"
        " grid_size_y INTEGER, grid_size_z INTEGER, event_id INTEGER);"
        "CREATE TABLE rocpd_memory_copy%(id INTEGER PRIMARY KEY, track_id INTEGER,"
        " start_id INTEGER, end_id INTEGER, name_id INTEGER, dst_agent_id INTEGER,"
        " src_agent_id INTEGER, size INTEGER, event_id INTEGER);");
  }

  std::string suffix_, statements_;
};

}  // namespace lanescope
