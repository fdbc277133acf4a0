// The samples' helpers, all of them.
// Next: helper_cuda.h.
#pragma once
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
