# Debian 12's package ships no CMake configuration, and no version in its header: any has what is
# used here.
third_party_library(re2 re2 re2/re2.h)
third_party_named("RE2")
