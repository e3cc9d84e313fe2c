#include "app/shell/files/exporter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <utility>

#include "app/shell/files/png.h"
#include "app/shell/files/share_view.h"
#include "app/shell/files/view_picture.h"
#include "app/shell/files/write_with_texts.h"
#include "app/workspace/files/paths.h"
#include "app/workspace/traces/load_state.h"
#include "core/base/bytes/file_source.h"
#include "core/base/clamped.h"
#include "core/base/files/replace_file.h"
#include "core/base/files/trace_endings.h"
#include "core/base/text/ascii_case.h"
#include "core/base/time.h"
#include "core/export/perfetto/perfetto_writer.h"
#include "core/export/trace_writer.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr int kFramesFirst = 2;  // the dialog is gone from the second frame on

struct KindOfExport {
  std::string_view title, suffix;
  std::optional<FileFormat> format = std::nullopt;  // of a pane's file; nullopt: not of a pane
};

/// In the order of ExportKind.
constexpr std::array<KindOfExport, 11> kKinds{
    {{"Export table as CSV", ".csv", FileFormat::Csv},
     {"Export table as Markdown", ".md", FileFormat::Markdown},
     {"Export flame graph as collapsed stacks", ".folded", FileFormat::Collapsed},
     {"Export flame graph as speedscope JSON", ".speedscope.json", FileFormat::Speedscope},
     {"Export view as PNG", ".png"},
     {"Export window as PNG", ".png"},
     {"Export view as SVG", ".svg"},
     {"Save trace as Kineto JSON", ".json.gz"},
     {"Save trace for Perfetto", ".pftrace"},
     {"Save copy of recording", ".lanes"},
     {"Share as one HTML file", ".html"}}};

const KindOfExport& facts_of(ExportKind kind) {
  return kKinds.at(static_cast<std::size_t>(kind));
}

std::optional<PaneFile> pane_file(const OpenTrace& trace, FileFormat format) {
  return open_pane(trace).file(trace.view, format);
}

/// "run" for "run.pt.trace.json.gz".
std::string stem_of(std::string name) {
  name = trace_stem(std::move(name));
  for (const std::string_view inner : {".trace", ".pt", ".tar"}) {
    if (name.size() > inner.size() && name.ends_with(inner))
      name.resize(name.size() - inner.size());
  }
  return name;
}

std::string file_word(std::string title) {
  for (char& c : title) c = c == ' ' ? '-' : lower_case(c);
  return title;
}

Notice save_now(const std::string& path,
                const std::function<Result<std::string>(const std::string&)>& save,
                const std::function<void(const std::string&)>& deliver) {
  const std::string name = fs::path(path).filename().string();
  const std::string folder = friendly_path(fs::path(path).parent_path().string());
  const auto failed = [&](const std::string& why) {
    return Notice{NoticeKind::Error, name + " cannot be saved to " + folder + ": " + why, ""};
  };
  const auto added = save(path);
  if (!added.ok()) return failed(added.error().message);
  std::error_code unknown;
  const auto size = static_cast<std::int64_t>(fs::file_size(path, unknown));
  if (deliver) {
    deliver(path);
    return {NoticeKind::Info, "Saved " + name + ", " + format_bytes(size) + added.value(), ""};
  }
  return {NoticeKind::Info,
          "Saved " + name + " to " + folder + ", " + format_bytes(size) + added.value(), ""};
}

/// The part of a picture inside `crop`.
std::vector<std::uint8_t> cropped(const std::vector<std::uint8_t>& rgb, int width_px, int x0,
                                  int y0, int x1, int y1) {
  std::vector<std::uint8_t> part;
  part.reserve(static_cast<std::size_t>(x1 - x0) * static_cast<std::size_t>(y1 - y0) * 3);
  for (int y = y0; y < y1; ++y) {
    const auto row = rgb.begin() + static_cast<std::ptrdiff_t>(y) * width_px * 3;
    part.insert(part.end(), row + x0 * 3, row + x1 * 3);
  }
  return part;
}

std::optional<Error> copy_file(const std::string& from, const std::string& to) {
  std::error_code error;
  if (fs::equivalent(from, to, error)) return std::nullopt;
  auto source = open_growing_file(from);
  if (!source.ok()) return source.error();
  auto target = FileReplacement::begin(to, rights_of_source(from));
  if (!target.ok()) return target.error();
  std::string piece(std::size_t{1} << 20, '\0');
  while (const std::size_t n = source.value()->read(piece)) {
    if (auto problem = target.value().write(std::string_view(piece).substr(0, n))) return problem;
  }
  return target.value().commit();
}

bool is_trace(ExportKind kind) {
  return kind == ExportKind::Trace || kind == ExportKind::PerfettoTrace;
}

std::optional<Error> write_whole_trace(const std::string& to, ExportKind kind,
                                       const Snapshot& snapshot, const EventJson& texts,
                                       mode_t most_rights) {
  TraceWriteOptions options;
  options.most_rights = most_rights;
  return write_with_texts(texts, options, [&](const ReadEvent& read, const TraceWriteOptions& how) {
    return kind == ExportKind::PerfettoTrace ? write_perfetto_file(to, snapshot, read, how)
                                             : write_trace_file(to, snapshot, read, how);
  });
}

/// The outcome of a save that the notice says nothing more about.
Result<std::string> outcome(std::optional<Error> problem) {
  if (problem) return *std::move(problem);
  return std::string();
}

Result<std::string> share(const std::string& to, const ShareJob& job,
                          const std::function<Result<std::string>()>& read_page) {
  const auto replaced = write_shared(to, job, read_page);
  if (!replaced.ok()) return replaced.error();
  return job.redaction ? ", " + counted(replaced.value(), "name") + " replaced" : std::string();
}

}  // namespace

ExportKind export_kind(FileFormat format) {
  const auto found = std::ranges::find(kKinds, format, &KindOfExport::format);
  return static_cast<ExportKind>(found - kKinds.begin());
}

bool Exporter::can(ExportKind kind, const OpenTrace* trace) const {
  if (trace == nullptr || trace->view.snapshot() == nullptr || busy()) return false;
  const bool picture = kind == ExportKind::ViewPng || kind == ExportKind::WindowPng;
  if (picture && !gives_pixels_) return false;
  const Snapshot& snapshot = *trace->view.snapshot();
  if (is_trace(kind)) return snapshot.complete;
  if (kind == ExportKind::SharedPage) return snapshot.complete && share_page_;
  if (kind == ExportKind::Recording) return snapshot.info.format == "lanescope-capture";
  const auto format = facts_of(kind).format;
  return !format || pane_file(*trace, *format).has_value();
}

SaveRequest Exporter::begin(ExportKind kind, const OpenTrace& trace, bool redact) {
  kind_ = kind;
  table_.reset();
  redact_ = redact;
  const auto format = facts_of(kind).format;
  const auto file = format ? pane_file(trace, *format) : std::nullopt;
  const std::string what = file                            ? file_word(file->name)
                           : kind == ExportKind::WindowPng ? "window"
                                                           : "view";
  const std::string suffix(facts_of(kind).suffix);
  const bool whole =
      is_trace(kind) || kind == ExportKind::Recording || kind == ExportKind::SharedPage;
  // The name of the trace would be the one name that a redacted file gives away.
  const std::string stem = redact ? "trace" : stem_of(session_name(trace.view.session()));
  std::string name = stem + (whole ? "" : "-" + what);
  // What is saved may have less than the file that is open, so its name is not offered.
  if (name + suffix == fs::path(trace.view.session().path()).filename()) name += "-copy";
  return {std::string(facts_of(kind).title), name + suffix, suffix};
}

SaveRequest Exporter::begin(ExportKind kind, ExportedTable table) {
  kind_ = kind;
  table_ = std::move(table);
  const std::string suffix(facts_of(kind).suffix);
  return {std::string(facts_of(kind).title),
          table_->of + "-" + file_word(table_->file.name) + suffix, suffix};
}

void Exporter::save_table(const std::string& path) {
  if (!table_) return;
  ExportedTable table = *std::exchange(table_, std::nullopt);
  sources_ = std::move(table.sources);
  if (kind_ == ExportKind::WindowPng) return save_picture(path);
  write(path, [text = std::move(table.file.text)] { return text(); });
}

void Exporter::save(const std::string& path, OpenTrace& trace, const OpenTrace* other,
                    const Style& style, ThemeKind theme) {
  const std::string& from = trace.view.session().path();
  sources_ = {from};
  if (other != nullptr) sources_.push_back(other->view.session().path());
  if (const auto format = facts_of(kind_).format) {
    const auto file = pane_file(trace, *format);
    if (!file) return;
    write(path, [text = file->text] { return text(); });
  } else if (kind_ == ExportKind::Recording) {
    write_by(path, [from](const std::string& to) { return outcome(copy_file(from, to)); });
  } else if (is_trace(kind_)) {
    write_by(path, [kind = kind_, snapshot = trace.view.snapshot(), texts = trace.view.texts(),
                    from](const std::string& to) {
      return outcome(write_whole_trace(to, kind, *snapshot, texts, rights_of_source(from)));
    });
  } else if (kind_ == ExportKind::SharedPage) {
    write_by(path, [job = share_job(trace, other, redact_),
                    page = share_page_](const std::string& to) { return share(to, job, page); });
  } else if (kind_ == ExportKind::ViewSvg) {
    write(path, [picture = view_picture(trace, style, theme)] { return svg_timeline(picture); });
  } else {
    save_picture(path);
  }
}

void Exporter::save_picture(const std::string& path) {
  pixels_for_ = path;
  frames_left_ = kFramesFirst;
}

void Exporter::note_frame(Rect view, Rect screen) {
  crop_ = kind_ == ExportKind::WindowPng ? screen : view;
  screen_ = screen;
  if (pixels_for_ && frames_left_ > 0) --frames_left_;
}

void Exporter::take_pixels(int width_px, int height_px, const std::vector<std::uint8_t>& rgb) {
  const std::string path = *std::exchange(pixels_for_, std::nullopt);
  const auto to_pixel = [](float at, float units, int pixels) {
    const float pixel = std::round(at / std::max(units, 1.0F) * static_cast<float>(pixels));
    return clamped(static_cast<int>(pixel), 0, pixels);
  };
  const int x0 = to_pixel(crop_.x0, screen_.width(), width_px);
  const int x1 = to_pixel(crop_.x1, screen_.width(), width_px);
  const int y0 = to_pixel(crop_.y0, screen_.height(), height_px);
  const int y1 = to_pixel(crop_.y1, screen_.height(), height_px);
  write(path, [part = cropped(rgb, width_px, x0, y0, x1, y1), x0, x1, y0, y1] {
    return png_bytes(x1 - x0, y1 - y0, part);
  });
}

void Exporter::write(const std::string& path, Make make) {
  write_by(
      path,
      [make = std::move(make), sources = sources_](const std::string& to) -> Result<std::string> {
        const Result<std::string> bytes = make();
        if (!bytes.ok()) return bytes.error();
        return outcome(replace_file(to, bytes.value(), rights_of_sources(sources)));
      });
}

void Exporter::write_by(const std::string& path, Save save) {
  ++saved_;
  waiting_ = true;
  path_ = path;
  save_ = std::make_shared<const Save>(std::move(save));
}

std::optional<Notice> Exporter::take_notice() {
  if (!waiting_) return std::nullopt;
  const auto done =
      saves_.ask(saved_, [path = path_, save = save_, deliver = deliver_](const std::stop_token&) {
        // Not cancelable: it must not leave an incomplete file.
        return save_now(path, *save, deliver);
      });
  if (!done.current) return std::nullopt;
  waiting_ = false;
  save_ = nullptr;
  return *done.value;
}

}  // namespace lanescope
