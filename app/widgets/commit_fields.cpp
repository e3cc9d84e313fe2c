#include "app/widgets/commit_fields.h"

#include <utility>

#include "app/widgets/text_field.h"

namespace lanescope {

void CommitFields::draw(const Ui& ui, const std::string& id, Rect rect, std::string_view value,
                        const char* hint) {
  std::string shown = edited_ == id ? text_ : std::string(value);
  const FieldEvents field = text_field(ui, id.c_str(), rect, shown, hint, "", false);
  if (field.cancelled) {
    if (edited_ == id) cancel();
    return;
  }
  if (!field.active && !field.entered) return;
  if (edited_ != id) {
    finish();
    edited_ = id;
    before_ = value;
  }
  text_ = std::move(shown);
  seen_ = true;
  if (field.entered) finish();
}

std::vector<CommitFields::Commit> CommitFields::take() {
  if (!seen_) finish();  // left, or scrolled out of sight
  seen_ = false;
  return std::exchange(done_, {});
}

void CommitFields::finish() {
  if (edited_.empty()) return;
  if (text_ != before_) done_.push_back({edited_, text_});
  edited_.clear();
}

}  // namespace lanescope
