// The samples' helpers, all of them.
// Next: helper_cuda.h.
#pragma once
#include <helper_string.h>
#include <helper_timer.h>
#include <helper_image.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <assert.h>
#include <time.h>
