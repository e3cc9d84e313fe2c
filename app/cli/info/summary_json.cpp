#include <algorithm>
#include <span>

#include "app/cli/info/summary.h"
#include "core/base/bytes/file_stamp.h"
#include "core/ranks/summary/summary_file.h"

namespace lanescope {
namespace {

/// Times by the name of what they are of; null where they are not known.
template <typename Key, typename Values, typename Name>
Json times_json(const Values& values, const Name& name, bool known) {
  Json out = json_by_name<Key>(values, name);
  if (known) return out;
  for (Json& one : out) one = nullptr;
  return out;
}

class SummaryPrinter {
 public:
  explicit SummaryPrinter(const RankSummary& summary)
      : all_(summary),
        base_ns_(summary.base_ns.value_or(0)),
        identity_(identify_ranks(std::span(&summary.claim, 1)).traces.front()) {}

  Json document(const std::string& file) {
    Json out = {
        {"file", file},
        {"format", "lanescope-rank-summary"},
        {"bytes", json_or_null(bytes_of_file(file))},
        {"trace", source()},
        {"rank", knows_rank() ? Json(identity_.rank) : Json()},
        {"rank_source", knows_rank() ? Json(rank_source_name(identity_.source)) : Json()},
        {"world_size", json_or_null(all_.claim.world_size)},
        {"backend", text_or_null(all_.claim.backend)},
        {"devices", devices()},
        {"metadata", metadata()},
        {"time", time()},
        {"window", window()},
        {"times_ns", times_json<RankTime>(all_.times.ns, rank_time_name, all_.times.has_gpu)},
        {"overlap_pct", json_or_null(all_.times.overlap_pct)},
        {"steps", json_list(all_.steps, [&](const StepFacts& one) { return step(one); })},
        {"groups", json_list(all_.collectives.groups, group)},
        {"collectives", json_list(all_.collectives.collectives,
                                  [&](const RankCollective& one) { return collective(one); })},
        {"findings", json_list(all_.findings, finding)},
        {"kernels",
         {{"gpu_ns", has_gpu_events() ? Json(all_.gpu_ns) : Json()},
          {"rows", json_list(all_.kernels, kernel)}}},
        {"ops", ops()},
        {"memory", json_list(all_.memory, memory)},
        {"activity", json_list(all_.activity.devices, outline)},
        {"report", report()}};
    return reasons().added_to(std::move(out));
  }

 private:
  [[nodiscard]] Reasons reasons() const {
    return Reasons(
        {{!knows_rank(), "rank: neither in the trace nor in the name of its file"},
         {was_read() && !all_.times.has_gpu, "times_ns: no GPU events in the window"},
         {was_read() && !all_.times.overlap_pct,
          "overlap_pct: no communication on the GPU in the window"},
         {was_read() && !has_extent(), "time: the trace has no complete events"},
         {was_read() && !all_.base_ns, "time: the trace does not say when it was recorded"},
         {!all_.claim.world_size, "world_size: not in the trace"},
         {all_.claim.backend.empty(), "backend: not in the trace"},
         {has_unknown_bytes(), "collectives: bytes are null where the trace lacks the size"},
         {!was_read(), "the trace could not be read: " + all_.failure}});
  }

  static Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

  [[nodiscard]] Ns moment(Ns time_ns) const { return saturating_add(time_ns, base_ns_); }

  [[nodiscard]] bool has_unknown_bytes() const {
    return std::ranges::any_of(all_.collectives.collectives,
                               [](const RankCollective& one) { return !one.bytes; });
  }

  [[nodiscard]] Json time() const {
    const TimeRange extent = all_.collectives.extent;
    return {{"base_ns", json_or_null(all_.base_ns)},
            {"first_ns", has_extent() ? Json(moment(extent.begin_ns)) : Json()},
            {"last_ns", has_extent() ? Json(moment(extent.end_ns)) : Json()}};
  }

  [[nodiscard]] bool knows_rank() const { return identity_.source != RankSource::FileOrder; }
  [[nodiscard]] bool has_extent() const { return all_.collectives.extent != TimeRange{}; }
  [[nodiscard]] bool was_read() const { return all_.failure.empty(); }

  [[nodiscard]] Json source() const {
    const SummarySource& from = all_.source;
    return {{"file", from.file},
            {"format", text_or_null(from.format)},
            {"bytes", from.digest.empty() ? Json() : Json(from.bytes)},
            {"digest", text_or_null(from.digest)}};
  }

  [[nodiscard]] Json devices() const {
    return json_list(all_.devices, [](const DeviceInfo& device) -> Json {
      return {{"id", device.id},
              {"name", text_or_null(device.name)},
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
            {"steps", was_read() ? Json(all_.window_steps) : Json()},
            {"warmup_steps_left_out", was_read() ? Json(all_.warm_up_steps) : Json()}};
  }

  [[nodiscard]] Json step(const StepFacts& one) const {
    const bool on_gpu = one.devices != 0;
    const auto gpu_time = [&](Ns ns) { return on_gpu ? Json(ns) : Json(); };
    Json out = {{"name", one.name},
                {"start_ns", moment(one.range.begin_ns)},
                {"dur_ns", one.range.length_ns()},
                {"warmup", one.warm_up},
                {"whole", one.whole},
                {"paused", one.paused},
                {"outlier", one.outlier},
                {"devices", one.devices},
                {"compute_ns", gpu_time(one.compute_ns)},
                {"exposed_comm_ns", gpu_time(one.exposed_comm_ns)},
                {"exposed_memory_ns", gpu_time(one.exposed_memory_ns)},
                {"idle_ns", gpu_time(one.total_idle_ns())},
                {"paused_ns", gpu_time(one.paused_ns)},
                {"idle_classes_ns", times_json<IdleClass>(one.idle_ns, idle_class_name, on_gpu)},
                {"work_ns", times_json<GpuClass>(one.work_ns, gpu_class_name, on_gpu)},
                {"wait_estimate_ns", gpu_time(one.wait_ns)},
                {"peak_allocated_bytes", json_or_null(one.peak_bytes)}};
    return Reasons({{!on_gpu, "GPU times: no GPU events in the step"},
                    {!one.peak_bytes, "peak_allocated_bytes: no allocator records of a GPU"}})
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
    return Reasons(
               {{was_read() && !has_gpu_events(), "device columns: no GPU events in the window"}})
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
            {"damaged", was_read() && all_.tells_damage ? Json(report.damaged) : Json()},
            {"kept", was_read() ? Json(report.kept) : Json()},
            {"listed", was_read() ? Json(report.listed) : Json()},
            {"set_aside", was_read() ? Json(report.set_aside) : Json()},
            {"issues", json_list(report.issues, [](const LoadIssue& issue) -> Json {
               return {{"kind", issue.kind},       {"what", issue.what},
                       {"count", issue.count},     {"first_offset", issue.first_offset},
                       {"example", issue.example}, {"lost", issue.lost}};
             })}};
  }

  const RankSummary& all_;
  Ns base_ns_;
  RankIdentity identity_;
};

}  // namespace

Json summary_json(const RankSummary& summary, const std::string& file) {
  return SummaryPrinter(summary).document(file);
}

}  // namespace lanescope
