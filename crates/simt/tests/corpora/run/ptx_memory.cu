// buffer: in f32[16] = i
// buffer: out f32[24] = 0
// buffer: u u32[6] = 0
// launch: k<<<1, 4>>>(in, out, u)
// expect: out[i] = i < 16 ? i : (i < 20 ? 2 * (i - 16) : 0)
// expect: u = 4; 7; 3; 1; 12; 5
__global__ void k(const float* in, float* out, unsigned* u) {
    __shared__ alignas(16) float tile[16];
    __shared__ unsigned counter;
    int t = threadIdx.x;
    if (t == 0) counter = 0;
    unsigned at = (unsigned)__cvta_generic_to_shared(&tile[4 * t]);
    asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], %2;\n" ::"r"(at), "l"(in + 4 * t), "n"(16));
    asm volatile("cp.async.commit_group;\n" ::);
    asm volatile("cp.async.wait_group %0;\n" ::"n"(0));
    asm volatile("bar.sync 0;" ::: "memory");
    float a, b, c, d;
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(a), "=f"(b), "=f"(c), "=f"(d) : "r"(at));
    asm volatile("st.global.cs.v2.f32 [%0], {%1, %2};" ::"l"(out + 4 * t), "f"(a), "f"(b));
    asm volatile("st.global.v2.f32 [%0+8], {%1, %2};" ::"l"(out + 4 * t), "f"(c), "f"(d) : "memory");
    float once;
    asm("ld.global.nc.L1::no_allocate.f32 %0, [%1];" : "=f"(once) : "l"(in + t));
    asm volatile("st.global.f32 [%0], %1;" ::"l"(out + 16 + t), "f"(once + once));
    unsigned count = (unsigned)__cvta_generic_to_shared(&counter);
    asm volatile("red.shared.add.u32 [%0], 1;" ::"r"(count));
    __syncthreads();
    if (t == 0) {
        u[0] = counter;
        unsigned old;
        asm volatile("atom.shared.exch.b32 %0, [%1], 7;" : "=r"(old) : "r"(count));
        asm volatile("atom.shared.cas.b32 %0, [%1], 7, 9;" : "=r"(u[1]) : "r"(count));
        asm volatile("{ .reg .u64 p; cvta.to.global.u64 p, %1; atom.global.add.u32 %0, [p], 3; }" : "=r"(old) : "l"(u + 2));
        asm volatile("{ .reg .pred p; isspacep.shared p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(u[3]) : "l"(&counter));
        // Four bytes of zeros instead of the copy: the source size is 0.
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(at), "l"(in + 9), "r"(0));
        asm volatile("cp.async.wait_all;" ::: "memory");
        u[4] = 12 + (unsigned)tile[0];
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(at), "l"(in + 5), "r"(4));
        asm volatile("cp.async.wait_all;" ::: "memory");
        u[5] = (unsigned)tile[0];
    }
}
