#include "core/view/gone.h"
