// Inline PTX of the census that this machine does not model: bulk copies, barriers in memory, clusters. Each by its name.
__global__ void k(unsigned *out) {
    __shared__ unsigned long long s[2];
    unsigned at = (unsigned)__cvta_generic_to_shared(s), a = 0;
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group.L2::128B [%0], [%1], 16;" ::"l"(out), "r"(at)); //~ error: `cp.async.bulk.global.shared::cta.bulk_group.L2::128B` in inline PTX is not modelled
    asm volatile("cp.async.bulk.commit_group;"); //~ error: `cp.async.bulk.commit_group` in inline PTX is not modelled
    asm volatile("cp.async.bulk.wait_group 0;"); //~ error: `cp.async.bulk.wait_group` in inline PTX is not modelled
    asm volatile("mbarrier.arrive.shared::cluster.b64 _, [%0];" ::"r"(at)); //~ error: `mbarrier.arrive.shared::cluster.b64` in inline PTX is not modelled
    asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(at)); //~ error: `mbarrier.inval.shared::cta.b64` in inline PTX is not modelled
    asm volatile("mapa.shared::cluster.u32 %0, %1, 0;" : "=r"(a) : "r"(at)); //~ error: `mapa.shared::cluster.u32` in inline PTX is not modelled
    out[0] = a;
}
