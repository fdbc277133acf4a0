// The version that belongs to the toolkit that is modelled; functors such as cub::Max are there all the same.
#pragma once
#define CUB_VERSION 300000
#define CUB_MAJOR_VERSION (CUB_VERSION / 100000)
#define CUB_MINOR_VERSION (CUB_VERSION / 100 % 1000)
#define CUB_SUBMINOR_VERSION (CUB_VERSION % 100)
#define CUB_PATCH_NUMBER 0
