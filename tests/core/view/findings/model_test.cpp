#include "core/view/findings/model.h"

#include <doctest/doctest.h>

#include "core/analysis/results.h"
#include "tests/core/fixtures/training_trace.h"

using namespace lanescope;

namespace {

FindingsModel model_of(const LoadedText& loaded) {
  const ReadEvent read = [&](EventId event) { return loaded.json(event); };
  return build_findings_model(*loaded.snapshot,
                              analyse_findings({*loaded.snapshot, whole_window(), read}));
}

LoadedText leaking_trace(std::string_view op) {
  TrainingTrace trace;
  for (int i = 0; i < 6; ++i) {
    trace.step([&] {
      trace.range("cpu_op", op, [&] { trace.allocate(4096 + i, 1 << 27); });
      for (int k = 0; k < 10; ++k) trace.op("aten::mm", "sm90_xmma_gemm_bf16", 100, 80);
    });
  }
  return trace.load();
}

}  // namespace

TEST_CASE("further clicks on evidence go through its events, and then from the start again") {
  const auto event = [](std::uint32_t n) { return static_cast<EventId>(n); };
  FindingWords words;
  words.event = event(7);
  CHECK(words.next_after(event(3)) == event(7));
  CHECK(words.next_after(event(7)) == event(7));
  words.more = {event(9), event(8)};
  CHECK(words.next_after(event(3)) == event(7));
  CHECK(words.next_after(event(7)) == event(9));
  CHECK(words.next_after(event(9)) == event(8));
  CHECK(words.next_after(event(8)) == event(7));
}

TEST_CASE("shares read as a range, as one number, or as a limit") {
  CHECK(format_share_range(12.4, 33.2) == "12–33 %");
  CHECK(format_share_range(0, 8.13) == "up to 8.1 %");
  CHECK(format_share_range(33.1, 33.4) == "33 %");
}

TEST_CASE("a card names the place, and its evidence leads to events") {
  const FindingsModel model = model_of(leaking_trace("aten::empty"));
  REQUIRE(model.to_fix == 1);
  CHECK(model.headline == "1 finding");
  CHECK(model.facts.starts_with("6 steps, "));
  const FindingCard& card = model.cards[0];
  CHECK(card.id == "F15");
  CHECK(card.share_of == "of peak reserved memory");
  CHECK(card.share.starts_with("≥ "));  // it grows with every further step
  CHECK(card.place == "aten::empty");
  REQUIRE(card.evidence.size() >= 2);
  CHECK(card.evidence[1].name == "aten::empty");
  CHECK(card.evidence[1].event != EventId::None);
}

TEST_CASE("a trace without anything to fix says so, and what could not be judged") {
  TrainingTrace trace;
  for (int i = 0; i < 4; ++i) {
    trace.step([&] {
      for (int k = 0; k < 10; ++k) trace.op("aten::mm", "sm90_xmma_gemm_bf16", 100, 80);
    });
  }
  const FindingsModel model = model_of(trace.load());
  CHECK(model.to_fix == 0);
  // There are no memory records, shapes, peaks of the GPU …
  CHECK(model.headline == "No issues found (19 rules checked, 7 not checked)");
  CHECK(model.verdict == FindingsVerdict::Clean);
  REQUIRE(!model.not_judged.empty());
  CHECK(model.not_judged[0].why.find("profile_memory=True") != std::string::npos);
  CHECK(unjudged_heading(model, 0) == "Not checked");
  CHECK(unjudged_heading(model, 1).empty());
  CHECK(unjudged_text(model.not_judged) == "7 not checked");
}

TEST_CASE("what is only good to know is a note, no issue") {
  FindingTable table;
  table.rules = 20;
  Finding& note = table.findings.emplace_back();
  note.title = "The launch queue is full";
  note.informational = true;
  const LoadedText trace = leaking_trace("aten::empty");
  CHECK(build_findings_model(*trace.snapshot, table).headline == "No issues found, 1 note");
  table.not_judged.push_back({"F14", "reserved but unused memory", "no records"});
  const FindingsModel model = build_findings_model(*trace.snapshot, table);
  CHECK(model.headline == "No issues found, 1 note (19 rules checked, 1 not checked)");
  CHECK(model.verdict == FindingsVerdict::Clean);
}

TEST_CASE("where hardly a rule could judge nobody is told that all is well") {
  TrainingTrace host_only;
  host_only.step([&] { host_only.host("cpu_op", "aten::mm", 100); });
  const FindingsModel model = model_of(host_only.load());
  CHECK(model.to_fix == 0);
  CHECK(model.verdict == FindingsVerdict::HardlyJudged);
  CHECK(model.headline.find("not applicable without GPU events") != std::string::npos);
  CHECK(unjudged_heading(model, 0) == "Not checked");
  CHECK(model.not_judged.back().why == "the trace has no GPU events");
  CHECK_FALSE(model.not_judged.back().applicable);
  const FindingsModel empty = model_of(TrainingTrace().load());
  CHECK(empty.verdict == FindingsVerdict::HardlyJudged);
  CHECK(empty.headline.starts_with("Nothing to check: the trace has no events with a duration"));
}

TEST_CASE("findings as Markdown keep names of the trace from being read as marks") {
  const std::string text = findings_markdown(model_of(leaking_trace("a|b`c <img>")));
  CHECK(text.find("### Memory grows by 128.0 MiB per step") != std::string::npos);
  CHECK(text.find("- Allocated by ``a\\|b`c <img>``: ") != std::string::npos);
  CHECK(text.find("**What to change:**") != std::string::npos);
}

TEST_CASE("kernels of one short name are told apart in a finding's evidence") {
  TraceText text;
  text.kernel("void gemm<float, 128, 64>()", "10", "5", "1")
      .kernel("void gemm<float, 256, 64>()", "20", "5", "2");
  const auto snapshot = text.load();
  Finding finding;
  finding.id = "F01";
  for (const char* const name : {"void gemm<float, 128, 64>()", "void gemm<float, 256, 64>()"}) {
    const auto home = snapshot->find_slice(event_named(*snapshot, name));
    finding.say("Slow: ", home->chunk->name[home->slice], "");
  }
  FindingTable table;
  table.findings.push_back(finding);
  const FindingsModel model = build_findings_model(*snapshot, table);
  const std::string first = model.cards.at(0).evidence.at(0).name;
  const std::string second = model.cards.at(0).evidence.at(1).name;
  CHECK(first.ends_with(" [128]"));
  CHECK(second.ends_with(" [256]"));
}

TEST_CASE("the headline counts every rule that is listed as not applicable") {
  TrainingTrace host_only;
  host_only.step([&] { host_only.host("cpu_op", "aten::mm", 100); });
  const FindingsModel model = model_of(host_only.load());
  const auto applicable =
      std::ranges::count(model.not_judged, true, &FindingsModel::Unjudged::applicable);
  const auto others = std::ssize(model.not_judged) - applicable;
  CHECK(model.headline.find(std::to_string(applicable) + " not checked, " + std::to_string(others) +
                            " not applicable") != std::string::npos);
}

TEST_CASE("rules that need kernel times say so of a trace of counters") {
  TraceText counters;
  counters.cpu("cpu_op", "aten::mm", "1", "2")
      .slice("cuda_profiler_range", "gemm", "0", "0", "5", "10", R"("dram__bytes.sum": 5)");
  const FindingsModel model = model_of(load_with_source(counters));
  CHECK(model.headline.find("not applicable without kernel times") != std::string::npos);
  for (const FindingsModel::Unjudged& rule : model.not_judged)
    CHECK(rule.why.find("no GPU events") == std::string::npos);
}
TEST_CASE("in text, rules that are not applicable for one reason are one entry") {
  FindingsModel model;
  model.not_judged = {
      {"F14", "unused memory", "no records", true}, {"F01", "an idle GPU", "no GPU", false},
      {"F02", "late work", "no GPU", false},        {"F03", "copies", "no GPU", false},
      {"F05", "few steps", "no steps", false},      {"F09", "waits", "no GPU", false}};
  const FindingsModel joined = with_joined_rules(model);
  REQUIRE(joined.not_judged.size() == 3);
  CHECK(joined.not_judged[1].id == "F01, F02, F03, F09");
  CHECK(joined.not_judged[1].what == "4 rules");
  CHECK(joined.not_judged[2].id == "F05");
  CHECK(findings_markdown(model).find("- 4 rules (F01, F02, F03, F09): no GPU") !=
        std::string::npos);
}
