#include "core/view/compare/sampled_notes.h"

#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/base/check.h"
#include "core/view/results/sampled_text.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

class SampledNote {
 public:
  SampledNote(const SampledChanges& changes, SampledRows rows, const SampledChange& change)
      : changes_(changes), change_(change), of_functions_(rows == SampledRows::Function) {}

  [[nodiscard]] CellNote about_name() const {
    CellNote note{change_.name, {}};
    if (change_.a_ns == 0 || change_.b_ns == 0)
      note.facts.emplace_back("Only in", change_.a_ns == 0 ? "B" : "A");
    if (of_functions_)
      note.facts.emplace_back("Running", both(change_.running_a_ns, change_.running_b_ns));
    note.facts.emplace_back(of_functions_ ? "Self, with waits" : "Time",
                            both(change_.a_ns, change_.b_ns));
    if (!change_.line.empty()) note.facts.emplace_back("Most at", change_.line);
    note.facts.emplace_back("Summed over", of_functions_ ? "all threads, whole recordings"
                                                         : "one thread, whole recordings");
    add_certainty(note);
    return note;
  }

  /// Of a difference.
  [[nodiscard]] CellNote about_delta(Ns a_ns, Ns b_ns) const {
    const Ns error_ns = sampling_error_ns(changes_, a_ns, b_ns);
    const Ns delta_ns = saturating_sub(b_ns, a_ns);
    const bool beyond = delta_ns > error_ns || delta_ns < -error_ns;
    CellNote note{delta_ns == 0 ? "No change."
                  : beyond      ? "Larger than the sampling error."
                                : "Within the sampling error, so it may be chance.",
                  {}};
    note.facts.emplace_back("Sampling error", "± " + format_duration(error_ns));
    add_certainty(note);
    return note;
  }

 private:
  /// "377.0 ms in A, 641.0 ms in B".
  static std::string both(Ns a_ns, Ns b_ns) {
    return fmt::format("{} in A, {} in B", format_duration(a_ns), format_duration(b_ns));
  }

  void add_certainty(CellNote& note) const {
    const std::string a = format_duration(changes_.period_a_ns);
    const std::string b = format_duration(changes_.period_b_ns);
    note.facts.emplace_back("Sampled every",
                            a == b ? a + " in both" : fmt::format("{} in A, {} in B", a, b));
    if (changes_.cover_a.lacks_much() || changes_.cover_b.lacks_much()) {
      note.facts.emplace_back(
          "Not sampled",
          fmt::format("{} of the threads' time in A, {} in B; functions took longer than shown",
                      format_share(changes_.cover_a.unknown_share()),
                      format_share(changes_.cover_b.unknown_share())));
    }
    if (!changes_.switches_a || !changes_.switches_b) {
      note.facts.emplace_back("Waiting for a CPU",
                              "counted as running where context switches were not recorded");
    }
    note.facts.emplace_back("Runs", "one recording each; other runs may differ by more");
  }

  const SampledChanges& changes_;
  const SampledChange& change_;
  bool of_functions_;
};

}  // namespace

std::span<const SampledChange> listed_changes(const SampledChanges& changes, SampledRows rows) {
  return rows == SampledRows::Function ? changes.functions : changes.waits;
}

Ns sampled_delta_ns(SampledRows rows, const SampledChange& change) {
  return rows == SampledRows::Function ? change.running_delta_ns() : change.delta_ns();
}

CellNote sampled_note(const ComparedPair& pair, SampledRows rows, std::uint32_t row,
                      std::size_t column) {
  const std::span<const SampledChange> changes = listed_changes(*pair.sampled, rows);
  LANESCOPE_CHECK(row < changes.size(), "one of {} rows, not {}", changes.size(), row);
  const SampledChange& change = changes[row];
  const SampledNote note(*pair.sampled, rows, change);
  const bool of_functions = rows == SampledRows::Function;
  if (column == 0) return note.about_name();
  if (column == 1 && of_functions)
    return note.about_delta(change.running_a_ns, change.running_b_ns);
  if (column == 1 || (column == 4 && of_functions))
    return note.about_delta(change.a_ns, change.b_ns);
  return {};
}

}  // namespace lanescope
