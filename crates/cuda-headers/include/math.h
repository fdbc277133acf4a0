// The functions are the compiler's, and so are the macros.
#pragma once
#include <cmath>
using std::fpclassify;
using std::isgreater;
using std::isgreaterequal;
using std::isless;
using std::islessequal;
using std::islessgreater;
using std::isnormal;
using std::isunordered;
