// Names of functions, found on a thread of its own, since a large library takes a second to read.
// Each file is read once and each address looked up once.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include "capture/sampler/perf/elf_symbols.h"

namespace lanescope {

/// One thread uses it; another one, which it starts, reads the files.
class FunctionNames {
 public:
  FunctionNames();
  ~FunctionNames();
  FunctionNames(const FunctionNames&) = delete;
  FunctionNames& operator=(const FunctionNames&) = delete;

  /// The number of a file, the same for the same device and inode. `folder`: the root folder of the
  /// process that runs it; `path`: in there. Without an inode, `path` is a name in brackets, or
  /// empty.
  std::uint32_t file(std::uint64_t device, std::uint64_t inode, std::string_view folder,
                     std::string_view path);

  struct File {
    std::string folder, path, name;  // `path` is empty if it is no file
    std::uint64_t inode = 0;
  };
  [[nodiscard]] const File& file(std::uint32_t number) const { return files_.at(number); }

  /// A place in the code of a file, as one number.
  using Place = std::uint64_t;
  static Place place(std::uint32_t file, std::uint64_t offset) {
    return std::uint64_t{file} << kOffsetBits | (offset & ((std::uint64_t{1} << kOffsetBits) - 1));
  }
  /// "function (libname.so)". Null: it is being looked up. Valid until the next collect().
  const std::string* find(Place place);
  /// The same, but "0x1234 (libname.so)" if it is not known yet.
  std::string find_or_address(Place place);
  /// Takes over what has been found.
  void collect();

  static constexpr std::size_t kMostFiles = 2048, kMostPlaces = 1U << 18U;
  /// Of all files: some 256 MB. Later files have none.
  static constexpr std::size_t kMostSymbols = std::size_t{16} << 20U;

 private:
  struct Request {
    Place place = 0;
    File file;
  };
  static constexpr int kOffsetBits = 44;

  void run();
  static ElfSymbols read(const File& file);
  static std::string text_of(const Request& request, const ElfSymbols& symbols);
  [[nodiscard]] const File& file_of(Place place) const;

  // Of the thread that asks.
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint32_t> by_inode_;
  std::map<std::string, std::uint32_t, std::less<>> by_name_;  // of what is no file
  std::vector<File> files_;
  std::unordered_map<Place, std::string> names_;  // empty: asked for
  bool is_alive_ = false;

  std::mutex mutex_;
  std::condition_variable asked_;
  std::vector<Request> requests_;                     // under mutex_
  std::vector<std::pair<Place, std::string>> found_;  // under mutex_
  bool is_stopping_ = false;                          // under mutex_
  std::atomic<bool> is_ended_{false};                 // what is being read need not be
  std::jthread thread_;
};

/// "at::native::add_kernel" of "_ZN2at6native10add_kernelEv": without parameters.
std::string function_text(const std::string& symbol);

}  // namespace lanescope
