// Concepts choose among overloads; they are refused by name and never passed over. (nvcc has them with -std=c++20 alone.)
template <typename T> concept Small = sizeof(T) <= 4; //~ error: concepts and `requires` are not modelled //~ help: write overloads
template <Small T> __device__ int kind(T) { return 1; } //~ error: concepts and `requires` are not modelled
template <typename T> requires (sizeof(T) > 4) __device__ int kind(T) { return 2; } //~ error: concepts and `requires` are not modelled
template <typename T> __device__ int other(T x) requires Small<T> { return x; } //~ error: concepts and `requires` are not modelled
__global__ void k(int *out) { out[0] = other(1); }
