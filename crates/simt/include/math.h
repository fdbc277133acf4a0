// The functions are the compiler's, and so are the macros.
#pragma once
