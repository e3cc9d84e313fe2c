// Rules about operators compared with the peak rates of their GPU.
#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/analysis/events/device_info.h"
#include "core/analysis/findings/rules.h"
#include "core/analysis/host/record_advice.h"
#include "core/analysis/host/site.h"
#include "core/analysis/launch/critical_path.h"
#include "core/analysis/results.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostRows = 3;

std::string no_shapes(const Snapshot& trace) {
  return "no operator with GPU work has Input Dims; " +
         std::string(record_advice(trace, Recordable::Shapes));
}

bool can_use_tensor_cores(OpFamily family) {
  return family != OpFamily::Elementwise;
}

/// The maximum speedup from tensor cores; 1 if there are none.
double tensor_core_factor(const GpuPeaks& peaks) {
  if (!peaks.tensor_cores) return 1;
  const double plain = peaks.of(PeakFormat::Float).value_or(0);
  double best = 0;
  for (const PeakFormat format : {PeakFormat::Tf32, PeakFormat::Half, PeakFormat::Bfloat16}) {
    best = std::max(best, peaks.of(format).value_or(0));
  }
  return plain > 0 ? best / plain : 1;
}

const RooflineDevice* roofline_device(const FindingFacts& facts) {
  const auto at = std::ranges::find(facts.roofline->devices, facts.judged.device.value_or(-1),
                                    &RooflineDevice::device);
  return at == facts.roofline->devices.end() ? nullptr : &*at;
}

/// Why operators cannot be compared with the GPU's peak rates; empty if they can.
std::string why_no_roofline(const FindingFacts& facts) {
  if (!facts.has_gpu()) return std::string(kNoGpuEvents);
  if (!facts.roofline->arguments_read) return "there are too many operators to read their shapes";
  if (!facts.roofline->has_shapes) return no_shapes(facts.trace);
  const RooflineDevice* device = roofline_device(facts);
  if (device == nullptr || !device->peaks) {
    return "peak rates of this GPU are unknown";
  }
  return "";
}

void say_row(const FindingFacts& facts, const RooflineRow& row, Finding& finding) {
  if (finding.evidence.size() > kMostRows) return;
  finding.say("", row.op,
              fmt::format(" on {} of {}: {}", row.work.shapes, row.work.dtype,
                          facts.per_step(row.device_ns)),
              row.longest);
  if (finding.where.event == EventId::None) {
    finding.where = {row.op, slice_name(facts.trace, source_frame(facts.trace, row.longest)),
                     row.longest};
  }
}

bool is_slow_float(const RooflineRow& row, std::int64_t device) {
  return row.device == device && !row.tensor_cores && row.work.dtype == "float" &&
         can_use_tensor_cores(row.work.family);
}

/// Matrix products that could run on tensor cores and do not.
struct PlainFloat {
  std::string_view what;
  Ns total_ns = 0;
  Finding finding;

  [[nodiscard]] bool matters(const FindingFacts& facts) const {
    return facts.share_pct(total_ns) > facts.limits().plain_float_pct;
  }
};

PlainFloat plain_float_by_operators(const FindingFacts& facts, double factor) {
  PlainFloat found;
  found.what = "Such operators";
  double low_ns = 0, high_ns = 0;
  for (const RooflineRow& row : facts.roofline->rows) {
    if (!is_slow_float(row, *facts.judged.device)) continue;
    found.total_ns = saturating_add(found.total_ns, row.device_ns);
    const auto time = static_cast<double>(row.device_ns);
    const bool by_memory = row.bound == RooflineBound::Memory;  // half the bytes take half the time
    high_ns += time * (by_memory ? 0.5 : 1 - 1 / factor);
    if (row.bound == RooflineBound::Compute)
      low_ns += time * (1 - 1 / facts.limits().tensor_core_gain);
    if (found.finding.evidence.size() < kMostRows) say_row(facts, row, found.finding);
  }
  found.finding.low_pct = facts.share_pct(rounded_ns(low_ns));
  found.finding.high_pct = facts.share_pct(rounded_ns(high_ns));
  found.finding.confidence = Confidence::High;
  return found;
}

/// The element types among the template arguments of a kernel.
struct ArgumentTypes {
  bool float32 = false, narrower = false;
};

/// Reads the first list of template arguments, with the lists inside it; not the parameters after
/// it, which are float32 also where the elements are not: "dgrad_engine<__half, 512>(float, …)".
ArgumentTypes argument_types(std::string_view kernel) {
  ArgumentTypes found;
  std::string_view rest = kernel.substr(std::min(kernel.find('<'), kernel.size()));
  int depth = 0;
  while (!rest.empty()) {
    const std::size_t length = std::min(rest.find_first_of("<>,: *&("), rest.size() - 1);
    const std::string_view word = rest.substr(0, length);
    found.float32 = found.float32 || word == "float";
    for (const std::string_view narrow : {"half", "Half", "float16", "Float16", "tf32", "tfloat32"})
      found.narrower = found.narrower || word.find(narrow) != std::string_view::npos;
    depth += rest[length] == '<' ? 1 : rest[length] == '>' ? -1 : 0;
    if (depth <= 0) break;
    rest.remove_prefix(length + 1);
  }
  return found;
}

bool contains_any(std::string_view text, std::initializer_list<std::string_view> parts) {
  return std::ranges::any_of(
      parts, [&](std::string_view part) { return text.find(part) != std::string_view::npos; });
}

/// As cuBLAS, CUTLASS and cuDNN name products in float32 without tensor cores: volta_sgemm_128x64,
/// cutlass_80_simt_sgemm, implicit_convolve_sgemm<float, …>, volta_scudnn_128x64_relu; or, by the
/// type of their elements alone, dgrad_engine<float, …> and winogradForwardData4x4<float, float>.
bool is_float_product(std::string_view kernel) {
  const ArgumentTypes types = argument_types(kernel);
  if (types.narrower) return false;
  if (contains_any(kernel, {"sgemm", "scudnn"})) return true;
  return types.float32 &&
         contains_any(kernel, {"dgrad_engine", "dgrad_alg", "wgrad_alg", "winograd", "_convolve_"});
}

/// Without shapes, or where operators are not modeled, such as convolutions of old traces.
PlainFloat plain_float_by_kernels(const FindingFacts& facts, double factor) {
  PlainFloat found;
  found.what = "Such kernels";
  for (const KernelRow& row : facts.kernels->rows) {
    const std::string_view name = facts.trace.text(row.name);
    if (row.tensor_core || !is_float_product(name)) continue;
    found.total_ns = saturating_add(found.total_ns, row.total_ns);
    if (found.finding.evidence.size() < kMostRows)
      found.finding.say("", row.name, ": " + facts.per_step(row.total_ns), row.longest);
    if (found.finding.where.event == EventId::None)
      found.finding.where = {row.ops.empty() ? row.name : row.ops.front(), StringId::Empty,
                             row.longest};
  }
  found.finding.high_pct =
      facts.share_pct(rounded_ns(static_cast<double>(found.total_ns) * (1 - 1 / factor)));
  found.finding.confidence = Confidence::Medium;
  return found;
}

/// Faster kernels shorten a step only where they are on the critical path. A finding that is
/// bounded by it stays, because it counts as soon as the rest of the path is shorter.
void bound_by_path(const FindingFacts& facts, Finding& finding) {
  const auto path = facts.results->of(&path_class_times);
  const Ns compute_ns = path->classes_ns[static_cast<std::size_t>(PathClass::GpuCompute)];
  const double on_path_pct = facts.share_pct(compute_ns);
  if (finding.high_pct <= on_path_pct) return;
  const double floor_pct = facts.limits().finding_floor_pct;
  finding.say(
      fmt::format("{} {} of the critical path is GPU compute; up to {} can be gained once "
                  "the rest of the path is shorter",
                  on_path_pct < floor_pct ? "Less than" : "Only",
                  format_pct(std::max(on_path_pct, floor_pct)), format_pct(finding.high_pct)));
  finding.high_pct = std::max(on_path_pct, floor_pct);
}

}  // namespace

void judge_plain_float(const FindingFacts& facts, RuleAnswer& answer) {
  const RooflineDevice* device = facts.has_gpu() ? roofline_device(facts) : nullptr;
  if (device == nullptr || !device->peaks) return answer.cannot_judge(why_no_roofline(facts));
  const double factor = tensor_core_factor(*device->peaks);
  if (factor < facts.limits().tensor_core_gain) return;  // tensor cores would not be faster
  PlainFloat found = plain_float_by_operators(facts, factor);
  if (!found.matters(facts)) found = plain_float_by_kernels(facts, factor);
  if (!found.matters(facts)) {
    const std::string why = why_no_roofline(facts);
    if (!why.empty()) answer.cannot_judge(why);
    return;
  }
  Finding& finding = answer.add();
  finding = std::move(found.finding);
  bound_by_path(facts, finding);
  const std::string_view units = matrix_units(facts.trace);
  finding.title = fmt::format("Matrix multiplications run in plain float32, not on {}", units);
  FindingEvidence all;
  all.text.head =
      fmt::format("{} take {}; the {} of the {} are up to {:.0f} times as fast", found.what,
                  facts.per_step(found.total_ns), units, device->peaks->gpu, factor);
  finding.evidence.insert(finding.evidence.begin(), std::move(all));
  finding.fix = fmt::format(
      "Use torch.autocast with bfloat16 (float16 on GPUs without it), or "
      "torch.backends.cuda.matmul.allow_tf32 = True where the GPU has TF32. Sizes that are "
      "multiples of 8 fit {} best.",
      units);
  finding.confirm =
      fmt::format("The kernel names then indicate {}, and the Kernels tab marks them.", units);
}

void judge_decoding(const FindingFacts& facts, RuleAnswer& answer) {
  if (!facts.has_gpu()) return answer.cannot_judge(std::string(kNoGpuEvents));
  if (!facts.roofline->decoding) {
    if (!facts.roofline->has_shapes) answer.cannot_judge(no_shapes(facts.trace));
    return;
  }
  const auto thin = static_cast<double>(facts.limits().thin_product);
  Finding finding;
  Ns thin_ns = 0;
  for (const RooflineRow& row : facts.roofline->rows) {
    if (!row.work.least_outer || *row.work.least_outer > thin) continue;
    thin_ns = saturating_add(thin_ns, row.device_ns);
    say_row(facts, row, finding);
  }
  finding.title =
      "Tokens are decoded a few at a time: every step reads all weights for little work";
  finding.high_pct = facts.share_pct(thin_ns);
  finding.confidence = Confidence::Medium;
  if (const auto share = facts.roofline->thin_product_share) {
    finding.say(fmt::format("{} of matmul time is in matmuls with at most {} rows",
                            format_pct(100 * *share), facts.limits().thin_product));
  }
  finding.fix =
      "Serve more requests at once, quantize the weights, use speculative decoding, and use CUDA "
      "graphs "
      "for the steps.";
  finding.confirm = "Tokens per second grow nearly in proportion to the batch size.";
  if (finding.evidence.empty()) finding.say("Attention runs in kernels made for decoding");
  answer.add() = std::move(finding);
}

void judge_memory_bound(const FindingFacts& facts, RuleAnswer& answer) {
  const std::string why = why_no_roofline(facts);
  if (!why.empty()) return answer.cannot_judge(why);
  // The rule about decoding is more specific, but it needs modeled matrix products.
  if (facts.roofline->decoding && facts.roofline->thin_product_share.value_or(0) > 0) return;
  const RooflineDevice& device = *roofline_device(facts);
  const Ns bound_ns = device.bound_ns[static_cast<std::size_t>(RooflineBound::Memory)];
  const double share =
      static_cast<double>(bound_ns) / static_cast<double>(std::max<Ns>(device.compute_ns, 1));
  if (100 * share <= facts.limits().memory_bound_pct) return;
  Finding& finding = answer.add();
  finding.title = "Most operators are limited by memory bandwidth, not by compute";
  finding.high_pct = facts.share_pct(bound_ns / 2);
  finding.confidence = Confidence::Medium;
  finding.say(fmt::format(
      "Operators limited by memory bandwidth take {}, {} of compute, copies and memsets",
      facts.per_step(bound_ns), format_pct(100 * share)));
  for (const RooflineRow& row : facts.roofline->rows) {
    if (row.bound == RooflineBound::Memory && row.device == device.device)
      say_row(facts, row, finding);
  }
  finding.fix =
      "Read and write less: fuse chains of elementwise operators (torch.compile), use bfloat16, "
      "and "
      "keep tensors contiguous so that they are not copied. At most half of this time is counted "
      "as gain.";
  finding.confirm = "The roofline shows these operators on the slope, near the bandwidth limit.";
}

}  // namespace lanescope
