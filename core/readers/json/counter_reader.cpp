#include "core/readers/json/counter_reader.h"

#include <simdjson.h>

#include "core/base/check.h"
#include "core/base/text/json_text.h"
#include "core/readers/json/field_reader.h"

namespace lanescope {
namespace {

namespace od = simdjson::ondemand;

/// The key with its quotes.
std::string_view token_of(od::raw_json_string key) {
  LANESCOPE_CHECK(key.raw()[-1] == '"', "a key behind its quote, not behind {}", key.raw()[-1]);
  const char* end = key.raw();
  while (*end != '"') end += *end == '\\' ? 2 : 1;
  return {key.raw() - 1, static_cast<std::size_t>(end - key.raw()) + 2};
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

}  // namespace lanescope
