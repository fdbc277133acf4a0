#include <map>
#include <string>
#include <vector>
__global__ void empty(float* a) {
    std::vector<int> v; //~ error: `vector<int, allocator<int>>::vector` runs on the host: device code cannot call it //~ help: do this on the host
    v.push_back(1);
    a[0] = v.size();
}
__device__ int first(std::vector<int>& v) {
    return v[0]; //~ error: `vector<int, allocator<int>>::operator[]` runs on the host: device code cannot call it
}
__global__ void by_value(int* a, std::vector<int> v) {
    a[0] = v[0]; //~ error: `vector<int, allocator<int>>::operator[]` runs on the host
}
__global__ void text(float* a) {
    std::string s = "x"; //~ error: `string::string` runs on the host
    a[0] = s.size();
}
__host__ __device__ int both(int k) {
    std::map<int, int> m; //~ error: `map<int, int, __less>::map` runs on the host
    return m[k];
}
__global__ void reaches(int* a) { a[0] = both(1); }
__host__ __device__ int host_asks(int k) {
    std::vector<int> v(k);
    return v[0];
}
int main() { return host_asks(3); }
