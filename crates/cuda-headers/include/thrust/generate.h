// Part of Thrust.
#pragma once
#include <simt/thrust_more.h>
