// A file that is written to, cut or replaced while its trace is open: what is read of it again is
// of the event that was asked for, or it is said that the file has changed.
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "core/readers/trace_loader.h"
#include "tests/core/base/encoded_text.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/fixtures/capture_bytes.h"
#include "tests/core/fixtures/load_text.h"
#include "tests/core/fixtures/trace_text.h"

namespace fs = std::filesystem;
using namespace lanescope;

namespace {

constexpr const char* kChanged = "the file has changed since it was loaded";

/// Two of them differ in their argument alone, so that each event stands where it stood.
std::string json_trace(char argument) {
  TraceText trace;
  trace.cpu("cpu_op", "aten::mm", "10", "50", std::string(R"("kind":")") + argument + "\"");
  return trace.text();
}

std::string capture(std::uint32_t grid) {
  ChannelBytes gpu;
  gpu.gpu().kernel(50'000, 80'000, {.name = "aten::mm", .correlation = grid});
  CaptureBytes bytes;
  bytes.hello("pid=70\nexe=/usr/bin/python3\n");
  return bytes.records(gpu, 0).end().bytes();
}

struct OpenFile {
  OpenFile(const std::string& name, const std::string& bytes) : path(folder.write(name, bytes)) {
    // Long ago, so that whatever is written now has another time.
    fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::hours(1));
    auto loaded = load_trace(path);
    REQUIRE(loaded.ok());
    trace = std::move(loaded).value();
  }
  [[nodiscard]] Result<JsonValue> ask() const {
    return trace.texts->json_of(
        *trace.snapshot->place_of(event_named(*trace.snapshot, "aten::mm")));
  }
  void check_refused() const {
    const auto json = ask();
    REQUIRE_FALSE(json.ok());
    CHECK(json.error().message == kChanged);
    CHECK(trace.texts->file_changed());
  }

  TempFolder folder;
  std::string path;
  LoadedTrace trace;
};

struct Format {
  const char* name;
  std::string before, other;
};

std::vector<Format> formats() {
  return {{"a.json", json_trace('a'), json_trace('b')},
          {"a.json.gz", gzip_of(json_trace('a')), gzip_of(json_trace('b'))},
          {"a.json.zst", zstd_of(json_trace('a')), zstd_of(json_trace('b'))},
          {"a.lanes", capture(1), capture(2)}};
}

/// Says that the file was written to; all else is asked of the text it stands on.
class WrittenSource final : public ByteSource {
 public:
  explicit WrittenSource(std::string text) : below_(memory_byte_source(std::move(text))) {}
  std::size_t read(std::span<char> out) override { return below_->read(out); }
  Result<std::size_t> read_at(std::uint64_t offset, std::span<char> out) override {
    return below_->read_at(offset, out);
  }
  [[nodiscard]] std::uint64_t file_bytes() const override { return below_->file_bytes(); }
  [[nodiscard]] std::uint64_t consumed_bytes() const override { return below_->consumed_bytes(); }
  [[nodiscard]] bool changed() const override { return true; }

 private:
  std::unique_ptr<ByteSource> below_;
};

}  // namespace

TEST_CASE("an event of a file that was written to is refused, never another one's") {
  for (const Format& format : formats()) {
    CAPTURE(format.name);
    {
      const OpenFile written(format.name, format.before);
      REQUIRE(format.before.size() == format.other.size());
      CHECK(written.ask().ok());
      CHECK_FALSE(written.trace.texts->file_changed());
      written.folder.write(format.name, format.other);
      written.check_refused();
    }
    {
      const OpenFile cut(format.name, format.before);
      fs::resize_file(cut.path, format.before.size() / 2);
      cut.check_refused();
    }
  }
}

TEST_CASE("a file that grows, or gets another time, still tells what was read of it") {
  for (const Format& format : formats()) {
    CAPTURE(format.name);
    const OpenFile growing(format.name, format.before);
    std::ofstream(growing.path, std::ios::binary | std::ios::app) << format.other;
    CHECK(growing.ask().ok());
    fs::last_write_time(growing.path, fs::file_time_type::clock::now() + std::chrono::hours(1));
    CHECK(growing.ask().ok());
    CHECK_FALSE(growing.trace.texts->file_changed());
    growing.folder.write(format.name, format.other + format.before);
    growing.check_refused();
  }
}

TEST_CASE("a byte that changes in the first or last pages of a large file is noticed") {
  const TempFolder folder;
  const std::string path = folder.write("large", std::string(4'000'000, 'a'));
  const auto old = fs::file_time_type::clock::now() - std::chrono::hours(1);
  for (const std::streamoff at : {0, 1'999, 3'999'999}) {
    CAPTURE(at);
    folder.write("large", std::string(4'000'000, 'a'));
    fs::last_write_time(path, old);
    const auto source = open_byte_source(path);
    REQUIRE(source.ok());
    CHECK_FALSE(source.value()->changed());
    std::fstream(path, std::ios::binary | std::ios::in | std::ios::out).seekp(at).put('b');
    CHECK(source.value()->changed());
  }
}

TEST_CASE(
    "a file that was removed, or that another one took the place of, still tells its events") {
  for (const Format& format : formats()) {
    CAPTURE(format.name);
    const OpenFile replaced(format.name, format.before);
    const std::string before = replaced.ask().value().to_text();
    fs::rename(replaced.folder.write("other", format.other), replaced.path);
    REQUIRE(replaced.ask().ok());
    CHECK(replaced.ask().value().to_text() == before);
    fs::remove(replaced.path);
    CHECK(replaced.ask().ok());
    CHECK_FALSE(replaced.trace.texts->file_changed());
  }
}

TEST_CASE("a file that is written to while it is read says so in the load report") {
  const auto loaded = load_trace(std::make_shared<WrittenSource>(json_trace('a')), "a.json");
  REQUIRE(loaded.ok());
  CHECK(issue_count(*loaded.value().snapshot, "file_changed") == 1);
  CHECK(issue_count(*load_text(json_trace('a')), "file_changed") == 0);
}
