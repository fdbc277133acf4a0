// Part of Thrust.
#pragma once
#include <simt/thrust.h>
