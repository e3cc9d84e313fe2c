# The headers lie in a folder of their own, and the library's version is that of its ABI: any has
# what is used here.
find_path(FREETYPE_INCLUDE_DIR ft2build.h PATH_SUFFIXES freetype2)
find_library(FREETYPE_LIBRARY freetype)
mark_as_advanced(FREETYPE_INCLUDE_DIR FREETYPE_LIBRARY)
third_party_interface(freetype)
if(FREETYPE_INCLUDE_DIR AND FREETYPE_LIBRARY)
  target_include_directories(third_party_freetype SYSTEM INTERFACE "${FREETYPE_INCLUDE_DIR}")
  target_link_libraries(third_party_freetype INTERFACE "${FREETYPE_LIBRARY}")
  if(FREETYPE_LIBRARY MATCHES "\\.a$")
    find_library(FREETYPE_PNG_LIBRARY png16)
    find_library(FREETYPE_ZLIB_LIBRARY z)
    mark_as_advanced(FREETYPE_PNG_LIBRARY FREETYPE_ZLIB_LIBRARY)
    target_link_libraries(third_party_freetype INTERFACE
      "${FREETYPE_PNG_LIBRARY}" "${FREETYPE_ZLIB_LIBRARY}")
  endif()
else()
  third_party_missing("freetype (ft2build.h)")
endif()
