#include "core/readers/perfetto/missing_texts.h"

#include <fmt/format.h>

#include "core/readers/perfetto/packets/field_cursor.h"

namespace lanescope::perfetto {
namespace {

constexpr int kDeepest = 64;  // annotations in annotations

class Missing {
 public:
  explicit Missing(const Sequence& sequence) : sequence_(&sequence) {}

  /// Ids begin at 1: 0 is none.
  template <typename Value>
  void look(const ById<Value>& known, std::string_view what, std::uint64_t id) {
    if (id == 0 || known.find(id) != nullptr) return;
    if (count_++ != 0) return;
    what_ = what;
    id_ = id;
  }
  void argument_name(std::uint64_t id) { look(sequence_->arguments, "argument name", id); }
  void argument_text(std::uint64_t id) { look(sequence_->argument_texts, "argument text", id); }

  void annotation(const Annotation& annotation) {
    if (annotation.has_more()) return whole(annotation.bytes(), 0);
    argument_name(annotation.name_id());
    if (annotation.has_text_id()) argument_text(static_cast<std::uint64_t>(annotation.number));
  }

  void report(std::uint64_t offset, RowSink& sink) const {
    if (count_ != 0)
      sink.issue(Issue::MissingText, offset, fmt::format("{} {}", what_, id_), count_);
  }

 private:
  void whole(std::string_view bytes, int depth) {
    FieldCursor fields(bytes);
    while (fields.next()) {
      const MessageField& field = fields.field();
      if (field.number == 1 && !field.is_bytes) argument_name(field.value);
      if (field.number == 17 && !field.is_bytes) argument_text(field.value);
      const bool is_nested = field.is_bytes && (field.number == 11 || field.number == 12);
      if (is_nested && depth < kDeepest) whole(field.bytes, depth + 1);
    }
  }

  const Sequence* sequence_;
  std::uint64_t count_ = 0, id_ = 0;
  std::string_view what_;
};

}  // namespace

void note_missing_texts(const EventFieldsList& events, const EventFields& fields,
                        const Sequence& sequence, std::uint64_t offset, RowSink& sink) {
  Missing missing(sequence);
  const bool has_name = fields.name.data() != nullptr;
  if (fields.has_name_id && !has_name) missing.look(sequence.names, "event name", fields.name_id);
  const auto& legacy = events.rare(fields).legacy;
  if (legacy && legacy->name_id && !has_name && !fields.has_name_id)
    missing.look(sequence.names, "event name", *legacy->name_id);
  for (const CategoryId& one : events.categories(fields)) {
    if (one.name.data() == nullptr) missing.look(sequence.categories, "category", one.id);
  }
  for (const Annotation& one : events.annotations(fields)) missing.annotation(one);
  missing.report(offset, sink);
}

}  // namespace lanescope::perfetto
