// Untyped device memory by Thrust, and its pointers and vectors swapped by the names that their types bring.
#include <cstdio>
#include <thrust/detail/type_traits.h>
#include <thrust/device_free.h>
#include <thrust/device_malloc.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>

int main() {
    thrust::device_ptr<void> raw = thrust::device_malloc(8 * sizeof(int));
    thrust::device_ptr<int> a(static_cast<int *>(raw.get())), b = a + 4;
    a[0] = 7;
    b[0] = 9;
    swap(a, b);
    printf("%d %d\n", (int)a[0], (int)b[0]);
    thrust::device_free(raw);
    thrust::device_vector<int> few(2, 1), many(5, 2);
    swap(few, many);
    thrust::host_vector<int> here = few, there(1, 8);
    swap(here, there);
    printf("%zu %zu %zu %d\n", few.size(), many.size(), here.size(), there[4]);
}
/* expect
9 7
5 2 1 2
*/
