// OpenMP regions that count on several threads are told; those whose work is shared out, or that ask for one, are not.
#define PAIR 2
void f(float *x, int n) {
#pragma omp parallel num_threads(2) //~ warning: this region is for several threads, and one runs it
    x[0] = 1;
#pragma omp parallel default(shared) num_threads(PAIR) //~ warning: this region is for several threads
    x[1] = 1;
#pragma omp parallel for num_threads(4)
    for (int i = 0; i < n; ++i) x[i] = 2;
#pragma omp parallel num_threads(1)
    x[2] = 1;
#pragma omp parallel num_threads(n)
    x[3] = 1;
#pragma omp parallel
    x[4] = 1;
}
