// Host code that forgot a header is told which; device code is told what it cannot have.
#include <cstdio>
int main() {
    std::cout << 1; //~ error: nothing here is called `std::cout`
    std::vector<int> v(3); //~ error: `std::vector` is not a type that is known here
    int a[2] = {2, 1};
    std::accumulate(a, a + 2, 0); //~ error: nothing here is called `std::accumulate`
    printf("%d\n", a[0]);
}
