#include "core/readers/capture/metadata.h"

#include <utility>

#include <fmt/format.h>

#include "core/base/text/json_text.h"

namespace lanescope {
namespace {

JsonValue json_of(const MessageText& lines) {
  JsonObject object;
  for (const auto& [key, value] : lines.pairs()) {
    const auto number = token_int(value);
    object.emplace_back(key, number ? JsonValue{*number} : JsonValue{value});
  }
  return JsonValue{std::move(object)};
}

JsonValue json_of(const SampleTotals& totals) {
  const auto number = [](std::uint64_t value) {
    return JsonValue{static_cast<std::int64_t>(value)};
  };
  return JsonValue{JsonObject{{"samples", number(totals.samples)},
                              {"torn", number(totals.torn)},
                              {"missed", number(totals.missed)},
                              {"period_ns", JsonValue{totals.period_ns}},
                              {"spent_ns", number(totals.spent_ns)}}};
}

}  // namespace

JsonValue capture_metadata(const MessageText& session, const MessageText& trigger,
                           const CaptureDecoder& decoder) {
  JsonObject metadata;
  if (!session.pairs().empty()) metadata.emplace_back("capture", json_of(session));
  if (!trigger.pairs().empty()) metadata.emplace_back("trigger", json_of(trigger));
  for (const auto& [index, process] : decoder.processes()) {
    if (!process.hello().pairs().empty())
      metadata.emplace_back(fmt::format("process {}", index), json_of(process.hello()));
    if (!process.caps().pairs().empty())
      metadata.emplace_back(fmt::format("agent {}", index), json_of(process.caps()));
    if (const CaptureSamples* samples = decoder.samples_of(index))
      metadata.emplace_back(fmt::format("samples {}", index), json_of(samples->totals()));
  }
  return JsonValue{std::move(metadata)};
}

}  // namespace lanescope
