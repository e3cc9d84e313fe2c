// Exports of Nsight Systems for tests, made by statements: tables and columns as in schema 3.24.
#pragma once

#include <memory>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/readers/nsys/loader.h"
#include "tests/core/fixtures/load_text.h"
#include "tests/core/fixtures/made_database.h"
#include "tests/core/fixtures/snapshot_text.h"

namespace lanescope {

/// A globalTid; a globalPid if the thread is 0.
inline std::string global(std::int64_t process, std::int64_t thread = 0) {
  constexpr std::int64_t kVm = std::int64_t{1} << 48U;
  return std::to_string(kVm | process << 24U | thread);
}

class NsysExport {
 public:
  NsysExport() {
    add("CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);"
        "CREATE TABLE META_DATA_EXPORT(name TEXT, value TEXT);");
  }
  NsysExport& add(const std::string& statements) {
    statements_ += statements;
    return *this;
  }
  /// A number of StringIds, quoted for statements by the caller if it needs to be.
  NsysExport& string(int id, const std::string& value) {
    return add(fmt::format("INSERT INTO StringIds VALUES({}, '{}');", id, value));
  }
  NsysExport& kernels() {
    return add(
        "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INTEGER, end INTEGER, deviceId INTEGER,"
        " contextId INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER,"
        " demangledName INTEGER, registersPerThread INTEGER, gridX INTEGER, gridY INTEGER,"
        " gridZ INTEGER, blockX INTEGER, blockY INTEGER, blockZ INTEGER,"
        " staticSharedMemory INTEGER, dynamicSharedMemory INTEGER, graphNodeId INTEGER);");
  }
  NsysExport& kernel(int start, int end, int device, int correlation, std::int64_t process,
                     int name) {
    return add(fmt::format(
        "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES({}, {}, {}, 1, 7, {}, {}, {}, 32, 10, 2, 1,"
        " 128, 1, 1, 16, 1024, NULL);",
        start, end, device, correlation, global(process), name));
  }
  NsysExport& calls() {
    return add(
        "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INTEGER, end INTEGER, eventClass INTEGER,"
        " globalTid INTEGER, correlationId INTEGER, nameId INTEGER, returnValue INTEGER,"
        " callchainId INTEGER);");
  }
  NsysExport& call(int start, int end, std::int64_t process, std::int64_t thread, int correlation,
                   int name, int driver = 0, int chain = 0) {
    return add(fmt::format(
        "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES({}, {}, {}, {}, {}, {}, 0, {});", start,
        end, driver, global(process, thread), correlation, name, chain));
  }
  NsysExport& nvtx() {
    return add(
        "CREATE TABLE NVTX_EVENTS(start INTEGER, end INTEGER, eventType INTEGER, rangeId INTEGER,"
        " category INTEGER, color INTEGER, text TEXT, globalTid INTEGER, endGlobalTid INTEGER,"
        " textId INTEGER, domainId INTEGER, int64Value INTEGER, binaryData TEXT);");
  }
  /// Types: 34 mark, 59 push/pop, 60 start/end, 75 domain.
  NsysExport& range(const std::string& start, const std::string& end, int type,
                    const std::string& text, std::int64_t process, std::int64_t thread) {
    return add(
        fmt::format("INSERT INTO NVTX_EVENTS(start, end, eventType, text, globalTid, domainId)"
                    " VALUES({}, {}, {}, '{}', {}, 0);",
                    start, end, type, text, global(process, thread)));
  }

  [[nodiscard]] const std::string& statements() const { return statements_; }
  [[nodiscard]] std::string bytes() const { return database_bytes(statements_); }

  [[nodiscard]] LoadedTrace load() const {
    auto loaded = load_nsys_export(memory_byte_source(bytes()), {}, {.threads = 1});
    REQUIRE(loaded.ok());
    REQUIRE(snapshot_faults(*loaded.value().snapshot) == "");
    return std::move(loaded).value();
  }

 private:
  std::string statements_;
};

/// The one slice or instant of that name; fails the test if there is none.
inline SliceRef slice_named(const Snapshot& snapshot, std::string_view name) {
  for (const Track& track : snapshot.tracks) {
    for (const auto& chunk : track.chunks) {
      for (std::uint32_t i = 0; i < chunk->size(); ++i) {
        if (snapshot.text(chunk->name[i]) == name) return {&track, chunk.get(), i};
      }
    }
  }
  FAIL("no slice is named ", std::string(name));
  return {};
}

/// The arguments of the slice of that name, as the Details pane reads them.
inline std::string arguments_of(const LoadedTrace& trace, std::string_view name) {
  const SliceRef at = slice_named(*trace.snapshot, name);
  const auto json = trace.texts->json_of(at.chunk->place[at.slice]);
  REQUIRE(json.ok());
  return json.value().find("args")->to_text();
}

}  // namespace lanescope
