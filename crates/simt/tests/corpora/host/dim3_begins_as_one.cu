/* expect
1 1 1
1 1 1
1 1 1
4 1 1
1 1 1
1 1 1
1 1 1
1 1 1
1 1 1
1 1 1
7 1 1
7 8 1
1 1 1
2 1 1
device 1 1 1, 6 1 1
8 1 1: 8
*/
// A `dim3` that is given nothing is 1 by 1 by 1, wherever it stands: sizes are often set component by component.
#include <cstdio>
#include <vector>
dim3 grid;
static dim3 both[2];
struct Shape {
    dim3 block;
    int n;
};
Shape shape;
dim3 given(4);

__global__ void fill(int *out) {
    dim3 mine;
    dim3 other;
    other.x = 6;
    out[blockIdx.x] = 1;
    if (blockIdx.x == 0) printf("device %u %u %u, %u %u %u\n", mine.x, mine.y, mine.z, other.x, other.y, other.z);
}

void show(const dim3 &d) { std::printf("%u %u %u\n", d.x, d.y, d.z); }

int main() {
    static dim3 kept;
    dim3 local;
    dim3 list[2];
    Shape mine;
    dim3 *made = new dim3;
    std::vector<dim3> many(2);
    show(grid);
    show(both[1]);
    show(shape.block);
    show(given);
    show(kept);
    show(local);
    show(list[1]);
    show(mine.block);
    show(*made);
    show(many[1]);
    dim3 a = {7}, b{7, 8}, c{};
    show(a);
    show(b);
    show(c);
    dim3 some[2] = {dim3(2)};
    std::printf("%u %u %u\n", some[0].x, some[1].x, some[1].z);
    grid.x = 8;
    int *out;
    cudaMallocManaged(&out, 8 * sizeof(int));
    fill<<<grid, 1>>>(out);
    cudaDeviceSynchronize();
    int sum = 0;
    for (int i = 0; i < 8; i++) sum += out[i];
    std::printf("%u %u %u: %d\n", grid.x, grid.y, grid.z, sum);
    cudaFree(out);
    delete made;
}
