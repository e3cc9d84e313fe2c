#include "core/readers/json/written_arguments.h"

#include <algorithm>
#include <cstdint>
#include <simdjson.h>

#include "core/readers/json/members.h"
#include "core/readers/json/text_window.h"

namespace lanescope {
namespace {

namespace ondemand = simdjson::ondemand;

/// The text of a value, with blanks behind it if it is a scalar.
bool raw_text(ondemand::value value, std::string_view& text) {
  ondemand::json_type type{};
  if (value.type().get(type) != simdjson::SUCCESS) return false;
  if (type == ondemand::json_type::array) {
    ondemand::array array;
    return value.get_array().get(array) == simdjson::SUCCESS &&
           array.raw_json().get(text) == simdjson::SUCCESS;
  }
  if (type == ondemand::json_type::object) {
    ondemand::object object;
    return value.get_object().get(object) == simdjson::SUCCESS &&
           object.raw_json().get(text) == simdjson::SUCCESS;
  }
  text = value.raw_json_token();
  return true;
}

/// Lengths before texts keep apart what only reads the same when joined.
void append(std::string& written, std::string_view text) {
  const auto size = static_cast<std::uint32_t>(text.size());
  for (int byte = 0; byte < 4; ++byte) written += static_cast<char>(size >> (8 * byte) & 0xFF);
  written += text;
}

/// Most members have a key of another length than all that are asked for.
class AskedKeys {
 public:
  explicit AskedKeys(JsonKeys keys) : keys_(keys) {
    for (const std::string_view key : keys) lengths_ |= bit_of(key);
  }
  [[nodiscard]] bool contain(std::string_view key) const {
    return (lengths_ & bit_of(key)) != 0 && std::ranges::find(keys_, key) != keys_.end();
  }

 private:
  static std::uint64_t bit_of(std::string_view key) {
    return std::uint64_t{1} << (key.size() % 64);
  }

  JsonKeys keys_;
  std::uint64_t lengths_ = 0;  // a bit for each length
};

bool write_named(ondemand::object args, JsonKeys keys, std::string& written) {
  const AskedKeys asked(keys);
  return each_member(args, [&](std::string_view key, ondemand::field& field) {
    if (!asked.contain(key)) return true;
    append(written, key);
    std::string_view text;
    if (!raw_text(field.value(), text)) return false;
    append(written, text);
    return true;
  });
}

}  // namespace

bool find_written(std::string_view text, JsonKeys keys, std::string& written) {
  static_assert(TextWindow::kPadding >= simdjson::SIMDJSON_PADDING);
  thread_local ondemand::parser parser;
  written.clear();
  ondemand::document document;
  ondemand::object event;
  const simdjson::padded_string_view padded(text, text.size() + simdjson::SIMDJSON_PADDING);
  if (parser.iterate(padded).get(document) != simdjson::SUCCESS) return false;
  if (document.get_object().get(event) != simdjson::SUCCESS) return false;
  bool found = false;
  const auto write = [&](std::string_view key, ondemand::field& field) {
    if (key != "args" || found) return true;  // of several the first counts
    found = true;
    ondemand::object args;
    return field.value().get_object().get(args) == simdjson::SUCCESS &&
           write_named(args, keys, written);
  };
  if (!each_member(event, write) || !found) return false;
  return document.current_location().error() == simdjson::OUT_OF_BOUNDS;
}

}  // namespace lanescope
