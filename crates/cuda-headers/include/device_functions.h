// Part of the runtime, which every file begins with.
#pragma once
#include <cuda_runtime.h>
