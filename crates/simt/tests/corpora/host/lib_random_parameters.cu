// Distributions with parameters given later, and their limits for each type.
#include <random>
#include <cstdio>
int main(){ std::mt19937 e(5); std::uniform_int_distribution<unsigned> u; std::uniform_int_distribution<short> s; std::uniform_int_distribution<unsigned long> l; printf("%u %d %lu\n", u(e), s(e), l(e)); 
std::uniform_int_distribution<>::param_type p{3, 9}; std::uniform_int_distribution<> d(p); printf("%d %d\n", d(e), d.max()); std::normal_distribution<float> n; n.param(std::normal_distribution<float>::param_type(5, 2)); printf("%g\n", n(e)); }
/* expect
3570525885 28532 4095051218741643470
4 9
6.35713
*/
