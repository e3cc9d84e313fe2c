#include "core/session/bookmark_file.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

#include <doctest/doctest.h>

#include "tests/core/base/temp_folder.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

Bookmarks one(const std::string& name) {
  Bookmarks bookmarks;
  bookmarks.add({{10, 20}, name, ""});
  return bookmarks;
}

void write(const BookmarkFile::Places& places, const Bookmarks& bookmarks) {
  BookmarkFile file(places, [] {});
  file.save(bookmarks);
}

struct Opened {
  explicit Opened(const BookmarkFile::Places& places) : file(places, [] {}) {
    for (int i = 0; i < 30000 && !read; ++i) {
      read = file.take_read();
      if (file.idle()) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  BookmarkFile file;
  std::optional<Bookmarks> read;
};

TEST_CASE("bookmarks are beside the trace when it is opened again") {
  const TempFolder folder;
  const auto places = BookmarkFile::places_of(folder.path() + "/a.json.gz", "");
  write(places, one("x"));
  CHECK(fs::exists(folder.path() + "/a.json.gz.lanescope.json"));
  CHECK(Opened(places).read == one("x"));
  // Nothing else is left lying about.
  CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 1);
}

TEST_CASE("no bookmarks, no file; the last one taken away leaves an empty list") {
  const TempFolder folder;
  const auto places = BookmarkFile::places_of(folder.path() + "/a.json", "");
  write(places, {});
  CHECK_FALSE(fs::exists(places.beside));
  write(places, one("x"));
  {
    Opened again(places);
    again.file.save({});
  }
  CHECK(Opened(places).read == Bookmarks());
}

TEST_CASE("a file that is not ours is told, left as it is, and what is new goes elsewhere") {
  const TempFolder folder;
  const auto places = BookmarkFile::places_of(folder.path() + "/a.json", folder.path() + "/own");
  for (const char* foreign : {"{\"mine\": 1}", "{\"lanescope\":\"bookmarks\",\"version\":1,", ""}) {
    folder.write("a.json.lanescope.json", foreign);
    {
      Opened opened(places);
      const auto notice = opened.file.take_notice();
      REQUIRE(notice.has_value());
      CHECK(notice->find("a.json.lanescope.json") != std::string::npos);
      opened.file.save(one(foreign));
    }
    CHECK(text_of(places.beside) == foreign);
    CHECK(Opened(places).read == one(foreign));
  }
}

TEST_CASE("a folder in the file's place does not take bookmarks and does no harm") {
  const TempFolder folder;
  const auto places = BookmarkFile::places_of(folder.path() + "/a.json", "");
  fs::create_directory(places.beside);
  Opened opened(places);
  CHECK(opened.file.take_notice().has_value());
  opened.file.save(one("x"));
  std::optional<std::string> failure;
  for (int i = 0; i < 30000 && !failure; ++i) {
    failure = opened.file.take_notice();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  REQUIRE(failure.has_value());
  CHECK(failure->starts_with("Marks cannot be saved"));
}

TEST_CASE("where the trace's folder can not be written they go to the program's own") {
  const TempFolder folder;
  // Below a file there can be no file, whoever asks.
  const std::string blocked = folder.write("file", "x") + "/a.json";
  const auto places = BookmarkFile::places_of(blocked, folder.path() + "/own");
  write(places, one("x"));
  CHECK(Opened(places).read == one("x"));
  CHECK(fs::exists(places.fallback));
  CHECK(BookmarkFile::places_of("/other/a.json", folder.path() + "/own").fallback !=
        places.fallback);
}

}  // namespace
}  // namespace lanescope
