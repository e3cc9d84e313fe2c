# The program as a page: index.html and its files beside the program, all that a server needs.
set(page_library ${CMAKE_CURRENT_SOURCE_DIR}/web/library.js)
set_target_properties(lanescope PROPERTIES LINK_DEPENDS ${page_library})
target_link_options(lanescope PRIVATE --js-library=${page_library}
  -sENVIRONMENT=web,worker -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2
  # Files are in memory, and threads read them without asking the page's own thread.
  -sWASMFS -sFORCE_FILESYSTEM
  -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=4GB -sINITIAL_MEMORY=64MB -sMALLOC=mimalloc
  -Wno-pthreads-mem-growth
  -sSTACK_SIZE=1MB -sDEFAULT_PTHREAD_STACK_SIZE=1MB
  # Threads that there are when the program starts; more come when they are needed.
  "-sPTHREAD_POOL_SIZE=Math.min(navigator.hardwareConcurrency,8)+5" -sPTHREAD_POOL_SIZE_STRICT=0
  -sPTHREAD_POOL_DELAY_LOAD
  -sEXPORTED_RUNTIME_METHODS=ccall,PThread
  "--preload-file=${PROJECT_SOURCE_DIR}/assets/examples/transformer-cpu.json.gz@/program/examples/transformer-cpu.json.gz")

# The largest font is only fetched when a character needs it, see font_search_web.cpp.
set(more_scripts)
foreach(font_file IN LISTS font_files)
  cmake_path(GET font_file FILENAME font_name)
  if(font_name STREQUAL "DroidSansFallbackFull.ttf")
    set(more_scripts ${font_file})
  else()
    target_link_options(lanescope PRIVATE "--preload-file=${font_file}@/program/fonts/${font_name}")
  endif()
endforeach()

# The page unpacks them itself, whatever its server can do.
set(page_packed ${PROJECT_BINARY_DIR}/lanescope.wasm ${PROJECT_BINARY_DIR}/lanescope.data)
add_custom_command(TARGET lanescope POST_BUILD
  COMMAND ${CMAKE_COMMAND} -E copy ${more_scripts} more-scripts.ttf
  COMMAND gzip -9 -n -k -f ${page_packed} more-scripts.ttf
  WORKING_DIRECTORY ${PROJECT_BINARY_DIR} VERBATIM)
list(APPEND page_packed ${PROJECT_BINARY_DIR}/more-scripts.ttf)

set(page_files index.html page.css page.js serve.py)
list(TRANSFORM page_files PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/web/)
list(APPEND page_files ${PROJECT_SOURCE_DIR}/assets/desktop/lanescope.svg)
foreach(file IN LISTS page_files)
  cmake_path(GET file FILENAME name)
  configure_file(${file} ${PROJECT_BINARY_DIR}/${name} COPYONLY)
endforeach()
list(TRANSFORM page_packed APPEND .gz)
install(FILES ${page_files} ${PROJECT_BINARY_DIR}/lanescope.js ${page_packed} DESTINATION .)
