__global__ void copy(const float4* in, float4* out, float* flat) {
    float4 v = in[threadIdx.x];
    v.x *= 2.0f;
    out[threadIdx.x] = make_float4(v.x, v.y, v.z, v.w);
    reinterpret_cast<float4*>(flat)[threadIdx.x] = v;
    float2 p = {1.0f, 2.0f};
    uchar4 c = make_uchar4(1, 2, 3, 4);
    flat[0] = p.x + c.w;
    dim3 d(4, 2);
    int3 z = make_int3(d.x, d.y, d.z);
    flat[1] = z.x + z.y + z.z;
}
