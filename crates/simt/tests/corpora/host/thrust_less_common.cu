// Thrust beyond its everyday parts: rows compared and shuffled, functions of tuples, iterators to write through, CUDA's errors.
#include <cstdio>
#include <thrust/advance.h>
#include <thrust/device_delete.h>
#include <thrust/device_new.h>
#include <thrust/device_vector.h>
#include <thrust/distance.h>
#include <thrust/functional.h>
#include <thrust/generate.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/strided_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/mismatch.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/shuffle.h>
#include <thrust/sort.h>
#include <thrust/system/cuda/error.h>
#include <thrust/tuple.h>
#include <thrust/system_error.h>
#include <thrust/unique.h>
#include <thrust/zip_function.h>

struct Weighted {
    __host__ __device__ float operator()(float a, float b, float w) const { return a * w + b; }
};
struct Even {
    __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};
struct Square {
    __host__ __device__ int operator()(int x) const { return x * x; }
};
template <class V> void show(const char *what, const V &v) {
    printf("%s:", what);
    for (size_t i = 0; i < v.size(); i++) printf(" %d", (int)v[i]);
    printf("\n");
}
int main() {
    thrust::device_vector<int> a(8), b(8);
    thrust::sequence(a.begin(), a.end());
    b = a;
    b[5] = 50;
    auto differs = thrust::mismatch(a.begin(), a.end(), b.begin());
    printf("differs at %ld: %d %d\n", (long)thrust::distance(a.begin(), differs.first), (int)*differs.first, (int)*differs.second);
    auto same = thrust::mismatch(thrust::device, a.begin(), a.begin() + 5, b.begin(), thrust::equal_to<int>());
    printf("same for %ld\n", (long)(same.first - a.begin()));
    printf("sorted until %ld\n", (long)(thrust::is_sorted_until(b.begin(), b.end()) - b.begin()));

    thrust::device_vector<float> x(4, 2.0f), y(4, 1.0f), w(4, 3.0f), z(4);
    auto first = thrust::make_zip_iterator(thrust::make_tuple(x.begin(), y.begin(), w.begin()));
    thrust::transform(first, first + 4, z.begin(), thrust::make_zip_function(Weighted()));
    printf("zip %g %g\n", (float)z[0], thrust::reduce(z.begin(), z.end()));

    thrust::device_vector<int> squares(8);
    thrust::copy(a.begin(), a.end(), thrust::make_transform_output_iterator(squares.begin(), Square()));
    show("squares", squares);
    thrust::copy(thrust::make_reverse_iterator(a.end()), thrust::make_reverse_iterator(a.begin()), b.begin());
    show("backwards", b);
    printf("every third: %d\n", thrust::reduce(thrust::make_strided_iterator(a.begin(), 3), thrust::make_strided_iterator(a.begin(), 3) + 3));

    int raw[] = {1, 1, 2, 3, 3, 3};
    thrust::device_vector<int> runs(raw, raw + 6);
    printf("kinds %ld\n", (long)thrust::unique_count(runs.begin(), runs.end()));
    auto it = runs.begin();
    thrust::advance(it, 3);
    printf("advanced %d\n", (int)*it);

    thrust::default_random_engine engine(42);
    thrust::device_vector<int> cards(20);
    thrust::sequence(cards.begin(), cards.end());
    thrust::shuffle(cards.begin(), cards.end(), engine);
    show("shuffled", cards);
    printf("still %d\n", thrust::reduce(cards.begin(), cards.end()));
    thrust::host_vector<int> dealt(20);
    thrust::shuffle_copy(cards.begin(), cards.end(), dealt.begin(), engine);
    show("dealt", dealt);

    thrust::device_ptr<int> made = thrust::device_new<int>(3);
    made[1] = 7;
    printf("made %d %d\n", (int)made[0], thrust::raw_reference_cast(dealt[0]) == dealt[0]);
    thrust::device_delete(made, 3);
    try {
        throw thrust::system_error(cudaErrorInvalidValue, thrust::cuda_category(), "copying");
    } catch (const thrust::system_error &e) {
        printf("%s (%d)\n", e.what(), e.code().value());
    }
}
/* expect
differs at 5: 5 50
same for 5
sorted until 6
zip 7 28
squares: 0 1 4 9 16 25 36 49
backwards: 7 6 5 4 3 2 1 0
every third: 9
kinds 3
advanced 3
shuffled: 18 13 10 2 0 14 6 16 19 3 1 15 7 17 11 12 9 4 5 8
still 190
dealt: 4 11 12 13 14 8 0 2 1 6 17 3 15 9 19 16 7 18 5 10
made 0 1
copying: cudaErrorInvalidValue: invalid argument (1)
*/
