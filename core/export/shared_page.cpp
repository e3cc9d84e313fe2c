#include "core/export/shared_page.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/base/bytes/gzip_writer.h"
#include "core/base/text/base64.h"
#include "core/base/text/json_writer.h"
#include "core/export/event_selection.h"
#include "core/export/viewer_page.h"

namespace lanescope {
namespace {

/// For the text of an element and for an attribute in quotes.
std::string html_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

/// JSON in a script element: neither "</script" nor "<!--" may occur in it.
std::string script_json(std::string_view json) {
  std::string safe;
  for (const char c : json) {
    if (c == '<') {
      safe += "\\u003c";
    } else {
      safe += c;
    }
  }
  return safe;
}

std::string view_json(const SharedView& view) {
  std::string text;
  JsonWriter json(text);
  json.begin_object();
  json.member("version", 1);
  if (view.range_ns) {
    json.begin_array("range_ns");
    json.value(view.range_ns->begin_ns);
    json.value(view.range_ns->end_ns);
    json.end();
  }
  if (!view.select.empty()) json.member("select", view.select);
  if (!view.tab.empty()) json.member("tab", view.tab);
  json.member("compare", view.compare);
  json.member("title", view.title);
  json.member("notes", JsonValue{view.notes});
  json.end();
  return script_json(text);
}

/// Compresses and encodes a text on its way to a file.
class DataSink {
 public:
  DataSink(FileReplacement& file, std::uint64_t most) : file_(file), most_(most) {}

  bool put(std::string_view text, bool last) {
    packed_.clear();
    gzip_.compress(text, last, packed_);
    encoded_.clear();
    base64_.encode(packed_, encoded_);
    if (last) base64_.finish(encoded_);
    bytes_ += encoded_.size();
    problem_ = bytes_ > most_ ? too_large() : file_.write(encoded_);
    return !problem_;
  }

  [[nodiscard]] const std::optional<Error>& problem() const { return problem_; }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  [[nodiscard]] std::optional<Error> too_large() const {
    return Error{Error::Kind::Unsupported,
                 fmt::format("is too large for one page (more than {}); share a part of it with "
                             "--range",
                             format_bytes(static_cast<std::int64_t>(most_)))};
  }

  FileReplacement& file_;
  std::uint64_t most_;
  GzipWriter gzip_;
  Base64Encoder base64_;
  std::string packed_, encoded_;
  std::uint64_t bytes_ = 0;
  std::optional<Error> problem_;
};

}  // namespace

Ns begin_of_cut(const Snapshot& trace, const std::optional<TimeRange>& range) {
  if (!range) return trace.extent.begin_ns;
  const EventSelection selection(trace, range);
  Ns begin_ns = kMaxNs;
  for (const Track& track : trace.tracks) {
    if (track.kind == TrackKind::Profiler) continue;
    for (const auto& chunk : track.chunks) {
      for (std::uint32_t i = 0; i < chunk->size(); ++i) {
        const bool counts = trace.kind_of(chunk->category[i]) != CategoryKind::TraceSpan;
        if (counts && selection.has(chunk->id_of(i)))
          begin_ns = std::min(begin_ns, chunk->start_ns[i]);
      }
    }
  }
  const auto note_samples = [&](const Column<Ns>& times) {
    const auto* first = std::find_if(times.begin(), times.end(),
                                     [&](Ns time_ns) { return selection.has_time(time_ns); });
    if (first != times.end()) begin_ns = std::min(begin_ns, *first);
  };
  for (const auto& counter : trace.counters) note_samples(counter->time_ns);
  for (const auto& memory : trace.memory) note_samples(memory->time_ns);
  return begin_ns == kMaxNs ? range->begin_ns : begin_ns;
}

Result<SharedPage> SharedPage::begin(const std::string& path, std::string page,
                                     mode_t most_rights) {
  auto file = FileReplacement::begin(path, most_rights);
  if (!file.ok()) return file.error();
  const std::size_t place = page.find(kPlaceOfTraces);
  LANESCOPE_CHECK(place != page.npos, "a page with a place for the data");
  if (auto problem = file.value().write(std::string_view(page).substr(0, place))) return *problem;
  return SharedPage(std::move(file).value(), std::move(page), place);
}

std::optional<Error> SharedPage::view(const SharedView& view) {
  return file_.write("<script type=\"application/json\" id=\"lanescope-view\">" + view_json(view) +
                     "</script>\n");
}

std::optional<Error> SharedPage::trace(char letter, const std::string& file_name,
                                       const Snapshot& trace, const ReadEvent& read,
                                       const TraceWriteOptions& options, std::uint64_t most) {
  const std::string head =
      fmt::format("<script type=\"text/plain\" id=\"lanescope-trace-{}\" data-name=\"{}\">", letter,
                  html_text(file_name));
  if (auto problem = file_.write(head)) return problem;
  DataSink sink(file_, most - std::min(most, data_bytes_));
  const bool whole = write_trace(
      trace, read, [&](std::string_view text) { return sink.put(text, false); }, options);
  if (!sink.problem() && whole) sink.put({}, true);
  if (sink.problem()) return sink.problem();
  if (!whole || (options.stop && options.stop()))
    return Error{Error::Kind::Cancelled, "was stopped"};
  data_bytes_ += sink.bytes();
  return file_.write("</script>\n");
}

std::optional<Error> SharedPage::commit() {
  if (auto problem = file_.write(std::string_view(page_).substr(place_ + kPlaceOfTraces.size())))
    return problem;
  return file_.commit();
}

}  // namespace lanescope
