# The C++ library's own demangler can be stopped (core/base/text/demangle.cpp) only in libstdc++; with
# another one, portable.sh has built it as a library.
third_party_interface(demangle)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_link_libraries(third_party_demangle INTERFACE supc++)
else()
  find_library(DEMANGLE_LIBRARY demangle)
  mark_as_advanced(DEMANGLE_LIBRARY)
  if(DEMANGLE_LIBRARY)
    target_link_libraries(third_party_demangle INTERFACE "${DEMANGLE_LIBRARY}")
  elseif(NOT CMAKE_CROSSCOMPILING)
    target_link_libraries(third_party_demangle INTERFACE supc++)  # clang with libstdc++
  else()
    third_party_missing("the demangler of libstdc++")
  endif()
endif()
