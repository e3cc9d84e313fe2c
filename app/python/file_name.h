// Names of files between Python and the core: bytes there, text here.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>

namespace lanescope {

/// A file's name. In Python it is text by the rules of os.fsencode() and os.fsdecode(), so that
/// bytes which are no text come back as they were; bytes are taken too.
struct FileName {
  std::string bytes;
};

inline std::vector<std::string> bytes_of(const std::vector<FileName>& names) {
  std::vector<std::string> bytes;
  for (const FileName& name : names) bytes.push_back(name.bytes);
  return bytes;
}

inline std::vector<FileName> file_names(const std::vector<std::string>& bytes) {
  std::vector<FileName> names;
  for (const std::string& name : bytes) names.push_back({name});
  return names;
}

}  // namespace lanescope

template <>
struct nanobind::detail::type_caster<lanescope::FileName> {
  NB_TYPE_CASTER(lanescope::FileName, const_name("str"))

  bool from_python(handle source, std::uint8_t, cleanup_list*) noexcept {
    const object bytes = encoded(source);
    if (!bytes.is_valid()) {
      PyErr_Clear();
      return false;
    }
    value.bytes.assign(PyBytes_AsString(bytes.ptr()),
                       static_cast<std::size_t>(PyBytes_Size(bytes.ptr())));
    return true;
  }

  static handle from_cpp(const lanescope::FileName& name, rv_policy, cleanup_list*) noexcept {
    return PyUnicode_DecodeFSDefaultAndSize(name.bytes.data(),
                                            static_cast<Py_ssize_t>(name.bytes.size()));
  }

 private:
  static object encoded(handle source) noexcept {
    if (PyBytes_Check(source.ptr())) return borrow(source);
    if (!PyUnicode_Check(source.ptr())) return {};
    object bytes = steal(PyUnicode_EncodeFSDefault(source.ptr()));
    if (bytes.is_valid()) return bytes;
    PyErr_Clear();
    // Of no file's name in this locale; the core then says that there is no such file.
    return steal(PyUnicode_AsEncodedString(source.ptr(), "utf-8", "surrogatepass"));
  }
};
