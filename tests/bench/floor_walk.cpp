// The floor under any load of a Kineto trace on this machine: reads every byte of the file and the
// six members every event needs (ph, ts, dur, name, pid, tid), and keeps nothing.
//
//   floor_walk FILE [THREADS]
//
// Threads take chunks of 1 MiB from a counter, pread them into a buffer of their own, cut them at
// event boundaries and walk each with simdjson On-Demand, one pass over the keys in their order,
// arguments skipped. The walk trusts the file: cuts are where the text between the first two events
// occurs again, and a chunk that does not parse is an error, not a reason to look closer.
#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <simdjson.h>
#include <string>
#include <string_view>
#include <thread>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>
#include <sys/stat.h>

namespace {

namespace od = simdjson::ondemand;

constexpr std::uint64_t kChunkBytes = 1U << 20;
constexpr std::size_t kLookahead = 256U << 10;  // the longest event that a chunk may end in
constexpr std::size_t kPadding = simdjson::SIMDJSON_PADDING + 1;

struct Totals {
  std::uint64_t events = 0;
  std::uint64_t token_bytes = 0;  // of the six members, so that no read can be left out
  bool failed = false;
};

struct Layout {
  std::uint64_t list_begin = 0;  // behind the list's '['
  std::uint64_t size = 0;        // of the file
  std::string between;           // from the end of an event up to the next one's first key
};

class Walker {
 public:
  Walker(int file, const Layout& layout)
      : file_(file), layout_(&layout), buffer_(1 + kChunkBytes + kLookahead + kPadding) {}

  void walk(std::uint64_t chunk) {
    const std::uint64_t begin = layout_->list_begin + chunk * kChunkBytes;
    const std::uint64_t wanted = std::min(kChunkBytes + kLookahead, layout_->size - begin);
    char* const text = buffer_.data() + 1;
    if (::pread(file_, text, wanted, static_cast<off_t>(begin)) != static_cast<ssize_t>(wanted)) {
      totals.failed = true;
      return;
    }
    const std::string_view all(text, wanted);
    std::size_t first = 0;
    if (chunk != 0) {
      const std::size_t cut = all.find(layout_->between);
      if (cut >= kChunkBytes) return;  // no event begins here
      first = all.find('{', cut);
    }
    const std::size_t last =
        wanted <= kChunkBytes ? std::string_view::npos : all.find(layout_->between, kChunkBytes);
    if (last == std::string_view::npos) {
      walk_events(text + first, text + wanted);
    } else {
      walk_events(text + first, text + all.find(',', last));
    }
  }

  Totals totals;

 private:
  /// [begin, end) holds whole events, and at the file's end what follows their list.
  void walk_events(char* begin, char* end) {
    begin[-1] = '[';
    end[0] = ']';
    const auto length = static_cast<std::size_t>(end - begin) + 2;
    od::document document;
    od::array events;
    if (parser_.iterate(begin - 1, length, length + kPadding - 1).get(document) !=
            simdjson::SUCCESS ||
        document.get_array().get(events) != simdjson::SUCCESS) {
      totals.failed = true;
      return;
    }
    for (auto element : events) {
      od::object event;
      if (element.get_object().get(event) != simdjson::SUCCESS || !read_event(event)) {
        totals.failed = true;
        return;
      }
    }
  }

  bool read_event(od::object event) {
    ++totals.events;
    for (auto field : event) {
      od::raw_json_string key;
      if (field.key().get(key) != simdjson::SUCCESS) return false;
      if (!is_wanted(key.raw())) continue;
      od::value value;
      if (field.value().get(value) != simdjson::SUCCESS) return false;
      totals.token_bytes += value.raw_json_token().size();
    }
    return true;
  }

  static bool is_wanted(const char* key) {
    switch (key[0]) {
      case 'p':
        return std::memcmp(key, "ph\"", 3) == 0 || std::memcmp(key, "pid\"", 4) == 0;
      case 't':
        return std::memcmp(key, "ts\"", 3) == 0 || std::memcmp(key, "tid\"", 4) == 0;
      case 'd':
        return std::memcmp(key, "dur\"", 4) == 0;
      case 'n':
        return std::memcmp(key, "name\"", 5) == 0;
      default:
        return false;
    }
  }

  int file_;
  const Layout* layout_;
  std::vector<char> buffer_;
  od::parser parser_;
};

/// Where a value that begins with a brace ends.
std::size_t end_of_object(std::string_view text, std::size_t at) {
  int depth = 0;
  bool in_string = false;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (in_string) {
      if (c == '\\') ++at;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if ((c == '}' || c == ']') && --depth == 0) {
      return at + 1;
    }
  }
  return at;
}

std::optional<Layout> find_layout(int file) {
  Layout layout;
  struct stat about {};
  if (::fstat(file, &about) != 0) return std::nullopt;
  layout.size = static_cast<std::uint64_t>(about.st_size);
  std::string head(kChunkBytes, '\0');
  const ssize_t got = ::pread(file, head.data(), head.size(), 0);
  head.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  const std::size_t key = head.find("\"traceEvents\"");
  if (key == std::string::npos) return std::nullopt;
  layout.list_begin = head.find('[', key) + 1;
  const std::size_t first_end = end_of_object(head, head.find('{', layout.list_begin));
  const std::size_t next = head.find('{', first_end);
  const std::size_t next_key = head.find('"', next);
  const std::size_t next_key_end = head.find('"', next_key + 1);
  if (next_key_end == std::string::npos) return std::nullopt;
  layout.between = head.substr(first_end - 1, next_key_end + 1 - (first_end - 1));
  return layout;
}

}  // namespace

int main(int argc, char** argv) {
  const int file = argc < 2 ? -1 : ::open(argv[1], O_RDONLY | O_CLOEXEC);
  const auto layout = file < 0 ? std::nullopt : find_layout(file);
  if (!layout) {
    fmt::print(stderr, "usage: floor_walk FILE [THREADS]; FILE is a plain Kineto trace\n");
    return 2;
  }
  unsigned threads = 2;
  if (argc > 2) std::from_chars(argv[2], argv[2] + std::strlen(argv[2]), threads);

  const std::uint64_t chunks = (layout->size - layout->list_begin + kChunkBytes - 1) / kChunkBytes;
  std::atomic<std::uint64_t> next{0};
  std::vector<Totals> totals(std::max(1U, threads));
  const auto work = [&](std::size_t t) {
    Walker walker(file, *layout);
    for (std::uint64_t c = next++; c < chunks; c = next++) walker.walk(c);
    totals[t] = walker.totals;
  };
  {
    std::vector<std::jthread> pool;
    for (std::size_t t = 1; t < totals.size(); ++t) pool.emplace_back(work, t);
    work(0);
  }
  Totals sum;
  for (const Totals& t : totals) {
    sum.events += t.events;
    sum.token_bytes += t.token_bytes;
    sum.failed |= t.failed;
  }
  fmt::print("events\t{}\ntoken_bytes\t{}\n", sum.events, sum.token_bytes);
  return sum.failed ? 3 : 0;
}
