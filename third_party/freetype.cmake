# The headers lie in a folder of their own, and the library's version is that of its ABI: any has
# what is used here.
find_path(FREETYPE_INCLUDE_DIR ft2build.h PATH_SUFFIXES freetype2)
find_library(FREETYPE_LIBRARY freetype)
mark_as_advanced(FREETYPE_INCLUDE_DIR FREETYPE_LIBRARY)
third_party_interface(freetype)
if(FREETYPE_INCLUDE_DIR AND FREETYPE_LIBRARY)
  target_include_directories(third_party_freetype SYSTEM INTERFACE "${FREETYPE_INCLUDE_DIR}")
  target_link_libraries(third_party_freetype INTERFACE "${FREETYPE_LIBRARY}")
else()
  third_party_missing("freetype (ft2build.h)")
endif()
