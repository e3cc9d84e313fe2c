// Rules about torch.compile.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "core/analysis/findings/rules.h"
#include "core/analysis/host/site.h"
#include "core/analysis/idle/claims.h"
#include "core/store/slice_finder.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostRows = 3;

/// The overhead of entering a compiled region, which grows with the number of regions.
bool is_entry(CompiledPart part) {
  return part == CompiledPart::Guards || part == CompiledPart::Bytecode ||
         part == CompiledPart::Prologue || part == CompiledPart::Region;
}

/// The idle time while the host enters compiled regions.
std::vector<TimeRange> entry_claims(const FindingFacts& facts) {
  const IdleDevice* idle = facts.idle_device();
  if (idle == nullptr) return {};
  std::set<StringId> names;
  for (const CompiledRow& row : facts.compile->rows) {
    if (is_entry(row.part)) names.insert(row.name);
  }
  if (names.empty()) return {};
  SliceFinder slices(facts.trace);
  return idle_ranges(*idle, kLaunching, [&](const IdleGap&, const IdlePiece& piece) {
    return names.contains(slice_name(slices, piece.culprit));
  });
}

Ns entry_time(const CompileTable& compile) {
  Ns total_ns = 0;
  for (const CompiledRow& row : compile.rows) {
    if (is_entry(row.part) && row.part != CompiledPart::Region) {
      total_ns = saturating_add(total_ns, row.total_ns);
    }
  }
  return total_ns;
}

Ns recompile_time(const FindingFacts& facts) {
  Ns total_ns = 0;
  for (const Recompile& recompile : facts.compile->recompiles) {
    const auto slice = facts.trace.find_slice(recompile.event);
    if (slice) total_ns = saturating_add(total_ns, slice->chunk->dur_ns[slice->slice]);
  }
  return total_ns;
}

void say_breaks(const FindingFacts& facts, Finding& finding) {
  const CompileTable& compile = *facts.compile;
  for (std::size_t i = 0; i < std::min(compile.breaks.size(), kMostRows); ++i) {
    const GraphBreak& one = compile.breaks[i];
    finding.say("", one.inner,
                fmt::format(" starts inside {}, {}", facts.trace.text(one.outer),
                            facts.count_per_step(one.count)),
                one.first);
  }
  if (compile.breaks.empty()) return;
  const GraphBreak& first = compile.breaks.front();
  finding.where = {first.outer, slice_name(facts.trace, first.source), first.first};
}

void say_recompiles(const FindingFacts& facts, Finding& finding) {
  const CompileTable& compile = *facts.compile;
  if (compile.recompiles.empty()) return;
  const EventId first = compile.recompiles.front().event;
  finding.say(fmt::format("Regions that seem to be recompiled after warm-up: {}, taking {}",
                          compile.recompiles.size(), facts.per_step(recompile_time(facts))),
              first);
  if (finding.where.event == EventId::None) {
    finding.where = {slice_name(facts.trace, first), StringId::Empty, first};
  }
}

}  // namespace

void judge_graph_breaks(const FindingFacts& facts, RuleAnswer& answer) {
  if (facts.compile == nullptr) return;
  const CompileTable& compile = *facts.compile;
  if (compile.breaks.empty() && compile.recompiles.empty()) return;
  std::vector<TimeRange> claims = entry_claims(facts);
  const Ns idle_ns = total_length(claims);
  const Ns host_ns = saturating_add(entry_time(compile), recompile_time(facts));
  Finding& finding = answer.add(std::move(claims));
  finding.title = compile.breaks.empty() ? "Compiled code is recompiled in the loop"
                                         : "torch.compile splits the model into several graphs";
  finding.low_pct = facts.share_pct(idle_ns);
  finding.high_pct = facts.share_pct(std::max(idle_ns, host_ns));
  finding.confidence = compile.breaks.empty() ? Confidence::Medium : Confidence::High;
  say_breaks(facts, finding);
  say_recompiles(facts, finding);
  finding.say(
      fmt::format("Guards and other overhead before compiled code take {}; the GPU is idle "
                  "for {} meanwhile",
                  facts.per_step(entry_time(compile)), facts.per_step(idle_ns)));
  finding.fix =
      "Compile with fullgraph=True to see where it breaks, and move prints, .item() and calls "
      "that cannot be traced out of the function. For new shapes, use mark_dynamic or "
      "dynamic=True.";
  finding.confirm = "TORCH_LOGS=graph_breaks,recompiles prints each with its line and reason.";
}

void judge_eager_kernels(const FindingFacts& facts, RuleAnswer& answer) {
  if (facts.compile == nullptr) return;
  const CompileTable& compile = *facts.compile;
  const std::uint64_t all = compile.compiled.kernels + compile.eager.kernels;
  if (compile.compiled.kernels == 0) return;
  const double eager_pct =
      100 * static_cast<double>(compile.eager.kernels) / static_cast<double>(all);
  if (eager_pct <= facts.limits().eager_kernels_pct) return;
  if (eager_pct > 100 - facts.limits().least_compiled_pct) return;
  Finding& finding = answer.add();
  finding.title = fmt::format("{} of the kernels run outside compiled code", format_pct(eager_pct));
  finding.high_pct = facts.share_pct(compile.eager.gpu_ns / 2);
  finding.confidence = Confidence::Low;
  finding.say(fmt::format("Compiled code launches {} kernels, other code {}",
                          format_count(static_cast<std::int64_t>(compile.compiled.kernels)),
                          format_count(static_cast<std::int64_t>(compile.eager.kernels))));
  finding.say(fmt::format("The kernels outside take {}; at most half of this is counted as gain",
                          facts.per_step(compile.eager.gpu_ns)));
  finding.fix =
      "Compile the rest too: the loss, the optimizer step (torch.compile supports it), "
      "and "
      "the functions around the model.";
  finding.confirm = "The Flame tab shows which kernels are not under a compiled region.";
}

}  // namespace lanescope
