#include "capture/sampler/perf/function_names.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "capture/sampler/unwind/module_layout.h"
#include "core/base/check.h"
#include "core/base/text/demangle.h"
#include "core/base/text/utf8.h"
#include "core/base/threads/start_thread.h"
#include "core/base/threads/thread_name.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostFunctionBytes = 1024;
constexpr std::string_view kAnonymous = "anonymous memory";

constexpr std::string_view kDeleted = " (deleted)";

/// "libc.so.6" of "/usr/lib/libc.so.6 (deleted)".
std::string file_name(std::string_view path) {
  if (path.ends_with(kDeleted)) path.remove_suffix(kDeleted.size());
  const std::size_t slash = path.rfind('/');
  if (slash != std::string_view::npos) path.remove_prefix(slash + 1);
  return std::string(path.empty() ? kAnonymous : path);
}

/// Where the parameters begin: with the last pair of parentheses, before "const" or "[clone]".
std::size_t end_of_name(std::string_view text) {
  int depth = 0;
  for (std::size_t end = text.rfind(')') + 1; end > 0; --end) {
    const char c = text[end - 1];
    if (c == ')') ++depth;
    if (c == '(' && --depth == 0) return end > 1 ? end - 1 : text.size();
  }
  return text.size();
}

/// "void Deep<…>::go<…>" of "void Deep<std::map<int, long>, int>::go<main::{lambda()#1}>".
std::string without_arguments(std::string_view text) {
  constexpr std::string_view kOperator = "operator";
  std::string out;
  int templates = 0, parentheses = 0;  // those in templates
  while (!text.empty()) {
    std::size_t bytes = 1;
    if (templates == 0 && text.starts_with(kOperator))  // "operator<", "operator->"
      bytes = std::min(text.find_first_not_of("<>=-", kOperator.size()), text.size());
    const char c = text.front();
    if (c == '<' && parentheses == 0 && templates++ == 0) out += "<…>";
    if (templates == 0) out += text.substr(0, bytes);
    if (c == '>' && parentheses == 0 && templates > 0) --templates;
    if (c == '(' && templates > 0) ++parentheses;
    if (c == ')' && parentheses > 0) --parentheses;
    text.remove_prefix(bytes);
  }
  return out;
}

}  // namespace

std::string function_text(const std::string& symbol) {
  constexpr std::size_t kMostDemangledBytes = 64U << 10U;
  std::string text = demangled(symbol, kMostDemangledBytes).value_or("");
  text.resize(end_of_name(text));
  if (text.empty()) text = symbol;
  // A function's own name stands behind the arguments of its class.
  if (text.size() > kMostFunctionBytes) text = without_arguments(text);
  return text.size() > kMostFunctionBytes ? utf8_head(text, kMostFunctionBytes) : text;
}

FunctionNames::FunctionNames() {
  is_alive_ = start_thread(thread_, [this] { run(); });
}

FunctionNames::~FunctionNames() {
  {
    const std::scoped_lock lock(mutex_);
    is_stopping_ = true;
  }
  is_ended_ = true;
  asked_.notify_one();
}

std::uint32_t FunctionNames::file(std::uint64_t device, std::uint64_t inode,
                                  std::string_view folder, std::string_view path) {
  const auto next = static_cast<std::uint32_t>(files_.size());
  std::uint32_t number = next;
  if (files_.size() >= kMostFiles) {
    // Number 0 is any file of those that are too many.
    const auto known = by_inode_.find({device, inode});
    return inode != 0 && known != by_inode_.end() ? known->second : 0;
  }
  if (files_.empty()) {
    files_.push_back({"", "", "other files", 0});
    return file(device, inode, folder, path);
  }
  if (inode != 0) {
    number = by_inode_.try_emplace({device, inode}, next).first->second;
  } else {
    const auto known = by_name_.find(path);
    number = known != by_name_.end() ? known->second : next;
    if (number == next) by_name_.emplace(path, next);
  }
  if (number == next) {
    files_.push_back({std::string(folder), inode == 0 ? std::string() : std::string(path),
                      file_name(path), inode});
  }
  return number;
}

const FunctionNames::File& FunctionNames::file_of(Place place) const {
  const std::uint64_t number = place >> kOffsetBits;
  LANESCOPE_CHECK(number < files_.size(), "file {} of {}", number, files_.size());
  return files_[number];
}

const FunctionNames::Found* FunctionNames::known_around(Place place) const {
  const auto after = functions_.upper_bound(place);
  if (after == functions_.begin()) return nullptr;
  const Found& before = std::prev(after)->second;
  return place < before.end ? &before : nullptr;
}

const std::string* FunctionNames::find(Place place) {
  const auto [known, is_new] = places_.try_emplace(place);
  if (is_new) known->second = known_around(place);
  if (known->second != nullptr) return &known->second->text;
  if (is_new && is_alive_) wanted_.push_back({place, file_of(place)});
  return nullptr;
}

std::string FunctionNames::find_or_address(Place place) {
  if (const std::string* const name = find(place)) return *name;
  return found({place, file_of(place)}, {}).text;
}

void FunctionNames::collect() {
  std::vector<Found> found;
  {
    const std::scoped_lock lock(mutex_);
    found.swap(found_);
    std::ranges::move(wanted_, std::back_inserter(requests_));
  }
  // Once for all of them: to wake it for each would cost more than most take.
  if (!wanted_.empty()) asked_.notify_one();
  wanted_.clear();
  if (places_.size() > kMostPlaces || functions_.size() > kMostPlaces) {
    places_.clear();
    functions_.clear();
  }
  for (Found& one : found) keep(std::move(one));
}

void FunctionNames::keep(Found one) {
  const Place place = one.place;
  // Another place in the same function may have been asked for at the same time.
  const Found* known = known_around(place);
  if (known == nullptr)
    known = &functions_.insert_or_assign(one.first, std::move(one)).first->second;
  places_[place] = known;
}

std::vector<FunctionNames::Request> FunctionNames::next() {
  std::unique_lock lock(mutex_);
  asked_.wait(lock, [this] { return is_stopping_ || !requests_.empty(); });
  return is_stopping_ ? std::vector<Request>{} : std::exchange(requests_, {});
}

void FunctionNames::run() {
  name_thread("function names");
  std::map<std::uint64_t, ElfSymbols> files;  // by number
  std::size_t symbols = 0;                    // of all of them
  for (;;) {
    const std::vector<Request> requests = next();
    if (requests.empty()) return;
    for (const Request& request : requests) {
      if (is_ended_) return;
      const std::uint64_t number = request.place >> kOffsetBits;
      auto at = files.find(number);
      if (at == files.end()) {
        const bool has_room = symbols < kMostSymbols;
        at = files.emplace(number, has_room ? read(request.file) : ElfSymbols()).first;
        symbols += at->second.size();
      }
      Found one = found(request, at->second);
      const std::scoped_lock lock(mutex_);
      found_.push_back(std::move(one));
    }
    time_.note();
  }
}

ElfSymbols FunctionNames::read(const File& file) {
  if (file.path.empty()) return {};
  return ElfSymbols::read(reachable_path(file.folder, file.path, file.inode));
}

FunctionNames::Found FunctionNames::found(const Request& request, const ElfSymbols& symbols) {
  constexpr Place kOffset = (Place{1} << kOffsetBits) - 1;
  const Place file = request.place & ~kOffset;
  // Of what is no file, all is the same: an address would be another one in each run.
  if (request.file.path.empty())
    return {request.place, file, file | kOffset,
            fmt::format("unknown function ({})", request.file.name)};
  const ElfSymbols::Function function = symbols.at(request.place & kOffset);
  return {request.place, file + function.first_offset,
          file + std::min(function.end_offset, kOffset),
          text_of(request.file, function, symbols.size() > 0)};
}

std::string FunctionNames::text_of(const File& file, const ElfSymbols::Function& function,
                                   bool has_symbols) {
  if (!function.name.empty())
    return fmt::format("{} ({})", function_text(function.name), file.name);
  const bool is_gone = !has_symbols && file.path.ends_with(kDeleted);
  return fmt::format("{:#x} ({}{})", function.begin, file.name, is_gone ? ", deleted" : "");
}

}  // namespace lanescope
