template <int N> __global__ void k(int* out) {
    int a[N];
    a[0] = wrong_name; //~ error: nothing here is called `wrong_name`
    out[0] = a[0];
}
template <int N> __global__ void never(int* out) { out[0] = also_wrong; }
void solve(int* out, int n) {
    for (int i = 0; i < n; ++i) k<64><<<1, 32>>>(out);
}
