// Regions of OpenMP that one thread makes, though the program asked for several.
#include <omp.h>
__global__ void kernel(float *x) {
#pragma omp parallel num_threads(4) // no effect in device code
    x[threadIdx.x] += 1;
}
void work(float *x, int n, int parts) {
#pragma omp parallel num_threads(parts) //~ warning: one thread makes all of this region: its threads would meet at `#pragma omp barrier`
    {
        x[omp_get_thread_num()] = 1;
#pragma omp barrier
        x[omp_get_thread_num()] += x[0];
    }
#pragma omp parallel num_threads(parts) // none of its threads waits
    {
        x[omp_get_thread_num()] = 1;
    }
#pragma omp parallel num_threads(1) // asks for one
    {
#pragma omp single
        x[0] = n;
    }
#pragma omp parallel firstprivate(n) num_threads(2) //~ warning: one thread makes all of this region: `firstprivate` gives each thread variables of its own
    x[omp_get_thread_num()] = n++;
#pragma omp parallel // asks for none
    {
#pragma omp for
        for (int i = 0; i < n; ++i) x[i] = i;
    }
#pragma omp parallel num_threads() //~ warning: one thread makes all of this region: `num_threads` needs an expression in parentheses
    x[0] = 1;
#pragma omp parallel if( //~ warning: one thread makes all of this region: `if` needs an expression in parentheses
    x[0] = 1;
#pragma omp parallel for num_threads(4) // shared out: one does all of it
    for (int i = 0; i < n; ++i) x[i] = i;
}
