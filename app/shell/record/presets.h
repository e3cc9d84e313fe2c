// Presets of the dialog that starts a recording: what is recorded, in one choice.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/workspace/record/request.h"
#include "capture/host/runner/recording_means.h"

namespace lanescope {

struct RecordPreset {
  std::string_view id, word;
  CaptureLevel level;
  bool stacks, shapes, memory, sample;
};

std::span<const RecordPreset> record_presets();

/// Whether the request asks for exactly what the preset does.
bool is_set(const RecordPreset& preset, const RecordRequest& request);
/// Changes what is recorded; not what is started, nor for how long.
void set(const RecordPreset& preset, RecordRequest& request);

/// Whether the request has the preset that the dialog begins with.
bool begins_as_usual(const RecordRequest& request);
/// The preset for a machine without a driver, in the place of the one that the dialog begins with;
/// null: this machine has one, or the request has another preset.
const RecordPreset* preset_for(const RecordingMeans& means, const RecordRequest& request);

/// What the chosen preset records on this machine and what that costs: one sentence. `means`: null
/// if not known yet.
std::string preset_note(const RecordRequest& request, const RecordingMeans* means);

}  // namespace lanescope
