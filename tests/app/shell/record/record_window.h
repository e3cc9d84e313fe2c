// A window that records a program that simulates CUDA, with the real agent in it.
#pragma once

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <doctest/doctest.h>

#include "app/shell/keys/commands.h"
#include "tests/app/ui_driver.h"
#include "tests/core/base/temp_folder.h"
#include "tests/paths.h"

namespace lanescope {

inline std::string built(const std::string& file) {
  return binary_folder() + "/" + file;
}

class RecordWindow {
 public:
  RecordWindow() : ui(1600, 900, folder.path() + "/settings.json") {
    ::setenv("LANESCOPE_AGENT", built("liblanescope_inject.so").c_str(), 1);
    ui.window().settings().recordings_folder = folder.path();
    // Most cases count what the program does itself; others ask for samples.
    ui.window().settings().record.sample = false;
    ui.frame();
  }

  void record(const std::string& arguments) { record_command(command(arguments)); }
  /// What a user does: Ctrl+R, the command, the variables, Enter.
  void record_command(const std::string& words) {
    ui.key(ImGuiKey_R, ImGuiMod_Ctrl);
    ui.frames(2);
    REQUIRE(ui.window().dialogs().is_open<RecordDialog>());
    ui.type(words);
    ui.click("record.environment");
    ui.type("LANESCOPE_CUPTI=" + built("tests/capture/fake/libfake_cupti.so"));
    ui.frames(2);
    ui.key(ImGuiKey_Enter);
    ui.frames(2);
    note_pid();
  }
  void note_pid() {
    const Recording* recording = ui.workspace().recording();
    if (recording != nullptr && recording->state().command)
      pid_ = static_cast<pid_t>(recording->state().command->pid);
  }
  static std::string command(const std::string& arguments) {
    return built("tests/capture/fake/fake_host") + " " + arguments;
  }
  bool until_shown() {
    return ui.frames_until([&] {
      return ui.workspace().trace() != nullptr && ui.view().drawn() &&
             ui.view().drawn()->slice_count > 0;
    });
  }
  bool until_over() {
    return ui.frames_until([&] {
      return ui.workspace().recording() == nullptr && ui.workspace().trace() != nullptr &&
             ui.view().session().state() == Session::State::Ready && ui.view().drawn()->complete;
    });
  }
  /// Kills the program, which would continue for minutes after its recording.
  ~RecordWindow() {
    if (pid_ > 0) ::kill(-pid_, SIGKILL);
  }

  [[nodiscard]] std::uint64_t slices() {
    std::uint64_t n = 0;
    for (const Track& track : ui.view().drawn()->tracks) n += track.slices;
    return n;
  }
  [[nodiscard]] EventId newest_kernel() {
    EventId newest = EventId::None;
    Ns at_ns = 0;
    for (const Track& track : ui.view().drawn()->tracks) {
      if (track.kind != TrackKind::GpuStream) continue;
      for (const auto& chunk : track.chunks) {
        for (std::uint32_t s = 0; s < chunk->size(); ++s) {
          if (chunk->start_ns[s] <= at_ns) continue;
          at_ns = chunk->start_ns[s];
          newest = chunk->id_of(s);
        }
      }
    }
    return newest;
  }
  /// The Details pane as text.
  [[nodiscard]] std::string details() {
    const DetailsText* shown = ui.workspace().trace()->panes->details.shown();
    return shown == nullptr ? "" : details_plain_text(*shown);
  }
  void save_as(const std::string& command, const std::string& path) {
    const Command* save = find_command(command);
    REQUIRE(save != nullptr);
    REQUIRE(save->enabled(ui.window()));
    save->run(ui.window());
    ui.frames(2);
    ui.key(ImGuiKey_Backspace);
    ui.type(path);
    ui.key(ImGuiKey_Enter);
    ui.settle();
    REQUIRE(std::filesystem::exists(path));
  }

  [[nodiscard]] std::string shown_tab() { return std::string(ui.pane().title()); }
  [[nodiscard]] pid_t pid() const { return pid_; }
  void kill_program(int signal) const { ::kill(-pid_, signal); }

  TempFolder folder;
  UiDriver ui;

 private:
  pid_t pid_ = 0;
};

}  // namespace lanescope
