// Memory of a function's frame. Here it is of the heap, and stays until the program ends.
#pragma once
#include <stdlib.h>
