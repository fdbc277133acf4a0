// Thrust's headers bring the C library's files and the ends of floats along.
#include <thrust/device_vector.h>

inline void check(int code) {
    if (code) {
        fprintf(stderr, "%d\n", code);
        exit(code);
    }
}

int main() {
    thrust::device_vector<float> v(3, FLT_MAX);
    check(v[0] != FLT_MAX);
    printf("%d\n", (int)v.size());
}
/* expect
3
*/
