#include "core/export/redaction.h"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "core/export/known_names.h"
#include "core/export/known_words.h"

namespace lanescope {
namespace {

using Names = std::span<const std::string_view>;

/// Members of a trace that stay, if their values are numbers or versions.
constexpr std::array<std::string_view, 19> kMetadata = {"schemaVersion",
                                                        "displayTimeUnit",
                                                        "record_shapes",
                                                        "profile_memory",
                                                        "with_stack",
                                                        "with_modules",
                                                        "with_flops",
                                                        "cupti_version",
                                                        "cuda_runtime_version",
                                                        "cuda_driver_version",
                                                        "hip_runtime_version",
                                                        "hip_driver_version",
                                                        "roctracer_version",
                                                        "rocprofiler-sdk_version",
                                                        "xpupti_version",
                                                        "DISABLE_CUPTI_LAZY_REINIT",
                                                        "cudaGraphInlineAnnotated",
                                                        "deviceProperties",
                                                        "distributedInfo"};

/// Arguments whose texts are names of process groups.
constexpr std::array<std::string_view, 4> kGroupKeys = {
    "Process Group Name", "Process Group Description", "pg_name", "pg_desc"};
/// Arguments whose texts are words of the profiler: types, kinds of memory, collectives.
constexpr std::array<std::string_view, 26> kWordKeys = {"grid",
                                                        "kernel_kwargs",
                                                        "Collective name",
                                                        "dtype",
                                                        "kind",
                                                        "copy kind",
                                                        "memory kind",
                                                        "src kind",
                                                        "dst kind",
                                                        "direction",
                                                        "cuda_sync_kind",
                                                        "limitingFactors",
                                                        "backend",
                                                        "backend_config",
                                                        "kernel_backend",
                                                        "Trace name",
                                                        "Type",
                                                        "s",
                                                        "bp",
                                                        "result",
                                                        "Return_code",
                                                        "displayTimeUnit",
                                                        "Task Type",
                                                        "cmd_name",
                                                        "capture mode",
                                                        "operation"};
constexpr std::array<std::string_view, 4> kTypeKeys = {"Input type", "Output type", "Input types",
                                                       "types"};
constexpr std::array<std::string_view, 3> kKernelKeys = {"kernel", "Kernel", "kernel name"};
constexpr std::size_t kLongestExample = 200;  // bytes

bool is_any(Names names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

/// At most so many bytes, not cut inside a character.
std::string shortened(std::string_view text) {
  if (text.size() <= kLongestExample) return std::string(text);
  std::size_t most = kLongestExample;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0U) == 0x80U) --most;
  return std::string(text.substr(0, most)) + "…";
}

/// "2.21.5", "12090", "(2, 21, 5)".
bool is_version(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= '0' && c <= '9') || c == '.' || c == ' ';
  });
}

}  // namespace

std::string_view kind_title(NameKind kind) {
  static constexpr std::array<std::string_view, kNameKinds> kTitles = {
      "annotations",    "operators",      "kernels",      "calls",          "events",
      "functions",      "files",          "modules",      "optimizers",     "module paths",
      "counters",       "counter series", "categories",   "flows",          "processes",
      "process names",  "threads",        "thread names", "process groups", "argument names",
      "argument texts", "input types",    "devices",      "marks",          "metadata"};
  return kTitles[static_cast<std::size_t>(kind)];
}

std::string_view Redaction::name_of(NameKind kind, std::string_view name) {
  auto& names = names_[static_cast<std::size_t>(kind)];
  if (const auto at = names.find(name); at != names.end()) return at->second;
  // Computed first: it may meet other names of this kind.
  std::string fresh = new_name(kind, name);
  return names.try_emplace(std::string(name), std::move(fresh)).first->second;
}

std::uint64_t Redaction::number(NameKind kind, std::string_view name) {
  auto& numbers = numbers_[static_cast<std::size_t>(kind)];
  if (const auto at = numbers.find(name); at != numbers.end()) return at->second;
  return numbers.try_emplace(std::string(name), numbers.size() + 1).first->second;
}

std::string Redaction::numbered(NameKind kind, std::string_view name, std::string_view word) {
  return fmt::format("{} {}", word, number(kind, name));
}

/// A vendor's calls stay calls.
std::string Redaction::category_name(std::string_view name) {
  if (is_known_category(name)) return std::string(name);
  std::string fresh = numbered(NameKind::Category, name, "category");
  for (const std::string_view end : {"_runtime", "_driver", "_profiler_range"}) {
    if (name.ends_with(end)) fresh += end;
  }
  return fresh;
}

std::string Redaction::new_name(NameKind kind, std::string_view name) {
  if (name.empty()) return {};
  const auto keep_if = [&](bool known, std::string_view word) {
    return known ? std::string(name) : numbered(kind, name, word);
  };
  switch (kind) {
    case NameKind::Annotation:
    case NameKind::Event:
      return range_name(kind, name);
    case NameKind::Operator:
      return op_name(name);
    case NameKind::Kernel:
      return kernel_name(name);
    case NameKind::Call:
      return keep_if(is_known_call(name), "call");
    case NameKind::Function:
      return frame_name(name);
    case NameKind::File:
      return file_name(name);
    case NameKind::Module:
      return module_name(name);
    case NameKind::Optimizer:
      return keep_if(is_known_optimizer(name), "Optimizer");
    case NameKind::ModulePath:
      return keep_if(is_plain_value(name), "module path");
    case NameKind::Counter:
      return keep_if(is_known_counter(name), "counter");
    case NameKind::Series:
      return keep_if(is_known_counter(name), "series");
    case NameKind::Category:
      return category_name(name);
    case NameKind::Flow:
      return keep_if(is_known_category(name) || is_known_call(name), "flow");
    case NameKind::Process:
      return keep_if(is_plain_value(name) || is_known_process(name), "process");
    case NameKind::ProcessName:
      return keep_if(is_known_process(name), "process");
    case NameKind::Thread:
      return keep_if(is_plain_value(name) || is_known_thread(name), "Thread");
    case NameKind::ThreadName:
      return thread_title(name);
    case NameKind::ProcessGroup:
      return keep_if(is_plain_value(name) || name == "default_pg" || name == "undefined", "group");
    case NameKind::Argument:
      return keep_if(is_known_counter(name) || has_only_known_words(name), "argument");
    case NameKind::Text:
      return keep_if(is_plain_value(name), "text");
    case NameKind::Type:
      return keep_if(has_only_known_words(name), "type");
    case NameKind::Device:
      return keep_if(is_known_device(name), "device");
    case NameKind::Mark:
      return numbered(kind, name, "Mark");
    case NameKind::Metadata:
      return "(left out)";
  }
  return {};
}

std::string Redaction::text(std::string_view key, std::string_view text) {
  if (is_plain_value(text)) return std::string(text);
  if (key == "Call stack") return call_stack(text);
  if (key == "Module Hierarchy") return std::string(name_of(NameKind::ModulePath, text));
  if (is_any(kKernelKeys, key)) return std::string(name_of(NameKind::Kernel, text));
  if (is_any(kGroupKeys, key)) return std::string(name_of(NameKind::ProcessGroup, text));
  if (is_any(kTypeKeys, key)) return std::string(name_of(NameKind::Type, text));
  if (key == "nccl_version" && is_version(text)) return std::string(text);
  if (is_any(kWordKeys, key) && has_only_known_words(text)) return std::string(text);
  return std::string(name_of(NameKind::Text, text));
}

JsonValue Redaction::argument(std::string_view key, const JsonValue& value) {
  if (const std::string* string = value.string()) return JsonValue{text(key, *string)};
  if (const JsonArray* list = value.array()) {
    JsonArray fresh;
    fresh.reserve(list->size());
    for (const JsonValue& item : *list) fresh.push_back(argument(key, item));
    return JsonValue{std::move(fresh)};
  }
  if (const JsonObject* members = value.object()) {
    JsonObject fresh;
    fresh.reserve(members->size());
    for (const auto& [name, item] : *members) {
      std::string new_name(argument_key(name));  // first: names are numbered in this order
      fresh.emplace_back(std::move(new_name), argument(name, item));
    }
    return JsonValue{std::move(fresh)};
  }
  return value;
}

/// A list of devices or the distributed run: their own members, by the rules of arguments.
JsonValue Redaction::described(const JsonValue& value) {
  if (const JsonArray* list = value.array()) {
    JsonArray fresh;
    for (const JsonValue& item : *list) fresh.push_back(described(item));
    return JsonValue{std::move(fresh)};
  }
  const JsonObject* members = value.object();
  if (members == nullptr) return argument({}, value);
  JsonObject fresh;
  for (const auto& [key, item] : *members) {
    if (const std::string* string = item.string(); key == "name" && string != nullptr) {
      fresh.emplace_back(key, JsonValue{std::string(device(*string))});
    } else {
      std::string new_key(argument_key(key));
      fresh.emplace_back(std::move(new_key), argument(key, item));
    }
  }
  return JsonValue{std::move(fresh)};
}

std::optional<JsonValue> Redaction::metadata(std::string_view key, const JsonValue& value) {
  if (is_any(kMetadata, key)) {
    if (value.object() != nullptr || value.array() != nullptr) return described(value);
    const std::string* string = value.string();
    if (string == nullptr || is_version(*string) || *string == "ms" || *string == "ns")
      return value;
  }
  name_of(NameKind::Metadata, key);
  return std::nullopt;
}

std::vector<ReplacedNames> Redaction::replaced() const {
  std::vector<ReplacedNames> all;
  for (std::size_t kind = 0; kind < kNameKinds; ++kind) {
    std::vector<const std::pair<const std::string, std::string>*> found;
    for (const auto& entry : names_[kind]) {
      if (entry.first != entry.second) found.push_back(&entry);
    }
    if (found.empty()) continue;
    ReplacedNames of_kind{static_cast<NameKind>(kind), {}};
    std::ranges::sort(found, {},
                      [](const auto* entry) -> const std::string& { return entry->first; });
    for (const auto* entry : found)
      of_kind.names.emplace_back(shortened(entry->first), shortened(entry->second));
    all.push_back(std::move(of_kind));
  }
  return all;
}

}  // namespace lanescope
