// Thrust's algorithms over rows of every kind. The output is that of NVIDIA's Thrust with its C++ back end.
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/find.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/logical.h>
#include <thrust/partition.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/replace.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>
#include <thrust/unique.h>
#include <cstdio>
#include <vector>
struct Even {
    __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};
struct Square {
    __host__ __device__ float operator()(float x) const { return x * x; }
};
struct Saxpy {
    float a;
    __host__ __device__ float operator()(float x, float y) const { return a * x + y; }
};
struct Sum3 {
    template <class T> __host__ __device__ void operator()(T t) const { thrust::get<2>(t) = thrust::get<0>(t) + 10 * thrust::get<1>(t); }
};
struct Dot {
    __host__ __device__ float operator()(const thrust::tuple<float, float> &t) const { return thrust::get<0>(t) * thrust::get<1>(t); }
};
template <class V> void show(const char *what, const V &v) {
    printf("%s:", what);
    for (size_t i = 0; i < v.size(); i++) printf(" %g", (double)v[i]);
    printf("\n");
}
int main() {
    thrust::device_vector<int> d(10);
    thrust::sequence(d.begin(), d.end());
    show("sequence", d);
    printf("%ld %ld\n", (long)thrust::count_if(d.begin(), d.end(), Even()), (long)thrust::count(d.begin(), d.end(), 3));
    thrust::device_vector<int> evens(10);
    auto end = thrust::copy_if(d.begin(), d.end(), evens.begin(), Even());
    evens.resize(end - evens.begin());
    show("evens", evens);
    thrust::host_vector<float> h(5, 2.0f);
    h[3] = -1;
    thrust::device_vector<float> x = h, y(5, 1.0f), z(5);
    thrust::transform(x.begin(), x.end(), y.begin(), z.begin(), Saxpy{3});
    show("saxpy", z);
    printf("%g %g\n", thrust::transform_reduce(x.begin(), x.end(), Square(), 0.0f, thrust::plus<float>()), thrust::inner_product(x.begin(), x.end(), z.begin(), 1.0f));
    printf("%d %d\n", (int)(thrust::max_element(z.begin(), z.end()) - z.begin()), (int)(thrust::min_element(z.begin(), z.end()) - z.begin()));
    thrust::inclusive_scan(d.begin(), d.end(), d.begin());
    show("inclusive", d);
    thrust::exclusive_scan(d.begin(), d.end(), d.begin(), 100, thrust::maximum<int>());
    show("exclusive", d);
    std::vector<int> raw{5, 3, 8, 1, 3, 9};
    thrust::device_vector<int> k(raw.begin(), raw.end()), v(6);
    thrust::sequence(v.begin(), v.end(), 10, 5);
    thrust::stable_sort_by_key(k.begin(), k.end(), v.begin());
    show("keys", k);
    show("values", v);
    thrust::sort(thrust::device, k.begin(), k.end(), thrust::greater<int>());
    show("down", k);
    thrust::sort(raw.begin(), raw.end());
    show("host", raw);
    auto last = thrust::unique(k.begin(), k.end());
    k.erase(last, k.end());
    show("unique", k);
    int total = thrust::reduce(thrust::make_counting_iterator(1), thrust::make_counting_iterator(101));
    printf("%d\n", total);
    auto first = thrust::make_transform_iterator(thrust::make_counting_iterator(0), Even());
    printf("%d\n", (int)thrust::reduce(first, first + 7, 0));
    thrust::device_vector<float> o(5);
    thrust::for_each(thrust::make_zip_iterator(thrust::make_tuple(x.begin(), y.begin(), o.begin())), thrust::make_zip_iterator(thrust::make_tuple(x.end(), y.end(), o.end())), Sum3());
    show("zip", o);
    auto zip = thrust::make_zip_iterator(thrust::make_tuple(x.begin(), z.begin()));
    printf("%g\n", thrust::transform_reduce(zip, zip + 5, Dot(), 0.0f, thrust::plus<float>()));
    thrust::device_vector<int> keys(raw.begin(), raw.end()), ko(6), vo(6);
    auto ends = thrust::reduce_by_key(keys.begin(), keys.end(), thrust::make_constant_iterator(1), ko.begin(), vo.begin());
    printf("%d\n", (int)(ends.first - ko.begin()));
    show("runs", vo);
    thrust::device_vector<int> map(3), picked(3);
    map[0] = 5; map[1] = 0; map[2] = 2;
    thrust::gather(map.begin(), map.end(), keys.begin(), picked.begin());
    show("gather", picked);
    thrust::scatter(picked.begin(), picked.end(), map.begin(), ko.begin());
    show("scatter", ko);
    auto p = thrust::make_permutation_iterator(keys.begin(), map.begin());
    printf("%d\n", thrust::reduce(p, p + 3));
    thrust::replace_if(keys.begin(), keys.end(), Even(), 0);
    auto gone = thrust::remove(keys.begin(), keys.end(), 0);
    printf("%d %d %d\n", (int)(gone - keys.begin()), (int)thrust::all_of(keys.begin(), gone, Even()), (int)thrust::any_of(keys.begin(), gone, Even()));
    using namespace thrust::placeholders;
    thrust::transform(x.begin(), x.end(), y.begin(), z.begin(), 2.0f * _1 + _2);
    show("placeholders", z);
    printf("%ld\n", (long)thrust::count_if(x.begin(), x.end(), _1 < 0));
    thrust::fill(z.begin(), z.begin() + 2, 7.5f);
    thrust::copy(z.begin(), z.end(), h.begin());
    show("copied", h);
    auto at = thrust::find(h.begin(), h.end(), 7.5f);
    printf("%d\n", (int)(at - h.begin()));
    thrust::stable_partition(d.begin(), d.end(), Even());
    show("partition", d);
    float *ptr = thrust::raw_pointer_cast(z.data());
    thrust::device_ptr<float> dp(ptr);
    printf("%g\n", thrust::reduce(dp, dp + 5));
    printf("%g\n", thrust::reduce(thrust::device, ptr, ptr + 5, 0.0f, thrust::maximum<float>()));
    z[0] += 1.0f;
    printf("%g %g\n", (float)z[0], (float)z.back());
}
/* expect
sequence: 0 1 2 3 4 5 6 7 8 9
5 1
evens: 0 2 4 6 8
saxpy: 7 7 7 -2 7
17 59
0 3
inclusive: 0 1 3 6 10 15 21 28 36 45
exclusive: 100 100 100 100 100 100 100 100 100 100
keys: 1 3 3 5 8 9
values: 25 15 30 10 20 35
down: 9 8 5 3 3 1
host: 1 3 3 5 8 9
unique: 9 8 5 3 1
5050
4
zip: 12 12 12 9 12
58
5
runs: 1 2 1 1 1 0
gather: 9 1 3
scatter: 1 3 3 8 9 9
13
5 0 0
placeholders: 5 5 5 -1 5
1
copied: 7.5 7.5 5 -1 5
0
partition: 100 100 100 100 100 100 100 100 100 100
24
7.5
8.5 5
*/
