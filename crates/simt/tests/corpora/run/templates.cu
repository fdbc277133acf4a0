// buffer: out i32[4] = 0
// launch: k<8, float><<<1, 1>>>(out, 2.5f)
// launch: k<3, int><<<1, 1>>>(out, 4)
// expect: out = 20; 12; 3; 9
template <typename T> __device__ T square(T v) { return v * v; }
template <int N, typename T> __device__ T times(T v) {
    T sum = 0;
    for (int i = 0; i < N; i++) sum += v;
    return sum;
}
template <int N, typename T> __global__ void k(int* out, T v) {
    __shared__ int buf[N];
    for (int i = 0; i < N; i++) buf[i] = 1;
    int count = 0;
    for (int i = 0; i < N; i++) count += buf[i];
    if (N == 8) out[0] = times<N>(v);
    else out[1] = times<N>(v);
    out[2] = count;
    out[3] = square(3);
}
