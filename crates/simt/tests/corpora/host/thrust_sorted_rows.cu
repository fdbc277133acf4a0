// Thrust's searches, merges, sets, scans by key, and copies of what is chosen, on both sides. The output is that of NVIDIA's Thrust with its C++ back end.
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/extrema.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/host_vector.h>
#include <thrust/merge.h>
#include <thrust/partition.h>
#include <thrust/remove.h>
#include <thrust/replace.h>
#include <thrust/reverse.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/swap.h>
#include <thrust/transform.h>
#include <thrust/unique.h>
#include <cstdio>
struct Odd {
    __host__ __device__ bool operator()(int x) const { return x & 1; }
};
template <class V> void show(const char *what, const V &v, int n = -1) {
    printf("%s:", what);
    for (int i = 0; i < (n < 0 ? (int)v.size() : n); i++) printf(" %d", (int)v[i]);
    printf("\n");
}
template <class V> void all() {
    int raw[] = {1, 2, 2, 3, 5, 5, 5, 8}, other[] = {2, 2, 2, 4, 5, 9};
    V a(raw, raw + 8), b(other, other + 6), out(20, -1), where(6);
    printf("%d %d %d\n", (int)(thrust::lower_bound(a.begin(), a.end(), 5) - a.begin()), (int)(thrust::upper_bound(a.begin(), a.end(), 5) - a.begin()),
           (int)thrust::binary_search(a.begin(), a.end(), 4));
    thrust::lower_bound(a.begin(), a.end(), b.begin(), b.end(), where.begin());
    show("lower", where);
    thrust::upper_bound(a.begin(), a.end(), b.begin(), b.end(), where.begin(), thrust::less<int>());
    show("upper", where);
    thrust::binary_search(a.begin(), a.end(), b.begin(), b.end(), where.begin());
    show("found", where);
    auto range = thrust::equal_range(a.begin(), a.end(), 2);
    printf("range %d %d\n", (int)(range.first - a.begin()), (int)(range.second - a.begin()));
    auto end = thrust::merge(a.begin(), a.end(), b.begin(), b.end(), out.begin());
    show("merge", out, end - out.begin());
    show("union", out, thrust::set_union(a.begin(), a.end(), b.begin(), b.end(), out.begin()) - out.begin());
    show("intersection", out, thrust::set_intersection(a.begin(), a.end(), b.begin(), b.end(), out.begin()) - out.begin());
    show("difference", out, thrust::set_difference(a.begin(), a.end(), b.begin(), b.end(), out.begin()) - out.begin());
    show("symmetric", out, thrust::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(), out.begin()) - out.begin());
    V va(8, 1), vb(6, 2), vout(14), kout(14);
    thrust::merge_by_key(a.begin(), a.end(), b.begin(), b.end(), va.begin(), vb.begin(), kout.begin(), vout.begin());
    show("keys", kout);
    show("values", vout);
    V ones(8, 1), sums(8);
    thrust::inclusive_scan_by_key(a.begin(), a.end(), ones.begin(), sums.begin());
    show("by key", sums);
    thrust::exclusive_scan_by_key(a.begin(), a.end(), ones.begin(), sums.begin(), 10);
    show("exclusive by key", sums);
    thrust::inclusive_scan_by_key(a.begin(), a.end(), a.begin(), sums.begin(), thrust::equal_to<int>(), thrust::multiplies<int>());
    show("products", sums);
    show("remove copy", out, thrust::remove_copy(a.begin(), a.end(), out.begin(), 5) - out.begin());
    show("remove copy if", out, thrust::remove_copy_if(a.begin(), a.end(), out.begin(), Odd()) - out.begin());
    V evens(8), odds(8);
    auto parts = thrust::partition_copy(a.begin(), a.end(), odds.begin(), evens.begin(), Odd());
    show("odds", odds, parts.first - odds.begin());
    show("evens", evens, parts.second - evens.begin());
    show("unique copy", out, thrust::unique_copy(a.begin(), a.end(), out.begin()) - out.begin());
    V k = a, v(8);
    thrust::sequence(v.begin(), v.end());
    auto runs = thrust::unique_by_key(k.begin(), k.end(), v.begin());
    show("unique keys", k, runs.first - k.begin());
    show("their values", v, runs.second - v.begin());
    thrust::reverse_copy(a.begin(), a.end(), out.begin());
    show("reverse", out, 8);
    thrust::replace_copy_if(a.begin(), a.end(), out.begin(), Odd(), 0);
    show("replace", out, 8);
    thrust::transform_if(a.begin(), a.end(), out.begin(), thrust::negate<int>(), Odd());
    show("transform if", out, 8);
    thrust::transform_if(a.begin(), a.end(), ones.begin(), a.begin(), out.begin(), thrust::plus<int>(), Odd());
    show("of two", out, 8);
    V map(8), flags(8);
    thrust::sequence(map.begin(), map.end(), 7, -1);
    thrust::sequence(flags.begin(), flags.end());
    thrust::fill(out.begin(), out.end(), 0);
    thrust::gather_if(map.begin(), map.end(), flags.begin(), a.begin(), out.begin(), Odd());
    show("gather if", out, 8);
    thrust::scatter_if(a.begin(), a.end(), map.begin(), flags.begin(), out.begin(), Odd());
    show("scatter if", out, 8);
    auto rest = thrust::remove_if(k.begin(), k.begin() + 5, flags.begin(), Odd());
    show("by stencil", k, rest - k.begin());
    thrust::swap_ranges(a.begin(), a.begin() + 3, b.begin());
    show("swapped", a);
    a.insert(a.begin() + 1, 77);
    a.insert(a.end(), 2, 66);
    a.insert(a.begin(), b.begin(), b.begin() + 2);
    a.erase(a.begin() + 3);
    show("inserted", a);
    auto mm = thrust::minmax_element(a.begin(), a.end(), thrust::greater<int>());
    printf("%d %d %d %d\n", (int)*mm.first, (int)*mm.second, thrust::min(3, 2), thrust::max(3, 2));
    printf("%d\n", (int)(thrust::find_if_not(b.begin(), b.end(), Odd()) - b.begin()));
}
int main() {
    all<thrust::host_vector<int>>();
    all<thrust::device_vector<int>>();
    thrust::device_vector<int> d(4, 1);
    int *raw = thrust::raw_pointer_cast(&d[0]);
    printf("%d %d\n", raw == thrust::raw_pointer_cast(d.data()), raw == thrust::raw_pointer_cast(&*d.begin()));
    d[1] *= 6;
    ++d[1];
    printf("%d\n", (int)d[1]);
}
/* expect
4 7 0
lower: 1 1 1 4 4 8
upper: 3 3 3 4 7 8
found: 1 1 1 0 1 0
range 1 3
merge: 1 2 2 2 2 2 3 4 5 5 5 5 8 9
union: 1 2 2 2 3 4 5 5 5 8 9
intersection: 2 2 5
difference: 1 3 5 5 8
symmetric: 1 2 3 4 5 5 8 9
keys: 1 2 2 2 2 2 3 4 5 5 5 5 8 9
values: 1 1 1 2 2 2 1 2 1 1 1 2 1 2
by key: 1 1 2 1 1 2 3 1
exclusive by key: 10 10 11 10 10 11 12 10
products: 1 2 4 3 5 25 125 8
remove copy: 1 2 2 3 8
remove copy if: 2 2 8
odds: 1 3 5 5 5
evens: 2 2 8
unique copy: 1 2 3 5 8
unique keys: 1 2 3 5 8
their values: 0 1 3 4 7
reverse: 8 5 5 5 3 2 2 1
replace: 0 2 2 0 0 0 0 8
transform if: -1 2 2 -3 -5 -5 -5 8
of two: 2 2 2 4 6 6 6 8
gather if: 0 5 0 5 0 2 0 1
scatter if: 8 5 5 5 3 2 2 1
by stencil: 1 3 8
swapped: 2 2 2 3 5 5 5 8
inserted: 1 2 2 2 2 3 5 5 5 8 66 66
66 1 2 3
1
4 7 0
lower: 1 1 1 4 4 8
upper: 3 3 3 4 7 8
found: 1 1 1 0 1 0
range 1 3
merge: 1 2 2 2 2 2 3 4 5 5 5 5 8 9
union: 1 2 2 2 3 4 5 5 5 8 9
intersection: 2 2 5
difference: 1 3 5 5 8
symmetric: 1 2 3 4 5 5 8 9
keys: 1 2 2 2 2 2 3 4 5 5 5 5 8 9
values: 1 1 1 2 2 2 1 2 1 1 1 2 1 2
by key: 1 1 2 1 1 2 3 1
exclusive by key: 10 10 11 10 10 11 12 10
products: 1 2 4 3 5 25 125 8
remove copy: 1 2 2 3 8
remove copy if: 2 2 8
odds: 1 3 5 5 5
evens: 2 2 8
unique copy: 1 2 3 5 8
unique keys: 1 2 3 5 8
their values: 0 1 3 4 7
reverse: 8 5 5 5 3 2 2 1
replace: 0 2 2 0 0 0 0 8
transform if: -1 2 2 -3 -5 -5 -5 8
of two: 2 2 2 4 6 6 6 8
gather if: 0 5 0 5 0 2 0 1
scatter if: 8 5 5 5 3 2 2 1
by stencil: 1 3 8
swapped: 2 2 2 3 5 5 5 8
inserted: 1 2 2 2 2 3 5 5 5 8 66 66
66 1 2 3
1
1 1
7
*/
