// The rest of <algorithm> and <numeric>, and execution policies, which run in order here.
#include <algorithm>
#include <complex>
#include <execution>
#include <functional>
#include <iostream>
#include <numeric>
#include <optional>
#include <random>
#include <tuple>
#include <variant>
#include <vector>

template <class... A> void P(const A &...a) {
    ((std::cout << a << ' '), ...);
    std::cout << std::endl;
}

static void part_0() {
    std::vector<int> v{3,1,2,5,4};
    std::stable_partition(v.begin(), v.end(), [](int x){return x%2;});
    P(v[0], v[4]);
}
static void part_1() {
    std::vector<int> v{1,3,5,2,4};
    std::inplace_merge(v.begin(), v.begin()+3, v.end());
    P(v[1], v[4]);
}
static void part_5() {
    std::vector<int> v{3,1,2,3,1}, w{3,1};
    P(std::find_end(v.begin(), v.end(), w.begin(), w.end()) - v.begin(), std::search(v.begin(), v.end(), w.begin(), w.end()) - v.begin(), std::find_first_of(v.begin(), v.end(), w.begin()+1, w.end()) - v.begin());
}
static void part_6() {
    std::vector<int> v{3,1,1,3,1};
    P(std::adjacent_find(v.begin(), v.end()) - v.begin(), std::search_n(v.begin(), v.end(), 2, 1) - v.begin());
}
static void part_8() {
    std::vector<int> v{3,1,2}, w{1,2,3};
    P(std::is_permutation(v.begin(), v.end(), w.begin()));
}
static void part_10() {
    std::vector<int> v{3,1,2}, w(3);
    std::move(v.begin(), v.end(), w.begin());
    std::move_backward(v.begin(), v.begin()+2, v.end());
    P(w[0], v[2]);
}
static void part_12() {
    std::vector<int> v{3,1,2};
    std::replace(v.begin(), v.end(), 3, 9);
    std::replace_if(v.begin(), v.end(), [](int x){return x<2;}, 0);
    std::vector<int> w(3);
    std::replace_copy(v.begin(), v.end(), w.begin(), 9, 1);
    std::replace_copy_if(v.begin(), v.end(), w.begin()+0, [](int x){return x==9;}, 4);
    P(v[0], v[1], w[0]);
}
static void part_15() {
    std::vector<int> v{3,1,2,1}, w(4);
    auto e = std::remove_copy(v.begin(), v.end(), w.begin(), 1);
    auto f = std::remove_copy_if(v.begin(), v.end(), w.begin(), [](int x){return x>1;});
    P(e - w.begin(), f - w.begin());
}
static void part_16() {
    std::vector<int> v{1,1,2,2,1}, w(5);
    auto e = std::unique_copy(v.begin(), v.end(), w.begin());
    auto f = std::unique(v.begin(), v.end());
    P(e - w.begin(), f - v.begin());
}
static void part_17() {
    std::vector<int> v{1,2,3,4}, w(4);
    std::reverse(v.begin(), v.end());
    std::reverse_copy(v.begin(), v.end(), w.begin());
    std::rotate(v.begin(), v.begin()+1, v.end());
    std::rotate_copy(v.begin(), v.begin()+1, v.end(), w.begin());
    P(v[0], w[0]);
}
static void part_18() {
    std::vector<int> v{1,2,3,4};
    P(std::is_partitioned(v.begin(), v.end(), [](int x){return x<3;}), std::partition_point(v.begin(), v.end(), [](int x){return x<3;}) - v.begin());
    std::partition(v.begin(), v.end(), [](int x){return x>2;});
    P(v[0]>2);
}
static void part_19() {
    std::vector<int> v{1,2,3,4}, a(4), b(4);
    auto p = std::partition_copy(v.begin(), v.end(), a.begin(), b.begin(), [](int x){return x%2;});
    P(p.first - a.begin(), b[0]);
}
static void part_20() {
    std::vector<int> v{4,2,3,1};
    std::partial_sort(v.begin(), v.begin()+2, v.end());
    P(v[0], v[1]);
    std::vector<int> w(2);
    std::partial_sort_copy(v.begin(), v.end(), w.begin(), w.end());
    P(w[1]);
    std::nth_element(v.begin(), v.begin()+2, v.end());
    P(v[2]);
}
static void part_21() {
    std::vector<int> v{4,2,3,1};
    P(std::is_sorted(v.begin(), v.end()), std::is_sorted_until(v.begin(), v.end()) - v.begin());
    std::stable_sort(v.begin(), v.end(), [](int a, int b){return a>b;});
    P(v[0]);
}
static void part_23() {
    std::vector<int> v{1,2,4}, w{2,3}, o(9);
    auto e = std::merge(v.begin(), v.end(), w.begin(), w.end(), o.begin());
    P(e-o.begin());
    P(std::includes(v.begin(), v.end(), w.begin(), w.end()), std::set_union(v.begin(), v.end(), w.begin(), w.end(), o.begin())-o.begin(), std::set_intersection(v.begin(), v.end(), w.begin(), w.end(), o.begin())-o.begin(), std::set_difference(v.begin(), v.end(), w.begin(), w.end(), o.begin())-o.begin(), std::set_symmetric_difference(v.begin(), v.end(), w.begin(), w.end(), o.begin())-o.begin());
}
static void part_24() {
    std::vector<int> v{1,2,4,3};
    std::make_heap(v.begin(), v.end());
    v.push_back(9);
    std::push_heap(v.begin(), v.end());
    P(v[0], std::is_heap(v.begin(), v.end()));
    std::pop_heap(v.begin(), v.end());
    v.pop_back();
    std::sort_heap(v.begin(), v.end());
    P(v[3], std::is_heap_until(v.begin(), v.end())-v.begin());
}
static void part_25() {
    std::vector<int> v{1,2,4,3};
    auto m = std::minmax_element(v.begin(), v.end());
    auto q = std::minmax(3, 1);
    P(*m.first, *m.second, q.first, std::max({1,5,2}), std::min({4,3}), std::clamp(7, 0, 5));
    auto mm = std::minmax({3,1,2});
    P(mm.second);
}
static void part_27() {
    std::vector<int> v{1,2,3}, w(2);
    std::mt19937 g(1);
    std::shuffle(v.begin(), v.end(), g);
    std::sample(v.begin(), v.end(), w.begin(), 2, g);
    P(v[0]+v[1]+v[2]);
}
static void part_29() {
    std::vector<int> v{3,1,2};
    std::sort(std::execution::par, v.begin(), v.end());
    std::for_each(std::execution::par_unseq, v.begin(), v.end(), [](int &x){x*=2;});
    std::transform(std::execution::seq, v.begin(), v.end(), v.begin(), [](int x){return x+1;});
    P(v[0], v[2]);
}
static void part_30() {
    std::vector<int> v{3,1,2};
    P(std::reduce(std::execution::par, v.begin(), v.end()), std::transform_reduce(std::execution::par, v.begin(), v.end(), v.begin(), 0));
    std::vector<int> w(3);
    std::inclusive_scan(std::execution::par, v.begin(), v.end(), w.begin());
    P(w[2]);
    std::exclusive_scan(std::execution::par_unseq, v.begin(), v.end(), w.begin(), 0);
    P(w[2], std::count_if(std::execution::unseq, v.begin(), v.end(), [](int x){return x>1;}));
}
static void part_32() {
    std::vector<int> v{3,1,2}, w(3);
    std::inclusive_scan(v.begin(), v.end(), w.begin(), std::plus<>(), 10);
    P(w[2]);
    std::exclusive_scan(v.begin(), v.end(), w.begin(), 1, std::multiplies<>());
    P(w[2]);
    std::transform_inclusive_scan(v.begin(), v.end(), w.begin(), std::plus<>(), [](int x){return x*x;});
    P(w[2]);
    std::transform_exclusive_scan(v.begin(), v.end(), w.begin(), 0, std::plus<>(), [](int x){return x*x;});
    P(w[2]);
}
static void part_33() {
    std::vector<float> v{3,1,2};
    P(std::transform_reduce(v.begin(), v.end(), v.begin(), 0.0f, std::plus<>(), std::multiplies<>()), std::transform_reduce(v.begin(), v.end(), 0.0f, std::plus<>(), [](float x){return x*x;}));
}
// What a template's parameter is an instance of must be what the argument is, too.
static void with_other_headers() {
    std::tuple<int, int> u{1, 2}, v{1, 3};
    P(u == v, std::pow(2, 3), std::optional<int>(3) == 3);
}
int main() {
    part_0();
    part_1();
    part_5();
    part_6();
    part_8();
    part_10();
    part_12();
    part_15();
    part_16();
    part_17();
    part_18();
    part_19();
    part_20();
    part_21();
    part_23();
    part_24();
    part_25();
    part_27();
    part_29();
    part_30();
    part_32();
    part_33();
    with_other_headers();
}
/* expect
3 4 
2 5 
3 0 1 
1 1 
1 
3 1 
9 0 4 
2 2 
3 3 
3 2 
1 2 
1 
2 2 
1 2 
2 
3 
0 1 
4 
5 
0 4 1 2 3 
9 1 
4 1 
1 4 1 5 3 5 
3 
6 
3 7 
6 14 
6 
4 2 
16 
3 
14 
10 
14 14 
0 8 1 
*/
