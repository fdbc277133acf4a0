// `operator new` and `operator delete` of the file, which the program's own expressions use.
#include <cstdio>
#include <cstdlib>
void *operator new(size_t n) {
    printf("%d bytes\n", (int)n);
    return malloc(n);
}
void operator delete(void *p) noexcept {
    printf("freed\n");
    free(p);
}
void operator delete(void *p, size_t) noexcept {
    printf("freed\n");
    free(p);
}
int main() {
    int *p = new int(3);
    printf("%d\n", *p);
    delete p;
}
/* expect
4 bytes
3
freed
*/
