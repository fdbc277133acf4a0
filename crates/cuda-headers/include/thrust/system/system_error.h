// Part of Thrust.
#pragma once
#include <thrust/system_error.h>
