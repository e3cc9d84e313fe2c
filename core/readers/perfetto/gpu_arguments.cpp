#include "core/readers/perfetto/gpu_arguments.h"

#include <utility>

#include <fmt/format.h>

#include "core/base/bytes/message_reader.h"

namespace lanescope::perfetto {
namespace {

JsonValue number(std::uint64_t value) {
  return value > INT64_MAX ? JsonValue{value} : JsonValue{static_cast<std::int64_t>(value)};
}

JsonValue three(std::string_view message) {
  JsonArray values(3, JsonValue{std::int64_t{1}});
  MessageReader fields(message);
  while (const auto field = fields.next()) {
    if (field->number >= 1 && field->number <= 3) values[field->number - 1] = number(field->value);
  }
  return JsonValue{std::move(values)};
}

/// A value with a name, as compute arguments and extra data have.
JsonMember named(std::string_view message, const Meaning& meaning) {
  JsonMember member;
  MessageReader fields(message);
  while (const auto field = fields.next()) {
    switch (field->number) {
      case 1:
        member.first = interned_text(meaning, InternedKind::ComputeArgumentName, field->value);
        break;
      case 2:
        member.first = field->bytes;
        break;
      case 3:
        member.second = JsonValue{field->integer()};
        break;
      case 4:
        member.second = number(field->value);
        break;
      case 5:
        member.second = JsonValue{JsonDecimal{fmt::format("{}", field->number_value())}};
        break;
      case 6:
        member.second = JsonValue{std::string(field->bytes)};
        break;
      default:
        break;
    }
  }
  return member;
}

JsonMember extra(std::string_view message) {
  JsonMember member;
  MessageReader fields(message);
  while (const auto field = fields.next()) {
    if (field->number == 1) member.first = field->bytes;
    if (field->number == 2) member.second = JsonValue{std::string(field->bytes)};
  }
  return member;
}

void add_launch(std::string_view message, const Meaning& meaning, JsonObject& arguments) {
  MessageReader fields(message);
  while (const auto field = fields.next()) {
    if (field->number == 1) arguments.emplace_back("grid", three(field->bytes));
    if (field->number == 2) arguments.emplace_back("block", three(field->bytes));
    if (field->number == 3) arguments.push_back(named(field->bytes, meaning));
  }
}

void add_kernel(std::uint64_t id, const Meaning& meaning, JsonObject& arguments) {
  const auto entry = meaning(InternedKind::ComputeKernel, id);
  if (!entry) return;
  MessageReader fields(*entry);
  while (const auto field = fields.next()) {
    if (field->number == 2)
      arguments.emplace_back("kernel symbol", JsonValue{std::string(field->bytes)});
    if (field->number == 4)
      arguments.emplace_back("architecture", JsonValue{std::string(field->bytes)});
    if (field->number == 5) arguments.push_back(named(field->bytes, meaning));
  }
}

/// CUDA and HIP are told by numbers.
void add_context(std::uint64_t id, const Meaning& meaning, JsonObject& arguments) {
  arguments.emplace_back("context", number(id));
  const auto entry = meaning(InternedKind::GraphicsContext, id);
  if (!entry) return;
  MessageReader fields(*entry);
  while (const auto field = fields.next()) {
    if (field->number == 2) arguments.emplace_back("process", number(field->value));
    if (field->number == 3 && (field->value == 4 || field->value == 5))
      arguments.emplace_back("api", JsonValue{std::string(field->value == 4 ? "CUDA" : "HIP")});
  }
}

}  // namespace

void add_render_stage(std::string_view message, const Meaning& meaning, JsonObject& arguments) {
  JsonArray waits;
  MessageReader fields(message);
  while (const auto field = fields.next()) {
    switch (field->number) {
      case 1:
        arguments.emplace_back("event id", number(field->value));
        break;
      case 5:
        add_context(field->value, meaning, arguments);
        break;
      case 6:
        arguments.push_back(extra(field->bytes));
        break;
      case 10:
        arguments.emplace_back("submission", number(field->value));
        break;
      case 11:
        arguments.emplace_back("device", number(field->value));
        break;
      case 13:
        arguments.emplace_back(
            "queue",
            JsonValue{interned_text(meaning, InternedKind::GpuSpecification, field->value)});
        break;
      case 14:
        arguments.emplace_back(
            "stage",
            JsonValue{interned_text(meaning, InternedKind::GpuSpecification, field->value)});
        break;
      case 18:
        each_integer(*field, [&](std::uint64_t id) { waits.push_back(number(id)); });
        break;
      case 19:
        add_kernel(field->value, meaning, arguments);
        break;
      case 21:
        add_launch(field->bytes, meaning, arguments);
        break;
      default:
        break;
    }
  }
  if (!waits.empty()) arguments.emplace_back("waits for events", JsonValue{std::move(waits)});
}

}  // namespace lanescope::perfetto
