// Under `using namespace thrust` a name that `<algorithm>` has too is Thrust's: that Thrust's headers use `std` inside is nothing to the file.
#include <algorithm>
#include <cstdio>
#include <thrust/device_vector.h>
#include <thrust/transform.h>

using namespace thrust;

struct Shift {
    int *by;
    __device__ int operator()(int x) const { return x + by[0]; }
};

namespace inner {
using namespace std;
int larger(int a, int b) { return max(a, b); }
}  // namespace inner

int larger_here(int a, int b) {
    using namespace std;
    return max<int>(a, b);
}

int main() {
    device_vector<int> a(8, 3), b(8), k(1, 4);
    transform(a.begin(), a.end(), b.begin(), Shift{raw_pointer_cast(k.data())});
    printf("%d %d %d\n", (int)b[3], inner::larger(1, 2), larger_here(4, 3));
}
/* expect
7 2 4
*/
