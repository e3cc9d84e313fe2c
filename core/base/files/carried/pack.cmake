# Writes the assembly that holds the carried files (carried.h), each compressed:
#   cmake -DOUTPUT=carried.s -DSYSTEM=Linux -DZSTD=/usr/bin/zstd "-DFILES=name=path|+name=path" -P pack.cmake
# The files are separated by "|"; a plus sign marks a program. SYSTEM: CMake's name of what it is for.
string(REPLACE "|" ";" entries "${FILES}")
list(SORT entries COMPARE NATURAL)
cmake_path(GET OUTPUT PARENT_PATH folder)
set(data "")
set(table "")
set(hashes "")
set(count 0)
foreach(entry IN LISTS entries)
  string(REGEX MATCH "^(\\+?)([^=]+)=(.*)$" matched "${entry}")
  string(LENGTH "${CMAKE_MATCH_1}" executable)
  set(name "${CMAKE_MATCH_2}")
  set(path "${CMAKE_MATCH_3}")
  set(packed "${folder}/carried/${count}.zst")
  execute_process(COMMAND ${ZSTD} -q -f -19 "${path}" -o "${packed}" COMMAND_ERROR_IS_FATAL ANY)
  file(SIZE "${path}" size)
  file(SHA256 "${path}" hash)
  string(APPEND hashes "${entry} ${hash}\n")
  string(APPEND data
    "name_${count}: .asciz \"${name}\"\nbegin_${count}: .incbin \"${packed}\"\nend_${count}:\n")
  string(APPEND table
    ".quad name_${count}, begin_${count}, end_${count}, ${size}, ${executable}\n")
  math(EXPR count "${count} + 1")
endforeach()
string(SHA256 hash "${hashes}")
string(SUBSTRING "${hash}" 0 16 hash)
# The table holds addresses, so it is written once, when the program is loaded.
set(constants ".rodata")
set(relocated ".data.rel.ro, \"aw\"")
set(stack ".section .note.GNU-stack, \"\", %progbits\n")
if(SYSTEM STREQUAL "Windows")
  set(constants ".rdata, \"dr\"")
  set(relocated ".rdata, \"dr\"")
  set(stack "")
endif()
file(WRITE "${OUTPUT}" "\
.section ${constants}
${data}
.globl lanescope_carried_hash
lanescope_carried_hash: .asciz \"${hash}\"
.balign 8
.globl lanescope_carried_count
lanescope_carried_count: .quad ${count}
.section ${relocated}
.balign 8
.globl lanescope_carried_files
lanescope_carried_files:
${table}
${stack}")
