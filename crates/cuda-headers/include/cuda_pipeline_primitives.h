// Asynchronous copies as C functions.
#pragma once
#include <cuda_pipeline.h>
