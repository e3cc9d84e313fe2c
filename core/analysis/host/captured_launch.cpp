#include "core/analysis/host/captured_launch.h"

#include <algorithm>
#include <utility>

namespace lanescope {
namespace {

/// What is kept of a stack is shorter.
constexpr std::int64_t kMostInside = 1000;

std::string text_of(const JsonValue* value) {
  return value != nullptr && value->string() != nullptr ? *value->string() : std::string();
}

std::vector<std::string> texts_of(const JsonValue* value) {
  std::vector<std::string> texts;
  if (value == nullptr || value->array() == nullptr) return texts;
  for (const JsonValue& one : *value->array()) texts.push_back(text_of(&one));
  return texts;
}

JsonValue json_of(const std::vector<std::string>& texts) {
  JsonArray out;
  for (const std::string& text : texts) out.push_back(JsonValue{text});
  return JsonValue{std::move(out)};
}

constexpr const char* kFramesInside = "frames inside";
constexpr const char* kModulesInside = "modules inside";
constexpr const char* kOutermostCall = "outermost call";
constexpr const char* kInputs = "Concrete Inputs";
constexpr const char* kCall = "call";

JsonValue json_of(const CapturedOp& op) {
  JsonObject out{{"name", JsonValue{op.name}}, {"Input Dims", op.dims}, {"Input type", op.types}};
  const auto add = [&out](const char* key, std::uint32_t count) {
    if (count > 0) out.emplace_back(key, JsonValue{static_cast<std::int64_t>(count)});
  };
  if (!op.inputs.is_null()) out.emplace_back(kInputs, op.inputs);
  if (op.call >= 0) out.emplace_back(kCall, JsonValue{op.call});
  add(kFramesInside, op.frames_inside);
  add(kModulesInside, op.modules_inside);
  return JsonValue{std::move(out)};
}

std::int64_t number_of(const JsonValue* value, std::int64_t otherwise) {
  return value != nullptr ? value->as_int(otherwise) : otherwise;
}

CapturedOp captured_op(const JsonValue& json) {
  const auto member = [&json](const char* key) {
    const JsonValue* value = json.find(key);
    return value != nullptr ? *value : JsonValue{};
  };
  const auto count = [&json](const char* key) {
    const std::int64_t number = number_of(json.find(key), 0);
    return static_cast<std::uint32_t>(std::clamp<std::int64_t>(number, 0, kMostInside));
  };
  return {
      text_of(json.find("name")),      member("Input Dims"), member("Input type"), member(kInputs),
      number_of(json.find(kCall), -1), count(kFramesInside), count(kModulesInside)};
}

}  // namespace

JsonValue to_json(const CapturedLaunch& captured) {
  JsonArray ops;
  for (const CapturedOp& op : captured.ops) ops.push_back(json_of(op));
  const bool by_id = captured.match == GraphMatch::NodeId;
  JsonObject out{{"trace", JsonValue{captured.file}},
                 {"by", JsonValue{std::string(by_id ? "node id" : "position")}},
                 {"certain", JsonValue{captured.certain}},
                 {"call", JsonValue{captured.call}},
                 {"ops", JsonValue{std::move(ops)}},
                 {"modules", json_of(captured.modules)},
                 {"stack", json_of(captured.frames)}};
  if (captured.outermost_call >= 0)
    out.emplace_back(kOutermostCall, JsonValue{captured.outermost_call});
  return JsonValue{std::move(out)};
}

std::optional<CapturedLaunch> captured_launch(const JsonValue& args) {
  const JsonValue* json = args.find(kCapturedAs);
  if (json == nullptr || json->object() == nullptr) return std::nullopt;
  CapturedLaunch captured;
  captured.file = text_of(json->find("trace"));
  captured.match =
      text_of(json->find("by")) == "node id" ? GraphMatch::NodeId : GraphMatch::CapturePosition;
  const JsonValue* certain = json->find("certain");
  captured.certain = certain != nullptr && certain->to_text(false) == "true";
  captured.call = text_of(json->find("call"));
  captured.modules = texts_of(json->find("modules"));
  captured.frames = texts_of(json->find("stack"));
  captured.outermost_call = number_of(json->find(kOutermostCall), -1);
  const JsonValue* ops = json->find("ops");
  if (ops == nullptr || ops->array() == nullptr) return captured;
  for (const JsonValue& op : *ops->array()) captured.ops.push_back(captured_op(op));
  return captured;
}

std::optional<CaptureTraceUse> capture_trace_use(const Snapshot& trace) {
  const JsonValue* json = trace.info.metadata.find("captureTrace");
  if (json == nullptr) return std::nullopt;
  const auto number = [json](const char* key) {
    const JsonValue* value = json->find(key);
    return value != nullptr ? value->as_int() : 0;
  };
  CaptureTraceUse use{{}, number("replays"), number("joined")};
  const JsonValue* file = json->find("file");
  if (file != nullptr && file->string() != nullptr) use.file = *file->string();
  return use;
}

std::string to_text(const CaptureTraceUse& use) {
  const std::string name = use.file.substr(use.file.find_last_of('/') + 1);
  return name + ", " + std::to_string(use.joined) + " of " + std::to_string(use.replays) +
         (use.replays == 1 ? " replay" : " replays");
}

}  // namespace lanescope
