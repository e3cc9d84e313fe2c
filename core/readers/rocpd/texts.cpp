#include "core/readers/rocpd/texts.h"

#include <map>
#include <mutex>
#include <utility>

#include "core/base/check.h"
#include "core/readers/rocpd/arguments.h"

namespace lanescope {
namespace {

class RocpdTexts final : public EventTexts {
 public:
  RocpdTexts(std::shared_ptr<ByteSource> source, std::string path,
             std::vector<std::shared_ptr<const RocpdDetails>> sets)
      : source_(std::move(source)), path_(std::move(path)), sets_(std::move(sets)) {}

  [[nodiscard]] Result<JsonValue> json_of(Place place) const override {
    const std::lock_guard lock(mutex_);
    if (!database_ && !open()) return changed_file();
    const std::uint32_t set = RocpdSet::index_of(place);
    RocmArguments args;
    if (set < sets_.size()) {
      args = arguments_of(set).of(RocpdSet::table_of(place),
                                  static_cast<std::int64_t>(place.offset()));
    }
    // Checked after reading, because the file may have been overwritten by then.
    if (source_->changed()) return changed_file();
    return args.event();
  }

 private:
  bool open() const {
    auto opened = SqliteDatabase::open(source_, path_, nullptr);
    if (!opened.ok()) return false;
    database_ = std::move(opened).value();
    rocpd_sets(*database_);  // gives the parts of tables their names in this connection too
    return true;
  }

  RocpdArguments& arguments_of(std::uint32_t set) const {
    LANESCOPE_CHECK(set < sets_.size(), "one of {} sets of tables, not {}", sets_.size(), set);
    const auto [at, fresh] = arguments_.try_emplace(set);
    if (fresh) at->second = std::make_unique<RocpdArguments>(*database_, *sets_[set]);
    return *at->second;
  }

  std::shared_ptr<ByteSource> source_;
  std::string path_;
  std::vector<std::shared_ptr<const RocpdDetails>> sets_;
  mutable std::mutex mutex_;
  // A connection is for one thread at a time, and is opened when first asked.
  mutable std::unique_ptr<SqliteDatabase> database_;
  mutable std::map<std::uint32_t, std::unique_ptr<RocpdArguments>> arguments_;
};

}  // namespace

std::shared_ptr<const EventTexts> rocpd_event_texts(
    std::shared_ptr<ByteSource> source, std::string path,
    std::vector<std::shared_ptr<const RocpdDetails>> sets) {
  return std::make_shared<RocpdTexts>(std::move(source), std::move(path), std::move(sets));
}

}  // namespace lanescope
