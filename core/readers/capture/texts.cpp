#include "core/readers/capture/texts.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "core/base/time.h"
#include "core/readers/capture/channel.h"
#include "core/readers/capture/names.h"
#include "core/readers/capture/occupancy.h"
#include "core/readers/capture/python_lines.h"
#include "core/readers/json/event_text.h"
#include "core/readers/rows/gpu_names.h"
#include "core/readers/rows/range_text.h"

namespace lanescope {
namespace {

JsonValue text(std::string_view value) {
  return JsonValue{std::string(value)};
}
JsonValue number(std::uint64_t value) {
  return JsonValue{static_cast<std::int64_t>(value)};
}
JsonValue three(const std::uint32_t (&values)[3]) {
  return JsonValue{JsonArray{number(values[0]), number(values[1]), number(values[2])}};
}
/// Two decimals, as in torch.profiler traces.
JsonValue decimal(double value) {
  return JsonValue{JsonDecimal{fmt::format("{:.2f}", value)}};
}

/// Reads what a record references, for one query.
class Reader {
 public:
  Reader(ByteSource& source, const CaptureTable& table) : source_(&source), table_(&table) {}

  [[nodiscard]] std::vector<std::byte> bytes(std::uint64_t offset, std::size_t size) const {
    std::vector<std::byte> out(size);
    const auto got = source_->read_at(offset, {reinterpret_cast<char*>(out.data()), size});
    out.resize(got.ok() ? got.value() : 0);
    return out;
  }

  /// The complete record there; empty if there is no record of that type.
  [[nodiscard]] std::vector<std::byte> record(std::uint64_t offset, wire::RecordType type) const {
    wire::RecordHeader header{};
    const std::vector<std::byte> head = bytes(offset, sizeof header);
    if (head.size() < sizeof header) return {};
    std::memcpy(&header, head.data(), sizeof header);
    if (wire::RecordType{header.type} != type) return {};
    return bytes(offset, header.words * wire::kWord);
  }

  [[nodiscard]] std::string string(std::uint32_t number) const {
    const std::uint64_t offset = CaptureTable::at(table_->strings, number);
    if (offset == 0) return {};
    const std::vector<std::byte> found = record(offset, wire::RecordType::String);
    const CaptureRecord view{{}, offset, found};
    if (found.size() < sizeof(wire::StringRecord)) return {};
    const auto fixed = view.as<wire::StringRecord>();
    const auto chars = view.behind(sizeof fixed, fixed.bytes);
    return {reinterpret_cast<const char*>(chars.data()), chars.size()};
  }

  /// "train.py(12): step;train.py(40): main", innermost first.
  [[nodiscard]] std::string stack(std::uint32_t number) const {
    const std::uint64_t offset = CaptureTable::at(table_->stacks, number);
    if (offset == 0) return {};
    const std::vector<std::byte> found = record(offset, wire::RecordType::Stack);
    const CaptureRecord view{{}, offset, found};
    if (found.size() < sizeof(wire::StackRecord)) return {};
    const auto fixed = view.as<wire::StackRecord>();
    const auto frames =
        view.behind(sizeof fixed, std::size_t{fixed.depth} * sizeof(wire::StackFrame));
    std::string out;
    for (std::size_t at = 0; at + sizeof(wire::StackFrame) <= frames.size();
         at += sizeof(wire::StackFrame)) {
      wire::StackFrame frame{};
      std::memcpy(&frame, frames.data() + at, sizeof frame);
      if (!out.empty()) out += ';';
      out += this->frame(frame);
    }
    if ((fixed.flags & wire::kStackCut) != 0) out.append(";").append(kCutStack);
    return out;
  }

 private:
  [[nodiscard]] std::string frame(const wire::StackFrame& frame) const {
    const std::uint64_t offset = CaptureTable::at(table_->codes, frame.code);
    const std::vector<std::byte> found =
        offset == 0 ? std::vector<std::byte>() : record(offset, wire::RecordType::Code);
    if (found.size() < sizeof(wire::CodeRecord)) return "?(0): ?";
    const CaptureRecord view{{}, offset, found};
    const auto code = view.as<wire::CodeRecord>();
    const auto table = view.behind(sizeof code, code.table_bytes);
    const auto line = python_line({code.python, code.first_line, table}, frame.instruction);
    return fmt::format("{}({}): {}", string(code.file), line.value_or(code.first_line),
                       string(code.name));
  }

  ByteSource* source_;
  const CaptureTable* table_;
};

/// The arguments of one record.
class Arguments {
 public:
  Arguments(const Reader& reader, const std::vector<CaptureDevice>& devices)
      : reader_(reader), devices_(devices) {}

  /// Empty for records that are not events.
  JsonObject of(const CaptureRecord& record) {
    switch (record.type()) {
      case wire::RecordType::ApiBegin:
        return call(record.as<wire::ApiBeginRecord>());
      case wire::RecordType::Api:
        return api(record.as<wire::ApiRecord>());
      case wire::RecordType::RangePush:
        return range(record.as<wire::RangePushRecord>());
      case wire::RecordType::Kernel:
        return kernel(record.as<wire::KernelRecord>());
      case wire::RecordType::Memcpy:
        return copy(record.as<wire::MemcpyRecord>());
      case wire::RecordType::Memset:
        return set(record.as<wire::MemsetRecord>());
      case wire::RecordType::Graph:
        return graph(record.as<wire::GraphRecord>());
      case wire::RecordType::Sample:
        return sample(record.as<wire::SampleRecord>());
      case wire::RecordType::Sync:
        return sync(record.as<wire::SyncRecord>());
      case wire::RecordType::CudaEvent:
        return event(record.as<wire::CudaEventRecord>());
      case wire::RecordType::Counter:
        return allocator_arguments(record.bytes, reader_.string(record.header.aux));
      case wire::RecordType::Gap:
        return gap(record.as<wire::GapRecord>());
      case wire::RecordType::BegunEarlier:
        return cut(record);
      default:
        return {};
    }
  }

 private:
  /// Those of the record behind it, which has the time from which on it was recorded.
  JsonObject cut(const CaptureRecord& earlier) {
    const auto began = earlier.as<wire::BegunEarlierRecord>();
    CaptureRecord cut{
        {}, earlier.offset + sizeof began, earlier.behind(sizeof began, earlier.bytes.size())};
    if (cut.bytes.size() < sizeof cut.header) return {};
    std::memcpy(&cut.header, cut.bytes.data(), sizeof cut.header);
    if (cut.type() == wire::RecordType::BegunEarlier) return {};
    JsonObject args = of(cut);
    // The time is the first field in all records of what threads do.
    const Ns edge_ns = cut.as<wire::RangePopRecord>().time_ns;
    args.emplace_back("Began earlier by",
                      text(format_duration(saturating_sub(edge_ns, began.time_ns))));
    return args;
  }

  JsonObject call(const wire::ApiBeginRecord& r) const {
    JsonObject args{{"cbid", number(r.header.aux & 0xFFFFFFU)},
                    {"correlation", number(r.correlation)}};
    if (r.kernel != 0) args.emplace_back("kernel", text(kernel_name(reader_.string(r.kernel))));
    if (const std::string stack = reader_.stack(r.stack); !stack.empty())
      args.emplace_back("Call stack", text(stack));
    return args;
  }

  /// With the executing line of each function; the names of slices have where it begins.
  JsonObject sample(const wire::SampleRecord& r) const {
    const std::string stack = reader_.stack(r.stack);
    return stack.empty() ? JsonObject() : JsonObject{{"Call stack", text(stack)}};
  }

  static JsonObject api(const wire::ApiRecord& r) {
    JsonObject args{{"cbid", number(r.header.aux & 0xFFFFFFU)},
                    {"correlation", number(r.correlation)}};
    if (r.result != 0) args.emplace_back("result", JsonValue{std::int64_t{r.result}});
    return args;
  }

  JsonObject range(const wire::RangePushRecord& r) const {
    const std::string message = reader_.string(r.header.aux);
    const RangeText parsed = parse_range_text(message);
    JsonObject args;
    if (parsed.op_id) args.emplace_back("Record function id", JsonValue{*parsed.op_id});
    if (parsed.sequence) args.emplace_back("Sequence number", JsonValue{*parsed.sequence});
    if (!parsed.sizes.empty()) {
      auto dims = parse_json_object(fmt::format("{{\"d\":{}}}", parsed.sizes));
      if (dims.ok()) args.emplace_back("Input Dims", *dims.value().find("d"));
    }
    if (const std::string domain = reader_.string(r.domain); !domain.empty())
      args.emplace_back("NVTX domain", text(domain));
    return args;
  }

  /// Blocks and warps per SM, computed as in torch.profiler (libkineto/src/CuptiActivity.cpp) from
  /// the entire grid and all SMs, and the estimated occupancy.
  void add_load(const wire::KernelRecord& r, JsonObject& args) const {
    const CaptureDevice* device = find_device(devices_, r.device);
    if (device == nullptr || device->record.sms == 0) return;
    const double blocks = static_cast<double>(r.grid[0]) * r.grid[1] * r.grid[2];
    const double threads = static_cast<double>(r.block[0]) * r.block[1] * r.block[2];
    const double per_sm = blocks / device->record.sms;
    args.emplace_back("blocks per SM", decimal(per_sm));
    if (device->record.warp_threads != 0)
      args.emplace_back("warps per SM", decimal(per_sm * threads / device->record.warp_threads));
    if (const auto share = estimated_occupancy(device->record, r)) {
      constexpr double kHalf = 0.5;
      args.emplace_back("est. achieved occupancy %",
                        JsonValue{static_cast<std::int64_t>(*share * 100 + kHalf)});
    }
  }

  JsonObject kernel(const wire::KernelRecord& r) const {
    JsonObject args = place_of_work(r);
    args.emplace_back("registers per thread", number(r.registers));
    args.emplace_back("shared memory", number(std::uint64_t{r.static_shared} + r.dynamic_shared));
    add_load(r, args);
    args.emplace_back("grid", three(r.grid));
    args.emplace_back("block", three(r.block));
    if (r.cluster[0] > 1 || r.cluster[1] > 1 || r.cluster[2] > 1)
      args.emplace_back("cluster", three(r.cluster));
    return args;
  }

  template <typename Record>
  static JsonObject place(const Record& r) {
    return {{"device", number(r.device)},
            {"context", number(r.context)},
            {"stream", number(r.stream)},
            {"correlation", number(r.correlation)}};
  }

  /// For work that may have been launched by a graph.
  template <typename Record>
  static JsonObject place_of_work(const Record& r) {
    JsonObject args = place(r);
    if (r.graph != 0) {
      args.emplace_back("graph id", number(r.graph));
      args.emplace_back("graph node id", number(r.graph_node));
    }
    return args;
  }

  /// An entire graph as one event, if CUPTI does not report its kernels.
  static JsonObject graph(const wire::GraphRecord& r) {
    JsonObject args = place(r);
    args.emplace_back("graph id", number(r.graph));
    return args;
  }

  static JsonObject event(const wire::CudaEventRecord& r) {
    JsonObject args = place(r);
    args.emplace_back("event", number(r.event));
    return args;
  }

  template <typename Record>
  static void add_bytes(const Record& r, JsonObject& args) {
    args.emplace_back("bytes", number(r.bytes));
    if (r.end_ns > r.start_ns) {
      const auto ns = static_cast<double>(saturating_sub(r.end_ns, r.start_ns));
      args.emplace_back("memory bandwidth (GB/s)", decimal(static_cast<double>(r.bytes) / ns));
    }
  }

  static JsonObject copy(const wire::MemcpyRecord& r) {
    JsonObject args = place_of_work(r);
    add_bytes(r, args);
    if (r.from_device != r.to_device) {
      args.emplace_back("from device", number(r.from_device));
      args.emplace_back("to device", number(r.to_device));
    }
    return args;
  }

  static JsonObject set(const wire::MemsetRecord& r) {
    JsonObject args = place_of_work(r);
    add_bytes(r, args);
    return args;
  }

  static JsonObject sync(const wire::SyncRecord& r) {
    constexpr std::uint32_t kNone = 0xFFFFFFFFU;
    JsonObject args{{"cuda_sync_kind", text(sync_name(r.header.aux))},
                    {"context", number(r.context)},
                    {"correlation", number(r.correlation)}};
    args.emplace_back("stream", JsonValue{r.stream == kNone ? -1 : std::int64_t{r.stream}});
    if (r.event != kNone) args.emplace_back("wait_on_cuda_event_id", number(r.event));
    return args;
  }

  static JsonObject gap(const wire::GapRecord& r) {
    return {{"records", number(r.records)}, {"bytes", number(r.bytes)}};
  }

  const Reader& reader_;
  const std::vector<CaptureDevice>& devices_;
};

class CaptureTexts final : public EventTexts {
 public:
  CaptureTexts(std::shared_ptr<ByteSource> source, std::shared_ptr<const CaptureIndex> index,
               std::vector<CaptureDevice> devices)
      : source_(std::move(source)), index_(std::move(index)), devices_(std::move(devices)) {}

  [[nodiscard]] Result<JsonValue> json_of(Place place) const override {
    // What the reader concluded has no record.
    if (place.length() == 0) return JsonValue{JsonObject{{"args", JsonValue{JsonObject{}}}}};
    const CaptureTable* table = index_->table_of(place.offset());
    if (table == nullptr) return changed_file();
    const Reader reader(*source_, *table);
    const std::vector<std::byte> bytes = reader.bytes(place.offset(), place.length());
    CaptureRecord record{{}, place.offset(), bytes};
    if (bytes.size() < sizeof record.header || bytes.size() != place.length())
      return changed_file();
    std::memcpy(&record.header, bytes.data(), sizeof record.header);
    JsonObject arguments = Arguments(reader, devices_).of(record);
    // Checked after reading, because the file may have been overwritten by then.
    if (source_->changed()) return changed_file();
    return JsonValue{JsonObject{{"args", JsonValue{std::move(arguments)}}}};
  }

 private:
  std::shared_ptr<ByteSource> source_;
  std::shared_ptr<const CaptureIndex> index_;
  std::vector<CaptureDevice> devices_;
};

}  // namespace

const CaptureDevice* find_device(const std::vector<CaptureDevice>& devices, std::uint32_t id) {
  const auto at =
      std::ranges::find(devices, id, [](const CaptureDevice& d) { return d.record.id; });
  return at == devices.end() ? nullptr : &*at;
}

std::vector<DeviceInfo> device_facts(const std::vector<CaptureDevice>& devices) {
  std::vector<DeviceInfo> facts;
  for (const auto& [record, name] : devices) {
    DeviceInfo& info = facts.emplace_back();
    info.id = record.id;
    info.name = name;
    if (record.memory_bytes != 0)
      info.total_memory_bytes = static_cast<std::int64_t>(record.memory_bytes);
    if (record.sms != 0) info.sms = record.sms;
  }
  std::ranges::stable_sort(facts, {}, &DeviceInfo::id);
  return facts;
}

std::shared_ptr<const EventTexts> capture_event_texts(std::shared_ptr<ByteSource> source,
                                                      std::shared_ptr<const CaptureIndex> index,
                                                      std::vector<CaptureDevice> devices) {
  return std::make_shared<CaptureTexts>(std::move(source), std::move(index), std::move(devices));
}

}  // namespace lanescope
