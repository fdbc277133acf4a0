// OpenMP with one thread.
#pragma once
#define _OPENMP 201511
extern "C" long __simt_now();
typedef int omp_lock_t;
typedef int omp_nest_lock_t;
typedef enum { omp_sched_static = 1, omp_sched_dynamic = 2, omp_sched_guided = 3, omp_sched_auto = 4 } omp_sched_t;
inline int omp_get_num_threads() { return 1; }
inline int omp_get_max_threads() { return 1; }
inline int omp_get_thread_num() { return 0; }
inline int omp_get_num_procs() { return 1; }
inline void omp_set_num_threads(int n) {}
inline int omp_in_parallel() { return 0; }
inline double omp_get_wtime() { return (double)__simt_now() * 1e-9; }
inline double omp_get_wtick() { return 1e-9; }
inline void omp_set_dynamic(int on) {}
inline int omp_get_dynamic() { return 0; }
inline void omp_set_nested(int on) {}
inline int omp_get_nested() { return 0; }
inline void omp_set_max_active_levels(int n) {}
inline int omp_get_max_active_levels() { return 1; }
inline void omp_set_schedule(omp_sched_t kind, int chunk) {}
inline void omp_get_schedule(omp_sched_t *kind, int *chunk) { *kind = omp_sched_dynamic, *chunk = 1; }
inline int omp_get_thread_limit() { return 1; }
inline int omp_get_level() { return 0; }
inline int omp_get_active_level() { return 0; }
inline int omp_get_num_devices() { return 0; }
inline int omp_get_initial_device() { return 0; }
inline int omp_is_initial_device() { return 1; }
inline int omp_get_num_teams() { return 1; }
inline int omp_get_team_num() { return 0; }
// One thread never waits for a lock.
inline void omp_init_lock(omp_lock_t *lock) { *lock = 0; }
inline void omp_destroy_lock(omp_lock_t *lock) {}
inline void omp_set_lock(omp_lock_t *lock) { *lock = 1; }
inline void omp_unset_lock(omp_lock_t *lock) { *lock = 0; }
inline int omp_test_lock(omp_lock_t *lock) {
    if (*lock) return 0;
    return *lock = 1;
}
inline void omp_init_nest_lock(omp_nest_lock_t *lock) { *lock = 0; }
inline void omp_destroy_nest_lock(omp_nest_lock_t *lock) {}
inline void omp_set_nest_lock(omp_nest_lock_t *lock) { ++*lock; }
inline void omp_unset_nest_lock(omp_nest_lock_t *lock) { --*lock; }
inline int omp_test_nest_lock(omp_nest_lock_t *lock) { return ++*lock; }
