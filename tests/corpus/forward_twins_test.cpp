// Pairs by sequence number against the flows of the same trace.
#include "core/analysis/host/forward_twins.h"

#include <algorithm>

#include <doctest/doctest.h>

#include "core/analysis/host/sequence_pairs.h"
#include "tests/corpus/corpus.h"

using namespace lanescope;

TEST_CASE("in traces with flows and sequence numbers both tell the same forward operators") {
  const auto folder = corpus_folder();
  std::size_t by_both = 0;
  std::size_t by_sequence_only = 0;
  for (const CorpusTrace& entry : corpus_traces(folder)) {
    const std::string name = entry.trace.lexically_relative(folder).string();
    CAPTURE(name);
    const auto loaded = loaded_trace(name);
    const Snapshot& trace = *loaded.snapshot;
    const ForwardTwins twins(trace);
    for (const SequencePair& pair : sequence_pairs(trace, event_reader(loaded))) {
      const EventId twin = twins.of(pair.backward);
      if (twin == EventId::None) {
        ++by_sequence_only;
        continue;
      }
      CHECK(twin == pair.forward);
      ++by_both;
    }
  }
  CHECK(by_both > 3000);
  CHECK(by_sequence_only > 4000);
}
