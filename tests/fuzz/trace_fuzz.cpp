// Whatever the bytes: a trace loads, every event is kept or listed, all analyses end, and what is
// written of it reads back as the same trace.
#include <array>

#include "core/analysis/registry.h"
#include "core/analysis/results.h"
#include "core/export/trace_writer.h"
#include "tests/core/fixtures/event_reader.h"
#include "tests/core/fixtures/generated_trace.h"
#include "tests/fuzz/engine/fuzz_target.h"

namespace {

using namespace lanescope;

Result<LoadedTrace> load(const std::string& text, std::size_t slice_bytes) {
  LoadOptions options;
  options.threads = 1;
  options.slice_bytes = slice_bytes;
  return load_trace(memory_byte_source(text), "fuzz.json", options);
}

void check_counts(const Snapshot& trace) {
  demand(trace.report.kept + trace.report.listed == trace.counts.total,
         "every event is kept or listed");
  std::uint64_t slices = 0;
  for (const Track& track : trace.tracks) {
    for (const auto& chunk : track.chunks) {
      slices += chunk->size();
      for (std::uint32_t i = 0; i < chunk->size(); ++i) {
        demand(chunk->dur_ns[i] >= 0, "nothing ends before it begins");
        const auto home = trace.find_slice(chunk->id_of(i));
        demand(home && home->slice == i && home->track == &track, "a slice is found by its id");
      }
    }
  }
  demand(slices == trace.slice_count, "tracks hold all slices");
}

void run_analyses(const LoadedTrace& loaded) {
  const AnalysisResults in(*loaded.snapshot, whole_window(), event_reader(loaded), {},
                           OpGroupBy::Shape);
#define LANESCOPE_RUN(key, Result, call) (void)in.of<Result>();
  LANESCOPE_ANALYSES(LANESCOPE_RUN)
#undef LANESCOPE_RUN
}

void write_and_read(const LoadedTrace& loaded) {
  std::string text;
  const auto keep = [&text](std::string_view piece) {
    text += piece;
    return true;
  };
  demand(write_trace(*loaded.snapshot, event_reader(loaded), keep), "a trace can be written");
  const auto again = load(text, 1U << 20U);
  demand(again.ok(), "what was written can be read");
  demand(again.value().snapshot->slice_count == loaded.snapshot->slice_count,
         "what was written holds the same slices");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto whole = load(text, 1U << 20U);
  const auto cut = load(text, 64);
  demand(whole.ok() == cut.ok(), "what a file is does not depend on how it is cut");
  if (!whole.ok()) return 0;
  check_counts(*whole.value().snapshot);
  check_counts(*cut.value().snapshot);
  run_analyses(whole.value());
  write_and_read(whole.value());
  return 0;
}

namespace lanescope {

std::string fuzz_input(std::mt19937_64& random) {
  constexpr std::string_view kTokens =
      "\"\n\\\n,\n:\n{\n}\n[\n]\n\"ph\": \"B\"\n\"ph\": \"E\"\n\"ts\": -9223372036854775808\n"
      "\"ts\": 9223372036854775.807\n\"dur\": 1e300\n\"dur\": -1\nNaN\nnull\n\"traceEvents\": [\n"
      "\"id\": 1\n\"cat\": \"kernel\"\n\"cat\": \"cpu_op\"\n\"args\": {\n\"correlation\": 7\n"
      "\"device\": -1\n\"stream\": 4294967295\n\"pid\": \"x\"\n\xFF\n\xC3\n\\u0000\n"
      "\"baseTimeNanoseconds\": 9223372036854775807";
  std::string text = trace_text(generated_events(random(), 1 + below(random, 6)),
                                kTraceLayouts[below(random, kTraceLayouts.size())],
                                below(random, 4) == 0 ? TraceForm::BareArray : TraceForm::Object);
  for (std::size_t rounds = below(random, 4); rounds > 0; --rounds) mutate(text, random, kTokens);
  return text;
}

}  // namespace lanescope
