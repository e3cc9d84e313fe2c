#include "core/readers/memory/shared_stacks.h"

#include <fmt/format.h>

#include "core/base/check.h"
#include "core/base/text/utf8.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostWordsBytes = 4096;

class StackedEventTexts final : public EventTexts {
 public:
  StackedEventTexts(std::shared_ptr<const EventTexts> texts,
                    std::shared_ptr<const SharedStacks> stacks)
      : texts_(std::move(texts)), stacks_(std::move(stacks)) {}

  [[nodiscard]] Result<JsonValue> json_of(Place place) const override {
    auto json = texts_->json_of(place);
    if (!json.ok()) return json;
    JsonValue event = std::move(json).value();
    if (auto* members = std::get_if<JsonObject>(&event.data)) {
      for (auto& [key, value] : *members) {
        if (key == "args") name_stack(value);
      }
    }
    return event;
  }

 private:
  void name_stack(JsonValue& args) const {
    auto* members = std::get_if<JsonObject>(&args.data);
    if (members == nullptr) return;
    for (auto& [key, value] : *members) {
      if (key == kCallStackKey)
        value = JsonValue{stacks_->text(static_cast<std::uint64_t>(value.as_int(-1)))};
    }
  }

  std::shared_ptr<const EventTexts> texts_;
  std::shared_ptr<const SharedStacks> stacks_;
};

}  // namespace

SharedStacks::Words SharedStacks::add_words(std::string_view text) {
  text_ += utf8_head(text, kMostWordsBytes);
  words_end_.push_back(text_.size());
  return Words(words_end_.size() - 1);
}

SharedStacks::Frame SharedStacks::add_frame(Words file, std::int64_t line, Words function) {
  LANESCOPE_CHECK(static_cast<std::size_t>(file) < words_end_.size() &&
                      static_cast<std::size_t>(function) < words_end_.size(),
                  "two of {} words, not {} and {}", words_end_.size(), file, function);
  frames_.push_back({file, function, line});
  return Frame(frames_.size() - 1);
}

std::uint32_t SharedStacks::add_stack(std::span<const Frame> frames, std::size_t left_out) {
  LANESCOPE_CHECK(
      std::ranges::all_of(
          frames, [this](Frame frame) { return static_cast<std::size_t>(frame) < frames_.size(); }),
      "{} of {} frames", frames.size(), frames_.size());
  stack_frames_.insert(stack_frames_.end(), frames.begin(), frames.end());
  stacks_.push_back({stack_frames_.size(), left_out});
  return static_cast<std::uint32_t>(stacks_.size() - 1);
}

std::string_view SharedStacks::words(Words number) const {
  const auto at = static_cast<std::size_t>(number);
  const std::size_t begin = at == 0 ? 0 : words_end_[at - 1];
  return std::string_view(text_).substr(begin, words_end_[at] - begin);
}

std::string SharedStacks::text(std::uint64_t number) const {
  if (number >= stacks_.size()) return {};
  const auto at = static_cast<std::size_t>(number);
  std::string joined;
  for (std::size_t i = at == 0 ? 0 : stacks_[at - 1].end; i < stacks_[at].end; ++i) {
    const FrameRow& frame = frames_[static_cast<std::size_t>(stack_frames_[i])];
    if (!joined.empty()) joined += ';';
    joined += fmt::format("{}({}): {}", words(frame.file), frame.line, words(frame.function));
  }
  if (stacks_[at].left_out > 0) joined += fmt::format(";and {} more", stacks_[at].left_out);
  return joined;
}

std::shared_ptr<const EventTexts> with_stacks(std::shared_ptr<const EventTexts> texts,
                                              std::shared_ptr<const SharedStacks> stacks) {
  if (!stacks) return texts;
  return std::make_shared<StackedEventTexts>(std::move(texts), std::move(stacks));
}

}  // namespace lanescope
