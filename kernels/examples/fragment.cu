// Week 2, lesson 3: which lane of a warp holds which element of a tensor core's tile.
//
// The tile of `mma.sync.m16n8k16`: C (16 x 8) += A (16 x 16) times B (16 x 8). Each lane holds 8 numbers of A, 4 of B and 4 of C.
// Every lane writes its own number where its elements of C are; `course run kernels/examples/fragment.cu` prints the map.

#include <cstdio>

//@anchor fragment
__global__ void owners(int* c) {
    int lane = threadIdx.x;
    int row = lane / 4;         // 8 groups of 4 lanes
    int column = lane % 4 * 2;  // 2 neighbours a lane
    for (int half = 0; half < 2; ++half) {
        c[(row + 8 * half) * 8 + column] = lane;
        c[(row + 8 * half) * 8 + column + 1] = lane;
    }
}
//@endanchor fragment

int main() {
    int* c;
    cudaMallocManaged(&c, 16 * 8 * sizeof(int));
    for (int i = 0; i < 16 * 8; ++i) c[i] = -1;
    owners<<<1, 32>>>(c);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    printf("lane that holds each element of C, 16 rows of 8\n");
    for (int row = 0; row < 16; ++row) {
        for (int column = 0; column < 8; ++column) printf("%4d", c[row * 8 + column]);
        printf("\n");
    }
    cudaFree(c);
    return 0;
}

//$ run
//> lane that holds each element of C, 16 rows of 8
//>    0   0   1   1   2   2   3   3
//>    4   4   5   5   6   6   7   7
//>    8   8   9   9  10  10  11  11
//>   12  12  13  13  14  14  15  15
//>   16  16  17  17  18  18  19  19
//>   20  20  21  21  22  22  23  23
//>   24  24  25  25  26  26  27  27
//>   28  28  29  29  30  30  31  31
//>    0   0   1   1   2   2   3   3
//>    4   4   5   5   6   6   7   7
//>    8   8   9   9  10  10  11  11
//>   12  12  13  13  14  14  15  15
//>   16  16  17  17  18  18  19  19
//>   20  20  21  21  22  22  23  23
//>   24  24  25  25  26  26  27  27
//>   28  28  29  29  30  30  31  31
