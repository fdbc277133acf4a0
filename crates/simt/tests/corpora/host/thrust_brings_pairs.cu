// Thrust's headers bring `cuda::std::pair` and `tuple` along.
#include <thrust/device_vector.h>
#include <cstdio>

__host__ __device__ cuda::std::pair<float, int> scaled(const cuda::std::pair<float, int> &v, float by) {
    return cuda::std::make_pair(v.first * by, v.second);
}

__global__ void swap_all(cuda::std::pair<float, int> *all) { all[threadIdx.x] = scaled(all[threadIdx.x], 2.0f); }

int main() {
    thrust::device_vector<cuda::std::pair<float, int>> v(2, cuda::std::make_pair(1.5f, 7));
    swap_all<<<1, 2>>>(thrust::raw_pointer_cast(v.data()));
    cuda::std::pair<float, int> back = v[1];
    cuda::std::tuple<int, float> both(back.second, back.first);
    printf("%g %d %d\n", back.first, back.second, cuda::std::get<0>(both));
}
/* expect
3 7 7
*/
