// Names of functions, found on a thread of its own, since a large library takes a second to read.
// Each file is read once and each function looked up once, whatever its addresses are: a loop is
// sampled at other ones all the time.
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
#include "capture/sampler/thread_time.h"

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
  /// "function (libname.so)". Null: it is looked up after the next collect(). Valid until then.
  const std::string* find(Place place);
  /// The same, but "0x1234 (libname.so)" if it is not known yet.
  std::string find_or_address(Place place);
  /// Takes over what has been found, and has looked up what was asked for since the last call.
  void collect();
  /// CPU time of the thread that reads the files.
  [[nodiscard]] Ns spent_ns() const { return time_.spent_ns(); }

  static constexpr std::size_t kMostFiles = 2048, kMostPlaces = 1U << 18U;
  /// Of all files: some 256 MB. Later files have none.
  static constexpr std::size_t kMostSymbols = std::size_t{16} << 20U;

 private:
  struct Request {
    Place place = 0;
    File file;
  };
  /// A name, and the places that have it.
  struct Found {
    Place place = 0, first = 0, end = 0;
    std::string text;
  };
  static constexpr int kOffsetBits = 44;

  void run();
  std::vector<Request> next();
  static Found found(const Request& request, const ElfSymbols& symbols);
  void keep(Found one);
  [[nodiscard]] const Found* known_around(Place place) const;
  static ElfSymbols read(const File& file);
  static std::string text_of(const File& file, const ElfSymbols::Function& function,
                             bool has_symbols);
  [[nodiscard]] const File& file_of(Place place) const;

  // Of the thread that asks.
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint32_t> by_inode_;
  std::map<std::string, std::uint32_t, std::less<>> by_name_;  // of what is no file
  std::vector<File> files_;
  std::map<Place, Found> functions_;                // by their first place
  std::unordered_map<Place, const Found*> places_;  // null: asked for
  std::vector<Request> wanted_;                     // not asked for yet
  bool is_alive_ = false;

  std::mutex mutex_;
  std::condition_variable asked_;
  std::vector<Request> requests_;      // under mutex_
  std::vector<Found> found_;           // under mutex_
  bool is_stopping_ = false;           // under mutex_
  std::atomic<bool> is_ended_{false};  // what is being read need not be
  ThreadTime time_;
  std::jthread thread_;
};

/// "at::native::add_kernel" of "_ZN2at6native10add_kernelEv": without parameters. One that is too
/// long has no template arguments either: "Deep<…>::go<…>".
std::string function_text(const std::string& symbol);

}  // namespace lanescope
