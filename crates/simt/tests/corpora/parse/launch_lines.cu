template <int N, typename T> __global__ void reduce(T *x, int n);
void go(float *x, int n) {
    reduce<256,
           float><<<dim3(n / 256, 1),
                    256, 0>>>(x,
                              n);
    reduce<
        (4 > 3) ? 128 : 64,
        float
    >
    <<<1, 32>>>(x, n);
    int (**steps)(int) = nullptr;
    int (*const *fixed)(int) = nullptr;
}
/* expect
template<int N, typename T> __global__ void reduce(T *x, int n);
void go(float *x, int n) {
  reduce<256, float><<<dim3(n / 256, 1), 256, 0>>>(x, n);
  reduce<(4 > 3) ? 128 : 64, float><<<1, 32>>>(x, n);
  int (**steps)(int) = nullptr;
  int (*const *fixed)(int) = nullptr;
}
*/
