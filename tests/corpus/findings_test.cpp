// Findings of real traces: sane in each, and the known causes in those that have one.
#include "core/analysis/findings/findings.h"

#include <algorithm>

#include <doctest/doctest.h>

#include "core/analysis/results.h"
#include "tests/corpus/corpus.h"

using namespace lanescope;

namespace {

FindingTable findings_of(std::string_view name) {
  const auto trace = loaded_trace(name);
  return analyse_findings({*trace.snapshot, whole_window(), event_reader(trace)});
}

void check_first(std::string_view name, std::string_view id, double least_high_pct) {
  CAPTURE(std::string(name));
  const auto table = findings_of(name);
  REQUIRE(!table.findings.empty());
  CHECK(std::string(table.findings.front().id) == std::string(id));
  CHECK(table.findings.front().high_pct > least_high_pct);
}

}  // namespace

TEST_CASE("findings of every trace are in bounds and in order, and their events exist") {
  const auto folder = corpus_folder();
  for (const CorpusTrace& entry : corpus_traces(folder)) {
    const std::string name = entry.trace.lexically_relative(folder).string();
    CAPTURE(name);
    const auto trace = loaded_trace(name);
    const Snapshot& snapshot = *trace.snapshot;
    const FindingTable table = analyse_findings({snapshot, whole_window(), event_reader(trace)});
    const Finding* before = nullptr;
    for (const Finding& finding : table.findings) {
      CAPTURE(finding.title);
      CHECK(finding.low_pct >= 0);
      CHECK(finding.low_pct <= finding.high_pct);
      if (!finding.at_least) CHECK(finding.high_pct >= 1);
      CHECK(finding.high_pct <= 100);
      CHECK(!finding.title.empty());
      CHECK(!finding.fix.empty());
      CHECK(!finding.confirm.empty());
      CHECK(!finding.evidence.empty());
      for (const FindingEvidence& evidence : finding.evidence) {
        if (evidence.event != EventId::None) CHECK(snapshot.place_of(evidence.event));
      }
      if (finding.where.event != EventId::None) CHECK(snapshot.place_of(finding.where.event));
      if (before != nullptr && before->informational == finding.informational) {
        CHECK(before->expected_pct() >= finding.expected_pct());
      }
      before = &finding;
    }
    for (const NotJudged& rule : table.not_judged) CHECK(!rule.why.empty());
  }
}

TEST_CASE("without workers it is the data loader, and with workers it is not") {
  check_first("kineto2021-resnet50-v100-workers0.json.gz", "F04", 20);
  check_first("references/tb-resnet50-workers0-v100.json.gz", "F04", 20);
}

TEST_CASE("the ranks of torchrec wait for the driver's memory") {
  for (const char* rank : {"rank0", "rank1", "rank2", "rank3"}) {
    check_first("torchrec-v100-4rank/" + std::string(rank) + ".json.gz", "F13", 25);
  }
}
