struct Complex { float re, im; };
__device__ Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }
__device__ float2 operator*(float2 a, float s) { return make_float2(a.x * s, a.y * s); }
__device__ float2& operator+=(float2& a, float2 b) { a.x += b.x; a.y += b.y; return a; }
__global__ void k(Complex* c, float2* v) {
    c[0] = c[1] + c[2];
    v[0] = v[1] * 2.0f;
    v[0] += v[2];
}
