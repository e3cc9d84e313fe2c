third_party_library(fontconfig fontconfig fontconfig/fontconfig.h)
