__global__ void k(float *a int n) { a[0] = n; } //~ E0201 expected `,` between parameters
__global__ void k2(flaot *a, int n) { a[0] = n; } //~ E0207 `flaot` is not known as a type
__global__ void k3(a, int n) { } //~ E0206 the parameter `a` has no type
__global__ k4(int n) { } //~ E0206 `k4` has no type before it
kernel(3); //~ E0206 a call cannot stand outside a function
for (;;) { } //~ E0201 `for` cannot stand outside a function
struct S { int a; float b } //~ E0202 expected `;`
; int ok;
struct Q { int a } ; //~ E0202 expected `;`
struct R { int a; } //~ E0202 expected `;` after the `}` of a type
__device__ float f(float x) { return x }  //~ E0202 expected `;` after `return`
enum E { A, B; C }; //~ E0201 between commas
template <int N __global__ void t() { } //~ E0203 expected `>`
int x = 3 //~ E0202 expected `;`
int y;
#pragma unroll //~ W0912 stands before no loop
int z;
} //~ E0203 this `}` closes nothing
__device__ int last() { return 1; }
