// The samples' helpers, all of them.
// Next: helper_cuda.h.
#pragma once
// A program may bring NVIDIA's own of some of these headers: whichever is read first is meant.
#if !defined(COMMON_HELPER_FUNCTIONS_H_) && !defined(HELPER_FUNCTIONS_H)
#define COMMON_HELPER_FUNCTIONS_H_
#define HELPER_FUNCTIONS_H
#include <helper_string.h>
#include <helper_timer.h>
#include <helper_image.h>
#include <algorithm>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <assert.h>
#include <time.h>

#endif
