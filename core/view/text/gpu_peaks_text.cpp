#include "core/view/text/gpu_peaks_text.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/base/text/decimal.h"
#include "core/readers/json/event_text.h"

namespace lanescope {
namespace {

constexpr double kMostPeak = 1e9;

Error invalid(std::string why) {
  return {Error::Kind::Invalid, std::move(why)};
}

std::optional<double> number(const JsonValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value.data))
    return static_cast<double>(*whole);
  const auto* decimal = std::get_if<JsonDecimal>(&value.data);
  double parsed = 0;
  if (decimal == nullptr) return std::nullopt;
  const char* const end = decimal->text.data() + decimal->text.size();
  const auto [stop, error] = read_decimal(decimal->text.data(), end, parsed);
  if (error != std::errc() || stop != end) return std::nullopt;
  return parsed;
}

bool has_rate(const GpuPeaks& peaks) {
  return peaks.memory_gb_per_s().has_value() ||
         std::ranges::any_of(kPeakFormats, [&](PeakFormat f) { return peaks.of(f).has_value(); });
}

/// A member that is a rate; 0 if it is missing or null.
Result<double> rate(const JsonValue& from, std::string_view key) {
  const JsonValue* value = from.find(key);
  if (value == nullptr || value->is_null()) return 0.0;
  const auto parsed = number(*value);
  if (!parsed || !(*parsed >= 0 && *parsed <= kMostPeak))
    return invalid(fmt::format("{} is not a number from 0 to {:g}", key, kMostPeak));
  return *parsed;
}

/// Otherwise a misspelled member would count as an unknown rate.
std::optional<Error> unknown_member(const JsonValue& object,
                                    std::span<const std::string_view> known) {
  for (const auto& [key, value] : *object.object()) {
    if (std::ranges::find(known, key) == known.end()) {
      return invalid(
          fmt::format("\"{}\" is not one of {}", key, fmt::join(known.begin(), known.end(), ", ")));
    }
  }
  return std::nullopt;
}

constexpr std::array<std::string_view, kPeakFormats.size()> kFormatKeys{
    "float32", "tf32", "float16", "bfloat16", "float8"};

std::string_view peak_format_key(PeakFormat format) {
  return kFormatKeys[static_cast<std::size_t>(format)];
}

std::optional<Error> read_rates(const JsonValue& entry, GpuPeaks& peaks) {
  const JsonValue* tflops = entry.find("tflops");
  if (tflops != nullptr && tflops->object() == nullptr)
    return invalid("tflops is not an object with a rate per data type");
  if (tflops != nullptr) {
    if (auto error = unknown_member(*tflops, kFormatKeys)) return error;
    for (const PeakFormat format : kPeakFormats) {
      const auto read = rate(*tflops, peak_format_key(format));
      if (!read.ok()) return read.error();
      peaks.tflops[static_cast<std::size_t>(format)] = read.value();
    }
  }
  const auto read = rate(entry, "gb_per_s");
  if (!read.ok()) return read.error();
  peaks.gb_per_s = read.value();
  if (!has_rate(peaks)) return invalid("it has no rate");
  return std::nullopt;
}

Result<GpuPeaks> parse_entry(const JsonValue& entry) {
  constexpr std::array<std::string_view, 4> kMembers{"gpu", "tflops", "gb_per_s", "tensor_cores"};
  if (entry.object() == nullptr) return invalid("it is not an object");
  if (auto error = unknown_member(entry, kMembers)) return *std::move(error);
  GpuPeaks peaks;
  const JsonValue* name = entry.find("gpu");
  if (name == nullptr || name->string() == nullptr || name->string()->empty())
    return invalid("gpu, a part of the device's name, is missing");
  peaks.gpu = *name->string();
  if (const JsonValue* tensor_cores = entry.find("tensor_cores")) {
    const auto* said = std::get_if<bool>(&tensor_cores->data);
    if (said == nullptr) return invalid("tensor_cores is not true or false");
    peaks.tensor_cores = *said;
  }
  if (auto error = read_rates(entry, peaks)) return *std::move(error);
  return peaks;
}

/// Integers without a fraction, other numbers in the shortest form that reads back exactly.
JsonValue number_json(double value) {
  if (value == std::floor(value)) return JsonValue{static_cast<std::int64_t>(value)};
  return JsonValue{JsonDecimal{fmt::format("{}", value)}};
}

}  // namespace

Result<std::vector<GpuPeaks>> parse_gpu_peaks(const std::string& json) {
  const auto parsed = parse_json_object(json);
  const JsonValue* list = parsed.ok() ? parsed.value().find("gpus") : nullptr;
  if (list == nullptr || list->array() == nullptr) {
    return invalid(R"(is not JSON like {"gpus": [{"gpu": "H200", "tflops": {"float16": 989.4}, )"
                   R"("gb_per_s": 4800}]})");
  }
  std::vector<GpuPeaks> all;
  for (const JsonValue& entry : *list->array()) {
    auto peaks = parse_entry(entry);
    if (!peaks.ok()) {
      return invalid(fmt::format("GPU {} in the list: {}", all.size() + 1, peaks.error().message));
    }
    all.push_back(std::move(peaks).value());
  }
  return all;
}

JsonValue gpu_peaks_json(std::span<const GpuPeaks> peaks) {
  JsonArray list;
  for (const GpuPeaks& one : peaks) {
    if (!has_rate(one)) continue;
    JsonObject tflops;
    for (const PeakFormat format : kPeakFormats) {
      const auto peak = one.of(format);
      if (peak) tflops.emplace_back(peak_format_key(format), number_json(*peak));
    }
    JsonObject entry{{"gpu", JsonValue{one.gpu}}, {"tflops", JsonValue{std::move(tflops)}}};
    if (const auto memory = one.memory_gb_per_s())
      entry.emplace_back("gb_per_s", number_json(*memory));
    if (!one.tensor_cores) entry.emplace_back("tensor_cores", JsonValue{false});
    list.push_back(JsonValue{std::move(entry)});
  }
  return JsonValue{JsonObject{{"gpus", JsonValue{std::move(list)}}}};
}

}  // namespace lanescope
