#include "core/readers/execution_trace/nodes.h"

#include <simdjson.h>
#include <utility>

#include "core/base/text/numbers.h"
#include "core/readers/execution_trace/argument_words.h"
#include "core/readers/json/event_text.h"
#include "core/readers/json/shape.h"

namespace lanescope {
namespace {

namespace ondemand = simdjson::ondemand;

constexpr std::uint64_t kMostBytes = std::uint64_t{4} << 30U;

Error malformed() {
  return {Error::Kind::WrongFormat,
          "is no PyTorch execution trace, or is truncated; copy it again"};
}

/// nullopt if it is too large.
std::optional<simdjson::padded_string> read_text(ByteSource& source) {
  std::string text;
  for (std::size_t filled = 0;;) {
    text.resize(filled + (std::size_t{1} << 20U));
    const std::size_t got = source.read({text.data() + filled, text.size() - filled});
    filled += got;
    text.resize(filled);
    if (got == 0) return simdjson::padded_string(text);
    if (filled > kMostBytes) return std::nullopt;
  }
}

/// The value of an attribute; Chakra's form has a list of them, the older one has members.
const JsonValue* attribute(const JsonValue& node, std::string_view name) {
  if (const JsonValue* member = node.find(name)) return member;
  const JsonValue* list = node.find("attrs");
  if (list == nullptr || list->array() == nullptr) return nullptr;
  for (const JsonValue& one : *list->array()) {
    const JsonValue* its = one.find("name");
    if (its != nullptr && its->string() != nullptr && *its->string() == name)
      return one.find("value");
  }
  return nullptr;
}

/// One of the lists about a node's inputs: `flat` is its name in the older form.
const JsonArray* input_list(const JsonValue& node, std::string_view name, std::string_view flat) {
  const JsonValue* inputs = node.find("inputs");
  const JsonValue* list =
      inputs != nullptr && inputs->object() != nullptr ? inputs->find(name) : node.find(flat);
  return list == nullptr ? nullptr : list->array();
}

}  // namespace

bool is_execution_trace(std::string_view head) {
  return has_top_members(head, {"schema"}) &&
         (has_top_members(head, {"nodes"}) || has_top_members(head, {"start_ts"})) &&
         !has_top_members(head, {"traceEvents"});
}

class ExecutionTrace::Reader {
 public:
  Reader(const simdjson::padded_string& text, ExecutionTrace& trace) : text_(text), trace_(trace) {}

  /// False if the text is malformed.
  bool read() {
    ondemand::parser parser;
    ondemand::document document;
    ondemand::object members;
    if (parser.iterate(text_).get(document) != simdjson::SUCCESS) return false;
    if (document.get_object().get(members) != simdjson::SUCCESS) return false;
    for (auto member : members) {
      std::string_view key;
      if (member.unescaped_key().get(key) != simdjson::SUCCESS) return false;
      if (!read_member(key, member.value())) return false;
    }
    return has_nodes_;
  }

 private:
  bool read_member(std::string_view key, simdjson::simdjson_result<ondemand::value> value) {
    if (key == "nodes") return read_nodes(value);
    if (key == "schema") {
      std::string_view schema;
      if (value.get_string().get(schema) == simdjson::SUCCESS) trace_.schema_ = schema;
    } else if (key == "pid") {
      std::int64_t process = 0;
      if (value.get_int64().get(process) == simdjson::SUCCESS) trace_.process_ = process;
    }
    return true;
  }

  bool read_nodes(simdjson::simdjson_result<ondemand::value> value) {
    ondemand::array nodes;
    if (value.get_array().get(nodes) != simdjson::SUCCESS) return false;
    for (auto node : nodes) {
      std::string_view written;
      ondemand::object object;
      if (node.get_object().get(object) != simdjson::SUCCESS) return false;
      if (object.raw_json().get(written) != simdjson::SUCCESS) return false;
      const Result<JsonValue> json = parse_json_object(std::string(written));
      if (!json.ok()) return false;
      add(json.value());
    }
    has_nodes_ = true;
    return true;
  }

  void add(const JsonValue& node) {
    const JsonValue* id = attribute(node, "rf_id");
    const JsonArray* dims = input_list(node, "shapes", "input_shapes");
    if (id == nullptr || id->as_int() <= 0 || dims == nullptr || dims->empty()) return;
    Call call;
    const JsonValue* name = node.find("name");
    if (name != nullptr && name->string() != nullptr)
      call.name = trace_.texts_.intern(*name->string());
    call.dims = kept(*dims);
    const JsonArray* types = input_list(node, "types", "input_types");
    if (types != nullptr) call.types = kept(profiler_types(*types));
    if (const JsonArray* strides = input_list(node, "strides", "input_strides"))
      call.strides = kept(*strides);
    const JsonArray* values = input_list(node, "values", "inputs");
    if (values != nullptr && types != nullptr) call.values = kept(profiler_values(*values, *types));
    trace_.calls_.insert_or_assign(static_cast<std::uint64_t>(id->as_int()), call);
  }

  StringId kept(const JsonArray& list) { return trace_.texts_.intern(JsonValue{list}.to_text()); }

  const simdjson::padded_string& text_;
  ExecutionTrace& trace_;
  bool has_nodes_ = false;
};

Result<ExecutionTrace> ExecutionTrace::read(ByteSource& source) {
  const auto text = read_text(source);
  if (!text) return Error{Error::Kind::Unsupported, "is larger than 4 GiB, more than can be read"};
  ExecutionTrace trace;
  if (!Reader(*text, trace).read()) return malformed();
  return trace;
}

const ExecutionTrace::Call* ExecutionTrace::find(std::uint64_t record_function) const {
  const auto found = calls_.find(record_function);
  return found == calls_.end() ? nullptr : &found->second;
}

}  // namespace lanescope
