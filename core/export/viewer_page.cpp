#include "core/export/viewer_page.h"

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string_view>
#include <utility>

#include "core/base/bytes/gzip_writer.h"
#include "core/base/files/program_files.h"
#include "core/base/files/small_file.h"
#include "core/base/text/base64.h"

namespace lanescope {
namespace {

constexpr std::size_t kLargestFile = 64U << 20;
constexpr const char* kPageFile = "share.html";

/// What app/web/make_share_page.mjs leaves for the compressed bytes of a file: "<!--file NAME-->".
constexpr std::string_view kFileBegin = "<!--file ", kFileEnd = "-->";

/// Empty unless the user names one.
std::string named_page() {
  const char* named = std::getenv("LANESCOPE_SHARE_PAGE");  // NOLINT(concurrency-mt-unsafe)
  return named != nullptr ? named : "";
}

/// A file of the program, or beside the page that the user names.
Result<std::string> read_file(const std::string& name) {
  std::string path = named_page();
  if (path.empty() || name != kPageFile) {
    auto found = path.empty() ? find_program_file(name)
                              : Result((std::filesystem::path(path).parent_path() / name).string());
    if (!found.ok())
      return Error{found.error().kind, "the viewer page is missing: " + found.error().message};
    path = std::move(found).value();
  }
  auto text = read_small_file(path, kLargestFile);
  if (!text.ok()) return Error{text.error().kind, path + ": " + text.error().message};
  return text;
}

using ReadFile = std::function<Result<std::string>(const std::string& name)>;

std::string compressed(std::string_view bytes) {
  std::string out;
  GzipWriter(GzipEffort::Small).compress(bytes, true, out);
  return out;
}

/// The program carries files as they are, since it has a better compression for them all; what lies
/// beside it is compressed.
Result<std::string> read_compressed(const std::string& name) {
  auto ready = read_file(name + ".gz");
  if (ready.ok()) return ready;
  auto file = read_file(name);
  if (!file.ok()) return file;
  return compressed(file.value());
}

/// Puts the next file at or after `from` into the page; false if there is none. `read` gives gzip.
Result<bool> fill_next(std::string& page, std::size_t& from, const ReadFile& read) {
  const std::size_t begin = page.find(kFileBegin, from);
  if (begin == std::string::npos) return false;
  const std::size_t name = begin + kFileBegin.size(), end = page.find(kFileEnd, name);
  if (end == std::string::npos) return false;
  auto bytes = read(page.substr(name, end - name));
  if (!bytes.ok()) return bytes.error();
  std::string text;
  Base64Encoder encoder;
  encoder.encode(bytes.value(), text);
  encoder.finish(text);
  page.replace(begin, end + kFileEnd.size() - begin, text);
  from = begin + text.size();
  return true;
}

Result<std::string> fill(std::string page, const ReadFile& read) {
  std::size_t from = 0;
  while (true) {
    const auto filled = fill_next(page, from, read);
    if (!filled.ok()) return filled.error();
    if (!filled.value()) return page;
  }
}

}  // namespace

bool has_viewer_page() {
  return !named_page().empty() || has_program_file(kPageFile);
}

Result<std::string> read_viewer_page() {
  auto page = read_file(kPageFile);
  if (!page.ok()) return page;
  if (page.value().find(kPlaceOfTraces) == std::string::npos)
    return Error{Error::Kind::WrongFormat, (named_page().empty() ? kPageFile : named_page()) +
                                               ": is not Lanescope's viewer page"};
  return fill(std::move(page).value(), read_compressed);
}

Result<std::string> with_files_inside(std::string page, const ReadFile& read) {
  return fill(std::move(page), [&read](const std::string& name) -> Result<std::string> {
    auto bytes = read(name);
    if (!bytes.ok()) return bytes;
    return compressed(bytes.value());
  });
}

}  // namespace lanescope
