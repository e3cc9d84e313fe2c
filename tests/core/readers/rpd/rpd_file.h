// RPD files for tests, made by statements: tables and columns as in schema 2.
#pragma once

#include <cstdint>
#include <string>

#include <fmt/format.h>

#include "core/readers/rpd/loader.h"
#include "tests/core/fixtures/made_database.h"
#include "tests/core/readers/rocm/loaded_profile.h"

namespace lanescope {

/// Ids of calls begin at 2^32, as in real files.
class RpdFile {
 public:
  RpdFile() {
    add("CREATE TABLE rocpd_string(id INTEGER PRIMARY KEY, string TEXT);"
        "CREATE TABLE rocpd_api(id INTEGER PRIMARY KEY, pid INTEGER, tid INTEGER, start INTEGER,"
        " end INTEGER, apiName_id INTEGER, args_id INTEGER);"
        "CREATE TABLE rocpd_op(id INTEGER PRIMARY KEY, gpuId INTEGER, queueId INTEGER,"
        " sequenceId INTEGER, completionSignal TEXT, start INTEGER, end INTEGER,"
        " description_id INTEGER, opType_id INTEGER);"
        "CREATE TABLE rocpd_api_ops(id INTEGER PRIMARY KEY, api_id INTEGER, op_id INTEGER);"
        "CREATE TABLE rocpd_kernelapi(api_ptr_id INTEGER PRIMARY KEY, stream TEXT, gridX INTEGER,"
        " gridY INTEGER, gridZ INTEGER, workgroupX INTEGER, workgroupY INTEGER,"
        " workgroupZ INTEGER, groupSegmentSize INTEGER, privateSegmentSize INTEGER,"
        " kernelName_id INTEGER);"
        "CREATE TABLE rocpd_copyapi(api_ptr_id INTEGER PRIMARY KEY, stream TEXT, size INTEGER,"
        " kind INTEGER, dst TEXT, src TEXT);"
        "CREATE TABLE rocpd_monitor(id INTEGER PRIMARY KEY, deviceType TEXT, deviceId INTEGER,"
        " monitorType TEXT, start INTEGER, end INTEGER, value TEXT);"
        "CREATE TABLE rocpd_metadata(id INTEGER PRIMARY KEY, tag TEXT, value TEXT);"
        "INSERT INTO rocpd_metadata VALUES(1, 'schema_version', '2');"
        "INSERT INTO rocpd_string VALUES(1, ''), (2, 'hipLaunchKernel'), (3, 'KernelExecution'),"
        " (4, 'void gemm(float*)'), (5, 'hipGraphLaunch'), (6, 'Task'), (7, 'reduce.kd'),"
        " (8, 'CopyHostToDevice'), (9, 'hipMemcpy'), (10, 'hipExtModuleLaunchKernel'),"
        " (11, 'UserMarker'), (12, 'step 1'), (13, 'FillBuffer'), (14, 'Barrier'),"
        " (15, 'aten::mm, seq = 4, op_id = 6, sizes = [[2, 3]]');");
  }
  RpdFile& add(const std::string& statements) {
    statements_ += statements;
    return *this;
  }
  RpdFile& call(int number, int begin, int end, int name, int args = 1, int pid = 70) {
    return add(fmt::format("INSERT INTO rocpd_api VALUES({}, {}, 71, {}, {}, {}, {});",
                           kFirst + number, pid, begin, end, name, args));
  }
  RpdFile& op(int number, int begin, int end, int description, int type, int gpu = 2) {
    return add(fmt::format("INSERT INTO rocpd_op VALUES({}, {}, 0, 0, '', {}, {}, {}, {});",
                           kFirst + number, gpu, begin, end, description, type));
  }
  RpdFile& link(int call, int op) {
    return add(fmt::format("INSERT INTO rocpd_api_ops(api_id, op_id) VALUES({}, {});",
                           kFirst + call, kFirst + op));
  }
  RpdFile& grid(int call, int x, int block) {
    return add(fmt::format(
        "INSERT INTO rocpd_kernelapi VALUES({}, '0x0', {}, 2, 1, {}, 1, 1, 1024, 16, 4);",
        kFirst + call, x, block));
  }
  [[nodiscard]] const std::string& statements() const { return statements_; }
  [[nodiscard]] std::string bytes() const { return database_bytes(statements_); }
  [[nodiscard]] LoadedProfile load() const {
    return LoadedProfile(load_rpd(memory_byte_source(bytes()), {}, {.threads = 1}));
  }

 private:
  static constexpr std::int64_t kFirst = std::int64_t{1} << 32U;
  std::string statements_;
};

}  // namespace lanescope
