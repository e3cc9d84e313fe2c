#include "core/view/rows.h"  // upwards
