#include <algorithm>
#include <span>

#include "app/cli/info/summary.h"
#include "core/base/bytes/file_stamp.h"
#include "core/ranks/summary/summary_file.h"

namespace lanescope {
namespace {

class SummaryPrinter {
 public:
  explicit SummaryPrinter(const RankSummary& summary)
      : all_(summary), base_ns_(summary.base_ns.value_or(0)) {}

  Json document(const std::string& file) {
    Json out = {
        {"file", file},
        {"format", "lanescope-rank-summary"},
        {"bytes", json_or_null(bytes_of_file(file))},
        {"trace", source()},
        {"rank", all_.collectives.rank},
        {"rank_source", rank_source()},
        {"world_size", json_or_null(all_.claim.world_size)},
        {"backend", text_or_null(all_.claim.backend)},
        {"devices", devices()},
        {"metadata", metadata()},
        {"time",
         {{"base_ns", json_or_null(all_.base_ns)},
          {"first_ns", moment(all_.collectives.extent.begin_ns)},
          {"last_ns", moment(all_.collectives.extent.end_ns)}}},
        {"window", window()},
        {"times_ns", json_by_name<RankTime>(all_.times.ns, rank_time_name)},
        {"overlap_pct", json_or_null(all_.times.overlap_pct)},
        {"steps", json_list(all_.steps, [&](const StepFacts& one) { return step(one); })},
        {"groups", json_list(all_.collectives.groups, group)},
        {"collectives", json_list(all_.collectives.collectives,
                                  [&](const RankCollective& one) { return collective(one); })},
        {"findings", json_list(all_.findings, finding)},
        {"kernels", {{"gpu_ns", all_.gpu_ns}, {"rows", json_list(all_.kernels, kernel)}}},
        {"ops", ops()},
        {"memory", json_list(all_.memory, memory)},
        {"activity", json_list(all_.activity.devices, outline)},
        {"report", report()}};
    Reasons({{!all_.times.overlap_pct, "overlap_pct: no communication on the GPU in the window"},
             {!all_.base_ns, "time: the trace does not say when it was recorded"},
             {!all_.claim.world_size, "world_size: not in the trace"},
             {all_.claim.backend.empty(), "backend: not in the trace"},
             {has_unknown_bytes(), "collectives: bytes are null where the trace lacks the size"},
             {!all_.failure.empty(), "the trace could not be read: " + all_.failure}})
        .add_to(out);
    return out;
  }

 private:
  static Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

  [[nodiscard]] Ns moment(Ns time_ns) const { return saturating_add(time_ns, base_ns_); }

  [[nodiscard]] bool has_unknown_bytes() const {
    return std::ranges::any_of(all_.collectives.collectives,
                               [](const RankCollective& one) { return !one.bytes; });
  }

  [[nodiscard]] std::string_view rank_source() const {
    return rank_source_name(identify_ranks(std::span(&all_.claim, 1)).traces.front().source);
  }

  [[nodiscard]] Json source() const {
    const SummarySource& from = all_.source;
    return {{"file", from.file},
            {"format", text_or_null(from.format)},
            {"bytes", from.bytes},
            {"digest", text_or_null(from.digest)}};
  }

  [[nodiscard]] Json devices() const {
    return json_list(all_.devices, [](const DeviceInfo& device) -> Json {
      return {{"id", device.id},
              {"name", device.name},
              {"total_memory_bytes", json_or_null(device.total_memory_bytes)},
              {"sms", json_or_null(device.sms)}};
    });
  }

  [[nodiscard]] Json metadata() const {
    Json out = Json::object();
    for (const auto& [key, value] : all_.metadata) out.emplace(key, value);
    return out;
  }

  [[nodiscard]] Json window() const {
    const bool bounded = all_.window != WindowKind::Whole;
    return {{"kind", window_kind_name(all_.window)},
            {"start_ns", bounded ? Json(moment(all_.window_range.begin_ns)) : Json()},
            {"end_ns", bounded ? Json(moment(all_.window_range.end_ns)) : Json()},
            {"steps", all_.window_steps},
            {"warmup_steps_left_out", all_.warm_up_steps}};
  }

  [[nodiscard]] Json step(const StepFacts& one) const {
    Json out = {{"name", one.name},
                {"start_ns", moment(one.range.begin_ns)},
                {"dur_ns", one.range.length_ns()},
                {"warmup", one.warm_up},
                {"whole", one.whole},
                {"paused", one.paused},
                {"outlier", one.outlier},
                {"devices", one.devices},
                {"compute_ns", one.compute_ns},
                {"exposed_comm_ns", one.exposed_comm_ns},
                {"exposed_memory_ns", one.exposed_memory_ns},
                {"idle_ns", one.total_idle_ns()},
                {"paused_ns", one.paused_ns},
                {"idle_classes_ns", json_by_name<IdleClass>(one.idle_ns, idle_class_name)},
                {"work_ns", json_by_name<GpuClass>(one.work_ns, gpu_class_name)},
                {"wait_estimate_ns", one.wait_ns},
                {"peak_allocated_bytes", json_or_null(one.peak_bytes)}};
    return Reasons({{!one.peak_bytes, "peak_allocated_bytes: no allocator records of a GPU"}})
        .added_to(std::move(out));
  }

  static Json group(const CollectiveGroup& one) {
    return {{"name", one.name},
            {"ranks", text_or_null(one.ranks)},
            {"stream", one.stream < 0 ? Json() : Json(one.stream)},
            {"has_sequence", one.has_sequence}};
  }

  [[nodiscard]] Json collective(const RankCollective& one) const {
    const RankCollectives& all = all_.collectives;
    return {{"kind", all.kinds[one.kind]},
            {"group", one.group},
            {"index", one.index},
            {"repeat", one.repeat},
            {"device", one.device},
            {"step", one.step ? Json(all.steps[*one.step].name) : Json()},
            {"in_window", one.counts},
            {"start_ns", moment(one.range.begin_ns)},
            {"dur_ns", saturating_sub(one.range.end_ns, one.range.begin_ns)},
            {"bytes", json_or_null(one.bytes)},
            {"event_id", json_event(one.event)}};
  }

  static Json finding(const SummaryFinding& one) {
    Json out = {{"id", one.id},
                {"title", one.title},
                {"severity_pct", {one.low_pct, one.at_least ? Json() : Json(one.high_pct)}},
                {"expected_pct", one.expected_pct},
                {"severity_of", severity_of_name(one.severity_of)},
                {"informational", one.informational},
                {"confidence", confidence_name(one.confidence)},
                {"evidence", one.evidence},
                {"where", text_or_null(one.place)}};
    return Reasons({{one.place.empty(), "where: concerns the whole program, not one place"},
                    {one.at_least, "severity_pct: the maximum is unknown"}})
        .added_to(std::move(out));
  }

  static Json kernel(const SummaryKernel& one) {
    return {{"name", one.name},           {"class", gpu_class_name(one.gpu_class)},
            {"count", one.count},         {"total_ns", one.total_ns},
            {"min_ns", one.min_ns},       {"max_ns", one.max_ns},
            {"median_ns", one.median_ns}, {"tensor_core", one.tensor_core}};
  }

  /// As in a report, which has no figures of a GPU without work on one.
  [[nodiscard]] bool has_gpu_events() const {
    return !all_.kernels.empty() || !all_.activity.devices.empty();
  }

  [[nodiscard]] Json ops() const {
    Json out = {{"rows", json_list(all_.ops, [&](const SummaryOp& one) { return op(one); })}};
    return Reasons({{!has_gpu_events(), "device columns: no GPU events in the window"}})
        .added_to(std::move(out));
  }

  [[nodiscard]] Json op(const SummaryOp& one) const {
    const auto on_gpu = [&](Ns ns) { return has_gpu_events() ? Json(ns) : Json(); };
    return {{"name", one.name},
            {"annotation", one.annotation},
            {"count", one.count},
            {"self_cpu_ns", one.self_cpu_ns},
            {"total_cpu_ns", one.total_cpu_ns},
            {"self_device_ns", on_gpu(one.self_device_ns)},
            {"total_device_ns", on_gpu(one.total_device_ns)}};
  }

  static Json memory(const SummaryMemory& one) {
    return {{"device_type", one.device_type},
            {"device_id", one.device_id},
            {"peak_allocated_bytes", one.peak_allocated},
            {"peak_reserved_bytes", one.peak_reserved == 0 ? Json() : Json(one.peak_reserved)}};
  }

  static Json outline(const DeviceOutline& one) {
    return {{"device", one.device},
            {"segments", one.cuts.empty() ? 0 : one.cuts.size() - 1},
            {"parts", one.parts.size()},
            {"works", one.works.size()}};
  }

  [[nodiscard]] Json report() const {
    const LoadReport& report = all_.report;
    return {{"complete", report.complete},
            {"damaged", all_.tells_damage ? Json(report.damaged) : Json()},
            {"kept", report.kept},
            {"listed", report.listed},
            {"set_aside", report.set_aside},
            {"issues", json_list(report.issues, [](const LoadIssue& issue) -> Json {
               return {{"kind", issue.kind},       {"what", issue.what},
                       {"count", issue.count},     {"first_offset", issue.first_offset},
                       {"example", issue.example}, {"lost", issue.lost}};
             })}};
  }

  const RankSummary& all_;
  Ns base_ns_;
};

}  // namespace

Json summary_json(const RankSummary& summary, const std::string& file) {
  return SummaryPrinter(summary).document(file);
}

}  // namespace lanescope
