// The iterators that hold no memory are together.
#pragma once
#include <cub/iterator/counting_input_iterator.cuh>
