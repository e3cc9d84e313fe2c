#include "core/readers/nsys/texts.h"

#include <mutex>
#include <utility>

#include "core/readers/nsys/arguments.h"

namespace lanescope {
namespace {

class NsysTexts final : public EventTexts {
 public:
  NsysTexts(std::shared_ptr<ByteSource> source, std::string path,
            std::shared_ptr<const NsysStrings> strings, NsysProcesses::Gpus gpus)
      : source_(std::move(source)),
        path_(std::move(path)),
        strings_(std::move(strings)),
        gpus_(std::move(gpus)) {}

  [[nodiscard]] Result<JsonValue> json_of(Place place) const override {
    const std::lock_guard lock(mutex_);
    if (!arguments_ && !open()) return changed_file();
    JsonObject arguments = arguments_->of(NsysRow::of(place));
    // Checked after reading, because the file may have been overwritten by then.
    if (source_->changed()) return changed_file();
    return JsonValue{JsonObject{{"args", JsonValue{std::move(arguments)}}}};
  }

 private:
  bool open() const {
    auto opened = SqliteDatabase::open(source_, path_, nullptr);
    if (!opened.ok()) return false;
    database_ = std::move(opened).value();
    arguments_.emplace(*database_, *strings_, gpus_);
    return true;
  }

  std::shared_ptr<ByteSource> source_;
  std::string path_;
  std::shared_ptr<const NsysStrings> strings_;
  NsysProcesses::Gpus gpus_;
  mutable std::mutex mutex_;
  // A connection is for one thread at a time, and is opened when first asked.
  mutable std::unique_ptr<SqliteDatabase> database_;
  mutable std::optional<NsysArguments> arguments_;
};

}  // namespace

std::shared_ptr<const EventTexts> nsys_event_texts(std::shared_ptr<ByteSource> source,
                                                   std::string path,
                                                   std::shared_ptr<const NsysStrings> strings,
                                                   NsysProcesses::Gpus gpus) {
  return std::make_shared<NsysTexts>(std::move(source), std::move(path), std::move(strings),
                                     std::move(gpus));
}

}  // namespace lanescope
