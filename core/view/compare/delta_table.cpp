#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "core/analysis/events/statistics.h"
#include "core/base/text/utf8.h"
#include "core/compare/part_names.h"
#include "core/view/compare/delta_lines.h"
#include "core/view/idle/idle_lane.h"
#include "core/view/results/diff_text.h"
#include "core/view/tables/data_tables.h"
#include "core/view/text/idle_text.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

/// After the name, in this order; see delta_columns().
enum class DeltaColumn : std::uint8_t {
  Delta,
  TotalA,
  TotalB,
  Share,
  Real,
  Status,
  CallsA,
  CallsB,
  CountEffect,
  DurationEffect,
  MeanA,
  MeanB,
};

constexpr std::size_t kLongestNote = 110;  // bytes of a name next to its label
constexpr std::int64_t kNoP = 2'000'000;   // in millionths: sorts after all others
constexpr std::string_view kNotTested = "n/a";

/// Totals are per step, or for whatever the samples are.
std::vector<DataColumn> delta_columns(AlignBy by) {
  const std::string total = by == AlignBy::Steps        ? "Per step "
                            : by == AlignBy::Annotation ? "Per range "
                                                        : "Total ";
  return {{"Delta", DataKind::Time, true, true},
          {total + "A", DataKind::Time},
          {total + "B", DataKind::Time},
          {"Share of change", DataKind::Share},
          {"p", DataKind::Real},
          {"Status", DataKind::Text},
          {"Calls A", DataKind::Real},
          {"Calls B", DataKind::Real},
          {"Count effect", DataKind::Time, true, true},
          {"Duration effect", DataKind::Time, true, true},
          {"Mean A", DataKind::Time},
          {"Mean B", DataKind::Time}};
}

DataCell signed_cell(Ns time_ns) {
  return {time_ns, signed_duration(static_cast<double>(time_ns))};
}

DataCell delta_share_cell(const RunDiff& diff, Ns delta_ns) {
  const auto delta = static_cast<double>(delta_ns);
  const auto share = diff.shown_share_pct(delta);
  if (!share) return {};
  return {std::llround(*share * 1e4), *shown_share_text(diff, delta)};
}

DataCell p_cell(const RunDiff& diff, const DeltaLine& line) {
  const auto p = p_of(diff, line);
  const std::string star = is_significant(diff, line) ? "* " : "";
  if (is_fact(diff, line)) return {0, star + "counts"};
  if (!p) return {kNoP, std::string(kNotTested)};
  return {std::llround(*p * 1e6), star + fmt::format("{:.3g}", *p)};
}

/// Of the plain sum: the totals leave out what overlaps, and are means of several GPUs.
DataCell mean_cell(double sum_ns, double calls) {
  if (calls <= 0) return {};
  return time_cell(rounded_ns(sum_ns / calls));
}

/// "2 and 3": the value of A, then of B.
std::string both(const std::string& a, const std::string& b) {
  return a + " and " + b;
}

std::string own_name_of(const RunPart& part) {
  if (part.name.empty()) return part_title(part);
  return named_apart(part.name, part);
}

std::string level_title(const RunDiff& diff) {
  if (diff.a.level == PartLevel::Module) return "Module";
  return diff.a.level == PartLevel::Kernel && diff.a.of_gpu ? "Kernel" : "Operator";
}

/// The tooltips of cells; owns what they refer to.
class DeltaNotes {
 public:
  DeltaNotes(std::shared_ptr<const ComparedPair> pair, DeltaLines lines, std::size_t listed)
      : pair_(std::move(pair)), lines_(std::move(lines)), listed_(listed) {}

  [[nodiscard]] CellNote note(std::uint32_t row, std::size_t column) const {
    if (row >= listed_) return {column == 0 ? others_words() : "", {}};
    const DeltaLine& line = lines_.lines[row];
    if (column == 0) return name_note(line);
    switch (static_cast<DeltaColumn>(column - 1)) {
      case DeltaColumn::Real:
        return {significance_words(diff(), line), {}};
      case DeltaColumn::Status:
        return {std::string(delta_state_name(state_of(diff(), line))),
                delta_state_meanings(diff())};
      case DeltaColumn::CountEffect:
        return {"Change due to the number of calls: (calls B − calls A) × A's time per call.", {}};
      case DeltaColumn::DurationEffect:
        return {"Change due to the time of a call: calls B × its change per call.", {}};
      case DeltaColumn::Share:
        return {share_words(), {}};
      default:
        return {};
    }
  }

 private:
  [[nodiscard]] const RunDiff& diff() const { return *pair_->diff; }

  [[nodiscard]] std::string others_words() const {
    return fmt::format("The last {:.0f} % of all changes: {}.", 100 * (1 - kExplainedShare),
                       counted(lines_.lines.size() - listed_, "row"));
  }

  [[nodiscard]] CellNote name_note(const DeltaLine& line) const {
    if (line.row == nullptr) {
      return {std::string(diff().a.of_gpu ? "GPU idle: " : "Outside operators: ") +
                  std::string(idle_class_title(line.idle)),
              {}};
    }
    const DiffRow& row = *line.row;
    const RunPart *a = diff().part_a(row), *b = diff().part_b(row);
    CellNote note{own_name_of(diff().part(row)), {}};
    if (a != nullptr && b != nullptr) {
      if (row.pair.by != MatchedBy::Exact) {
        note.facts.emplace_back("In A", utf8_head(own_name_of(*a), kLongestNote));
        note.facts.emplace_back("In B", utf8_head(own_name_of(*b), kLongestNote));
      }
      note.facts.emplace_back("Matched by", matched_by_words(row.pair.by));
    } else {
      note.facts.emplace_back("Only in", a != nullptr ? "A" : "B");
    }
    add_ops(a != nullptr ? *pair_->aligned->a : *pair_->aligned->b, diff().part(row), note);
    note.facts.emplace_back("Sum of durations", both(format_duration(rounded_ns(row.sum_a_ns)),
                                                     format_duration(rounded_ns(row.sum_b_ns))) +
                                                    ", overlaps counted more than once");
    return note;
  }

  static void add_ops(const Snapshot& trace, const RunPart& part, CellNote& note) {
    std::string ops;
    for (const StringId op : part.ops) {
      ops += (ops.empty() ? "" : ", ") + std::string(trace.text(op));
    }
    if (!ops.empty()) note.facts.emplace_back("Launched by", utf8_head(ops, kLongestNote));
  }

  [[nodiscard]] std::string share_words() const {
    if (lines_.delta_ns() == 0)
      return fmt::format("n/a: the {} did not change, so there is nothing to attribute.",
                         time_word());
    const std::string change = signed_duration(static_cast<double>(lines_.delta_ns()));
    if (!diff().shown_share_pct(0))
      return fmt::format("n/a: the change in {}, {}, is not significant.", time_word(), change);
    return fmt::format("Share of the change in {}, {}.", time_word(), change);
  }
  [[nodiscard]] std::string_view time_word() const { return compared_time(diff().runs); }

  std::shared_ptr<const ComparedPair> pair_;
  DeltaLines lines_;
  std::size_t listed_;  // lines that have their own row
};

class DeltaTableMaker {
 public:
  DeltaTableMaker(const DataInput& in, const std::stop_token& stop)
      : in_(in),
        stop_(stop),
        diff_(*in.pair->diff),
        lines_(delta_lines(diff_)),
        titles_(row_titles(diff_)),
        listed_(lines_.lines.size()) {
    const std::size_t explaining = in.brief ? explaining_lines(lines_.lines) : 0;
    if (explaining != 0) listed_ = explaining;
  }

  DataTable make() {
    DataTable table{.name_title = level_title(diff_),
                    .columns = delta_columns(diff_.runs.a.by),
                    .empty = "Nothing to compare in these runs",
                    .ordered_by = "Delta"};
    const auto listed = std::span(lines_.lines).first(listed_);
    for (const DeltaLine& line : listed) {
      if (stop_.stop_requested()) return table;
      table.rows.push_back(line.row != nullptr ? part_row(line) : idle_row(line));
    }
    if (listed_ < lines_.lines.size()) table.rows.push_back(others_row());
    hide_empty_columns(table);
    table.facts = facts();
    table.row_of = row_finder();
    const auto notes = std::make_shared<const DeltaNotes>(in_.pair, std::move(lines_), listed_);
    table.note = [notes](std::uint32_t row, std::size_t column) {
      return notes->note(row, column);
    };
    return table;
  }

 private:
  /// Columns with nothing in them can still be chosen. Without a test, no change has a status:
  /// which run lacks a row is seen from its times.
  void hide_empty_columns(DataTable& table) const {
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      table.columns[i].usual = std::ranges::any_of(table.rows, [i](const DataRow& row) {
        return !row.cells[i].text.empty() && row.cells[i].text != kNotTested;
      });
    }
    if (diff_.tested == 0)
      table.columns[static_cast<std::size_t>(DeltaColumn::Status)].usual = false;
  }

  [[nodiscard]] DataRow part_row(const DeltaLine& line) const {
    const DiffRow& row = *line.row;
    const RunPart *a = diff_.part_a(row), *b = diff_.part_b(row);
    const bool is_a = in_.side == RunSide::A;
    const RunPart *here = is_a ? a : b, *there = is_a ? b : a;
    DataRow out{.name = titles_[static_cast<std::size_t>(&row - diff_.rows.data())],
                .own_name = own_name_of(diff_.part(row))};
    if (here != nullptr) {
      out.event = here->example;
      out.places = here->events;
    }
    if (there != nullptr) out.in_other_run = there->example;
    colour(out, a != nullptr ? *in_.pair->aligned->a : *in_.pair->aligned->b, diff_.part(row));
    add_cells(out, line);
    add_call_cells(out, line);
    return out;
  }

  static void colour(DataRow& out, const Snapshot& trace, const RunPart& part) {
    if (part.kind == PartKind::Module) return;
    CategoryKind kind = CategoryKind::CpuOp;
    const auto example = trace.find_slice(part.example);
    if (part.kind == PartKind::Kernel && example)
      kind = trace.kind_of(example->chunk->category[example->slice]);
    out.role = role_of(kind, classify_name(part.name));
    out.shade = shade_of(part.name);
  }

  [[nodiscard]] DataRow idle_row(const DeltaLine& line) const {
    const IdleLook look = look_of(line.idle);
    const auto of = static_cast<std::size_t>(line.idle);
    const bool is_a = in_.side == RunSide::A;
    DataRow out{
        .name = std::string(idle_class_title(line.idle)) + (diff_.a.of_gpu ? " (idle)" : ""),
        .event = (is_a ? diff_.a : diff_.b).idle_example[of],
        .in_other_run = (is_a ? diff_.b : diff_.a).idle_example[of],
        .role = look.role,
        .shade = look.shade};
    if (out.event != EventId::None) out.places = {out.event};
    add_cells(out, line);
    out.cells.resize(delta_columns(diff_.runs.a.by).size());
    return out;
  }

  /// The sum of the lines without their own row, so that the brief table adds up too.
  [[nodiscard]] DataRow others_row() const {
    DeltaLine sum;
    for (const DeltaLine& line : std::span(lines_.lines).subspan(listed_)) {
      sum.a_ns += line.a_ns;
      sum.b_ns += line.b_ns;
    }
    DataRow out{.name = counted(lines_.lines.size() - listed_, "other row")};
    out.cells = {signed_cell(sum.delta_ns()), time_cell(sum.a_ns), time_cell(sum.b_ns),
                 delta_share_cell(diff_, sum.delta_ns())};
    out.cells.resize(delta_columns(diff_.runs.a.by).size());
    return out;
  }

  void add_cells(DataRow& out, const DeltaLine& line) const {
    const DeltaState state = state_of(diff_, line);
    if (is_significant(diff_, line) && line.delta_ns() > 0) out.tone = DataTone::Alert;
    out.cells = {signed_cell(line.delta_ns()),
                 state == DeltaState::Added ? DataCell{} : time_cell(line.a_ns),
                 state == DeltaState::Removed ? DataCell{} : time_cell(line.b_ns),
                 delta_share_cell(diff_, line.delta_ns()),
                 p_cell(diff_, line),
                 text_cell(std::string(delta_state_name(state)))};
  }

  static void add_call_cells(DataRow& out, const DeltaLine& line) {
    const DiffRow& row = *line.row;
    const auto add = [&out](bool there, DataCell cell) {
      out.cells.push_back(there ? std::move(cell) : DataCell{});
    };
    const bool in_a = row.pair.a.has_value(), in_b = row.pair.b.has_value();
    add(in_a, real_cell(row.count_a));
    add(in_b, real_cell(row.count_b));
    add(true, signed_cell(line.count_effect_ns));
    add(true, signed_cell(line.delta_ns() - line.count_effect_ns));
    add(in_a, mean_cell(row.sum_a_ns, row.count_a));
    add(in_b, mean_cell(row.sum_b_ns, row.count_b));
  }

  [[nodiscard]] std::string facts() const {
    const std::size_t all = lines_.lines.size();
    if (listed_ < all) {
      return fmt::format("{} of {} {} {:.0f} % of all changes", count_text(listed_),
                         counted(all, "row"), listed_ == 1 ? "explains" : "explain",
                         100 * kExplainedShare);
    }
    // The value comes first: where there is little room, the end is left out.
    return fmt::format("Sum {}{} · {}", signed_duration(static_cast<double>(lines_.delta_ns())),
                       diff_.runs.a.by == AlignBy::Start ? "" : " per step", counted(all, "row"));
  }

  /// Finds the row of a kernel or of an operator, whichever is timed, of the run on display.
  [[nodiscard]] std::function<std::optional<std::uint32_t>(const Snapshot&, EventId)> row_finder()
      const {
    const RunParts& parts = in_.side == RunSide::A ? diff_.a : diff_.b;
    std::vector<std::optional<std::uint32_t>> row_of(parts.parts.size());
    for (std::uint32_t i = 0; i < listed_; ++i) {
      const DiffRow* row = lines_.lines[i].row;
      if (row == nullptr) continue;
      const auto part = in_.side == RunSide::A ? row->pair.a : row->pair.b;
      if (part) row_of[*part] = i;
    }
    return [pair = in_.pair, &parts, row_of = std::move(row_of)](
               const Snapshot&, EventId event) -> std::optional<std::uint32_t> {
      for (std::size_t i = 0; i < row_of.size(); ++i) {
        if (std::ranges::binary_search(parts.parts[i].events, event)) return row_of[i];
      }
      return std::nullopt;
    };
  }

  const DataInput& in_;
  const std::stop_token& stop_;
  const RunDiff& diff_;
  DeltaLines lines_;
  std::vector<std::string> titles_;  // by row of the diff
  std::size_t listed_;               // lines that get their own row
};

}  // namespace

DataTable delta_table(const DataInput& in, const std::stop_token& stop) {
  return DeltaTableMaker(in, stop).make();
}

}  // namespace lanescope
