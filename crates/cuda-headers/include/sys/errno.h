// The C library's other name of `errno.h`.
#pragma once
#include <errno.h>
