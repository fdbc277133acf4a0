// An object and one whose class has the other's as a base: what a condition chooses is an object of the base, not a copy.
// And what compilers take besides: blanks after the backslash that joins two lines, the toolkit's headers by their parts.
#include <curand_kernel.h>
#include <curand_normal.h>
#include <curand_uniform.h>
#include <crt/host_defines.h>
#include <fstream>
#include <iostream>
struct Base {
    int v = 1;
    virtual int name() const { return 1; }
    virtual ~Base() {}
};
struct Middle : Base {};
struct Derived : Middle {
    int name() const override { return 2; }
};
#define SHOW(x)                 \  
    do {                        \	
        std::cout << (x) << "\n"; \ 
    } while (0)
__global__ void draw(float *o) {
    curandState s;
    curand_init(1, 0, 0, &s);
    *o = curand_uniform(&s) > 0 ? 1 : 0;
}
int main(int argc, char **argv) {
    std::ofstream file;
    auto &out = argc == 3 ? file : std::cout;
    out << "out\n";
    Derived d;
    Base b;
    Base &r = argc == 3 ? b : d;
    r.v = 5;
    SHOW(d.v + b.v);
    SHOW(r.name());
    (argc == 3 ? d : b).v = 7;
    SHOW(b.v);
    const Base &c = argc != 3 ? d : b;
    SHOW(c.name());
    float *o;
    cudaMallocManaged(&o, sizeof *o);
    draw<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    SHOW(*o);
    cudaFree(o);
}
/* expect
out
6
2
7
2
1
*/
