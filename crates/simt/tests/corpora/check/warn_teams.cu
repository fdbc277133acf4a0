// Without `omp.h` nothing can ask which thread runs; regions that say how many they want are told.
#define PAIR 2
void f(float *x, int n) {
#pragma omp parallel num_threads(2) //~ warning: one thread makes all of this region: without `omp.h` the pragma has no effect
    x[0] = 1;
#pragma omp parallel default(shared) num_threads(PAIR) //~ warning: without `omp.h` the pragma has no effect
    x[1] = 1;
#pragma omp parallel for num_threads(4)
    for (int i = 0; i < n; ++i) x[i] = 2;
#pragma omp parallel num_threads(1)
    x[2] = 1;
#pragma omp parallel num_threads(n) //~ warning: without `omp.h` the pragma has no effect
    x[3] = 1;
#pragma omp parallel
    x[4] = 1;
}
