#include "core/readers/rocprofv3/definitions.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/readers/rocm/names.h"

namespace lanescope {
namespace {

std::int64_t integer(const JsonValue& value, std::string_view key, std::int64_t otherwise = 0) {
  const JsonValue* member = value.find(key);
  return member == nullptr ? otherwise : member->as_int(otherwise);
}

/// {"id": {"handle": 5}}; handles may have 64 bits.
std::uint64_t handle(const JsonValue& value, std::string_view key) {
  const JsonValue* id = value.find(key);
  if (id != nullptr && id->object() != nullptr) id = id->find("handle");
  if (id == nullptr) return 0;
  if (const auto* large = std::get_if<std::uint64_t>(&id->data)) return *large;
  return static_cast<std::uint64_t>(id->as_int(0));
}

std::string_view text(const JsonValue& value, std::string_view key) {
  const JsonValue* member = value.find(key);
  const std::string* own = member == nullptr ? nullptr : member->string();
  return own == nullptr ? std::string_view{} : *own;
}

const JsonArray& list(const JsonValue& value, std::string_view key) {
  static const JsonArray kNone;
  const JsonValue* member = value.find(key);
  return member == nullptr || member->array() == nullptr ? kNone : *member->array();
}

/// Of the memory banks of a GPU, those on the GPU itself.
std::int64_t memory_bytes(const JsonValue& agent) {
  std::int64_t sum = 0;
  for (const JsonValue& bank : list(agent, "mem_banks"))
    sum = saturating_add(sum, integer(bank, "size_in_bytes"));
  return sum;
}

}  // namespace

void Rocprofv3Definitions::take_metadata(const JsonValue& value) {
  metadata_ = value;
  pid_ = integer(value, "pid");
  if (const JsonValue* node = value.find("node"))
    host_ = {std::string(text(*node, "hostname")), std::string(text(*node, "machine_id"))};
  const JsonArray& words = list(value, "command");
  if (!words.empty() && words.front().string() != nullptr) command_ = *words.front().string();
}

void Rocprofv3Definitions::take_agent(const JsonValue& value) {
  constexpr std::int64_t kGpu = 2;
  Agent agent;
  agent.is_gpu = integer(value, "type") == kGpu;
  const auto same = std::ranges::count_if(
      agents_, [&](const auto& other) { return other.second.is_gpu == agent.is_gpu; });
  agent.number = integer(value, "logical_node_type_id", static_cast<std::int64_t>(same));
  agent.facts.id = agent.number;
  const std::string_view product = text(value, "product_name");
  agent.facts.name = product.empty() ? text(value, "name") : product;
  if (const std::int64_t bytes = memory_bytes(value); bytes > 0)
    agent.facts.total_memory_bytes = bytes;
  if (const std::int64_t units = integer(value, "cu_count"); units > 0) agent.facts.sms = units;
  agents_.insert_or_assign(handle(value, "id"), std::move(agent));
}

void Rocprofv3Definitions::take_symbol(const JsonValue& value) {
  Symbol symbol;
  for (const std::string_view key :
       {"formatted_kernel_name", "demangled_kernel_name", "kernel_name"}) {
    if (symbol.name.empty()) symbol.name = rocm_kernel_name(text(value, key));
  }
  symbol.vgprs = integer(value, "arch_vgpr_count");
  symbol.accum_vgprs = integer(value, "accum_vgpr_count");
  symbol.sgprs = integer(value, "sgpr_count");
  symbols_.insert_or_assign(handle(value, "kernel_id"), std::move(symbol));
}

void Rocprofv3Definitions::take_counter(const JsonValue& value) {
  counters_.insert_or_assign(handle(value, "id"), std::string(text(value, "name")));
}

void Rocprofv3Definitions::take_kind(const JsonValue& value) {
  Kind& own = kinds_.emplace_back(Kind{std::string(text(value, "kind")), {}});
  for (const JsonValue& operation : list(value, "operations"))
    own.operations.push_back(operation.string() == nullptr ? "" : *operation.string());
}

void Rocprofv3Definitions::take_marker(const JsonValue& value) {
  markers_.insert_or_assign(handle(value, "key"), std::string(text(value, "value")));
}

void Rocprofv3Definitions::number_gpus(GpuHosts& hosts) {
  for (auto& [handle, agent] : agents_) {
    if (agent.is_gpu) agent.number = agent.facts.id = hosts.number(host_, agent.number);
  }
}

const Rocprofv3Definitions::Agent* Rocprofv3Definitions::agent(std::uint64_t handle) const {
  const auto at = agents_.find(handle);
  return at == agents_.end() ? nullptr : &at->second;
}

const Rocprofv3Definitions::Symbol* Rocprofv3Definitions::symbol(std::uint64_t kernel) const {
  const auto at = symbols_.find(kernel);
  return at == symbols_.end() ? nullptr : &at->second;
}

std::vector<DeviceInfo> Rocprofv3Definitions::gpus() const {
  std::vector<DeviceInfo> facts;
  for (const auto& [handle, agent] : agents_) {
    if (agent.is_gpu) facts.push_back(agent.facts);
  }
  return facts;
}

std::string Rocprofv3Definitions::agent_name(std::uint64_t handle) const {
  const Agent* own = agent(handle);
  if (own == nullptr) return fmt::format("agent {}", handle);
  return fmt::format("{} {}", own->is_gpu ? "GPU" : "CPU", own->number);
}

std::string Rocprofv3Definitions::kind_name(std::uint64_t kind) const {
  return kind < kinds_.size() ? kinds_[kind].name : fmt::format("kind {}", kind);
}

std::string Rocprofv3Definitions::operation_name(std::uint64_t kind,
                                                 std::uint64_t operation) const {
  if (kind < kinds_.size() && operation < kinds_[kind].operations.size() &&
      !kinds_[kind].operations[operation].empty())
    return kinds_[kind].operations[operation];
  return fmt::format("{} operation {}", kind_name(kind), operation);
}

std::string Rocprofv3Definitions::kernel_name(std::uint64_t kernel) const {
  const Symbol* own = symbol(kernel);
  return own == nullptr || own->name.empty() ? fmt::format("kernel {}", kernel) : own->name;
}

std::string Rocprofv3Definitions::counter_name(std::uint64_t counter) const {
  const auto at = counters_.find(counter);
  return at == counters_.end() || at->second.empty() ? fmt::format("counter {}", counter)
                                                     : at->second;
}

std::string_view Rocprofv3Definitions::marker(std::uint64_t correlation) const {
  const auto at = markers_.find(correlation);
  return at == markers_.end() ? std::string_view{} : std::string_view(at->second);
}

}  // namespace lanescope
