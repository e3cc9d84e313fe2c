// Which columns a summary has, in order: the same description writes and reads them.
#pragma once

#include <array>
#include <cstddef>

#include "core/ranks/summary/columns.h"
#include "core/ranks/summary/rank_summary.h"

namespace lanescope {

template <>
inline constexpr std::uint64_t kChoices<RankSource> = 4;
template <>
inline constexpr std::uint64_t kChoices<WindowKind> = 5;
template <>
inline constexpr std::uint64_t kChoices<SeverityOf> = 3;
template <>
inline constexpr std::uint64_t kChoices<Confidence> = 3;
template <>
inline constexpr std::uint64_t kChoices<GpuClass> = kGpuClasses;

/// Describes a RankSummary to a ColumnWriter or ColumnReader. Only add to it: sections with new
/// numbers, and columns and fields at the end of a section.
template <typename Io, typename Summary>
class SummaryLayout {
 public:
  SummaryLayout(Io& io, Summary& summary) : io_(io), all_(summary) {}

  /// Readers may leave sections out, as they are found by their numbers.
  void run(SummaryParts parts = SummaryParts::All) {
    io_.section(1, [&] { add_identity(); });
    io_.section(2, [&] { add_steps(); });
    io_.section(3, [&] { add_collectives(); });
    if (parts == SummaryParts::All) {
      io_.section(4, [&] { add_activity(); });
      io_.section(5, [&] { add_tables(); });
    }
    io_.section(6, [&] { add_report(); });
    if (parts == SummaryParts::All) io_.section(7, [&] { add_shapes(); });
    add_damage();
  }

 private:
  template <typename Range>
  void add_range(Range& range) {
    io_.field(range.begin_ns);
    io_.field(range.end_ns);
  }

  /// The column of a member.
  template <typename Row, typename Field>
  static auto of(Field Row::*member) {
    return [member](auto& row) -> auto& {
      return row.*member;
    };
  }

  template <typename Rows, typename... Fields>
  void add_rows(Rows& rows, const Fields&... fields) {
    io_.rows(rows, [&](const auto& column) { (column(of(fields)), ...); });
  }

  /// Begins are differences from the begin before, and ends from the end before.
  template <typename Column, typename Get>
  static void range_columns(const Column& column, const Get& get) {
    column([get](auto& row) -> auto& { return get(row).begin_ns; });
    column([get](auto& row) -> auto& { return get(row).end_ns; });
  }

  void add_identity() {
    io_.field(all_.source.file);
    io_.field(all_.source.format);
    io_.field(all_.source.bytes);
    io_.field(all_.source.digest);
    io_.field(all_.failure);
    io_.field(all_.claim.file);
    io_.field(all_.claim.rank);
    io_.field(all_.claim.world_size);
    io_.field(all_.claim.source);
    io_.field(all_.claim.backend);
    add_unix_time(all_.claim.unix_time);
    io_.field(all_.base_ns);
    io_.field(all_.window);
    add_range(all_.window_range);
    io_.field(all_.window_steps);
    io_.field(all_.warm_up_steps);
    add_rows(all_.devices, &DeviceInfo::id, &DeviceInfo::name, &DeviceInfo::total_memory_bytes,
             &DeviceInfo::sms);
    using Fact = std::pair<std::string, std::string>;
    add_rows(all_.metadata, &Fact::first, &Fact::second);
  }

  template <typename Range>
  void add_unix_time(Range& time) {
    std::optional<Ns> begin_ns, end_ns;
    if (time) {
      begin_ns = time->begin_ns;
      end_ns = time->end_ns;
    }
    io_.field(begin_ns);
    io_.field(end_ns);
    if constexpr (std::is_same_v<Io, ColumnReader>) {
      time.reset();
      if (begin_ns && end_ns) time = TimeRange{*begin_ns, *end_ns};
    }
  }

  void add_steps() {
    using Facts = StepFacts;
    io_.rows(all_.steps, [&](const auto& column) {
      column(of(&Facts::name));
      range_columns(column, of(&Facts::range));
      for (const auto flag : {&Facts::warm_up, &Facts::whole, &Facts::paused, &Facts::outlier}) {
        column(of(flag));
      }
      column(of(&Facts::devices));
      for (const auto time : {&Facts::compute_ns, &Facts::exposed_comm_ns,
                              &Facts::exposed_memory_ns, &Facts::paused_ns, &Facts::wait_ns}) {
        column(of(time));
      }
      for (std::size_t c = 0; c < kIdleClasses; ++c) {
        column([c](auto& row) -> auto& { return row.idle_ns[c]; });
      }
      for (std::size_t c = 0; c < kGpuClasses; ++c) {
        column([c](auto& row) -> auto& { return row.work_ns[c]; });
      }
      column(of(&Facts::peak_bytes));
    });
  }

  void add_collectives() {
    auto& all = all_.collectives;
    io_.field(all.rank);
    io_.field(all.base_ns);
    add_range(all.extent);
    io_.field(all.arguments_read);
    using Group = CollectiveGroup;
    add_rows(all.groups, &Group::name, &Group::ranks, &Group::stream, &Group::device,
             &Group::has_sequence);
    io_.rows(all.kinds,
             [](const auto& column) { column([](auto& kind) -> auto& { return kind; }); });
    add_rows(all.steps, &RankStep::name, &RankStep::length_ns);
    using One = RankCollective;
    io_.rows(all.collectives, [&](const auto& column) {
      column(of(&One::event));
      range_columns(column, of(&One::range));
      column(of(&One::group));
      column(of(&One::index));
      column(of(&One::repeat));
      column(of(&One::kind));
      column(of(&One::device));
      column(of(&One::step));
      column(of(&One::counts));
      column(of(&One::bytes));
      column(of(&One::bus_factor));
    });
    auto& times = all_.times;
    io_.field(times.rank);
    io_.field(times.has_gpu);
    for (auto& ns : times.ns) io_.field(ns);
    io_.field(times.collectives);
    io_.field(times.overlap_pct);
  }

  void add_activity() {
    io_.rows(all_.activity.names,
             [](const auto& column) { column([](auto& name) -> auto& { return name; }); });
    add_rows(all_.activity.devices, &DeviceOutline::device);
    for (auto& device : all_.activity.devices) {
      io_.rows(device.cuts,
               [](const auto& column) { column([](auto& cut) -> auto& { return cut; }); });
      io_.rows(device.parts, [](const auto& column) {
        column(of(&OutlinePart::segment));
        column(of(&OutlinePart::term), false);
        column(of(&OutlinePart::name), false);
        column(of(&OutlinePart::event));
        column(of(&OutlinePart::ns), false);
      });
      io_.rows(device.works, [](const auto& column) {
        column(of(&OutlineWork::segment));
        column(of(&OutlineWork::is_copy), false);
        column(of(&OutlineWork::name), false);
        column(of(&OutlineWork::event));
        column(of(&OutlineWork::ns), false);
        column(of(&OutlineWork::count), false);
      });
    }
  }

  void add_tables() {
    using Found = SummaryFinding;
    add_rows(all_.findings, &Found::id, &Found::title, &Found::evidence, &Found::place,
             &Found::low_pct, &Found::high_pct, &Found::expected_pct, &Found::at_least,
             &Found::informational, &Found::severity_of, &Found::confidence);
    using Kernel = SummaryKernel;
    add_rows(all_.kernels, &Kernel::name, &Kernel::gpu_class, &Kernel::tensor_core, &Kernel::count,
             &Kernel::total_ns, &Kernel::min_ns, &Kernel::max_ns, &Kernel::median_ns);
    io_.field(all_.gpu_ns);
    using Op = SummaryOp;
    add_rows(all_.ops, &Op::name, &Op::annotation, &Op::count, &Op::self_cpu_ns, &Op::total_cpu_ns,
             &Op::self_device_ns, &Op::total_device_ns);
    using Memory = SummaryMemory;
    add_rows(all_.memory, &Memory::device_type, &Memory::device_id, &Memory::peak_allocated,
             &Memory::peak_reserved);
  }

  void add_shapes() {
    using Shape = SummaryShape;
    add_rows(all_.shapes, &Shape::op, &Shape::shapes, &Shape::count);
  }

  /// A section of its own, as files of earlier versions lack it.
  void add_damage() {
    constexpr bool kReads = std::is_same_v<Io, ColumnReader>;
    if constexpr (kReads)
      all_.tells_damage = false;
    else if (!all_.tells_damage)
      return;
    io_.section(8, [&] {
      io_.field(all_.report.damaged);
      if constexpr (kReads) all_.tells_damage = true;
    });
  }

  void add_report() {
    auto& report = all_.report;
    io_.field(report.kept);
    io_.field(report.listed);
    io_.field(report.set_aside);
    io_.field(report.complete);
    io_.field(report.stopped);
    add_rows(report.issues, &LoadIssue::kind, &LoadIssue::what, &LoadIssue::count,
             &LoadIssue::first_offset, &LoadIssue::example, &LoadIssue::lost);
  }

  Io& io_;
  Summary& all_;
};

}  // namespace lanescope
