#include "core/readers/sniff.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/base/bytes/file_source.h"
#include "core/base/files/summary_magic.h"
#include "core/base/text/ascii_case.h"
#include "core/readers/json/scan.h"
#include "core/readers/json/shape.h"
#include "core/readers/nsys/report.h"
#include "core/readers/sqlite/database.h"
#include "core/readers/sqlite/unpacked_source.h"

namespace lanescope {
namespace {

/// The first bytes of a source, to detect its type.
std::string head_of(ByteSource& source) {
  std::string head(std::size_t{64} << 10, '\0');
  const auto got = source.read_at(0, head);
  head.resize(got.ok() ? got.value() : 0);
  return head;
}

using namespace std::string_view_literals;

struct Magic {
  std::size_t offset;
  std::string_view bytes;
  std::string_view advice;
};

constexpr std::array kMagics = {
    Magic{0, kNsysReportMagic, kNsysReportAdvice},
    Magic{0, "PK\x03\x04"sv, "a zip archive: unpack it first"},
    Magic{0, "PK\x05\x06"sv, "an empty zip archive"},
    Magic{257, "ustar"sv, "a tar archive: unpack it first"},
    Magic{0, "BZh"sv,
          "compressed by bzip2: unpack it first (gzip and zstd can be opened as they are)"},
    Magic{0, "\3757zXZ"sv,
          "compressed by xz: unpack it first (gzip and zstd can be opened as they are)"},
    Magic{0, "\x04\x22\x4D\x18"sv,
          "compressed by lz4: unpack it first (gzip and zstd can be opened as they are)"},
    Magic{0, "7z\xBC\xAF\x27\x1C"sv, "a 7z archive: unpack it first"},
    Magic{0, "tr\375P"sv, "a Tracy capture: open it in Tracy"},
    Magic{0, "tlZ\x04"sv, "a Tracy capture: open it in Tracy"},
    Magic{0, "tZst"sv, "a Tracy capture: open it in Tracy"},
    Magic{0, kSummaryMagic,
          "the summary of a rank, not a trace: `lanescope info` prints it and names its trace"},
    Magic{0, "\177ELF"sv, "a program (ELF), not a trace"},
    Magic{0, "\x89PNG"sv, "a PNG image, not a trace"},
    Magic{0, "\xFF\xD8\xFF"sv, "a JPEG image, not a trace"},
    Magic{0, "%PDF"sv, "a PDF, not a trace"},
    Magic{0, "\0\0\0\0\0\0\0\0\3\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"sv,
          "a CPU profile in the older format of gperftools: convert it with pprof -proto"},
    Magic{0, "heap profile:"sv,
          "a heap profile in the older format of gperftools: convert it with pprof -proto"},
    Magic{0, "# tracer:"sv, "an ftrace text trace: open it in Perfetto"},
};

struct Ending {
  std::string_view ending;
  std::string_view advice;
};

constexpr std::array kEndings = {
    Ending{".nsys-rep", kNsysReportAdvice},
    Ending{".qdrep", kNsysReportAdvice},
    Ending{".qdstrm", "a raw Nsight Systems capture: open it in nsys-ui"},
    Ending{".ncu-rep", "an Nsight Compute report: open it in ncu-ui"},
};

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

std::optional<std::string> pickle(std::string_view head) {
  if (head.size() < 2 || head[0] != '\x80' || head[1] < 2 || head[1] > 5) return std::nullopt;
  return "a Python pickle, not a trace: open the file that export_chrome_trace wrote";
}

std::optional<std::string> sqlite(std::string_view head) {
  if (!head.starts_with("SQLite format 3\0"sv)) return std::nullopt;
  if (contains(head, "rocpd_"))
    return "part of an RPD or rocpd SQLite database, without its tables of calls or processes";
  if (contains(head, "CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL") && contains(head, "StringTable"))
    return "an nvprof profile: open it in the NVIDIA Visual Profiler";
  if (contains(head, "CUPTI_") || contains(head, "TARGET_INFO") || contains(head, "StringIds")) {
    return "part of an Nsight Systems SQLite export, without StringIds or META_DATA_EXPORT: export "
           "all tables";
  }
  return "an SQLite database, not a trace";
}

std::optional<std::string> markup(std::string_view head) {
  const std::string start = lower_cased(head.substr(skip_blanks(head, 0)).substr(0, 14));
  if (start.starts_with("<!doctype html") || start.starts_with("<html")) {
    return "an HTML page, not a trace (a download that requires a login looks like this too)";
  }
  if (start.starts_with("<?xml")) return "XML, not a trace";
  return std::nullopt;
}

std::optional<std::string> foreign_bytes(std::string_view head) {
  for (const Magic& magic : kMagics) {
    if (head.size() >= magic.offset && head.substr(magic.offset).starts_with(magic.bytes)) {
      return std::string(magic.advice);
    }
  }
  for (const auto check : {pickle, sqlite, markup}) {
    if (auto advice = check(head)) return advice;
  }
  return std::nullopt;
}

/// Of a recording that keeps its last seconds, while it is written and after its recorder was
/// killed: "run.lanes.part000003" has chunks and no header of its own.
std::optional<std::string> recording_part(std::string_view head, std::string_view path) {
  if (!head.starts_with("LCHK")) return std::nullopt;
  const std::string_view name = path.substr(path.find_last_of("/\\") + 1);
  const std::size_t end = name.rfind(".part");
  if (end == std::string_view::npos || end == 0)
    return "a part of a recording: open the .lanes file that was beside it";
  return "a part of a recording: open " + std::string(name.substr(0, end)) +
         " beside it, which includes it";
}

/// A database that is encrypted has no bytes by which it can be known.
std::optional<std::string> no_database(std::string_view head, std::string_view path) {
  constexpr std::array kDatabases = {".sqlite"sv, ".sqlite3"sv, ".db"sv, ".rpd"sv, ".rpd.gz"sv};
  const std::size_t first = skip_blanks(head, 0);
  if (first < head.size() && (head[first] == '{' || head[first] == '[')) return std::nullopt;
  if (std::ranges::none_of(kDatabases, [&](auto ending) { return path.ends_with(ending); }))
    return std::nullopt;
  return "no SQLite database, although its name says so: it may be encrypted or damaged";
}

std::optional<std::string> empty_text(std::string_view raw_head, std::string_view text_head) {
  if (raw_head.empty()) return "empty: nothing was ever written to it; record again";
  if (text_head.empty() && raw_head.size() <= 3)
    return "empty but for a byte order mark: nothing was ever written to it; record again";
  if (text_head.empty()) return "compressed but empty: the file may be truncated; copy it again";
  if (text_head.find_first_not_of('\0') == std::string_view::npos) {
    return "only zero bytes: it was never finished";
  }
  return std::nullopt;
}

}  // namespace

Result<RecognizedFile> recognize_file(const std::string& path, LoadProgress* progress) {
  auto opened = open_raw_source(path, progress);
  if (!opened.ok()) return opened.error();
  const std::string raw_head = head_of(*opened.value());
  if (std::string why = opened.value()->damage(); raw_head.empty() && !why.empty())
    return Error{Error::Kind::Unreadable, std::move(why)};
  RecognizedFile file;
  file.source = decoded_source(std::move(opened).value());
  const std::string head = head_of(*file.source);
  file.converted = find_converted_format(head);
  if (file.converted != nullptr) return file;
  std::unique_ptr<SqliteDatabase> database;
  if (is_sqlite(head)) {
    auto unpacked = unpacked_source(std::move(file.source), progress);
    if (!unpacked.ok()) return unpacked.error();
    file.source = std::move(unpacked).value();
    auto listed = SqliteDatabase::open(file.source, path, progress);
    if (!listed.ok()) return listed.error();
    database = std::move(listed).value();
  }
  file.native = find_native_format({head, database.get()});
  if (file.native != nullptr) return file;
  if (database && !database->cut_off().empty()) return database->refusal();
  if (const auto advice = foreign_format(raw_head, head, path))
    return Error{Error::Kind::WrongFormat, "is " + *advice};
  return file;
}

std::optional<std::string> foreign_format(std::string_view raw_head, std::string_view text_head,
                                          const std::string& path) {
  if (raw_head.empty()) return empty_text(raw_head, text_head);  // whatever it should have become
  for (const Ending& e : kEndings) {
    if (path.ends_with(e.ending)) return std::string(e.advice);
  }
  if (auto advice = recording_part(raw_head, path)) return advice;
  if (auto advice = foreign_bytes(raw_head)) return advice;
  if (auto advice = empty_text(raw_head, text_head)) return advice;
  if (text_head.starts_with(kSummaryMagic))
    return "the compressed summary of a rank: decompress it first, then `lanescope info` prints it";
  if (text_head.starts_with("\x1F\x8B"sv) || text_head.starts_with("\x28\xB5\x2F\xFD"sv))
    return "compressed twice: decompress it once";
  if (auto advice = foreign_bytes(text_head)) return advice;
  if (auto advice = no_database(text_head, path)) return advice;
  return foreign_json(text_head);
}

}  // namespace lanescope
