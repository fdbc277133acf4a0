<<<<<<< HEAD
// All of the standard library that is here.
#pragma once
#include <algorithm>
#include <cassert>
#include <cctype>
#include <cerrno>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdint>
=======
#pragma once
#include <algorithm>
#include <array>
#include <bitset>
#include <cassert>
#include <cctype>
#include <chrono>
#include <cmath>
#include <complex>
>>>>>>> 42d2b45 (Write the rest of the C++ library: containers, owners, clocks, limits and the like)
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
<<<<<<< HEAD
#include <array>
#include <chrono>
=======
#include <deque>
>>>>>>> 42d2b45 (Write the rest of the C++ library: containers, owners, clocks, limits and the like)
#include <fstream>
#include <functional>
#include <iomanip>
#include <iostream>
<<<<<<< HEAD
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
=======
#include <limits>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
>>>>>>> 42d2b45 (Write the rest of the C++ library: containers, owners, clocks, limits and the like)
#include <queue>
#include <random>
#include <set>
#include <sstream>
<<<<<<< HEAD
=======
#include <stack>
>>>>>>> 42d2b45 (Write the rest of the C++ library: containers, owners, clocks, limits and the like)
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <unordered_map>
<<<<<<< HEAD
=======
#include <unordered_set>
>>>>>>> 42d2b45 (Write the rest of the C++ library: containers, owners, clocks, limits and the like)
#include <utility>
#include <vector>
