#pragma once
#include "core/view/svg/writer.h"
