// Part of Thrust.
#pragma once
#include <thrust/random.h>
