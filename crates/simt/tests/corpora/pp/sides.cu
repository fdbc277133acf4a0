// What the host's compiler alone would keep, outside statements: left out, and told.
#ifdef __CUDA_ARCH__
int device;
#else //~ W0925 host code gets the device's text
int host;
#endif
#if !defined(__CUDA_ARCH__) //~ W0925 host code gets
int host_only;
#endif
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 600
int old;
#elif !defined(__CUDA_ARCH__) //~ W0925 host code gets
int host_again;
#else
int young;
#endif
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
int both;
#else
int none;
#endif
#ifdef __CUDA_ARCH__
int more_for_the_device;
#endif
#if 1
#else
int no_side_asked;
#endif
#if 0
#elif 1
#else
#endif
#ifdef __CUDA_ARCH__
#if __CUDA_ARCH__ >= 700
int new_device;
#elif __CUDA_ARCH__ >= 600
#else
int old_device;
#endif
#endif
/* expect
int device; int young; int both; int more_for_the_device; int new_device;
*/
