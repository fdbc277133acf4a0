// C's complex numbers are C++'s here.
#pragma once
#include <complex>
