// Algorithms that Thrust and the standard have with as many arguments in another order; characters by a locale; members invoked.
#include <cstdio>
#include <locale>
#include <functional>
#include <bits/stdc++.h>
#include <thrust/device_vector.h>
#include <thrust/transform_reduce.h>
#include <thrust/transform_scan.h>
#include <thrust/functional.h>
struct sq { __host__ __device__ float operator()(const float& x) const { return x*x; } };
struct M { int v; int get(int a) { return v + a; } };
int main(){ using namespace thrust; thrust::device_vector<float> v(4, 2.f), o(4); float r = transform_reduce(v.begin(), v.end(), sq(), 0.0f, thrust::plus<float>()); printf("%f\n", r);
transform_inclusive_scan(v.begin(), v.end(), o.begin(), sq(), thrust::plus<float>()); printf("%g\n", (float)o[3]);
std::vector<int> h{1,2,3}; printf("%d %d\n", std::transform_reduce(h.begin(), h.end(), 0, std::plus<int>(), [](int x) { return x * 2; }), std::transform_reduce(h.begin(), h.end(), h.begin(), 0));
std::locale loc; printf("%d %d %d %c\n", std::isspace<char>(' ', std::locale()), std::isspace('x', loc), (int)std::isalpha('x', loc), std::toupper('x', loc));
M m{3}; printf("%d %d\n", std::invoke(&M::get, m, 4), std::invoke(&M::v, m)); printf("%d\n", std::invoke([](int a) { return a + 1; }, 2)); }
/* expect
16.000000
16
12 14
1 0 1 X
7 3
3
*/
