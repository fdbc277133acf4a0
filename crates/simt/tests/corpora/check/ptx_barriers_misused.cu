__global__ void k() {
    asm volatile("bar.sync 16, 32;"); //~ error: a block has the barriers 0 to 15, and this is 16
    asm volatile("bar.sync 1, 33;"); //~ error: 33 threads is no multiple of 32 above 0, write 64
    asm volatile("bar.sync 1, %0;" ::"n"(0)); //~ error: 0 threads is no multiple of 32 above 0, write 32
    asm volatile("bar.arrive 1;"); //~ error: `bar.arrive` needs the number of threads
}
