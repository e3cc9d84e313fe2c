// What the records of one process of a rocprofv3 JSON file refer to by number.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/text/json_value.h"
#include "core/readers/rocm/gpu_hosts.h"
#include "core/store/snapshot.h"

namespace lanescope {

class Rocprofv3Definitions {
 public:
  struct Agent {
    bool is_gpu = false;
    std::int64_t number = 0;  // among those of its type
    DeviceInfo facts;
  };
  struct Symbol {
    std::string name;
    std::int64_t vgprs = 0, accum_vgprs = 0, sgprs = 0;
  };

  // Each takes one value, parsed.
  void take_metadata(const JsonValue& value);
  void take_agent(const JsonValue& value);
  void take_symbol(const JsonValue& value);
  void take_counter(const JsonValue& value);
  /// In the order of their numbers.
  void take_kind(const JsonValue& value);
  void take_marker(const JsonValue& value);

  [[nodiscard]] std::int64_t pid() const { return pid_; }
  [[nodiscard]] const RocmHost& host() const { return host_; }
  /// Gives the GPUs numbers that are theirs alone. Call once, when all agents are known.
  void number_gpus(GpuHosts& hosts);
  [[nodiscard]] const std::string& command() const { return command_; }
  [[nodiscard]] const JsonValue& metadata() const { return metadata_; }
  /// Null if unknown, here and below.
  [[nodiscard]] const Agent* agent(std::uint64_t handle) const;
  [[nodiscard]] const Symbol* symbol(std::uint64_t kernel) const;
  [[nodiscard]] std::vector<DeviceInfo> gpus() const;
  /// "GPU 0", "CPU 1".
  [[nodiscard]] std::string agent_name(std::uint64_t handle) const;

  // Names; if unknown, text with the number.
  [[nodiscard]] std::string kind_name(std::uint64_t kind) const;
  [[nodiscard]] std::string operation_name(std::uint64_t kind, std::uint64_t operation) const;
  [[nodiscard]] std::string kernel_name(std::uint64_t kernel) const;
  [[nodiscard]] std::string counter_name(std::uint64_t counter) const;
  /// The text of a roctx range; empty if there is none.
  [[nodiscard]] std::string_view marker(std::uint64_t correlation) const;

 private:
  struct Kind {
    std::string name;
    std::vector<std::string> operations;
  };
  std::int64_t pid_ = 0;
  RocmHost host_;
  std::string command_;
  JsonValue metadata_;
  std::map<std::uint64_t, Agent> agents_;
  std::unordered_map<std::uint64_t, Symbol> symbols_;
  std::unordered_map<std::uint64_t, std::string> counters_, markers_;
  std::vector<Kind> kinds_;
};

}  // namespace lanescope
