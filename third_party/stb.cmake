# Headers only, and no version of their own. The one file of ours that needs an implementation
# defines STB_IMAGE_WRITE_IMPLEMENTATION before it includes stb_image_write.h.
find_path(STB_INCLUDE_DIR stb_image_write.h PATH_SUFFIXES stb)
mark_as_advanced(STB_INCLUDE_DIR)
third_party_interface(stb)
third_party_named("stb")
if(STB_INCLUDE_DIR)
  target_include_directories(third_party_stb SYSTEM INTERFACE "${STB_INCLUDE_DIR}")
else()
  third_party_missing("stb_image_write")
endif()
