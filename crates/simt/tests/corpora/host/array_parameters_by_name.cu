// A parameter whose type is the name of an array type is a pointer.
#include <cstdio>
typedef char Code[4];
using Row = int[3];
static bool is_real(Code code) { return code[2] == 'R'; }
static int sum(const Row row) { return row[0] + row[1] + row[2]; }
static int length(const Code &code) { return sizeof(code); }
__global__ void last(const Row row, int *out) { *out = row[2]; }
struct Header {
    Code own;
    char *other;
};
int main() {
    char text[] = "MCRG";
    Header header = {{'M', 'C', 'C', 'G'}, text};
    Row row = {1, 2, 3};
    printf("%d %d %d %d\n", is_real(header.own), is_real(header.other), length(header.own), sum(row));
    int *device, *out, result = 0;
    cudaMalloc(&device, sizeof(row));
    cudaMalloc(&out, sizeof(int));
    cudaMemcpy(device, row, sizeof(row), cudaMemcpyHostToDevice);
    last<<<1, 1>>>(device, out);
    cudaMemcpy(&result, out, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", result);
    cudaFree(device);
    cudaFree(out);
}
/* expect
0 1 4 6
3
*/
