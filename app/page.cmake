# The program as a page: index.html and its files beside the program, all that a server needs. It is
# linked twice, with threads and, for pages that the browser gives none, without; share.html has the
# latter inside.
set(page_library ${CMAKE_CURRENT_SOURCE_DIR}/web/library.js)

set(packed_files)
foreach(file IN LISTS example_files)
  list(APPEND packed_files "--preload-file=${example_folder}/${file}@/program/examples/${file}")
endforeach()
# The largest font is only fetched when a character needs it, see font_search_web.cpp.
set(more_scripts)
foreach(font_file IN LISTS font_files)
  cmake_path(GET font_file FILENAME font_name)
  if(font_name STREQUAL "DroidSansFallbackFull.ttf")
    set(more_scripts ${font_file})
  else()
    list(APPEND packed_files "--preload-file=${font_file}@/program/fonts/${font_name}")
  endif()
endforeach()

add_executable(lanescope-alone ${program_sources} web/no_threads.cpp)
target_link_libraries(lanescope PRIVATE core_threads)
target_link_libraries(lanescope-alone PRIVATE core_alone)
foreach(program IN ITEMS lanescope lanescope-alone)
  set_target_properties(${program} PROPERTIES
    LINK_DEPENDS ${page_library} RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
  target_link_libraries(${program} PRIVATE
    app_ui app_platform third_party::fonts third_party::fmt third_party::cli11 third_party::json
    lanescope_warnings)
  target_link_options(${program} PRIVATE --js-library=${page_library}
    -sENVIRONMENT=web,worker -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2
    # Files are in memory, and threads read them without asking the page's own thread.
    -sWASMFS -sFORCE_FILESYSTEM
    -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=4GB -sINITIAL_MEMORY=64MB -sMALLOC=mimalloc
    -sSTACK_SIZE=1MB -sEXPORTED_FUNCTIONS=_main,_free -sMODULARIZE -sEXPORT_NAME=startLanescope ${packed_files})
endforeach()
target_link_options(lanescope PRIVATE
  -pthread -Wno-pthreads-mem-growth -sDEFAULT_PTHREAD_STACK_SIZE=1MB
  # Threads that there are when the program starts; more come when they are needed.
  "-sPTHREAD_POOL_SIZE=Math.min(navigator.hardwareConcurrency,8)+8" -sPTHREAD_POOL_SIZE_STRICT=0
  -sPTHREAD_POOL_DELAY_LOAD -sEXPORTED_RUNTIME_METHODS=ccall,HEAPU8,stringToNewUTF8,PThread)
target_link_options(lanescope-alone PRIVATE -no-pthread -sSTACK_SIZE=8MB -sEXPORTED_RUNTIME_METHODS=ccall,HEAPU8,stringToNewUTF8)

# The page unpacks them itself, whatever its server can do. Both programs have the same files.
set(page_packed lanescope.wasm lanescope-alone.wasm lanescope.data more-scripts.ttf)
list(TRANSFORM page_packed PREPEND ${PROJECT_BINARY_DIR}/)
set(page_made ${page_packed})
list(TRANSFORM page_made APPEND .gz)
find_program(NODE_PROGRAM node REQUIRED)
set(page_files engine.js index.html input.js page.css page.js serve.py)
list(TRANSFORM page_files PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/web/)
add_custom_command(OUTPUT ${page_made} ${PROJECT_BINARY_DIR}/share.html
  COMMAND ${CMAKE_COMMAND} -E copy ${more_scripts} more-scripts.ttf
  COMMAND gzip -9 -n -k -f ${page_packed}
  COMMAND ${NODE_PROGRAM} ${CMAKE_CURRENT_SOURCE_DIR}/web/make_share_page.mjs
    ${CMAKE_CURRENT_SOURCE_DIR}/web ${PROJECT_BINARY_DIR}
  DEPENDS lanescope lanescope-alone ${page_files} web/make_share_page.mjs
  WORKING_DIRECTORY ${PROJECT_BINARY_DIR} VERBATIM)
add_custom_target(page ALL DEPENDS ${page_made} ${PROJECT_BINARY_DIR}/share.html)

list(APPEND page_files ${PROJECT_SOURCE_DIR}/assets/desktop/lanescope.svg)
foreach(file IN LISTS page_files)
  cmake_path(GET file FILENAME name)
  configure_file(${file} ${PROJECT_BINARY_DIR}/${name} COPYONLY)
endforeach()
install(FILES ${page_files} ${page_made} ${PROJECT_BINARY_DIR}/lanescope.js
  ${PROJECT_BINARY_DIR}/lanescope-alone.js ${PROJECT_BINARY_DIR}/share.html DESTINATION .)
