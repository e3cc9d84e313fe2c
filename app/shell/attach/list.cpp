#include "app/shell/attach/list.h"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "app/panes/pane/column_help.h"
#include "app/widgets/draw/icons.h"
#include "app/widgets/text_field.h"
#include "core/base/text/ascii_case.h"

namespace lanescope {
namespace {

constexpr double kLookEveryS = 2;
const std::array kColumns =
    with_help("Processes", std::array{TableColumn{"Command", 0, false, false},
                                      TableColumn{"Description", 220, false, false},
                                      TableColumn{"PID", 80, true, false},
                                      TableColumn{"Attachable", 110, false, false}});

/// On one line, whatever the arguments contain.
std::string one_line(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7F; }, ' ');
  return text;
}

std::int64_t number_of(const std::string& text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc{} && end == text.data() + text.size();
  return whole && number > 0 && number <= INT32_MAX ? number : 0;
}

/// "python3 train.py --lr 0.1", without the interpreter's folder.
std::string short_command(const RunningProcess& process) {
  const std::size_t slash =
      process.arguments.empty() ? std::string::npos : process.arguments.front().rfind('/');
  return one_line(slash == std::string::npos ? process.command : process.command.substr(slash + 1));
}

/// Processes that run Python, and the one whose PID was typed in any case.
std::vector<RunningProcess> look(const std::string& proc, std::int64_t named) {
  std::vector<RunningProcess> found = list_attachable(proc);
  if (named == 0 || std::ranges::find(found, named, &RunningProcess::pid) != found.end())
    return found;
  auto one = find_process(named, proc);
  if (one.ok()) {
    found.push_back(std::move(one).value());
  } else {
    RunningProcess& refused = found.emplace_back();
    refused.pid = named;
    refused.why_not = one.error().message;
  }
  return found;
}

}  // namespace

std::string process_facts(const RunningProcess& process) {
  std::string facts = process.has_torch ? "PyTorch" : process.has_python ? "Python" : "";
  // Omits "+cu126".
  const std::string version = process.torch_version.substr(0, process.torch_version.find('+'));
  if (!version.empty()) facts += " " + version;
  if (process.rank) {
    facts += fmt::format("{}rank {}", facts.empty() ? "" : " · ", *process.rank);
    if (process.world_size) facts += fmt::format(" of {}", *process.world_size);
  }
  return facts;
}

void AttachList::begin() {
  filter_.clear();
  take_focus_ = true;
  found_.reset();
  rows_.clear();
  chosen_ = 0;
  next_s_ = 0;
  answered_ = true;
}

void AttachList::refresh(double now_s) {
  // Where looking takes longer than the pause, the next round would outdate every answer.
  if (now_s >= next_s_ && answered_) {
    next_s_ = now_s + kLookEveryS;
    ++round_;
  }
  const Key key{round_, number_of(filter_)};
  const auto answer =
      read_.ask(key, [proc = proc_, key](const std::stop_token&) { return look(proc, key.named); });
  // Results from before begin() are outdated.
  answered_ = answer.current;
  if (answer.current) found_ = answer.value;
  make_rows();
}

void AttachList::make_rows() {
  rows_.clear();
  if (!found_) return;
  for (const RunningProcess& process : *found_) {
    Row row{&process, short_command(process), process_facts(process), std::to_string(process.pid)};
    if (row.command.empty()) row.command = "process " + row.number;
    if (!holds_ignoring_case(row.command, filter_) && !row.number.starts_with(filter_) &&
        !holds_ignoring_case(row.what, filter_))
      continue;
    rows_.push_back(std::move(row));
  }
  if (!chosen_row() && !rows_.empty()) chosen_ = rows_.front().process->pid;
}

std::optional<std::size_t> AttachList::chosen_row() const {
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (rows_[i].process->pid == chosen_) return i;
  }
  return std::nullopt;
}

const RunningProcess* AttachList::chosen() const {
  const auto row = chosen_row();
  return row ? rows_[*row].process : nullptr;
}

void AttachList::choose(std::size_t row) {
  chosen_ = rows_[row].process->pid;
  table_.show_row = row;
}

void AttachList::handle_arrows() {
  const auto row = chosen_row();
  if (!row) return;
  if (ImGui::IsKeyPressed(ImGuiKey_DownArrow)) choose(std::min(*row + 1, rows_.size() - 1));
  if (ImGui::IsKeyPressed(ImGuiKey_UpArrow)) choose(*row - std::min<std::size_t>(*row, 1));
}

bool AttachList::draw(const Ui& ui, Rect area) {
  const FieldEvents filter = text_field(ui, "attach.filter", area.cut_top(ui.px(32)), filter_,
                                        "Filter by command or PID", icon::kSearch, take_focus_);
  take_focus_ = false;
  area.cut_top(ui.px(6));
  handle_arrows();
  TableContent content;
  content.columns = kColumns;
  content.rows = rows_.size();
  content.selected = chosen_row();
  content.own_keys = true;
  content.sort.column = kColumns.size();
  content.cell = [&](std::size_t row, std::size_t column) -> TableCell {
    const Row& shown = rows_[row];
    const bool can = can_be_asked(*shown.process);
    const ImU32 color = can ? ui.color().text : ui.color().dim;
    if (column == 0) return {shown.command, color};
    if (column == 1) return {shown.what, ui.color().dim};
    if (column == 2) return {shown.number, color};
    if (can) return {"yes", ui.color().good};
    return {can_be_sampled(*shown.process) ? "samples only" : "no", ui.color().warning};
  };
  content.whole = [&](std::size_t row) { return one_line(rows_[row].process->command); };
  const TableEvents events = draw_table(ui, "attach.processes", area, content, table_);
  if (events.clicked) choose(*events.clicked);
  return filter.entered || events.double_clicked.has_value();
}

}  // namespace lanescope
