#include "core/analysis/gpu_time/roofline.h"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "core/analysis/events/counted_part.h"
#include "core/analysis/events/device_info.h"
#include "core/analysis/events/device_timeline.h"
#include "core/analysis/events/event_arguments.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/gpu_time/charged_launch.h"
#include "core/analysis/gpu_time/modelled_calls.h"
#include "core/analysis/host/graph_origins.h"
#include "core/analysis/host/site.h"
#include "core/analysis/ops/groups.h"
#include "core/analysis/results.h"
#include "core/store/slice_finder.h"

namespace lanescope {
namespace {

/// What calls with the same name and arguments do.
struct ModelledWork {
  StringId op = StringId::Empty;
  std::optional<OpWork> work;
  std::map<std::int64_t, std::size_t> row_on;  // by device
};

/// Calls with the same name and arguments. Does not keep the arguments in memory, which may be
/// long; another object never is the same, even in the same place.
struct SameCall {
  StringId op;
  std::weak_ptr<const JsonValue> args;

  bool operator<(const SameCall& other) const {
    return op != other.op ? op < other.op : args.owner_before(other.args);
  }
};

Ns length_in(const TimeRange& event, const TimeRange& window) {
  const TimeRange inside{std::max(event.begin_ns, window.begin_ns),
                         std::min(event.end_ns, window.end_ns)};
  return inside.begin_ns < inside.end_ns ? length_of(inside) : 0;
}

bool contains_any(std::string_view text, std::initializer_list<std::string_view> parts) {
  return std::ranges::any_of(parts,
                             [&](std::string_view part) { return text.find(part) != text.npos; });
}

bool is_attention(std::string_view kernel) {
  return contains_any(kernel, {"attention", "Attention", "fmha", "flash", "attn", "paged"});
}
bool is_decoding(std::string_view kernel) {
  return contains_any(kernel, {"gemv", "splitkv", "paged", "decode"});
}

std::optional<PeakFormat> format_of(std::string_view dtype, bool tensor_cores) {
  if (dtype == "float") return tensor_cores ? PeakFormat::Tf32 : PeakFormat::Float;
  if (dtype == "c10::Half") return PeakFormat::Half;
  if (dtype == "c10::BFloat16") return PeakFormat::Bfloat16;
  if (dtype.starts_with("c10::Float8")) return PeakFormat::Float8;
  return std::nullopt;
}

/// Elementwise operators never use tensor cores. AMD's matrix cores multiply float32 as such.
std::optional<PeakFormat> format_of(const RooflineRow& row, bool amd) {
  if (row.work.family == OpFamily::Elementwise) return PeakFormat::Float;
  return format_of(row.work.dtype, row.tensor_cores && !amd);
}

RooflineBound bound_of(const RooflineRow& row, const Thresholds& thresholds) {
  const auto intensity = row.intensity(), tflops = row.tflops(), gb_per_s = row.gb_per_s();
  if (!intensity || !tflops || !gb_per_s || !row.peak_tflops || !row.peak_gb_per_s) {
    return RooflineBound::Unknown;
  }
  const bool memory = *intensity < *row.peak_tflops * 1e3 / *row.peak_gb_per_s;
  const double reached = memory ? *gb_per_s / *row.peak_gb_per_s : *tflops / *row.peak_tflops;
  if (reached < thresholds.reached_ceiling_pct / 100) return RooflineBound::Neither;
  return memory ? RooflineBound::Memory : RooflineBound::Compute;
}

class RooflineReader {
 public:
  RooflineReader(const Snapshot& snapshot, const ReadEvent& read, const AnalysisWindow& window,
                 const GraphOrigins& graphs, const std::vector<DeviceTimeline>& timelines)
      : snapshot_(snapshot),
        read_(read),
        window_(window),
        graphs_(graphs),
        thresholds_(*window.thresholds),
        slices_(snapshot),
        calls_(snapshot, ReplayedWork(snapshot, read, graphs, timelines)),
        classes_(snapshot),
        amd_(has_amd_gpus(snapshot)),
        names_(snapshot.strings->size()) {}

  RooflineTable run(const std::vector<DeviceTimeline>& timelines) {
    for (const DeviceTimeline& timeline : timelines) add_device(timeline);
    out_.arguments_read = read_calls();
    for (RooflineRow& row : out_.rows) place(row);
    std::ranges::sort(out_.rows, [&](const RooflineRow& a, const RooflineRow& b) {
      if (a.device_ns != b.device_ns) return a.device_ns > b.device_ns;
      const auto key = [&](const RooflineRow& row) {
        return std::tuple(row.device, snapshot_.text(row.op), row.work.shapes, row.work.dtype,
                          row.work.flops, row.work.bytes);
      };
      return key(a) < key(b);
    });
    list_unmodelled();
    add_mfu(timelines);
    judge_decoding();
    return std::move(out_);
  }

 private:
  struct NameFacts {
    bool known = false, tensor_cores = false, attention = false, decoding = false;
  };
  const NameFacts& facts_of(StringId name) {
    NameFacts& facts = names_[index_of(name)];
    if (!facts.known) {
      const std::string_view text = snapshot_.text(name);
      facts = {true, classes_.uses_tensor_cores(name), is_attention(text), is_decoding(text)};
    }
    return facts;
  }

  void add_device(const DeviceTimeline& timeline) {
    device_at_.emplace(timeline.device, out_.devices.size());
    RooflineDevice& device = out_.devices.emplace_back();
    device.device = timeline.device;
    if (const DeviceInfo* info = device_info(snapshot_, timeline.device)) {
      device.name = info->name;
      device.peaks = find_gpu_peaks(*info, thresholds_.gpu_peaks);
      device.own_peaks = device.peaks && std::ranges::find(thresholds_.gpu_peaks, *device.peaks) !=
                                             thresholds_.gpu_peaks.end();
    }
    calls_.begin_device(timeline.device);
    for (const TimelineEvent& event : timeline.events) {
      const auto part = counted_part(window_, event);
      if (!part || event.gpu_class == GpuClass::Communication) continue;
      const Ns length_ns = part->length_ns();
      device.compute_ns = saturating_add(device.compute_ns, length_ns);
      const NameFacts& facts = facts_of(event.name);
      if (facts.attention) attention_ns_ = saturating_add(attention_ns_, length_ns);
      if (facts.attention && facts.decoding) {
        decoding_ns_ = saturating_add(decoding_ns_, length_ns);
      }
      const ChargedLaunch origin = charged_launch(slices_, graphs_, event);
      OpCall* const call = calls_.call_of(event, origin);
      if (call == nullptr) {
        add_unmodelled(unmodelled_name(event, origin), length_ns);
        continue;
      }
      call->device_ns = saturating_add(call->device_ns, length_ns);
      call->whole_ns = saturating_add(call->whole_ns, length_of(event.range));
      call->inside_ns = saturating_add(call->inside_ns, length_in(event.range, timeline.window));
      call->tensor_cores = call->tensor_cores || facts.tensor_cores;
    }
  }

  StringId unmodelled_name(const TimelineEvent& event, const ChargedLaunch& origin) {
    if (origin.name) return *origin.name;
    const EventId around = innermost_op(slices_, origin.launch);
    return around == EventId::None ? event.name : slice_name(slices_, around);
  }

  bool read_calls() {
    // Those of a capture trace are read.
    std::vector<ModelledWork> works;
    for (const ReplayedWork::Op& op : calls_.captured()) works.push_back({op.name, op.work, {}});
    std::vector<EventId> events;
    std::vector<OpCall*> calls;
    for (OpCall& call : calls_.list()) {
      if (call.captured) {
        call.work = *call.captured + 1;
        continue;
      }
      events.push_back(call.op);
      calls.push_back(&call);
    }
    std::map<SameCall, std::size_t> known;
    const auto note = [&](std::size_t i, const SharedJson& args) {
      const StringId name = calls[i]->name;
      const auto [at, fresh] = known.try_emplace({name, args}, works.size());
      if (fresh) works.push_back({name, work_of_op(snapshot_.text(name), *args), {}});
      calls[i]->work = at->second + 1;
    };
    const bool read = read_shared_arguments(snapshot_, events, kOpWorkArguments, read_, note);
    add_rows(works);
    return read || lack_shapes(events);
  }

  /// Whether none of a few of too many operators has shapes: a trace has those of all or of none.
  [[nodiscard]] bool lack_shapes(const std::vector<EventId>& events) const {
    constexpr std::size_t kLooks = 64;
    std::vector<EventId> some;
    for (std::size_t i = 0; i < events.size(); i += events.size() / kLooks + 1)
      some.push_back(events[i]);
    bool any = false;
    const auto look = [&](std::size_t, const JsonValue& args) {
      any = any || input_shapes(args) != nullptr;
    };
    return read_arguments(snapshot_, some, kInputShapes, read_, look) && !any;
  }

  void add_rows(std::vector<ModelledWork>& works) {
    std::vector<Ns> longest_ns;  // by row
    for (const OpCall& call : calls_.list()) {
      ModelledWork* const its = call.work > 0 ? &works[call.work - 1] : nullptr;
      if (its == nullptr || !its->work) {
        add_unmodelled(call.name, call.device_ns);
        continue;
      }
      const auto [at, fresh] = its->row_on.try_emplace(call.device, 0);
      if (fresh) at->second = row_of(*its, call.device);
      if (longest_ns.size() < out_.rows.size()) longest_ns.resize(out_.rows.size(), -1);
      RooflineRow& row = out_.rows[at->second];
      if (!call.again) row.calls.push_back(call.op);
      ++row.count;
      row.inside += call.whole_ns == 0
                        ? 1
                        : static_cast<double>(call.inside_ns) / static_cast<double>(call.whole_ns);
      row.device_ns = saturating_add(row.device_ns, call.device_ns);
      row.whole_ns = saturating_add(row.whole_ns, call.whole_ns);
      row.tensor_cores = row.tensor_cores || call.tensor_cores;
      if (call.device_ns > longest_ns[at->second]) row.longest = call.op;
      longest_ns[at->second] = std::max(longest_ns[at->second], call.device_ns);
    }
  }

  /// Calls with the same shapes may differ in strides, masks and causality, and so in work.
  std::size_t row_of(const ModelledWork& its, std::int64_t device) {
    const OpWork& work = *its.work;
    out_.has_shapes = true;
    const RowKey key{device, its.op, work.shapes, work.dtype, work.flops, work.bytes};
    const auto [at, fresh] = rows_.try_emplace(key, out_.rows.size());
    if (fresh) {
      RooflineRow& row = out_.rows.emplace_back();
      row.op = its.op;
      row.device = device;
      row.work = work;
    }
    return at->second;
  }

  RooflineDevice& device_of(const RooflineRow& row) {
    return out_.devices[device_at_.at(row.device)];
  }

  void place(RooflineRow& row) {
    RooflineDevice& device = device_of(row);
    const auto format = format_of(row, amd_);
    if (device.peaks) row.peak_gb_per_s = device.peaks->memory_gb_per_s();
    if (device.peaks && format) row.peak_tflops = device.peaks->of(*format);
    row.bound = bound_of(row, thresholds_);
    device.modelled_ns = saturating_add(device.modelled_ns, row.device_ns);
    device.flops += row.work.flops * static_cast<double>(row.count);
    Ns& bound_ns = device.bound_ns[static_cast<std::size_t>(row.bound)];
    bound_ns = saturating_add(bound_ns, row.device_ns);
  }

  void add_unmodelled(StringId name, Ns time_ns) {
    Ns& sum_ns = unmodelled_[name];
    sum_ns = saturating_add(sum_ns, time_ns);
  }
  void list_unmodelled() {
    for (const auto& [name, time_ns] : unmodelled_) {
      if (time_ns > 0) out_.unmodelled.push_back({name, time_ns});
    }
    std::ranges::stable_sort(out_.unmodelled, std::greater(), &UnmodelledOp::device_ns);
  }

  /// Each number format is compared with its own peak rate.
  void add_mfu(const std::vector<DeviceTimeline>& timelines) {
    std::vector<std::optional<double>> seconds_at_peak(out_.devices.size());
    for (const RooflineRow& row : out_.rows) {
      if (!row.peak_tflops) continue;
      auto& seconds = seconds_at_peak[device_at_.at(row.device)];
      seconds = seconds.value_or(0) + row.work.flops * row.inside / (*row.peak_tflops * 1e12);
    }
    for (std::size_t d = 0; d < out_.devices.size(); ++d) {  // one device per timeline
      const Ns window_ns = length_of(timelines[d].window);
      if (seconds_at_peak[d] && window_ns > 0)
        out_.devices[d].mfu = *seconds_at_peak[d] / (static_cast<double>(window_ns) * 1e-9);
    }
  }

  void judge_decoding() {
    Ns products_ns = 0, thin_ns = 0;
    for (const RooflineRow& row : out_.rows) {
      if (!row.work.least_outer) continue;
      products_ns = saturating_add(products_ns, row.device_ns);
      if (*row.work.least_outer <= static_cast<double>(thresholds_.thin_product)) {
        thin_ns = saturating_add(thin_ns, row.device_ns);
      }
    }
    if (products_ns > 0) {
      out_.thin_product_share = static_cast<double>(thin_ns) / static_cast<double>(products_ns);
    }
    const bool attends = attention_ns_ > 0 && decoding_ns_ > attention_ns_ / 2;
    out_.decoding = out_.thin_product_share.value_or(0) > 0.5 || attends;
  }

  const Snapshot& snapshot_;
  const ReadEvent& read_;
  const AnalysisWindow& window_;
  const GraphOrigins& graphs_;
  const Thresholds& thresholds_;
  SliceFinder slices_;
  ModelledCalls calls_;
  std::map<StringId, Ns> unmodelled_;  // GPU time by name
  GpuClasses classes_;
  bool amd_;
  std::unordered_map<std::int64_t, std::size_t> device_at_;  // index into out_.devices
  std::vector<NameFacts> names_;
  using RowKey = std::tuple<std::int64_t, StringId, std::string, std::string, double, double>;
  std::map<RowKey, std::size_t> rows_;
  Ns attention_ns_ = 0, decoding_ns_ = 0;
  RooflineTable out_;
};

}  // namespace

std::string_view roofline_bound_name(RooflineBound bound) {
  constexpr std::array<std::string_view, kRooflineBounds> kNames = {"", "compute", "memory",
                                                                    "neither"};
  return kNames[static_cast<std::size_t>(bound)];
}

std::optional<double> RooflineRow::tflops() const {
  if (whole_ns <= 0) return std::nullopt;
  return work.flops * static_cast<double>(count) / static_cast<double>(whole_ns) * 1e-3;
}

std::optional<double> RooflineRow::gb_per_s() const {
  if (whole_ns <= 0 || work.bytes <= 0) return std::nullopt;
  return work.bytes * static_cast<double>(count) / static_cast<double>(whole_ns);
}

std::optional<double> RooflineRow::intensity() const {
  return work.bytes > 0 ? std::optional(work.flops / work.bytes) : std::nullopt;
}

std::optional<double> RooflineRow::ceiling_tflops() const {
  const auto per_byte = intensity();
  if (!per_byte || !peak_tflops || !peak_gb_per_s) return std::nullopt;
  return std::min(*peak_tflops, *per_byte * *peak_gb_per_s * 1e-3);
}

RooflineTable analyse_roofline(const AnalysisResults& in) {
  const auto graphs = in.of<GraphOrigins>();
  const auto timelines = in.of<DeviceTimelines>();
  return RooflineReader(in.trace, in.read, in.window, *graphs, timelines->devices)
      .run(timelines->devices);
}

}  // namespace lanescope
