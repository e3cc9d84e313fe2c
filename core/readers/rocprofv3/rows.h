// Rocprofv3Rows: makes rows of the records of one process.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>

#include "core/readers/rocm/held_memory.h"
#include "core/readers/rocm/trace.h"
#include "core/readers/rocprofv3/definitions.h"
#include "core/readers/rocprofv3/record.h"

namespace lanescope {

class Rocprofv3Rows {
 public:
  /// All must outlive this; the definitions are complete.
  Rocprofv3Rows(RocmTrace& trace, RocmProcess& process, const Rocprofv3Definitions& definitions)
      : trace_(&trace), process_(&process), definitions_(&definitions) {}

  using Take = void (Rocprofv3Rows::*)(const Rocprofv3Record&, Place);
  /// What takes the records of a list with that key; null for lists that are not shown.
  static Take taker_of(std::string_view list);

  /// Writes what is known only at the end.
  void finish();

 private:
  void kernel(const Rocprofv3Record& record, Place place);
  void copy(const Rocprofv3Record& record, Place place);
  void call(const Rocprofv3Record& record, Place place);
  void marker(const Rocprofv3Record& record, Place place);
  void allocation(const Rocprofv3Record& record, Place place);
  void scratch(const Rocprofv3Record& record, Place place);
  void counters(const Rocprofv3Record& record, Place place);

  [[nodiscard]] std::int64_t device_of(std::optional<std::uint64_t> agent) const;
  LocalId lane_of(const Rocprofv3Record& record, std::int64_t device);
  LocalId kernel_name(std::uint64_t kernel);
  struct Operation {
    LocalId name = 0;
    std::string_view category;
  };
  const Operation& operation(const Rocprofv3Record& record);

  RocmTrace* trace_;
  RocmProcess* process_;
  const Rocprofv3Definitions* definitions_;
  HeldMemory memory_;
  std::unordered_map<std::uint64_t, LocalId> kernel_names_;
  std::unordered_map<std::uint64_t, Operation> operations_;
};

}  // namespace lanescope
