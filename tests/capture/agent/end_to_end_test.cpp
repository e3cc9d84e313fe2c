#include <filesystem>

#include <doctest/doctest.h>

#include "tests/capture/agent/fake_run.h"

using namespace lanescope;
using namespace lanescope::agent;
using wire::RecordType;

namespace {

std::string maps_of(const std::string& pid) {
  return text_of_file("/proc/" + pid + "/maps");
}
bool have_ring(const std::string& maps) {
  return maps.find("memfd:ring") != std::string::npos;
}

std::size_t threads_of_agent(const std::string& pid) {
  std::size_t threads = 0;
  for (const auto& task : std::filesystem::directory_iterator("/proc/" + pid + "/task"))
    threads += text_of_file(task.path() / "comm").starts_with("lanescope") ? 1 : 0;
  return threads;
}

/// False if `so` does not hold within some seconds.
template <typename Condition>
bool comes_true(Condition condition) {
  for (int tries = 0; tries < 5000; ++tries) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

}  // namespace

TEST_CASE("every call and every kernel of a target arrives and finds its other half") {
  FakeRun run;
  run.arguments = "--calls 7000 --mix all";
  run.run();
  CHECK(run.status == 0);
  const Account& account = run.account;
  // Seven kinds of calls in turn: five have callbacks, one only a record, one is noise.
  CHECK(account.count(RecordType::ApiBegin) == 5000);
  CHECK(account.count(RecordType::ApiEnd) == 5000);
  CHECK(account.count(RecordType::Kernel) == 1000);
  CHECK(account.count(RecordType::Memcpy) == 1000);
  CHECK(account.count(RecordType::Memset) == 1000);
  CHECK(account.count(RecordType::Sync) == 1000);
  CHECK(account.api_only == std::map<std::string, std::uint64_t>{{"cudaFuncSetAttribute", 1000}});
  CHECK(account.apis == std::map<std::string, std::uint64_t>{{"cudaLaunchKernel", 1000},
                                                             {"cudaMemcpyAsync", 1000},
                                                             {"cudaMemsetAsync", 1000},
                                                             {"cudaStreamSynchronize", 1000},
                                                             {"cudaMalloc", 1000}});
  CHECK(account.kernels.size() == 10);
  CHECK(account.kernels == account.announced);
  CHECK(account.orphans() == 0);
  CHECK(account.streams == std::set<std::uint64_t>{7});
  CHECK(account.stats.launches == 5000);
  CHECK(account.stats.gpu_records == 6000);  // the five above and the synchronizing witnesses
  CHECK(run.dropped == 0);
  CHECK(run.said_bye);
  CHECK(run.caps.find("cupti_version=130001\n") != std::string::npos);
  CHECK(run.problem.empty());
}

TEST_CASE("a million launches on eight threads are all there and all joined") {
  FakeRun run;
  run.arguments = "--calls 1000000 --threads 8 --kernels 100";
  run.layout.gpu_channel_bytes = 256U << 20;  // the reader shares two cores with the target
  run.layout.channel_bytes = 32U << 20;
  run.run();
  CHECK(run.status == 0);
  CHECK(run.account.count(RecordType::ApiBegin) == 1'000'000);
  CHECK(run.account.count(RecordType::Kernel) == 1'000'000);
  CHECK(run.account.begun.size() == 1'000'000);
  CHECK(run.account.orphans() == 0);
  CHECK(run.dropped == 0);
  CHECK(run.account.count(RecordType::Gap) == 0);
}

TEST_CASE("kernels of each of 64 streams stay in their order") {
  FakeRun run;
  run.account.keeps_kernels = true;
  run.arguments = "--calls 400000 --threads 8 --streams 8";
  run.layout.gpu_channel_bytes = 128U << 20;
  run.layout.channel_bytes = 16U << 20;
  run.run();
  CHECK(run.account.each_kernel.size() == 400'000);
  CHECK(run.account.orphans() == 0);
  CHECK(run.dropped == 0);
  std::map<std::uint32_t, const KernelFacts*> last;
  std::uint64_t out_of_order = 0;
  for (const KernelFacts& kernel : run.account.each_kernel) {
    const KernelFacts*& before = last[kernel.stream];
    // A stream belongs to one thread: its calls, their numbers and their kernels are in order.
    if (before != nullptr &&
        (before->start_ns > kernel.start_ns || before->correlation >= kernel.correlation))
      ++out_of_order;
    before = &kernel;
  }
  CHECK(out_of_order == 0);
  CHECK(last.size() == 64);
}

TEST_CASE("a flush that never returns keeps the target from nothing") {
  FakeRun run;
  run.arguments = "--calls 100";
  run.script = "flush_hangs=1";
  run.run();
  CHECK(WIFEXITED(run.status));
  CHECK(WEXITSTATUS(run.status) == 0);
  CHECK(run.account.count(RecordType::ApiBegin) == 100);
}

TEST_CASE("the launch of nvcc 13, of the driver and of graphs are launches too") {
  const auto check = [](const char* mix, const char* name, std::uint64_t kernels) {
    FakeRun run;
    run.arguments = std::string("--calls 50 --mix ") + mix;
    run.run();
    CHECK(run.account.apis == std::map<std::string, std::uint64_t>{{name, 50}});
    CHECK(run.account.count(RecordType::Kernel) == kernels);
    CHECK(run.account.orphans() == 0);
  };
  check("nvcc13", "cudaLaunchKernel", 50);
  check("driver", "cuLaunchKernel", 50);
  check("graph", "cudaGraphLaunch", 50 * 20);
}

TEST_CASE("a call within a call is one call, and its id leads to the outer one") {
  SUBCASE("with the same id") {
    FakeRun run;
    run.arguments = "--calls 100";
    run.script = "nested=1";
    run.run();
    CHECK(run.account.count(RecordType::ApiBegin) == 100);
    CHECK(run.account.count(RecordType::ApiAlias) == 0);
    CHECK(run.account.orphans() == 0);
  }
  SUBCASE("with an id of its own") {
    FakeRun run;
    run.arguments = "--calls 100";
    run.script = "nested=2";
    run.run();
    CHECK(run.account.count(RecordType::ApiBegin) == 100);
    CHECK(run.account.count(RecordType::ApiAlias) == 100);
    CHECK(run.account.orphans() == 0);
  }
}

TEST_CASE("correlation ids that wrap stay apart") {
  FakeRun run;
  run.arguments = "--calls 2000";
  run.script = "correlation=4294966296";  // 2^32 - 1000
  run.run();
  CHECK(run.account.begun.size() == 2000);
  CHECK(run.account.begun.rbegin()->first > 1ULL << 32);
  CHECK(run.account.orphans() == 0);
}

TEST_CASE("every version of CUPTI is understood") {
  for (const char* version :
       {"18", "19", "20", "21", "22", "24", "26", "28", "130000", "130400", "130500"}) {
    CAPTURE(version);
    FakeRun run;
    run.arguments = "--calls 700 --mix all";
    run.script = std::string("version=") + version;
    run.run();
    CHECK(run.account.count(RecordType::Kernel) == 100);
    CHECK(run.account.count(RecordType::Memcpy) == 100);
    CHECK(run.account.orphans() == 0);
    CHECK(run.account.stats.undecodable == 0);
  }
}

TEST_CASE("buffers may come from threads of CUPTI") {
  FakeRun run;
  run.arguments = "--calls 2000 --threads 4";
  run.script = "other_thread=1,buffer_records=50";
  run.run();
  CHECK(run.account.count(RecordType::Kernel) == 2000);
  CHECK(run.account.orphans() == 0);
  CHECK(run.account.count(RecordType::Gap) == 0);
}

TEST_CASE("level 0 has what the GPU does and nothing else") {
  FakeRun run;
  run.arguments = "--calls 700 --mix all";
  run.config = "level=0\n";
  run.run();
  CHECK(run.account.count(RecordType::Kernel) == 100);
  CHECK(run.account.count(RecordType::Sync) == 0);
  CHECK(run.account.count(RecordType::Api) == 0);
  CHECK(run.account.apis.size() == 3);  // launch, copy, fill
}

TEST_CASE("a target that is killed loses no call that it made") {
  FakeRun run;
  run.arguments = "--calls 20000 --end kill";
  run.run();
  CHECK(WIFSIGNALED(run.status));
  CHECK(run.account.count(RecordType::ApiBegin) == 20'000);
  CHECK(run.account.count(RecordType::ApiEnd) == 20'000);
  CHECK(!run.said_bye);
}

TEST_CASE("a target that ends at once has its last kernel recorded") {
  for (int times = 0; times < 10; ++times) {
    FakeRun run;
    run.arguments = "--calls 3";
    run.run();
    CHECK(run.account.count(RecordType::Kernel) == 3);
    CHECK(run.said_bye);
  }
}

namespace {

/// Runs a target with that many launches: all of them and their kernels must arrive, and its Bye.
void check_recorded_whole(const char* arguments, std::uint64_t launches) {
  FakeRun run;
  run.arguments = arguments;
  run.run();
  CHECK(run.status == 0);
  CHECK(run.account.count(RecordType::ApiBegin) == launches);
  CHECK(run.account.count(RecordType::Kernel) == launches);
  CHECK(run.said_bye);
}

}  // namespace

TEST_CASE("a target whose main thread has left ends with the last of its others") {
  check_recorded_whole("--calls 100 --end leave", 100);
}

TEST_CASE("a target whose main thread has left is recorded as long as its others are at work") {
  check_recorded_whole("--calls 100 --end leave --after 150", 250);
}

TEST_CASE("a forked child neither hangs nor writes to its parent's channels") {
  FakeRun run;
  run.arguments = "--calls 100 --end fork";
  run.run();
  CHECK(run.status == 0);
  // Otherwise the viewer would not notice the parent's end.
  CHECK(run.output.find("the child holds 0 sockets") != std::string::npos);
  CHECK(run.account.count(RecordType::ApiBegin) == 100);
  CHECK(run.said_bye);
}

TEST_CASE("a program that is run in the target's place joins by itself or runs alone") {
  FakeRun run;
  run.arguments = "--calls 100 --end exec";
  run.run();
  CHECK(run.status == 0);
  CHECK(run.account.count(RecordType::ApiBegin) == 100);
  // Both printed their line.
  CHECK(run.output.find("\"calls\":100,") != std::string::npos);
  CHECK(run.output.find("\"calls\":10,") != std::string::npos);
}

TEST_CASE("a target without a viewer runs as ever") {
  FakeRun run;
  run.arguments = "--calls 10";
  run.meanwhile = [](TestViewer& viewer) { viewer.vanish(); };
  run.run();
  CHECK(run.status == 0);
  CHECK(run.output.find("\"calls\":10,") != std::string::npos);
}

TEST_CASE("when the viewer goes away recording ends, and the target is as it was without") {
  FakeRun run;
  run.arguments = "--calls 4000 --rate 2000";
  // A version of CUPTI that may be left while the target runs, and one that may not.
  SUBCASE("of CUDA 13.0 update 1") {
    run.script = "version=130001";
  }
  SUBCASE("of CUDA 12.8") {
    run.script = "version=26";
  }
  bool had_ring = false, gave_it_back = false, left = false;
  run.meanwhile = [&](TestViewer& viewer) {
    REQUIRE(viewer.wait_for(wire::Message::Caps));
    const std::string pid = viewer.pid();
    had_ring = have_ring(maps_of(pid));
    viewer.vanish();
    gave_it_back = comes_true([&] {
      const std::string maps = maps_of(pid);
      return !maps.empty() && !have_ring(maps);
    });
    left = comes_true([&] { return threads_of_agent(pid) == 0 && !maps_of(pid).empty(); });
  };
  run.run();
  CHECK(run.status == 0);
  CHECK(run.output.find("\"calls\":4000,") != std::string::npos);
  CHECK(had_ring);
  CHECK(gave_it_back);
  CHECK(left);
  CHECK(run.account.count(RecordType::ApiBegin) < 4000);
  CHECK(run.left_cupti());
}

TEST_CASE("a viewer that goes away while CUPTI is being armed leaves nothing armed") {
  FakeRun run;
  run.arguments = "--calls 1000 --rate 2000";
  SUBCASE("of CUDA 13.0 update 1") {
    run.script = "version=130001,arm_ms=300";
  }
  SUBCASE("of CUDA 12.8") {
    run.script = "version=26,arm_ms=300";
  }
  run.meanwhile = [](TestViewer& viewer) {
    REQUIRE(viewer.wait_for(wire::Message::Hello));
    const std::string pid = viewer.pid();
    REQUIRE(comes_true([&] { return have_ring(maps_of(pid)); }));
    viewer.vanish();
  };
  run.run();
  CHECK(run.status == 0);
  CHECK(run.output.find("\"calls\":1000,") != std::string::npos);
  CHECK(run.left_cupti());
}

TEST_CASE("a child that is forked while its parent connects lives on, and joins by itself") {
  // The viewer does not answer: the parent waits its two seconds, and the child is forked
  // meanwhile.
  FakeRun run;
  run.arguments = "--calls 10 --fork-at-start 300";
  run.silent = true;
  run.run();
  CHECK(run.status == 0);
  CHECK(run.output.find("\"calls\":10,") != std::string::npos);
  CHECK(run.output.find("the child has ended with 0") != std::string::npos);
}
