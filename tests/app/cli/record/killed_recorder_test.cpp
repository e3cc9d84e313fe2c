// What a recorder leaves that is killed at whatever moment opens with all that it had written, and
// nothing twice.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <fcntl.h>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "capture/host/files/spool.h"
#include "core/readers/trace_loader.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/fixtures/capture_bytes.h"

namespace lanescope {
namespace {

/// Nothing reaches it any more from its operation number `dies_at` on, of which half a write does.
class DyingDisk final : public Disk {
 public:
  explicit DyingDisk(std::uint64_t dies_at) : dies_at_(dies_at) {}
  [[nodiscard]] std::uint64_t operations() const { return operations_; }
  [[nodiscard]] bool dead() const { return operations_ > dies_at_; }

  int open(const char* path, int flags, mode_t rights) override {
    const bool changes = (flags & O_CREAT) != 0;
    return changes && dies() ? ::open("/dev/null", O_RDWR | O_CLOEXEC)
                             : Disk::open(path, flags, rights);
  }
  ssize_t write_at(int file, std::span<const std::byte> bytes, std::uint64_t at) override {
    const bool last = operations_ == dies_at_;
    if (!dies()) return Disk::write_at(file, bytes, at);
    if (last) Disk::write_at(file, bytes.first(bytes.size() / 2), at);
    return static_cast<ssize_t>(bytes.size());
  }
  int lock(int file) override { return dead() ? 0 : Disk::lock(file); }
  int truncate(int file, std::uint64_t bytes) override {
    return dies() ? 0 : Disk::truncate(file, bytes);
  }
  int remove(const char* path) override { return dies() ? 0 : Disk::remove(path); }

 private:
  bool dies() { return operations_++ >= dies_at_; }

  std::uint64_t dies_at_, operations_ = 0;
};

constexpr int kEvents = 60;

/// Times far from those at which a recording was written would not be believed.
std::int64_t wall_ns() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

/// How many of the events had been appended before the disk died.
int record(const std::string& path, KeepLast keep, DyingDisk& disk) {
  auto opened = Spool::open(path, keep, {.disk = &disk});
  REQUIRE(opened.ok());
  Spool& spool = *opened.value();
  spool.begin(1);
  spool.append_text(wire::ChunkKind::Process, 0, "pid=7\n");
  ChannelBytes lane;
  lane.thread(5, "main");
  int appended = 0;
  for (int i = 0; i < kEvents; ++i) {
    const std::int64_t start_ns = wall_ns() + 10 * i;
    lane.push(start_ns, "event " + std::to_string(i)).pop(start_ns + 5);
    const std::string bytes = lane.take();
    spool.append_records(0, 1, std::as_bytes(std::span(bytes)), 3);
    if (!disk.dead()) appended = i + 1;
  }
  spool.end("ended");
  return appended;
}

/// The numbers of the events that are read, in their order.
std::vector<int> events_of(const std::string& path, bool& complete) {
  const auto loaded = load_trace(path);
  REQUIRE(loaded.ok());
  const Snapshot& trace = *loaded.value().snapshot;
  // What the user asked not to keep is told, and nothing else.
  CHECK(std::ranges::all_of(trace.report.issues,
                            [](const LoadIssue& issue) { return issue.kind == "not_kept"; }));
  complete = trace.report.complete;
  std::vector<int> found;
  for (const Track& track : trace.tracks) {
    for (const auto& chunk : track.chunks) {
      for (std::uint32_t i = 0; i < chunk->size(); ++i)
        found.push_back(std::stoi(std::string(trace.text(chunk->name[i])).substr(6)));
    }
  }
  return found;
}

/// The first event that is kept by who is not killed.
int check_every_death(KeepLast keep) {
  bool complete = false;
  DyingDisk sound(UINT64_MAX);
  const TempFolder folder;
  record(folder.path() + "/whole.lanes", keep, sound);
  const int first = events_of(folder.path() + "/whole.lanes", complete).front();
  CHECK(complete);
  // Before its header is there the file is none.
  for (std::uint64_t at = 4; at < sound.operations(); ++at) {
    CAPTURE(at);
    DyingDisk disk(at);
    const std::string path = folder.path() + "/" + std::to_string(at) + ".lanes";
    const int appended = record(path, keep, disk);
    // What falls out of the last stretch depends on when it is written, and with it how much is.
    if (!disk.dead()) continue;
    const std::vector<int> events = events_of(path, complete);
    if (appended == 0 && events.empty()) continue;
    REQUIRE_FALSE(events.empty());
    CHECK(events.front() <= first);
    CHECK(events.back() >= appended - 1);
    CHECK(events.back() - events.front() + 1 == std::ssize(events));
    CHECK(std::ranges::is_sorted(events));
    CHECK_FALSE(complete);
  }
  return first;
}

}  // namespace

TEST_CASE("a recorder that is killed at any moment leaves all that it had written") {
  CHECK(check_every_death({}) == 0);
}

TEST_CASE("a recorder of the last stretch that is killed at any moment leaves it, nothing twice") {
  CHECK(check_every_death({0, 3000}) > 10);
}

}  // namespace lanescope
