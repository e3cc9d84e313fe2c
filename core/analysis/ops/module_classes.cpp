#include "core/analysis/ops/module_classes.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <unordered_map>

namespace lanescope {
namespace {

void add(Ns& sum, Ns value_ns) {
  sum = saturating_add(sum, value_ns);
}

void add_self(const ModuleRow& row, ModuleRow& sums) {
  sums.calls += row.calls;
  add(sums.forward_self_cpu_ns, row.forward_self_cpu_ns);
  add(sums.forward_self_device_ns, row.forward_self_device_ns);
  add(sums.backward_self_cpu_ns, row.backward_self_cpu_ns);
  add(sums.backward_self_device_ns, row.backward_self_device_ns);
}

void add_with_nested(const ModuleRow& row, ModuleRow& sums) {
  add(sums.forward_cpu_ns, row.forward_cpu_ns);
  add(sums.forward_device_ns, row.forward_device_ns);
  add(sums.backward_cpu_ns, row.backward_cpu_ns);
  add(sums.backward_device_ns, row.backward_device_ns);
  sums.kernels += row.kernels;
  add(sums.host_bytes, row.host_bytes);
  add(sums.device_bytes, row.device_bytes);
}

Ns length_ns(const Snapshot& snapshot, EventId call) {
  const auto slice = snapshot.find_slice(call);
  return slice ? slice->chunk->dur_ns[slice->slice] : -1;
}

class Classes {
 public:
  Classes(const Snapshot& snapshot, const ModuleTree& tree) : snapshot_(snapshot), tree_(tree) {}

  std::vector<ModuleClass> found() {
    for (const ModuleRow& row : tree_.rows) of_row_.push_back(class_of(row));
    instances_.resize(classes_.size());
    open_.resize(classes_.size());
    for (std::uint32_t row = 0; row < tree_.rows.size(); ++row) add_row(row);
    for (std::size_t i = 0; i < classes_.size(); ++i) classes_[i].instances = instances_[i].size();
    return std::move(classes_);
  }

 private:
  std::size_t class_of(const ModuleRow& row) {
    const std::string name(module_class_name(tree_.source, snapshot_.text(row.name)));
    const auto [at, fresh] = by_name_.try_emplace(name, classes_.size());
    if (fresh) classes_.push_back({.name = name, .sums = {}});
    return at->second;
  }

  void add_row(std::uint32_t at) {
    const ModuleRow& row = tree_.rows[at];
    ModuleRow& sums = classes_[of_row_[at]].sums;
    instances_[of_row_[at]].insert(row.name);
    add_self(row, sums);
    if (!is_inside_own_class(at)) add_with_nested(row, sums);
    if (length_ns(snapshot_, row.longest) > length_ns(snapshot_, sums.longest))
      sums.longest = row.longest;
  }

  /// Also notes that what follows and is deeper is inside this row.
  bool is_inside_own_class(std::uint32_t at) {
    while (around_.size() > tree_.rows[at].depth) {
      --open_[around_.back()];
      around_.pop_back();
    }
    const std::size_t own = of_row_[at];
    around_.push_back(own);
    return open_[own]++ > 0;
  }

  const Snapshot& snapshot_;
  const ModuleTree& tree_;
  std::unordered_map<std::string, std::size_t> by_name_;
  std::vector<ModuleClass> classes_;
  std::vector<std::set<StringId>> instances_;  // a module can have rows in several places
  std::vector<std::size_t> of_row_;
  std::vector<std::size_t> around_;  // the classes of a row and of the rows around it
  std::vector<std::size_t> open_;    // how many of these are of a class
};

}  // namespace

std::string_view module_class_name(StackKind source, std::string_view name) {
  name = module_title(source, name);
  const std::size_t last = name.find_last_not_of("0123456789");
  const bool numbered = source == StackKind::Modules && last != std::string_view::npos &&
                        last > 0 && last + 1 < name.size() && name[last] == '_';
  return numbered ? name.substr(0, last) : name;
}

std::vector<ModuleClass> module_classes(const Snapshot& snapshot, const ModuleTree& tree) {
  std::vector<ModuleClass> classes = Classes(snapshot, tree).found();
  std::ranges::sort(classes, [](const ModuleClass& a, const ModuleClass& b) {
    const auto key = [](const ModuleRow& sums) {
      return std::tuple(saturating_add(sums.forward_self_device_ns, sums.backward_self_device_ns),
                        saturating_add(sums.forward_self_cpu_ns, sums.backward_self_cpu_ns));
    };
    const auto of_a = key(a.sums), of_b = key(b.sums);
    return of_a != of_b ? of_a > of_b : a.name < b.name;
  });
  return classes;
}

}  // namespace lanescope
