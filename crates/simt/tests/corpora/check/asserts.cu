#include <cassert>
struct S { int a; };
__global__ void k(int* out, S s) {
    assert(out[0] > 0 && "positive");
    assert(s); //~ error: a condition must be a number or a pointer, not `S`
    assert(); //~ error: `assert` takes 1 argument, and 0 are given
    __trap();
}
