#include "core/base/bytes/page_files.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <optional>
#include <system_error>

#include "core/base/bytes/block_cache.h"
#include "core/base/bytes/page_reader.h"

namespace lanescope {
namespace {

struct PageFile {
  int id = 0;
  std::uint64_t bytes = 0;
};

std::mutex mutex;
std::map<std::string, PageFile> files;  // under mutex

std::optional<PageFile> find(const std::string& path) {
  const std::lock_guard lock(mutex);
  const auto at = files.find(path);
  return at == files.end() ? std::nullopt : std::optional(at->second);
}

class PageFileSource final : public ByteSource {
 public:
  explicit PageFileSource(PageFile file) : file_(file) {}

  std::size_t read(std::span<char> out) override {
    const std::uint64_t from = position_.load(std::memory_order_relaxed);
    const Result<std::size_t> n = read_at(from, out);
    if (!n.ok()) {
      damage_ = n.error().message;
      return 0;
    }
    position_.store(from + n.value(), std::memory_order_relaxed);
    return n.value();
  }

  Result<std::size_t> read_at(std::uint64_t offset, std::span<char> out) override {
    return cache_.read_at(offset, out);
  }

  [[nodiscard]] std::optional<std::uint64_t> random_access_size() const override {
    return file_.bytes;
  }
  [[nodiscard]] std::size_t piece_bytes() const override { return kPagePieceBytes; }
  [[nodiscard]] unsigned reads_beside_work() const override { return page_reads_beside_work(); }
  [[nodiscard]] std::uint64_t file_bytes() const override { return file_.bytes; }
  [[nodiscard]] std::uint64_t consumed_bytes() const override {
    return position_.load(std::memory_order_relaxed);
  }
  [[nodiscard]] std::string damage() const override { return damage_; }
  [[nodiscard]] bool changed() const override { return gone_.load(std::memory_order_relaxed); }

  [[nodiscard]] std::size_t memory_bytes() const override { return cache_.memory_bytes(); }

 private:
  Result<std::size_t> fetch(std::uint64_t offset, std::span<char> out) {
    const std::uint64_t left = file_.bytes - std::min(offset, file_.bytes);
    out = out.first(static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), left)));
    if (out.empty()) return std::size_t{0};
    const double got = read_page_file(file_.id, offset, out);
    if (got < 0) {
      gone_.store(true, std::memory_order_relaxed);
      return Error{Error::Kind::Unreadable,
                   "the browser cannot read the file any more; it was changed, moved or removed"};
    }
    return static_cast<std::size_t>(got);
  }

  PageFile file_;
  BlockCache cache_{
      [this](std::uint64_t offset, std::span<char> out) { return fetch(offset, out); }};
  std::atomic<std::uint64_t> position_{0};
  std::atomic<bool> gone_{false};
  std::string damage_;
};

}  // namespace

void add_page_file(const std::string& path, int id, std::uint64_t bytes) {
  {
    const std::lock_guard lock(mutex);
    files[path] = {id, bytes};
  }
  std::error_code ignored;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), ignored);
  std::ofstream(path).close();
}

std::optional<std::uint64_t> page_file_bytes(const std::string& path) {
  const auto file = find(path);
  return file ? std::optional(file->bytes) : std::nullopt;
}

std::unique_ptr<ByteSource> page_file_source(const std::string& path) {
  const auto file = find(path);
  return file ? std::make_unique<PageFileSource>(*file) : nullptr;
}

}  // namespace lanescope
