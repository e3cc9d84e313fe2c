#include "core/readers/xplane/texts.h"

#include <string>
#include <utility>

#include "core/base/check.h"
#include "core/readers/xplane/arguments.h"
#include "core/readers/xplane/space.h"

namespace lanescope {
namespace {

class XPlaneTexts final : public EventTexts {
 public:
  XPlaneTexts(std::shared_ptr<ByteSource> source, std::shared_ptr<const XPlaneIndex> index)
      : source_(std::move(source)), index_(std::move(index)) {}

  [[nodiscard]] Result<JsonValue> json_of(Place place) const override {
    const std::uint64_t moved = index_->is_concluded(place.offset()) ? moved_by(place) : 0;
    LANESCOPE_CHECK(place.offset() >= moved, "a position {} bytes before {}", moved,
                    place.offset());
    const std::uint64_t offset = place.offset() - moved;
    const XPlaneIndex::Plane* plane = index_->plane_at(offset);
    std::string bytes(static_cast<std::size_t>(place.length() + moved), '\0');
    const auto got = source_->read_at(offset, bytes);
    XEvent event;
    // Checked after reading, because the file may have been overwritten by then.
    if (plane == nullptr || !got.ok() || got.value() != bytes.size() || source_->changed() ||
        !read_event(bytes, event))
      return changed_file();
    JsonObject arguments =
        moved != 0 ? xplane_hlo_arguments(event, *plane, moved == XPlaneIndex::kOp)
                   : xplane_arguments(event, *plane, XPlaneIndex::line_at(*plane, offset));
    return JsonValue{JsonObject{{"args", JsonValue{std::move(arguments)}}}};
  }

 private:
  /// A module's position follows that of its first op.
  [[nodiscard]] std::uint64_t moved_by(Place place) const {
    return index_->is_concluded(place.offset() - XPlaneIndex::kOp) ? XPlaneIndex::kModule
                                                                   : XPlaneIndex::kOp;
  }

  std::shared_ptr<ByteSource> source_;
  std::shared_ptr<const XPlaneIndex> index_;
};

}  // namespace

std::shared_ptr<const EventTexts> xplane_event_texts(std::shared_ptr<ByteSource> source,
                                                     std::shared_ptr<const XPlaneIndex> index) {
  return std::make_shared<XPlaneTexts>(std::move(source), std::move(index));
}

}  // namespace lanescope
