// Lambdas that take `...`: called, kept, given to a `shared_ptr` as what ends it.
#include <cstdio>
#include <functional>
#include <memory>

int main() {
    int freed = 0;
    {
        std::shared_ptr<void> guard(nullptr, [&freed](...) { ++freed; });
    }
    [](...) { printf("any\n"); }(3, 2.5, "x");
    auto first = [](int n, ...) { return n + 1; };
    std::function<void(void *)> ends = [&freed](...) { freed += 10; };
    ends(nullptr);
    printf("%d %d\n", first(4, 5.0, 'c'), freed);
}
/* expect
any
5 11
*/
