#include "core/build/tracks/global_tables.h"

#include <doctest/doctest.h>

#include "tests/core/fixtures/raw_trace.h"

using namespace lanescope;

namespace {

std::string described(const GlobalTables& tables) {
  std::string all;
  for (const Track& t : tables.tracks) {
    const auto text = [&](StringId id) { return std::string((*tables.strings)[id]); };
    all += std::to_string(index_of(t.id)) + " " + text(t.process) + "/" + text(t.thread) +
           " kind " + std::to_string(static_cast<int>(t.kind)) + " '" + text(t.process_name) +
           "' '" + text(t.name) + "' " + std::to_string(t.process_sort) + " sort " +
           std::to_string(t.thread_sort) + "\n";
  }
  return all;
}

void name_thread(RawTrace& raw, const std::string& thread, const std::string& name) {
  raw.now().metas.add(
      {MetaKind::ThreadName, raw.text("1"), raw.text(thread), raw.text(name), Track::kNoSort});
}

}  // namespace

TEST_CASE("tracks are the same whatever worker read what, and in whatever order") {
  const auto build = [](std::uint32_t first, std::uint32_t second) {
    RawTrace raw(2);
    raw.begin_batch(first);
    raw.add({.thread = "20"});
    name_thread(raw, "20", "thread 20 (python)");
    raw.add({.process = "0", .thread = "7", .category = "kernel"});
    raw.now().metas.add({MetaKind::ProcessSort, raw.text("1"), 0, 0, 5});
    raw.begin_batch(second);
    raw.add({.thread = "100"});
    name_thread(raw, "20", "thread 20 (pt_autograd_0)");
    raw.add({.process = "0", .thread = "7", .category = "gpu_user_annotation"});
    raw.now().metas.add({MetaKind::ProcessSort, raw.text("1"), 0, 0, 3});
    return described(merge_tables(raw.tables()));
  };
  CHECK(build(0, 1) == build(1, 0));
  CHECK(build(0, 1) == build(0, 0));
  CHECK(build(0, 1).find("pt_autograd_0") != std::string::npos);
  CHECK(build(0, 1).find("' 3 sort") != std::string::npos);
}

TEST_CASE("one thread spelled as a number and as a text is one track") {
  RawTrace raw;
  raw.add({.thread = "7"});
  raw.now().tracks.add({raw.now().text("1"), raw.now().text("7"), TrackRole::Host, -1, -1});
  CHECK(merge_tables(raw.tables()).tracks.size() == 1);
}

TEST_CASE("texts with different escapes are one text") {
  RawTrace raw(2);
  const LocalId plain = raw.now().text("\"caf\xC3\xA9\"");
  raw.begin_batch(1);
  const LocalId escaped = raw.now().text("\"caf\\u00e9\"");
  const GlobalTables tables = merge_tables(raw.tables());
  CHECK(tables.workers[0].texts[plain] == tables.workers[1].texts[escaped]);
  CHECK((*tables.strings)[tables.workers[0].texts[plain]] == "caf\xC3\xA9");
}

TEST_CASE("a stream's kernels, annotations and sync records are tracks of their own") {
  RawTrace raw;
  for (const char* category : {"kernel", "gpu_memcpy", "gpu_user_annotation", "cuda_sync"}) {
    raw.add({.process = "0", .thread = "7", .category = category});
  }
  const GlobalTables tables = merge_tables(raw.tables());
  REQUIRE(tables.tracks.size() == 3);
  CHECK(tables.tracks[0].kind == TrackKind::GpuStream);
  CHECK(tables.tracks[1].kind == TrackKind::GpuAnnotation);
  CHECK(tables.tracks[2].kind == TrackKind::GpuSync);
}

TEST_CASE("events without a telling category join the rest of their thread") {
  RawTrace raw;
  raw.add({.thread = "1"});
  raw.add({.thread = "1", .category = "mine"});
  raw.add({.process = "0", .thread = "7", .category = "kernel"});
  raw.add({.process = "0", .thread = "7", .category = ""});
  raw.add({.process = "5", .thread = "5", .category = "mine"});
  raw.add({.process = "Spans", .thread = "5", .category = "mine"});
  const GlobalTables tables = merge_tables(raw.tables());
  REQUIRE(tables.tracks.size() == 4);
  CHECK(tables.tracks[0].kind == TrackKind::GpuStream);
  CHECK(tables.tracks[1].kind == TrackKind::CpuThread);
  CHECK(tables.tracks[2].kind == TrackKind::CpuThread);
  CHECK(tables.tracks[3].kind == TrackKind::Other);
}

TEST_CASE("more categories than there are numbers share the last one") {
  RawTrace raw;
  for (int i = 0; i < 70'000; ++i) raw.now().category("\"c" + std::to_string(i) + "\"");
  const GlobalTables tables = merge_tables(raw.tables());
  CHECK(tables.categories.size() == 65'536);
  CHECK(raw.now().category("\"c69999\"") == 65'535);
  CHECK(raw.now().category("\"c5\"") == 6);
}

TEST_CASE("names lose the blanks behind them, and a label serves where a process has no name") {
  RawTrace raw;
  raw.add({.thread = "7"});
  name_thread(raw, "7", "stream 7 ");
  raw.now().metas.add(
      {MetaKind::ProcessLabel, raw.text("1"), 0, raw.text("GPU 0"), Track::kNoSort});
  const GlobalTables tables = merge_tables(raw.tables());
  CHECK((*tables.strings)[tables.tracks[0].name] == "stream 7");
  CHECK((*tables.strings)[tables.tracks[0].process_name] == "GPU 0");
}

TEST_CASE("of the names of a process, the one of the greatest order counts, else the last text") {
  const auto name_of = [](const std::vector<LocalMeta>& metas, RawTrace& raw) {
    raw.add({.thread = "7"});
    for (const LocalMeta& meta : metas) raw.now().metas.add(meta);
    const GlobalTables tables = merge_tables(raw.tables());
    return std::string((*tables.strings)[tables.tracks[0].process_name]);
  };
  const auto named = [](RawTrace& raw, MetaKind kind, const char* name, std::int64_t order) {
    return LocalMeta{kind, raw.text("1"), 0, raw.text(name), order};
  };
  RawTrace plain;
  CHECK(name_of({named(plain, MetaKind::ProcessName, "zsh", 0),
                 named(plain, MetaKind::ProcessName, "bench", 0)},
                plain) == "zsh");
  RawTrace ordered;
  CHECK(name_of({named(ordered, MetaKind::LaterProcessName, "bench", 3),
                 named(ordered, MetaKind::LaterProcessName, "zsh", 2),
                 named(ordered, MetaKind::ProcessName, "zsh", 0)},
                ordered) == "bench");
}

TEST_CASE("a thread has the smallest of the places that were given to it, and only to it") {
  RawTrace raw;
  for (const char* thread : {"7", "8"}) raw.add({.thread = thread});
  for (const std::int64_t place : {9, 4, 6})
    raw.now().metas.add({MetaKind::ThreadSort, raw.text("1"), raw.text("7"), 0, place});
  const GlobalTables tables = merge_tables(raw.tables());
  REQUIRE(tables.tracks.size() == 2);
  CHECK(tables.tracks[0].thread_sort == 4);
  CHECK(tables.tracks[1].thread_sort == Track::kNoSort);
}
