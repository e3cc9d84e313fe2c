#include <utility>

#include "app/cli/ranks/fleet_output.h"
#include "core/analysis/events/statistics.h"
#include "core/ranks/fleet/fleet_words.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

Json text_or_null(const std::string& text) {
  return text.empty() ? Json() : Json(text);
}

class FleetPrinter {
 public:
  FleetPrinter(const FleetFiles& files, const FleetAnalysis& found)
      : files_(files), fleet_(files.fleet), found_(found) {}

  [[nodiscard]] Json document() const {
    Json rows = Json::array();
    for (std::size_t r = 0; r < fleet_.ranks().size(); ++r) rows.push_back(row(r));
    Json states = Json::object();
    for (const auto state :
         {FleetRankState::Compared, FleetRankState::Unaligned, FleetRankState::Unreadable,
          FleetRankState::Repeated, FleetRankState::OtherRun})
      states[std::string(fleet_rank_state_name(state))] = found_.count(state);
    Json out = {
        {"summary", fleet_sentence(fleet_, found_)},
        {"notes", fleet_notes(fleet_, found_)},
        {"world_size", json_or_null(found_.identity.world_size)},
        {"missing_ranks", found_.identity.missing},
        {"missing_ranks_count", found_.identity.missing_count},
        {"duplicate_ranks", found_.identity.duplicates},
        {"states", std::move(states)},
        {"steps", found_.work.steps},
        {"warm_up_steps", warm_up_steps()},
        {"median_step_ns", found_.work.step_ns},
        {"max_clock_error_ns", rounded_ns(found_.most_error_ns())},
        {"matched", {{"collectives", found_.collectives}, {"wait_ns", found_.blame.total_ns}}},
        {"stragglers",
         json_list(found_.stragglers, [&](const auto& one) { return straggler(one); })},
        {"slow_links", json_list(found_.links, [&](const auto& one) { return link(one); })},
        {"rows", std::move(rows)},
        {"problems", json_list(files_.problems, [](const FleetFiles::Problem& one) -> Json {
           return {{"file", one.file}, {"what", one.what}};
         })}};
    return Reasons({{!found_.identity.world_size, "world_size: no summary has it"}})
        .added_to(std::move(out));
  }

 private:
  /// Null where nothing tells it.
  [[nodiscard]] Json number(std::size_t rank) const {
    const bool told = tells_rank(found_, static_cast<std::uint32_t>(rank));
    return told ? Json(found_.identity.traces[rank].rank) : Json();
  }

  /// Only a rank that is compared with others has a clock that anything is wrong with.
  [[nodiscard]] std::string why_no_clock(std::size_t r) const {
    const FleetRankState state = found_.states[r];
    return is_of_run(state) ? clock_problem(found_.clocks[r])
                            : std::string(fleet_rank_state_text(state));
  }

  [[nodiscard]] Json clock_json(std::size_t r) const {
    const RankClock& clock = found_.clocks[r];
    const bool compared = clock.state == ClockState::Aligned;
    const auto if_compared = [&](Json value) { return compared ? std::move(value) : Json(); };
    Json out = {{"state", clock_state_name(clock.state)},
                {"offset_ns", clock.aligned() ? Json(clock.offset_ns) : Json()},
                {"mad_ns", if_compared(rounded_ns(clock.deviation_ns))},
                {"error_ns", clock.aligned() ? Json(rounded_ns(clock.error_ns)) : Json()},
                {"limit_ns", if_compared(rounded_ns(clock.limit_ns))},
                {"pairs", if_compared(clock.pairs)},
                {"agreeing_pairs", if_compared(clock.agreeing)},
                {"compared_with_rank", if_compared(number(clock.partner))},
                {"drift_ppm", clock.has_drift ? Json(clock.drift * 1e6) : Json()}};
    return Reasons({{clock.state == ClockState::Reference, "reference clock for the other ranks"},
                    {!clock.aligned(), why_no_clock(r)},
                    {compared && !clock.has_drift, "drift_ppm: no larger than its error"}})
        .added_to(std::move(out));
  }

  [[nodiscard]] Json warm_up_steps() const {
    Json names = Json::array();
    for (std::size_t s = 0; s < found_.work.steps.size(); ++s) {
      if (found_.work.warm_up[s]) names.push_back(found_.work.steps[s]);
    }
    return names;
  }

  /// Summed over the steps of a rank.
  [[nodiscard]] Ns over_steps(const std::vector<Ns>& times_ns, std::size_t rank) const {
    Ns sum_ns = 0;
    for (std::size_t s = 0; s < found_.work.steps.size(); ++s)
      sum_ns = saturating_add(sum_ns, times_ns[found_.work.at(rank, s)]);
    return sum_ns;
  }

  [[nodiscard]] Json row(std::size_t r) const {
    const FleetRank& rank = fleet_.ranks()[r];
    Json out = {{"rank", number(r)},
                {"rank_source", rank_source_name(found_.identity.traces[r].source)},
                {"host", text_or_null(rank.host)},
                {"file", rank.claim.file},
                {"summary_file", rank.file},
                {"state", fleet_rank_state_name(found_.states[r])},
                {"file_ends_early", rank.fault != TraceFault::None},
                {"trace_fault", text_or_null(std::string(fault_text(rank.fault)))},
                {"steps", rank.steps.size()},
                {"collectives", rank.parts.size()},
                {"times_last", found_.blame.times_last[r]},
                {"wait_caused_ns", over_steps(found_.blame.caused_ns, r)},
                {"waited_ns", over_steps(found_.blame.waited_ns, r)},
                {"clock", clock_json(r)}};
    return Reasons({{!rank.failure.empty(), rank.failure},
                    {number(r).is_null(), "rank: neither the trace nor its file's name tells it"},
                    {rank.host.empty(), "host: neither the trace nor its file's name has it"}})
        .added_to(std::move(out));
  }

  [[nodiscard]] Json straggler(const FleetStraggler& one) const {
    const auto step = [&](std::uint32_t s) -> Json {
      const std::size_t at = found_.work.at(one.rank, s);
      return {
          {"step", found_.work.steps[s]},
          {"more_ns", found_.work.works[at].known ? Json(found_.work.works[at].more_ns) : Json()},
          {"wait_caused_ns", found_.blame.caused_ns[at]}};
    };
    const LatenessCause& cause = one.cause;
    const bool named = !cause.culprit.empty(), is_small = !found_.exact_summary.empty();
    Json why = {
        {"class", cause.term ? Json(lateness_term_name(*cause.term)) : Json()},
        {"culprit", text_or_null(cause.culprit)},
        {"culprit_more_ns", named ? Json(cause.culprit_more_ns) : Json()},
        {"event_id", json_event(cause.culprit_event)},
        {"more_than_median_ns", json_by_name<std::size_t>(cause.more_ns, lateness_term_name)},
        // Of a small run: what the others do as well, if only while they wait, is no cause.
        {"median_while_waiting_ns",
         is_small ? json_by_name<std::size_t>(cause.while_waiting_ns, lateness_term_name)
                  : Json()}};
    Reasons({{!named, "culprit: the summaries name none, or only of the first stragglers"},
             {!is_small, "median_while_waiting_ns: of small runs only"}})
        .add_to(why);
    return {{"rank", number(one.rank)},
            {"host", text_or_null(fleet_.ranks()[one.rank].host)},
            {"file", fleet_.ranks()[one.rank].claim.file},
            {"collectives", one.collectives},
            {"times_last", one.times_last},
            {"more_ns", one.more_ns},
            {"wait_caused_ns", one.wait_caused_ns},
            {"steps", json_list(one.steps, step)},
            {"cause", std::move(why)}};
  }

  [[nodiscard]] Json link(const FleetLink& one) const {
    const SlowLink& slow = one.link;
    Json out = {
        {"hosts", slow.hosts},
        {"groups", json_list(slow.communicators,
                             [&](std::uint32_t c) { return found_.communicators[c].name; })},
        {"name", slow.shape.kind},
        {"message_bytes", slow.shape.bytes},
        {"ranks", slow.members},
        {"count", slow.count},
        {"transfer_ns", rounded_ns(slow.transfer_ns)},
        {"usual_transfer_ns", rounded_ns(slow.usual_ns)},
        {"lost_ns", slow.lost_ns},
        {"wait_caused_ns", one.wait_caused_ns}};
    return Reasons({{slow.hosts.empty(), "hosts: not known of all ranks"}})
        .added_to(std::move(out));
  }

  const FleetFiles& files_;
  const Fleet& fleet_;
  const FleetAnalysis& found_;
};

}  // namespace

Json fleet_json(const FleetFiles& files, const FleetAnalysis& found) {
  return FleetPrinter(files, found).document();
}

}  // namespace lanescope
