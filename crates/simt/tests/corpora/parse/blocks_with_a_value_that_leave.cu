// `({ … })` that leaves the function or the loop around it is refused by name; loops of its own it may leave.
__device__ int returns(int a) {
    int b = ({ if (a > 2) return 5; a; }); //~ E0205 `return` inside `({ … })` is not modelled
    return b;
}
__device__ int breaks(int a) {
    for (int i = 0; i < 3; i++) {
        ({ if (a > 2) break; a; }); //~ E0205 `break` inside `({ … })` is not modelled
    }
    return ({ switch (a) { case 1: break; default: a = 3; } for (;;) { if (a) break; } a; });
}
