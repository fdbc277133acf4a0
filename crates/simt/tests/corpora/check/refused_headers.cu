// Headers that other compilers have and we do not: each is named, and says what to do without it.
#include <wchar.h>      //~ error: the header `wchar.h` is not modelled: wide characters; use `char`
#include <immintrin.h>  //~ error: the header `immintrin.h` is not modelled: the processor's vector instructions; write a loop
#include <codecvt>      //~ error: the header `codecvt` is not modelled: locales
#include <dlfcn.h>      //~ error: the header `dlfcn.h` is not modelled: libraries that are loaded while a program runs
#include <windows.h>    //~ error: the header `windows.h` is not modelled: Windows; use what C++ has
#include <opencv2/core.hpp>  //~ error: the header `opencv2/core.hpp` is not modelled: OpenCV
#include <sm_61_intrinsics.h>
#include <nvToolsExtCuda.h>
#include <variants.h>  //~ error: no header `variants.h` is known
