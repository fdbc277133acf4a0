// `std::byte` is there whatever is included, the compiler's own headers included.
#include <cstdio>
#include <vector>

struct Packet {
    std::vector<std::byte> bytes;
    void add(unsigned value) { bytes.push_back(std::byte(value)); }
};

__global__ void turn(std::byte *bytes) { bytes[threadIdx.x] = static_cast<std::byte>(static_cast<int>(bytes[threadIdx.x]) + 1); }

int main() {
    Packet packet;
    for (unsigned i = 0; i < 4; ++i) packet.add(i * 10);
    std::byte *device;
    cudaMalloc(&device, 4);
    cudaMemcpy(device, packet.bytes.data(), 4, cudaMemcpyHostToDevice);
    turn<<<1, 4>>>(device);
    cudaMemcpy(packet.bytes.data(), device, 4, cudaMemcpyDeviceToHost);
    cudaFree(device);
    for (std::byte b : packet.bytes) printf("%d ", static_cast<int>(b));
    std::byte mark{0x5a};
    printf("%d %zu\n", static_cast<int>(mark), sizeof mark);
}
/* expect
1 11 21 31 90 1
*/
