// Thrust's iterators answer `std::iterator_traits`; a transform_iterator may be told its type, and its function may change itself.
#include <cstdio>
#include <iostream>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/reduce.h>

struct Negate {
    __host__ __device__ int operator()(int x) { return -x; }
};

template <class It> void show(const char *name, It a, It b) {
    typedef typename std::iterator_traits<It>::value_type T;
    std::cout << name << ": ";
    thrust::copy(a, b, std::ostream_iterator<T>(std::cout, " "));
    std::cout << "\n";
}

int main() {
    thrust::device_vector<int> v(4), at(2);
    for (int i = 0; i < 4; i++) v[i] = i * i;
    at[0] = 3;
    at[1] = 1;
    typedef thrust::device_vector<int>::iterator Row;
    typedef thrust::transform_iterator<Negate, Row, int> Negated;
    Negated a(v.begin(), Negate()), b(v.end(), Negate());
    show("row", v.begin(), v.end());
    show("negated", a, b);
    printf("sum %d\n", thrust::reduce(thrust::make_transform_iterator(v.begin(), Negate()), thrust::make_transform_iterator(v.end(), Negate())));
    thrust::counting_iterator<long> c(5);
    show("counted", c, c + 3);
    show("constant", thrust::constant_iterator<float>(1.5f), thrust::constant_iterator<float>(1.5f) + 2);
    auto p = thrust::make_permutation_iterator(v.begin(), at.begin());
    show("permuted", p, p + 2);
}
/* expect
row: 0 1 4 9 
negated: 0 -1 -4 -9 
sum -14
counted: 5 6 7 
constant: 1.5 1.5 
permuted: 9 1 
*/
