# Fonts are copied beside the program, <build>/fonts, and installed to share/lanescope/fonts.
# The program looks for the folder relative to its own file, so both trees can be moved.
set(font_files)
foreach(font IN ITEMS
    "Inter-Regular" "Inter-Medium" "Inter-SemiBold" "Inter-Bold"
    "JetBrainsMono-Regular" "JetBrainsMono-Bold" "fontawesome-webfont" "DroidSansFallbackFull")
  string(MAKE_C_IDENTIFIER "FONT_${font}" font_variable)
  find_file(${font_variable} NAMES "${font}.ttf" "${font}.otf"
    PATHS /usr/share/fonts /usr/local/share/fonts
    PATH_SUFFIXES truetype/inter opentype/inter truetype/jetbrains-mono truetype/font-awesome
      truetype/droid
    NO_CMAKE_FIND_ROOT_PATH)
  mark_as_advanced(${font_variable})
  if(${font_variable})
    list(APPEND font_files "${${font_variable}}")
  else()
    third_party_missing("font ${font}")
  endif()
endforeach()

set(font_copies)
foreach(font_file IN LISTS font_files)
  cmake_path(GET font_file FILENAME font_name)
  set(font_copy "${PROJECT_BINARY_DIR}/fonts/${font_name}")
  add_custom_command(OUTPUT "${font_copy}"
    COMMAND ${CMAKE_COMMAND} -E copy "${font_file}" "${font_copy}"
    DEPENDS "${font_file}" VERBATIM)
  list(APPEND font_copies "${font_copy}")
endforeach()
add_custom_target(third_party_font_files ALL DEPENDS ${font_copies})

third_party_interface(fonts)
add_dependencies(third_party_fonts third_party_font_files)
lanescope_install_beside(FILES ${font_files} DESTINATION ${CMAKE_INSTALL_DATADIR}/lanescope/fonts)
# Read by app/CMakeLists.txt.
set(font_files ${font_files} PARENT_SCOPE)
