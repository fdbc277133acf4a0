// OpenMP with one thread.
#pragma once
extern "C" long __simt_now();
typedef int omp_lock_t;
inline int omp_get_num_threads() { return 1; }
inline int omp_get_max_threads() { return 1; }
inline int omp_get_thread_num() { return 0; }
inline int omp_get_num_procs() { return 1; }
inline void omp_set_num_threads(int n) {}
inline int omp_in_parallel() { return 0; }
inline double omp_get_wtime() { return (double)__simt_now() * 1e-9; }
