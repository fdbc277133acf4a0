// C++17: one `using` for several names, at namespace level, in a block and of bases.
#include <iostream>
#include <vector>
using std::cout, std::endl;
namespace shapes {
int area(int a, int b) { return a * b; }
int round(int a) { return a + 1; }
} // namespace shapes
struct One {
    int f(int) { return 1; }
};
struct Two {
    int f(const char *) { return 2; }
};
struct Both : One, Two {
    using One::f, Two::f;
};
template <class... Fs> struct Of : Fs... {
    using Fs::operator()...;
};
template <class... Fs> Of(Fs...) -> Of<Fs...>;
int main() {
    using shapes::area, shapes::round, std::vector;
    Both both;
    vector<int> v{area(2, 3), round(4), both.f(1), both.f("")};
    for (int x : v) cout << x << ' ';
    cout << endl << Of{[](int) { return 1; }, [](double) { return 2; }}(1.0) << endl;
}
/* expect
6 5 1 2 
2
*/
