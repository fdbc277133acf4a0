// Counters of 8 and 16 bits wrap around before they reach what the loop waits for: told long before the fuel is used up.
// buffer: x i32[65536] = 0
// launch: k<<<1, 1>>>(x)
// fuel: 1000000000
// outcome: endless
__global__ void k(int *x) {
    for (unsigned char i = 0; i < 256; i++) x[i] = i;
}
