// buffer: out i32[16] = 0
// launch: k<<<1, 1>>>(out)
// launch: again<<<1, 1>>>(out)
// expect: out = 7; 30; 3; 40; 5; 105; 1; 2; 11; 12; 1; 2; 0; 0; 0; 0
// Addresses that variables of the device begin with, and variables of one name in two namespaces and functions.
__device__ int add(int a, int b) { return a + b; }
__device__ int multiply(int a, int b) { return a * b; }
struct Operation {
    int (*f)(int, int);
    int first;
};
__device__ Operation operations[2] = {{add, 3}, {multiply, 10}};
__constant__ int (*chosen)(int, int) = multiply;
__device__ int values[4] = {1, 2, 3, 4};
__device__ int *third = &values[2];
__device__ const int *from = values + 1;
__device__ const char *text = "(ab";
namespace one { __device__ int x = 5; }
namespace two { __device__ int x = 105; }
__device__ int first_counter() { static int n; return ++n; }
__device__ int second_counter() { static int n = 10; return ++n; }
__global__ void k(int *out) {
    out[0] = operations[0].f(operations[0].first, 4);
    out[1] = operations[1].f(operations[1].first, 3);
    out[2] = *third;
    out[3] = chosen(from[0], 4) * 5;
    out[3] = text[0];
    out[4] = one::x;
    out[5] = two::x;
    out[6] = first_counter();
    out[7] = first_counter();
    out[8] = second_counter();
    out[9] = second_counter();
    *third = 100;
}
__global__ void again(int *out) {
    out[10] = out[6];
    out[11] = *third == 100 ? 2 : 0;
}
