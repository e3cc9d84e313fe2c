#include "core/readers/json/field_reader.h"

#include <cstring>

#include "core/base/check.h"
#include "core/base/text/json_text.h"

namespace lanescope {
namespace {

namespace od = simdjson::ondemand;

/// The key's token, with quotes.
std::string_view token_of(od::raw_json_string key) {
  LANESCOPE_CHECK(key.raw()[-1] == '"', "a key behind its quote, not behind {}", key.raw()[-1]);
  const char* end = key.raw();
  while (*end != '"') end += *end == '\\' ? 2 : 1;
  return {key.raw() - 1, static_cast<std::size_t>(end - key.raw()) + 2};
}

/// Whether the raw key, which ends at a quote, equals `name`. The length is a compile-time
/// constant, so this takes only one or two comparisons.
template <std::size_t N>
bool is_key(const char* raw, const char (&name)[N]) {
  return std::memcmp(raw, name, N - 1) == 0 && raw[N - 1] == '"';
}

/// For duplicate keys the first counts: the Python exporter appends copies after the original.
/// `null` and containers count as missing.
inline void set_once(std::string_view& slot, od::value& value) {
  if (!slot.empty()) return;
  const std::string_view token = trimmed_token(value);
  const char first = token.empty() ? '{' : token.front();
  if (first == '{' || first == '[' || (first == 'n' && token == "null")) return;
  slot = token;
}

std::string_view* argument_slot(EventFields& e, const char* key) {
  switch (key[0]) {
    case 'c':
      return is_key(key, "correlation")     ? &e.correlation
             : is_key(key, "connection_id") ? &e.connection_id
                                            : nullptr;
    case 'C':
      return is_key(key, "Collective name") ? &e.collective
             : is_key(key, "Call stack")    ? &e.call_stack
                                            : nullptr;
    case 'E':
      return is_key(key, "External id") ? &e.external_id
             : is_key(key, "Ev Idx")    ? &e.event_index
                                        : nullptr;
    case 'e':
      return is_key(key, "external id") ? &e.external_id : nullptr;
    case 'd':
      return is_key(key, "device") ? &e.device : nullptr;
    case 's':
      return is_key(key, "stream") ? &e.stream : is_key(key, "sort_index") ? &e.meta_sort : nullptr;
    case 'D':
      return is_key(key, "Device Type") ? &e.device_type
             : is_key(key, "Device Id") ? &e.device_id
                                        : nullptr;
    case 'A':
      return is_key(key, "Addr") ? &e.address : nullptr;
    case 'P':
      return is_key(key, "Python id") ? &e.python_id : nullptr;
    case 'B':
      return is_key(key, "Bytes") ? &e.bytes : nullptr;
    case 'T':
      if (is_key(key, "Total Allocated") || is_key(key, "Total allocated")) return &e.allocated;
      if (is_key(key, "Task Type")) return &e.task_type;
      return is_key(key, "Total Reserved") || is_key(key, "Total reserved") ? &e.reserved : nullptr;
    case 'n':
      return is_key(key, "name") ? &e.meta_name : nullptr;
    case 'l':
      return is_key(key, "labels") ? &e.meta_labels : nullptr;
    default:
      return nullptr;
  }
}

simdjson::error_code read_arguments(od::value& value, EventFields& e) {
  od::object arguments;
  const std::string_view token = value.raw_json_token();
  if (token.empty() || token.front() != '{') return simdjson::SUCCESS;  // null or another type
  if (const auto error = value.get_object().get(arguments)) return error;
  for (auto field : arguments) {
    od::raw_json_string key;
    if (const auto error = field.key().get(key)) return error;
    std::string_view* const slot = argument_slot(e, key.raw());
    if (slot == nullptr) continue;
    od::value member;
    if (const auto error = field.value().get(member)) return error;
    set_once(*slot, member);
  }
  return simdjson::SUCCESS;
}

std::string_view* member_slot(EventFields& e, const char* key) {
  switch (key[0]) {
    case 'p':
      return is_key(key, "ph") ? &e.phase : is_key(key, "pid") ? &e.process : nullptr;
    case 'c':
      return is_key(key, "cat") ? &e.category : nullptr;
    case 'n':
      return is_key(key, "name") ? &e.name : nullptr;
    case 't':
      return is_key(key, "ts") ? &e.time : is_key(key, "tid") ? &e.thread : nullptr;
    case 'd':
      return is_key(key, "dur") ? &e.duration : nullptr;
    case 'i':
      return is_key(key, "id") ? &e.id : nullptr;
    case 's':
      return is_key(key, "scope") ? &e.scope : nullptr;
    default:
      return nullptr;
  }
}

/// "id2": {"local": …} or {"global": …}; a local id is unique only within its process.
simdjson::error_code read_id2(od::value& value, EventFields& e) {
  od::object members;
  if (value.get_object().get(members) != simdjson::SUCCESS) return simdjson::SUCCESS;
  for (auto field : members) {
    od::raw_json_string key;
    od::value member;
    if (const auto error = field.key().get(key)) return error;
    if (const auto error = field.value().get(member)) return error;
    if (!e.id.empty()) continue;
    set_once(e.id, member);
    e.id_is_local = is_key(key.raw(), "local");
  }
  return simdjson::SUCCESS;
}

}  // namespace

struct CounterReader::Parser {
  od::parser parser;
};

CounterReader::CounterReader() : parser_(std::make_unique<Parser>()) {}
CounterReader::~CounterReader() = default;

void CounterReader::read(std::string_view json,
                         const std::function<void(const SeriesValue&)>& visit) {
  const simdjson::padded_string padded(json);
  od::document document;
  od::object arguments;
  if (parser_->parser.iterate(padded).get(document) != simdjson::SUCCESS) return;
  if (document.find_field_unordered("args").get_object().get(arguments) != simdjson::SUCCESS) {
    return;
  }
  for (auto field : arguments) {
    od::raw_json_string key;
    od::value value;
    if (field.key().get(key) != simdjson::SUCCESS) return;
    if (field.value().get(value) != simdjson::SUCCESS) return;
    if (const auto number = token_double(trimmed_token(value))) visit({token_of(key), *number});
  }
}

simdjson::error_code read_event(od::object& event, EventFields& e) {
  for (auto field : event) {
    od::raw_json_string key;
    if (const auto error = field.key().get(key)) return error;
    const char* const raw = key.raw();
    std::string_view* const slot = member_slot(e, raw);
    const bool is_args = raw[0] == 'a' && is_key(raw, "args");
    const bool is_id2 = raw[0] == 'i' && is_key(raw, "id2");
    if (slot == nullptr && !is_args && !is_id2) continue;
    od::value value;
    if (const auto error = field.value().get(value)) return error;
    if (slot != nullptr) {
      set_once(*slot, value);
    } else if (const auto error = is_args ? read_arguments(value, e) : read_id2(value, e)) {
      return error;
    }
  }
  return simdjson::SUCCESS;
}

}  // namespace lanescope
