#include "app/python/arrow_table.h"

#include <cerrno>
#include <exception>
#include <numeric>
#include <utility>

#include "core/base/check.h"

namespace lanescope {
namespace {

/// What an exported schema points to; lives until its reader releases it.
struct HeldSchema {
  ArrowField field;
  std::vector<ArrowSchema> children;
  std::vector<ArrowSchema*> child_pointers;
  ArrowSchema dictionary{};
};

/// The same for an array.
struct HeldArray {
  std::shared_ptr<const ArrowTable> table;  // which shares what it has made as long as it lives
  ArrowColumn column;
  std::vector<const void*> buffers;
  std::vector<ArrowArray> children;
  std::vector<ArrowArray*> child_pointers;
  ArrowArray dictionary{};
};

/// Releases it with its children, of which a reader may have taken some.
template <typename Struct, typename Held>
void release(Struct* exported) {
  auto* held = static_cast<Held*>(exported->private_data);
  for (Struct& child : held->children) {
    if (child.release != nullptr) child.release(&child);
  }
  if (held->dictionary.release != nullptr) held->dictionary.release(&held->dictionary);
  delete held;
  exported->release = nullptr;
}

void export_field(ArrowField field, ArrowSchema& out) {
  auto* held = new HeldSchema{std::move(field), {}, {}, {}};
  held->children.resize(held->field.children.size());
  for (std::size_t i = 0; i < held->children.size(); ++i) {
    export_field(held->field.children[i], held->children[i]);
    held->child_pointers.push_back(&held->children[i]);
  }
  const bool has_texts = held->field.dictionary != nullptr;
  if (has_texts) export_field({"", arrow::kText}, held->dictionary);
  out = {held->field.format.c_str(),
         held->field.name.c_str(),
         nullptr,
         held->field.nullable ? kArrowNullable : 0,
         static_cast<std::int64_t>(held->children.size()),
         held->child_pointers.data(),
         has_texts ? &held->dictionary : nullptr,
         &release<ArrowSchema, HeldSchema>,
         held};
}

void export_column(const std::shared_ptr<const ArrowTable>& table, ArrowColumn column,
                   const ArrowField* field, ArrowArray& out) {
  auto* held = new HeldArray{table, std::move(column), {}, {}, {}, {}};
  for (const ArrowBuffer& buffer : held->column.buffers) held->buffers.push_back(buffer.data);
  held->children.resize(held->column.children.size());
  for (std::size_t i = 0; i < held->children.size(); ++i) {
    export_column(table, held->column.children[i], nullptr, held->children[i]);
    held->child_pointers.push_back(&held->children[i]);
  }
  if (field != nullptr && field->dictionary != nullptr)
    export_column(table, *field->dictionary, nullptr, held->dictionary);
  out = {held->column.length,
         held->column.nulls,
         0,
         static_cast<std::int64_t>(held->buffers.size()),
         static_cast<std::int64_t>(held->children.size()),
         held->buffers.data(),
         held->child_pointers.data(),
         held->dictionary.release != nullptr ? &held->dictionary : nullptr,
         &release<ArrowArray, HeldArray>,
         held};
}

/// A batch is a struct whose children are the columns.
void export_batch(const std::shared_ptr<const ArrowTable>& table, std::size_t batch,
                  ArrowArray& out) {
  auto* held = new HeldArray{table, {table->batch_rows[batch], 0, {{}}, {}}, {nullptr}, {}, {}, {}};
  held->children.resize(table->fields.size());
  out = {table->batch_rows[batch],        0,   0, 1, 0, held->buffers.data(), nullptr, nullptr,
         &release<ArrowArray, HeldArray>, held};
  try {
    for (std::size_t i = 0; i < table->fields.size(); ++i) {
      export_column(table, table->column(batch, i), &table->fields[i], held->children[i]);
      held->child_pointers.push_back(&held->children[i]);
    }
  } catch (...) {
    out.release(&out);
    throw;
  }
  out.n_children = static_cast<std::int64_t>(held->children.size());
  out.children = held->child_pointers.data();
}

struct HeldStream {
  std::shared_ptr<const ArrowTable> table;
  std::size_t next = 0;
  std::string error;
};

HeldStream& held_by(ArrowArrayStream* stream) {
  return *static_cast<HeldStream*>(stream->private_data);
}

/// No exception may pass through the reader, which is C.
template <typename Work>
int guarded(ArrowArrayStream* stream, const Work& work) {
  HeldStream& held = held_by(stream);
  try {
    work(held);
    return 0;
  } catch (const std::exception& exception) {
    held.error = exception.what();
    return ENOMEM;
  }
}

int get_schema(ArrowArrayStream* stream, ArrowSchema* out) {
  return guarded(stream, [&](const HeldStream& held) { export_schema(*held.table, *out); });
}

int get_next(ArrowArrayStream* stream, ArrowArray* out) {
  return guarded(stream, [&](HeldStream& held) {
    *out = {};
    if (held.next == held.table->batch_rows.size()) return;  // a released array ends the stream
    export_batch(held.table, held.next, *out);
    ++held.next;
  });
}

const char* get_last_error(ArrowArrayStream* stream) {
  const std::string& error = held_by(stream).error;
  return error.empty() ? nullptr : error.c_str();
}

void release_stream(ArrowArrayStream* stream) {
  delete &held_by(stream);
  stream->release = nullptr;
}

}  // namespace

std::int64_t ArrowTable::rows() const {
  return std::accumulate(batch_rows.begin(), batch_rows.end(), std::int64_t{0});
}

std::shared_ptr<const ArrowTable> with_fields(std::shared_ptr<const ArrowTable> table,
                                              std::vector<std::size_t> fields) {
  auto chosen = std::make_shared<ArrowTable>();
  for (const std::size_t field : fields) chosen->fields.push_back(table->fields[field]);
  chosen->batch_rows = table->batch_rows;
  chosen->column = [table = std::move(table), fields = std::move(fields)](std::size_t batch,
                                                                          std::size_t field) {
    return table->column(batch, fields[field]);
  };
  return chosen;
}

std::shared_ptr<const ArrowTable> with_numbers(std::shared_ptr<const ArrowTable> table) {
  auto numbers = std::make_shared<ArrowTable>();
  numbers->fields = table->fields;
  for (ArrowField& field : numbers->fields) field.dictionary = nullptr;
  numbers->batch_rows = table->batch_rows;
  numbers->column = [table = std::move(table)](std::size_t batch, std::size_t field) {
    return table->column(batch, field);
  };
  return numbers;
}

std::shared_ptr<const ArrowTable> dictionary_table(std::shared_ptr<const ArrowTable> table,
                                                   std::size_t field) {
  const std::shared_ptr<const ArrowColumn> texts = table->fields[field].dictionary;
  LANESCOPE_CHECK(texts != nullptr, "a field with texts");
  auto made = std::make_shared<ArrowTable>();
  made->fields = {{"text", arrow::kText}};
  made->batch_rows = {texts->length};
  made->column = [texts](std::size_t, std::size_t) { return *texts; };
  return made;
}

void export_schema(const ArrowTable& table, ArrowSchema& out) {
  export_field({"", arrow::kStruct, false, table.fields}, out);
}

void export_stream(std::shared_ptr<const ArrowTable> table, ArrowArrayStream& out) {
  out = {&get_schema, &get_next, &get_last_error, &release_stream,
         new HeldStream{std::move(table), 0, {}}};
}

}  // namespace lanescope
