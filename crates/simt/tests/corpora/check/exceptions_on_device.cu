struct Error {
    int code;
};
__host__ __device__ int both(int n) {
    if (n < 0) throw Error{n}; //~ error: exceptions in device code do not exist
    return n;
}
__global__ void k(int *p) {
    *p = both(1);
    throw 1; //~ error: exceptions in device code do not exist //~ help: set a flag in memory
    try { //~ error: exceptions in device code do not exist
        *p = 2;
    } catch (...) {
    }
}
int host(int n) {
    try {
        return both(n);
    } catch (const Error &e) {
        return e.code;
    } catch (int i) {
        throw;
    }
}
