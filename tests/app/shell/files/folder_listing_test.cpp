#include "app/shell/files/folder_listing.h"

#include <filesystem>

#include <doctest/doctest.h>

#include "core/base/files/trace_endings.h"
#include "tests/core/base/temp_folder.h"

using namespace lanescope;

TEST_CASE("the dialog offers traces and profiles, compressed or not") {
  for (const char* name :
       {"run.json", "run.json.zst", "run.lanes", "run.speedscope.json", "run.pb", "run.pb.gz",
        "run.folded", "RUN.COLLAPSED", "run.perf", "run.nsys-rep", "run.qdrep"}) {
    CAPTURE(name);
    CHECK(looks_like_trace(name));
  }
  for (const char* name : {"run.txt", "run.py", "run.json.lanescope.json", "pb"}) {
    CAPTURE(name);
    CHECK_FALSE(looks_like_trace(name));
  }
}

TEST_CASE("summaries of ranks are offered, and all of a folder together") {
  const TempFolder folder;
  for (const char* const name : {"rank0.rank", "rank1.rank", "rank2.rank", "notes.txt"})
    folder.write(name, "");
  const FolderListing listing = list_folder(folder.path(), false);
  CHECK(listing.entries.size() == 3);
  CHECK(listing.ranks == 3);
  // A few traces show more than their summaries.
  folder.write("rank0.json", "{\"traceEvents\":[]}");
  folder.write("rank1.json", "{\"traceEvents\":[]}");
  CHECK(list_folder(folder.path(), false).ranks == 2);
}

TEST_CASE("summaries in a folder for each host are offered together in the folder of the run") {
  const TempFolder folder;
  for (const char* host : {"/host0", "/host1"})
    std::filesystem::create_directory(folder.path() + host);
  CHECK(list_folder(folder.path(), false).ranks == 0);
  for (const char* const name : {"host0/rank0.rank", "host0/rank1.rank", "host1/rank2.rank"})
    folder.write(name, "");
  CHECK(list_folder(folder.path(), false).ranks == 3);
}

TEST_CASE("where a profile is wanted, traces are left out") {
  for (const char* name : {"run.speedscope.json", "run.pb.gz", "run.folded.zst", "RUN.COLLAPSED"}) {
    CAPTURE(name);
    CHECK(looks_like_profile(name));
  }
  for (const char* name :
       {"run.json", "run.json.gz", "run.lanes", "run.xplane.pb", "run.txt", "pb"}) {
    CAPTURE(name);
    CHECK_FALSE(looks_like_profile(name));
  }
}

TEST_CASE("what is made from a profile is named without its ending") {
  CHECK(trace_stem("run.speedscope.json.gz") == "run");
  CHECK(trace_stem("run.pb.gz") == "run");
  CHECK(trace_stem("run.nsys-rep") == "run");
  CHECK(trace_stem("run.pt.trace.json") == "run.pt.trace");
}
