// A constant whose address a lambda asks for is captured as any other variable is.
#include <cstdio>
#include <functional>

void show(const float *scale, const int *count) { printf("%g %d\n", *scale, *count); }

int main() {
    const float scale = 1.5f;
    const int count = 4;
    constexpr int most = 5;
    auto by_reference = [&]() { show(&scale, &count); };
    by_reference();
    auto by_value = [=]() { show(&scale, &most); };
    by_value();
    auto named = [&scale, count]() { show(&scale, &count); };
    named();
    std::function<void()> nested = [&]() {
        auto inner = [&]() { show(&scale, &most); };
        inner();
    };
    nested();
    auto where = [&] { return &count; };
    auto copy = [=] { return &count; };
    auto fixed = [&] {
        int row[most] = {count};
        return row[0] + (int)(sizeof(row) / sizeof(int));
    };
    printf("%d %d %d %d\n", where() == &count, copy() == &count, fixed(), (int)sizeof(fixed));
}
/* expect
1.5 4
1.5 5
1.5 4
1.5 5
1 0 9 1
*/
