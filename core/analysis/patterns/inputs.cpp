#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/events/device_info.h"
#include "core/analysis/events/device_timeline.h"
#include "core/analysis/events/event_arguments.h"
#include "core/analysis/events/gpu_peaks.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/ops/enclosing_ops.h"
#include "core/analysis/patterns/finders.h"
#include "core/analysis/results.h"

namespace lanescope {
namespace {

constexpr std::string_view kConversion = "aten::_to_copy";

/// The position (from 1) of the first factor among the inputs of a matrix product; 0 if it is not
/// one.
std::size_t first_factor(std::string_view op) {
  if (op == "aten::mm" || op == "aten::bmm") return 1;
  return op == "aten::addmm" || op == "aten::baddbmm" ? 2 : 0;
}

/// The type for torch's type number, as recorded among the inputs.
std::string_view type_of_number(std::string_view number) {
  if (number == "5") return "c10::Half";
  if (number == "6") return "float";
  if (number == "7") return "double";
  if (number == "15") return "c10::BFloat16";
  return {};
}

struct InputOp {
  EventId op = EventId::None;
  Ns gpu_ns = 0;
  bool tensor_cores = false;
  bool has_tf32 = false;  // of the GPU
  // Found in its inputs:
  bool is_float32 = false;
  bool is_unaligned = false;
};

const JsonArray* list_of(const JsonValue& args, std::string_view key) {
  const JsonValue* list = args.find(key);
  return list != nullptr ? list->array() : nullptr;
}

std::string text_at(const JsonArray* list, std::size_t i) {
  return list != nullptr && i < list->size() ? (*list)[i].to_text(true) : std::string();
}

constexpr std::array<std::string_view, 4> kArguments = {"Input Dims", "Input dims", "Input type",
                                                        "Concrete Inputs"};

class InputPatterns {
 public:
  InputPatterns(const PatternInput& in, PatternRows& rows)
      : in_(in), snapshot_(in.snapshot), rows_(rows) {}

  bool find() {
    collect();
    std::vector<EventId> events;
    for (const InputOp& op : ops_) events.push_back(op.op);
    bool any = false;
    const auto judge = [&](std::size_t i, const JsonValue& args) {
      const JsonArray* dims = list_of(args, "Input Dims");
      if (dims == nullptr) dims = list_of(args, "Input dims");
      if (dims == nullptr) return;
      any = true;
      const std::string_view name = snapshot_.text(slice_name(snapshot_, ops_[i].op));
      if (name != kConversion) {
        judge_product(ops_[i], first_factor(name) - 1, *dims, args);
      } else {
        conversions_.push_back(
            {text_at(dims, 0), text_at(list_of(args, "Input type"), 0),
             std::string(type_of_number(text_at(list_of(args, "Concrete Inputs"), 1))), i});
      }
    };
    const bool read = read_arguments(snapshot_, events, kArguments, in_.read, judge);
    for (const InputOp& op : ops_) {
      if (op.is_float32) add(Pattern::Float32Product, op);
      if (op.is_unaligned) add(Pattern::UnalignedProduct, op);
    }
    find_ping_pong();
    return read && (any || ops_.empty());
  }

 private:
  struct Conversion {
    std::string shape, from, to;
    std::size_t op = 0;
  };

  void collect() {
    EnclosingOps wanted(snapshot_, [](std::string_view name) {
      return first_factor(name) != 0 || name == kConversion;
    });
    std::vector<std::size_t> known;  // by number of the operator: one more than in ops_; 0: none
    GpuClasses classes(snapshot_);
    const auto timelines = in_.results.of<DeviceTimelines>();
    for (const DeviceTimeline& timeline : timelines->devices) {
      const bool has_tf32 = knows_tf32(timeline.device);
      for (const TimelineEvent& event : timeline.events) {
        if (!event.counts || event.gpu_class == GpuClass::Communication) continue;
        const std::uint32_t op = wanted.number(event.link);
        if (op == 0) continue;
        if (known.size() <= op) known.resize(std::size_t{op} + 1);
        if (known[op] == 0) {
          ops_.push_back({wanted.of(op), 0, false, has_tf32});
          known[op] = ops_.size();
        }
        InputOp& its = ops_[known[op] - 1];
        its.gpu_ns = saturating_add(its.gpu_ns, length_of(event.range));
        its.tensor_cores = its.tensor_cores || classes.uses_tensor_cores(event.name);
      }
    }
  }

  [[nodiscard]] bool knows_tf32(std::int64_t device) const {
    const DeviceInfo* info = device_info(snapshot_, device);
    const auto peaks =
        info != nullptr ? find_gpu_peaks(*info, in_.window.thresholds->gpu_peaks) : std::nullopt;
    return peaks && peaks->of(PeakFormat::Tf32).has_value();
  }

  void judge_product(InputOp& op, std::size_t first, const JsonArray& dims,
                     const JsonValue& args) const {
    const std::string type = text_at(list_of(args, "Input type"), first);
    op.is_float32 = type == "float" && op.has_tf32 && !op.tensor_cores;
    const bool half = type == "c10::Half" || type == "c10::BFloat16";
    op.is_unaligned = half && (is_unaligned(dims, first) || is_unaligned(dims, first + 1));
  }
  /// Whether one of the last two sizes of a factor is unaligned.
  [[nodiscard]] bool is_unaligned(const JsonArray& dims, std::size_t factor) const {
    const JsonArray* shape = factor < dims.size() ? dims[factor].array() : nullptr;
    if (shape == nullptr || shape->size() < 2) return false;
    const std::int64_t alignment = in_.window.thresholds->product_alignment;
    return (*shape)[shape->size() - 2].as_int(0) % alignment != 0 ||
           shape->back().as_int(0) % alignment != 0;
  }

  void add(Pattern pattern, const InputOp& op) {
    rows_.add(pattern, slice_name(snapshot_, op.op), op.op, op.op, 0, op.gpu_ns);
  }

  /// Finds conversions that the next conversion on the same thread undoes.
  void find_ping_pong() {
    std::ranges::sort(conversions_, [&](const Conversion& a, const Conversion& b) {
      const EventId x = ops_[a.op].op, y = ops_[b.op].op;
      const auto at_x = snapshot_.find_slice(x), at_y = snapshot_.find_slice(y);
      if (at_x->track != at_y->track) return at_x->track->id < at_y->track->id;
      const Ns start_x = at_x->chunk->start_ns[at_x->slice];
      const Ns start_y = at_y->chunk->start_ns[at_y->slice];
      return start_x != start_y ? start_x < start_y : x < y;
    });
    for (std::size_t i = 1; i < conversions_.size(); ++i) {
      const Conversion &out = conversions_[i - 1], &back = conversions_[i];
      const bool undone = !out.to.empty() && out.from != out.to && out.shape == back.shape &&
                          out.to == back.from && out.from == back.to;
      if (!undone) continue;
      InputOp both = ops_[out.op];
      both.gpu_ns = saturating_add(both.gpu_ns, ops_[back.op].gpu_ns);
      add(Pattern::DtypePingPong, both);
      ++i;
    }
  }

  const PatternInput& in_;
  const Snapshot& snapshot_;
  PatternRows& rows_;
  std::vector<InputOp> ops_;
  std::vector<Conversion> conversions_;
};

}  // namespace

bool find_input_patterns(const PatternInput& in, PatternRows& rows) {
  return InputPatterns(in, rows).find();
}

}  // namespace lanescope
