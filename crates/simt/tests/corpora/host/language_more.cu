// References that live as long as the program, arrays captured by value, structs before their definitions, functions
// that hide those of a base, calls of one class's own function.
#include <cstdio>
#include <string>
int counter = 3;
int &alias = counter;
const int &constant = counter;
std::string text = "abc";
std::string &name = text;
int table[3] = {1, 2, 3};
int (&whole)[3] = table;
struct Later;
struct First {
    Later *next = nullptr;
    int look(Later &l);
    int peek(struct Unheard &u);
};
struct Later { int v = 5; First first; };
struct Unheard { int w = 6; };
int First::look(Later &l) { return l.v; }
int First::peek(Unheard &u) { return u.w; }
namespace space {
struct Open;
int open(const Open &o);
struct Open { int n; };
int open(const Open &o) { return o.n; }
int &far = counter;
}
struct Base {
    int f(int x) { return x; }
    int f(double x) { return (int)x + 100; }
    int g() const { return 1; }
};
struct Derived : Base {
    using Base::f;
    int f(int x) { return 10 * x; }
    int g() const { return Base::g() + 1; }
};
int (*steps[2])(int) = {[](int x) { return x + 1; }, [](int x) { return x * 2; }};
int main() {
    alias += 4;
    name += "def";
    whole[1] = 20;
    printf("%d %d %s %d %d\n", counter, constant, text.c_str(), table[1], (int)sizeof whole);
    space::far++;
    Later later;
    Unheard unheard;
    printf("%d %d %d %d\n", later.first.look(later), later.first.peek(unheard), space::open({7}), counter);
    int values[4] = {1, 2, 3, 4};
    float grid[2][2] = {{1, 2}, {3, 4}};
    auto sum = [values, grid](int k) mutable {
        values[0] += k;
        int s = 0;
        for (int v : values) s += v;
        return s + (int)grid[1][1];
    };
    auto all = [=] { return values[3] + (int)grid[0][1]; };
    auto copy = sum;
    values[3] = 100;
    printf("%d %d %d %d %d\n", sum(1), sum(1), copy(10), all(), (int)sizeof(sum));
    Derived d;
    printf("%d %d %d %d %d\n", d.f(2), d.f(2.5), d.Base::f(2), d.g(), d.Base::g());
    int (**step)(int) = steps;
    printf("%d %d\n", step[0](5), (*(step + 1))(5));
}
/* expect
7 7 abcdef 20 12
5 6 7 8
16 15 24 6 32
20 102 2 2 1
6 10
*/
