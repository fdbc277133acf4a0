// A header's wrappers for one instruction each: only those that are called are refused.

__device__ void fence() { asm volatile("wgmma.fence.sync.aligned;"); }

__device__ int through(int v)
{
    fence();
    return v;
}

__device__ unsigned mapped(unsigned at)
{
    unsigned out;
    asm volatile("mapa.shared::cluster.u32 %0, %1, 0;" : "=r"(out) : "r"(at)); //~ error: `mapa.shared::cluster.u32` in inline PTX is not modelled
    return out;
}

__device__ unsigned twice(unsigned at) { return mapped(at) * 2; }

template <int N>
__device__ void commit()
{
    asm volatile("wgmma.commit_group.sync.aligned;"); //~ error: `wgmma.commit_group.sync.aligned` in inline PTX is not modelled
}

__device__ void addressed() { asm volatile("cp.async.bulk.commit_group;"); } //~ error: `cp.async.bulk.commit_group` in inline PTX is not modelled

__device__ void in_table() { asm volatile("cp.async.bulk.wait_group 0;"); } //~ error: `cp.async.bulk.wait_group` in inline PTX is not modelled

typedef void (*step)();
__device__ step steps[1] = {in_table};

__global__ void k(unsigned *out)
{
    step f = addressed;
    f();
    steps[0]();
    commit<3>();
    out[threadIdx.x] = twice(threadIdx.x);
}
