// A page of Markdown about a trace, to paste into an issue or a wiki.
#include <algorithm>
#include <filesystem>
#include <span>

#include <fmt/format.h>

#include "app/cli/report/report.h"
#include "core/analysis/events/recording_pauses.h"
#include "core/analysis/host/record_advice.h"
#include "core/view/findings/model.h"
#include "core/view/overview/load_report_model.h"
#include "core/view/results/comparison.h"
#include "core/view/tables/row_columns.h"
#include "core/view/text/escaping.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr std::size_t kTopRows = 10;
constexpr std::size_t kNameWidth = 100;

/// CUDA encodes 12.4 as 12040.
std::string cuda_version(std::int64_t number) {
  return fmt::format("{}.{}", number / 1000, number % 1000 / 10);
}

/// Adds a member of the file's metadata, if it is a string or a number.
void add_fact(const Snapshot& trace, const char* key, const char* title, std::string& out) {
  const JsonValue* value = trace.info.metadata.find(key);
  if (value == nullptr) return;
  const Json json = to_json(*value);
  if (!json.is_string() && !json.is_number()) return;
  const bool coded = json.is_number_integer() && std::string_view(key).starts_with("cuda_");
  const std::string text = json.is_string() ? json.get<std::string>()
                           : coded          ? cuda_version(json.get<std::int64_t>())
                                            : json_line(json);
  out += fmt::format("- {}: {}\n", title, markdown_text(printable(text, kNameWidth)));
}

/// The tables cover all GPUs.
AnalysisWindow judged_of_all_gpus(const FindingTable& findings,
                                  const std::optional<std::int64_t>& device) {
  AnalysisWindow window = findings.judged.window;
  window.device = device;
  return window;
}

class Page {
 public:
  explicit Page(const ReportInput& input)
      : findings_(*input.of<FindingTable>()),
        in_(input.about(judged_of_all_gpus(findings_, input.window.device))) {}

  std::string text(const std::string& title) {
    out_ = fmt::format("# {}\n\n", markdown_text(std::filesystem::path(title).filename().string()));
    const FindingsModel model = build_findings_model(in_.trace, findings_);
    add_headline(model);
    add_environment();
    const std::string host_time =
        in_.of<GpuTime>()->devices.empty() ? host_time_markdown(in_) : std::string();
    // Of a recording of threads, what it lacks is no news.
    if (host_time.empty() || !in_.of<StepTable>()->rows.empty()) add_steps();
    if (host_time.empty()) add_gpu_time();
    out_ += "\n## Findings\n\n" + findings_markdown(model);
    if (!host_time.empty()) out_ += "\n## Host time\n\n" + host_time;
    if (host_time.empty() || !in_.of<OpTable>()->rows.empty()) add_ops();
    add_kernels();
    add_annotations();
    add_memory();
    return std::move(out_);
  }

 private:
  void add_headline(const FindingsModel& model) {
    out_ += fmt::format("**{}**", markdown_text(model.headline));
    if (!model.cards.empty() && !model.cards.front().informational) {
      const FindingCard& first = model.cards.front();
      out_ += fmt::format("; top finding: {} ({} {})", markdown_text(first.title),
                          markdown_text(first.share), first.share_of);
    }
    out_ += fmt::format(".\n\nAnalyzed: {}.\n", markdown_text(model.facts));
    const std::string left_out = left_out_sentence(in_.trace.report, in_.trace.info.format);
    if (!left_out.empty()) out_ += fmt::format("\n{}.\n", markdown_text(printable(left_out)));
  }

  void add_environment() {
    out_ += "\n## Environment\n\n";
    for (const DeviceInfo& device : in_.trace.info.devices) {
      out_ += fmt::format("- GPU {}: {}", device.id, markdown_text(printable(device.name, 60)));
      if (device.total_memory_bytes) out_ += ", " + format_bytes(*device.total_memory_bytes);
      out_ += "\n";
    }
    add_fact(in_.trace, "pytorch_version", "PyTorch", out_);
    add_fact(in_.trace, "cuda_runtime_version", "CUDA runtime", out_);
    add_fact(in_.trace, "cuda_driver_version", "CUDA driver", out_);
    add_fact(in_.trace, "hip_runtime_version", "HIP runtime", out_);
    out_ += fmt::format("- Trace: {}{}\n", counted(in_.trace.counts.total, "event"),
                        in_.trace.report.complete
                            ? ""
                            : fmt::format("; the file is {}", fault_of_file(in_.trace.report)));
  }

  void add_steps() {
    const auto steps = in_.of<StepTable>();
    out_ += "\n## Steps\n\n";
    if (steps->rows.empty()) {
      out_ += steps->cuts_all_steps() ? "No whole step in the range.\n"
                                      : fmt::format("The trace has no steps; {}.\n",
                                                    record_advice(in_.trace, Recordable::Steps));
      return;
    }
    out_ += table(step_spread_columns(), std::span(steps.get(), 1));
    if (steps->timed_on_gpu()) out_ += "\nTimed on the GPU: the host runs far ahead of it.\n";
    const std::string left_out = left_out_words(*steps);
    if (!left_out.empty()) out_ += fmt::format("\nExcluded: {}.\n", left_out);
  }

  void add_gpu_time() {
    const auto gpu_time = in_.of<GpuTime>();
    out_ += "\n## GPU time\n\n";
    if (gpu_time->devices.empty()) {
      std::string sentence = no_gpu(in_);
      sentence.front() = 'T';
      out_ += sentence + ".\n";
      return;
    }
    out_ += table(gpu_time_columns(), gpu_time->devices, gpu_time->devices.size());
    for (const GpuTimeDevice& device : gpu_time->devices) {
      if (device.paused_ns == 0) continue;
      out_ += fmt::format("\nGPU {}: excluding {} while {}.\n", device.device,
                          format_duration(device.paused_ns), unknown_time_words(in_.trace));
    }
  }

  void add_ops() {
    const auto ops = in_.of<OpTable>();
    out_ += "\n## Operators\n\n";
    std::vector<OpRow> rows;
    for (const OpRow& row : ops->rows) {
      if (!row.annotation && rows.size() < kTopRows) rows.push_back(row);
    }
    out_ +=
        rows.empty() ? "The trace has no operators.\n" : table(op_columns(in_.trace, *ops), rows);
  }

  void add_kernels() {
    const auto kernels = in_.of<KernelTable>();
    if (kernels->rows.empty()) return;
    out_ += "\n## Kernels\n\n" + table(kernel_columns(in_.trace, *kernels), kernels->rows);
  }

  void add_annotations() {
    const auto annotations = in_.of<AnnotationTable>();
    if (annotations->rows.empty() || annotations->rows.front().all.events == 0) return;
    if (annotations->rows.front().name.empty()) return;
    out_ += "\n## GPU time by annotation\n\n" +
            table(annotation_columns(*annotations), annotations->rows);
  }

  void add_memory_timeline(const TimelinePeak& timeline) {
    out_ += fmt::format(
        "\n## Memory\n\nPeak {} at {}.\n\n", format_bytes(timeline.peak),
        format_duration(saturating_sub(timeline.peak_at_ns, in_.trace.extent.begin_ns)));
    out_ += table(category_columns(timeline), timeline.categories, timeline.categories.size());
  }

  void add_memory() {
    const auto memory = in_.of<MemoryTable>();
    if (memory->timeline) add_memory_timeline(*memory->timeline);
    std::vector<MemoryDevice> devices = memory->devices;
    std::erase_if(devices, [](const MemoryDevice& device) {
      return is_host_memory(device.device_type) || !device.peak_at_ns;
    });
    if (devices.empty()) return;
    if (!memory->timeline) out_ += "\n## Memory\n";
    out_ += "\n" + table(memory_peak_columns(), devices, devices.size());
  }

  template <typename Row, typename Rows>
  [[nodiscard]] std::string table(const RowColumns<Row>& columns, const Rows& rows,
                                  std::size_t most = kTopRows) const {
    return rows_page(in_.trace, columns, rows, most);
  }

  FindingTable findings_;
  const ReportInput& in_;
  std::string out_;
};

}  // namespace

std::string report_markdown(const ReportInput& input, const std::string& title) {
  return Page(input).text(title);
}

}  // namespace lanescope
