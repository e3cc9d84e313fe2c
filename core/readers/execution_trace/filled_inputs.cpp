#include "core/readers/execution_trace/filled_inputs.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "core/base/check.h"
#include "core/readers/json/event_text.h"

namespace lanescope {
namespace {

constexpr std::string_view kDims = "Input Dims", kTypes = "Input type", kStrides = "Input Strides",
                           kValues = "Concrete Inputs";
constexpr std::string_view kRecordFunction = "Record function id", kExternal = "External id";

bool is_filled(std::string_view key) {
  return key == kDims || key == kTypes || key == kStrides || key == kValues || key == kInputsFrom;
}

/// Older traces have another spelling, whose empty list is also none.
bool lacks_inputs(const JsonValue& arguments) {
  for (const std::string_view key : {kDims, std::string_view("Input dims")}) {
    const JsonValue* dims = arguments.find(key);
    if (dims != nullptr && dims->array() != nullptr && !dims->array()->empty()) return false;
  }
  return true;
}

class FilledTexts final : public EventTexts {
 public:
  FilledTexts(std::shared_ptr<const EventTexts> texts, std::shared_ptr<const ExecutionTrace> calls)
      : texts_(std::move(texts)), calls_(std::move(calls)) {
    LANESCOPE_CHECK(texts_ && calls_, "events and calls: {} and {}", texts_ != nullptr,
                    calls_ != nullptr);
  }

  [[nodiscard]] Result<JsonValue> json_of(Place place) const override {
    Result<JsonValue> json = texts_->json_of(place);
    if (!json.ok()) return failed(json.error());
    if (const ExecutionTrace::Call* call = call_of(json.value())) fill(*call, json.value());
    return json;
  }

  [[nodiscard]] Result<SharedJson> arguments_of(Place place, JsonKeys keys,
                                                SameJson& same) const override {
    const bool asks = keys.empty() || std::ranges::any_of(keys, is_filled);
    Result<SharedJson> below = texts_->arguments_of(place, keys, same);
    if (!below.ok()) return failed(below.error());
    const JsonValue* arguments = below.value()->find("args");
    if (!asks || (arguments != nullptr && !lacks_inputs(*arguments))) return below;
    // What identifies the call is not among the keys, and differs from event to event.
    Result<JsonValue> whole = texts_->json_of(place);
    if (!whole.ok()) return failed(whole.error());
    const ExecutionTrace::Call* call = call_of(whole.value());
    if (call == nullptr) return below;
    JsonValue filled = *below.value();
    fill(*call, filled);
    return SharedJson(std::make_shared<const JsonValue>(std::move(filled)));
  }

 private:
  Error failed(const Error& error) const { return texts_->file_changed() ? changed_file() : error; }

  /// Null if it has inputs, or none are known.
  [[nodiscard]] const ExecutionTrace::Call* call_of(const JsonValue& event) const {
    const JsonValue* arguments = event.find("args");
    if (arguments == nullptr || !lacks_inputs(*arguments)) return nullptr;
    const JsonValue* own = arguments->find(kRecordFunction);
    const JsonValue* id = own != nullptr && own->as_int() > 0 ? own : arguments->find(kExternal);
    if (id == nullptr || id->as_int() <= 0) return nullptr;
    const ExecutionTrace::Call* call = calls_->find(static_cast<std::uint64_t>(id->as_int()));
    const JsonValue* name = event.find("name");
    const bool same_name = call != nullptr && name != nullptr && name->string() != nullptr &&
                           *name->string() == calls_->text(call->name);
    return same_name ? call : nullptr;
  }

  void fill(const ExecutionTrace::Call& call, JsonValue& event) const {
    auto* const members = std::get_if<JsonObject>(&event.data);
    if (members == nullptr) return;
    auto at = std::ranges::find(*members, "args", &JsonMember::first);
    if (at == members->end()) at = members->insert(at, {"args", JsonValue{JsonObject{}}});
    auto* const arguments = std::get_if<JsonObject>(&at->second.data);
    if (arguments == nullptr) return;
    std::erase_if(*arguments, [](const JsonMember& member) { return is_filled(member.first); });
    add(kDims, call.dims, *arguments);
    add(kTypes, call.types, *arguments);
    add(kStrides, call.strides, *arguments);
    add(kValues, call.values, *arguments);
    arguments->emplace_back(std::string(kInputsFrom), JsonValue{std::string("execution trace")});
  }

  void add(std::string_view key, StringId list, JsonObject& arguments) const {
    if (list == StringId::Empty) return;
    const auto parsed = parse_json_object("{\"list\":" + std::string(calls_->text(list)) + "}");
    if (parsed.ok()) arguments.emplace_back(std::string(key), *parsed.value().find("list"));
  }

  std::shared_ptr<const EventTexts> texts_;
  std::shared_ptr<const ExecutionTrace> calls_;
};

}  // namespace

std::shared_ptr<const EventTexts> with_inputs(std::shared_ptr<const EventTexts> texts,
                                              std::shared_ptr<const ExecutionTrace> calls) {
  return std::make_shared<FilledTexts>(std::move(texts), std::move(calls));
}

}  // namespace lanescope
