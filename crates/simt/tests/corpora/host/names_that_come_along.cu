// Names that GCC's library has without their own header, and a function of `std` beside a type of that name inside a class there.
#include <chrono>
#include <fstream>
#include <iostream>
#include <cstdlib>
#include <cxxabi.h>
#include <typeinfo>
namespace shapes {
struct Round {};
} // namespace shapes
template <class T> void name() {
    int status = 1;
    char *text = abi::__cxa_demangle(typeid(T).name(), nullptr, nullptr, &status);
    std::cout << status << " " << text << std::endl;
    free(text);
}

int main() {
    float in[3] = {1, 2, 3}, out[3];
    std::copy(in, in + 3, out);
    std::cout << out[0] + out[1] + out[2] << " " << EOF << std::endl;
    std::clock_t start = std::clock();
    std::cout << (start >= 0) << (std::clock() >= start) << std::endl;
    name<int>();
    name<const char *>();
    name<shapes::Round>();
    name<unsigned long long>();
    int status = 0;
    char *none = abi::__cxa_demangle("what is this", nullptr, nullptr, &status);
    std::cout << (none == nullptr) << " " << status << std::endl;
}
/* expect
6 -1
11
0 int
0 char const*
0 shapes::Round
0 unsigned long long
1 -2
*/
