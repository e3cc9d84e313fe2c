#include "core/readers/nsys/export_cache.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include <doctest/doctest.h>

#include "tests/core/readers/nsys/fake_nsys.h"

using namespace lanescope;

namespace {

namespace fs = std::filesystem;

/// As if it had last been used days ago.
void age(const std::string& path, int days) {
  fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::hours(24 * days));
}

std::string made(const ExportCache& cache, const std::string& name) {
  const std::string path = cache.unfinished(name);
  std::ofstream(path) << name;
  return path;
}

std::string kept(const ExportCache& cache, const std::string& name) {
  const auto path = cache.keep(made(cache, name), name);
  REQUIRE(path.ok());
  return path.value();
}

}  // namespace

TEST_CASE("an export is found by its name once it is complete, and nothing else is") {
  const FakeNsys with_own_cache("");
  const auto cache = ExportCache::open();
  REQUIRE(cache.ok());
  const std::string unfinished = made(cache.value(), "one");
  CHECK_FALSE(cache.value().find("one"));
  CHECK(cache.value().unfinished("one") != unfinished);
  const auto path = cache.value().keep(unfinished, "one");
  REQUIRE(path.ok());
  CHECK(cache.value().find("one") == path.value());
  CHECK(file_text(path.value()) == "one");
  CHECK_FALSE(cache.value().find("other"));
  CHECK(with_own_cache.kept_files() == 1);
}

TEST_CASE("what was left unfinished for days is removed, what is in the making stays") {
  const FakeNsys with_own_cache("");
  const auto cache = ExportCache::open();
  REQUIRE(cache.ok());
  const std::string left = made(cache.value(), "left"), making = made(cache.value(), "making");
  age(left, 2);
  kept(cache.value(), "new");
  CHECK_FALSE(fs::exists(left));
  CHECK(fs::exists(making));
}

TEST_CASE("what was left unfinished goes when nobody else has the cache open") {
  const FakeNsys with_own_cache("");
  std::string left;
  {
    const auto cache = ExportCache::open();
    REQUIRE(cache.ok());
    left = made(cache.value(), "left");
    std::ofstream(left + "-wal") << "log";
    kept(cache.value(), "whole");
    // Another process or tab, while this one is at work.
    const auto other = ExportCache::open();
    REQUIRE(other.ok());
    CHECK(fs::exists(left));
  }
  const auto next = ExportCache::open();
  REQUIRE(next.ok());
  CHECK_FALSE(fs::exists(left));
  CHECK_FALSE(fs::exists(left + "-wal"));
  CHECK(next.value().find("whole"));
  CHECK(with_own_cache.kept_files() == 1);
}

TEST_CASE("if there are too many bytes of exports, those unused for the longest time go") {
  const FakeNsys with_own_cache("");
  const auto cache = ExportCache::open();
  REQUIRE(cache.ok());
  const std::string oldest = kept(cache.value(), "oldest"), old = kept(cache.value(), "old");
  for (const std::string& path : {oldest, old}) fs::resize_file(path, std::uintmax_t{20} << 30);
  age(old, 3);
  age(oldest, 4);
  CHECK(cache.value().find("oldest"));  // which makes it the newest
  kept(cache.value(), "new");
  CHECK(fs::exists(oldest));
  CHECK_FALSE(fs::exists(old));
}
