// An array of pointers counts pointers, of objects with virtual functions too.
#include <cstdio>
struct Shape {
    virtual __device__ int corners() = 0;
};
struct Square : Shape {
    __device__ int corners() override { return 4; }
};
__global__ void make(Shape **shapes, int n) {
    for (int i = 0; i < n; i++) shapes[i] = new Square;
}
__global__ void clear(int **rows, int n) {
    for (int i = 0; i < n; i++) rows[i] = nullptr;
}
int main() {
    Shape **shapes;
    int **rows;
    cudaMalloc((void **)&shapes, 16 * sizeof(Shape *));
    cudaMalloc((void **)&rows, 8 * sizeof(int *));
    make<<<1, 1>>>(shapes, 17);
    printf("%d\n", cudaDeviceSynchronize());
    clear<<<1, 1>>>(rows, 9);
    printf("%d\n", cudaDeviceSynchronize());
}
//@ finding `shapes` has 16 elements; index 16 is 1 past the end
//@ finding `rows` has 8 elements; index 8 is 1 past the end
/* expect
0
0
*/
