// Constants of classes that are pointers have their value on the host, too.
#include <cstdio>
struct Plain { static constexpr const char *name = "plain"; };
template <class T> struct Named { static constexpr const char *name = "other"; };
template <class T> struct Named<T *> { static constexpr const char *name = "pointer"; };
template <class T> constexpr const char *text = "text";
struct Table { static constexpr const char *names[2] = {"first", "second"}; };
__global__ void k() { printf("%s %s\n", Plain::name, Named<int *>::name); }
int main() {
    printf("%s %s %s %s\n", Plain::name, Named<int>::name, Named<int *>::name, text<int>);
    for (int i = 0; i < 2; i++) puts(Table::names[i]);
    k<<<1, 1>>>();
    cudaDeviceSynchronize();
}
/* expect
plain other pointer text
first
second
plain pointer
*/
