// Launches that may begin before the one ahead of them has ended. Here launches follow one another, so whoever waits has
// nothing to wait for, and who says that others may begin says it to nobody.
#pragma once
__device__ inline void cudaGridDependencySynchronize() {}
__device__ inline void cudaTriggerProgrammaticLaunchCompletion() {}
