// A ticket lock: served in the order of tickets, whichever lane has which.
// buffer: state i32[2] = 0
// buffer: log i32[64] = 0
// buffer: at i32[1] = 0
// launch: k<<<1, 64>>>(state, log, at)
// expect: state = 64; 64
// expect: at = 64
__global__ void k(int* state, int* log, int* at) {
    int ticket = atomicAdd(&state[0], 1);
    while (*(volatile int*)&state[1] != ticket) {
    }
    __threadfence();
    log[*at] = ticket;
    *at += 1;
    __threadfence();
    atomicAdd(&state[1], 1);
}
