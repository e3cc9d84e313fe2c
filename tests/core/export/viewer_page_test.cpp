#include "core/export/viewer_page.h"

#include <cstdlib>
#include <string>

#include <doctest/doctest.h>

#include "core/base/bytes/gzip_source.h"
#include "tests/base64_text.h"
#include "tests/core/base/encoded_text.h"
#include "tests/core/base/temp_folder.h"

using namespace lanescope;

namespace {

/// While it lives, the program's page is a file of the folder.
class NamedPage {
 public:
  explicit NamedPage(const std::string& path) { ::setenv("LANESCOPE_SHARE_PAGE", path.c_str(), 1); }
  NamedPage(const NamedPage&) = delete;
  NamedPage& operator=(const NamedPage&) = delete;
  ~NamedPage() { ::unsetenv("LANESCOPE_SHARE_PAGE"); }
};

constexpr const char* kWhole = "<html><body><!--lanescope-data--><p>after</p></body></html>";
constexpr const char* kWithFiles =
    "<html><!--lanescope-data--><i><!--file one.bin--></i><b><!--file two.bin--></b></html>";

std::string between(const std::string& text, const std::string& begin, const std::string& end) {
  const std::size_t from = text.find(begin) + begin.size();
  return text.substr(from, text.find(end, from) - from);
}

}  // namespace

TEST_CASE("a page without a place for the data is not the program's") {
  const TempFolder folder;
  {
    const NamedPage page(folder.write("page.html", "<html></html>"));
    CHECK(read_viewer_page().error().kind == Error::Kind::WrongFormat);
  }
  {
    const NamedPage page(folder.path() + "/none.html");
    CHECK(read_viewer_page().error().kind == Error::Kind::NotFound);
  }
  const NamedPage page(folder.write("page.html", kWhole));
  CHECK(read_viewer_page().value() == kWhole);
}

TEST_CASE("the files that a page names are put inside, compressed if they are not") {
  const TempFolder folder;
  const std::string one(100000, 'x');
  folder.write("one.bin", one);
  folder.write("two.bin.gz", "as it is");
  const NamedPage page(folder.write("page.html", kWithFiles));
  const auto read = read_viewer_page();
  REQUIRE(read.ok());
  CHECK(read.value().find("<!--file") == std::string::npos);
  const auto unpacked =
      gzip_source(raw_memory_source(base64_decoded(between(read.value(), "<i>", "</i>")), 0));
  CHECK(read_all(*unpacked) == one);
  CHECK(base64_decoded(between(read.value(), "<b>", "</b>")) == "as it is");
}

TEST_CASE("a page that misses one of its files is told as such") {
  const TempFolder folder;
  folder.write("one.bin", "1");
  const NamedPage page(folder.write("page.html", kWithFiles));
  const auto read = read_viewer_page();
  REQUIRE_FALSE(read.ok());
  CHECK(read.error().message.find("two.bin") != std::string::npos);
}
