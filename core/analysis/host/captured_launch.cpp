#include "core/analysis/host/captured_launch.h"

#include <utility>

namespace lanescope {
namespace {

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

}  // namespace

JsonValue to_json(const CapturedLaunch& captured) {
  JsonArray ops;
  for (const CapturedOp& op : captured.ops) {
    ops.push_back(JsonValue{JsonObject{
        {"name", JsonValue{op.name}}, {"Input Dims", op.dims}, {"Input type", op.types}}});
  }
  const bool by_id = captured.match == GraphMatch::NodeId;
  return JsonValue{JsonObject{{"trace", JsonValue{captured.file}},
                              {"by", JsonValue{std::string(by_id ? "node id" : "position")}},
                              {"certain", JsonValue{captured.certain}},
                              {"call", JsonValue{captured.call}},
                              {"ops", JsonValue{std::move(ops)}},
                              {"modules", json_of(captured.modules)},
                              {"stack", json_of(captured.frames)}}};
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
  const JsonValue* ops = json->find("ops");
  if (ops == nullptr || ops->array() == nullptr) return captured;
  for (const JsonValue& op : *ops->array()) {
    const JsonValue* dims = op.find("Input Dims");
    const JsonValue* types = op.find("Input type");
    captured.ops.push_back({text_of(op.find("name")), dims != nullptr ? *dims : JsonValue{},
                            types != nullptr ? *types : JsonValue{}});
  }
  return captured;
}

}  // namespace lanescope
