// OpenMP: the threads of a parallel region one after the other, each from its begin to its end. `#pragma omp parallel` makes a
// loop of a `__simt_team`. A team has as many threads as the program asked for, and one if it asked for none.
#pragma once
#define _OPENMP 201511
#define __simt_omp 1
extern "C" long __simt_now();
typedef int omp_lock_t;
typedef int omp_nest_lock_t;
typedef enum { omp_sched_static = 1, omp_sched_dynamic = 2, omp_sched_guided = 3, omp_sched_auto = 4 } omp_sched_t;
// How many threads the team at hand has, which of them runs, how many regions are around it; how many the next team gets.
inline int __simt_omp_threads = 1, __simt_omp_thread = 0, __simt_omp_level = 0, __simt_omp_asked = 1;
struct __simt_team {
    int __threads = 0, __thread = 0;
    // At most so many threads if `most` is not 0; `asked` is 0 if nobody asked. Within a region a further one has one thread. In device
    // code the pragma has no effect: the statement is made once.
    __host__ __device__ __simt_team(int most, int asked) {
        if constexpr (__simt_on_device) {
        } else {
            __threads = __simt_omp_threads;
            __thread = __simt_omp_thread;
            __simt_omp_threads = asked > 0 ? asked : __simt_omp_asked;
            if (most == 1 || __threads > 1) __simt_omp_threads = 1;
            __simt_omp_thread = -1;
            ++__simt_omp_level;
        }
    }
    __host__ __device__ ~__simt_team() {
        if constexpr (__simt_on_device) {
        } else {
            __simt_omp_threads = __threads;
            __simt_omp_thread = __thread;
            --__simt_omp_level;
        }
    }
    __host__ __device__ bool __next() {
        if constexpr (__simt_on_device) return __thread++ == 0;
        else return ++__simt_omp_thread < __simt_omp_threads;
    }
};
inline int omp_get_num_threads() { return __simt_omp_threads; }
inline int omp_get_max_threads() { return __simt_omp_asked; }
inline int omp_get_thread_num() { return __simt_omp_thread; }
inline int omp_get_num_procs() { return 1; }
inline void omp_set_num_threads(int n) {
    if (n > 0) __simt_omp_asked = n;
}
inline int omp_in_parallel() { return __simt_omp_threads > 1; }
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
inline int omp_get_level() { return __simt_omp_level; }
inline int omp_get_active_level() { return __simt_omp_threads > 1; }
inline int omp_get_num_devices() { return 0; }
inline int omp_get_initial_device() { return 0; }
inline int omp_is_initial_device() { return 1; }
inline int omp_get_num_teams() { return 1; }
inline int omp_get_team_num() { return 0; }
// A thread never waits for a lock: those before it have ended.
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
