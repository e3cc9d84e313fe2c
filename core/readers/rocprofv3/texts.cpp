#include "core/readers/rocprofv3/texts.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "core/readers/rocm/arguments.h"
#include "core/readers/rocprofv3/json_stream.h"
#include "core/readers/rocprofv3/record.h"

namespace lanescope {
namespace {

/// The GPU whose lane a copy is on: of two the one that sends.
std::optional<std::int64_t> device_of_copy(const Rocprofv3Record& record,
                                           const Rocprofv3Definitions& definitions) {
  for (const auto& handle : {record.from_agent, record.to_agent}) {
    const auto* agent = definitions.agent(handle.value_or(0));
    if (agent != nullptr && agent->is_gpu) return agent->number;
  }
  return std::nullopt;
}

void add_lane(const Rocprofv3Record& record, RocmArguments& args) {
  args.id("stream", record.stream).id("queue", record.queue);
}

void add_kernel(const Rocprofv3Record& record, const Rocprofv3Definitions& definitions,
                RocmArguments& args) {
  if (const auto* agent = definitions.agent(record.agent.value_or(0)))
    args.number("device", agent->number);
  add_lane(record, args);
  if (record.grid && record.block) args.dims("grid", blocks_of(*record.grid, *record.block));
  args.dims("block", record.block);
  args.number("shared memory", record.shared_bytes);
  args.number("scratch memory", record.scratch_bytes);
  if (const auto* symbol = definitions.symbol(record.kernel.value_or(0))) {
    args.number("VGPR count", symbol->vgprs);
    args.number("accum VGPR count", symbol->accum_vgprs);
    args.number("SGPR count", symbol->sgprs);
  }
  args.id("dispatch", record.dispatch);
}

void add_copy(const Rocprofv3Record& record, const Rocprofv3Definitions& definitions,
              RocmArguments& args) {
  args.text("from", definitions.agent_name(record.from_agent.value_or(0)));
  args.text("to", definitions.agent_name(record.to_agent.value_or(0)));
  args.number("device", device_of_copy(record, definitions));
  add_lane(record, args);
  const auto times = record.times();
  args.bytes(record.bytes, times ? times->length_ns() : 0);
}

class Rocprofv3Texts final : public EventTexts {
 public:
  Rocprofv3Texts(std::shared_ptr<ByteSource> source, std::vector<Rocprofv3Part> parts)
      : source_(std::move(source)), parts_(std::move(parts)) {}

  [[nodiscard]] Result<JsonValue> json_of(Place place) const override {
    std::string text(place.length() + JsonStream::kPadding, ' ');
    const auto got = source_->read_at(place.offset(), std::span(text).first(place.length()));
    // Checked after reading, because the file may have been overwritten by then.
    if (source_->changed() || !got.ok() || got.value() < place.length()) return changed_file();
    Rocprofv3Record record;
    Rocprofv3Parser parser;
    const Rocprofv3Definitions* definitions = definitions_of(place.offset());
    if (definitions == nullptr ||
        !parser.parse(std::string_view(text).substr(0, place.length()), record))
      return changed_file();
    return event(record, *definitions);
  }

 private:
  [[nodiscard]] const Rocprofv3Definitions* definitions_of(std::uint64_t offset) const {
    const auto after = std::ranges::upper_bound(parts_, offset, {}, &Rocprofv3Part::begin);
    return after == parts_.begin() ? nullptr : (after - 1)->definitions.get();
  }

  static JsonValue event(const Rocprofv3Record& record, const Rocprofv3Definitions& definitions) {
    RocmArguments args;
    if (record.kernel) {
      add_kernel(record, definitions, args);
    } else if (record.from_agent || record.to_agent) {
      add_copy(record, definitions, args);
    } else {
      args.text("kind", definitions.kind_name(record.kind));
      args.range(parse_range_text(definitions.marker(record.internal)));
      for (const auto& [name, value] : record.arguments) args.text(name, value);
    }
    args.id("correlation", record.internal);
    if (record.external != 0) args.id("external correlation", record.external);
    return args.event();
  }

  std::shared_ptr<ByteSource> source_;
  std::vector<Rocprofv3Part> parts_;
};

}  // namespace

std::shared_ptr<const EventTexts> rocprofv3_event_texts(std::shared_ptr<ByteSource> source,
                                                        std::vector<Rocprofv3Part> parts) {
  return std::make_shared<Rocprofv3Texts>(std::move(source), std::move(parts));
}

}  // namespace lanescope
