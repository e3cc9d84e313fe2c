#include <simdjson.h>
#  include "core/store/upwards.h"
#include <vector>
