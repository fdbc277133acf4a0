// POSIX threads that run to their end when they are made: there is one thread. What would wait for another for ever says
// so and ends.
#pragma once
#include <sched.h>
#include <simt/base.h>
#include <stdlib.h>
#include <time.h>
// Ends the program with a sentence: nothing here can do what it asks.
void __simt_limit(const char *message);
typedef unsigned long pthread_t;
typedef int pthread_attr_t, pthread_mutexattr_t, pthread_condattr_t, pthread_barrierattr_t, pthread_once_t, pthread_key_t;
struct pthread_mutex_t {
    int held;
};
struct pthread_cond_t {
    int waited;
};
typedef pthread_mutex_t pthread_spinlock_t;
typedef pthread_mutex_t pthread_rwlock_t;
struct pthread_barrier_t {
    unsigned int count;
};
#define PTHREAD_MUTEX_INITIALIZER {0}
#define PTHREAD_COND_INITIALIZER {0}
#define PTHREAD_ONCE_INIT 0
#define PTHREAD_CREATE_JOINABLE 0
#define PTHREAD_CREATE_DETACHED 1
#define PTHREAD_BARRIER_SERIAL_THREAD (-1)
// What the threads gave back, by number; the first is the program's own.
inline void *__simt_thread_results[1024] = {};
inline unsigned long __simt_threads_made = 0, __simt_thread_now = 0;
// Thrown where a thread ends before its function does.
struct __simt_thread_end {
    void *result;
};
inline int pthread_create(pthread_t *to, const pthread_attr_t *attributes, void *(*run)(void *), void *with) {
    unsigned long number = ++__simt_threads_made, by = __simt_thread_now;
    *to = __simt_thread_now = number;
    try {
        __simt_thread_results[number % 1024] = run(with);
    } catch (__simt_thread_end end) {
        __simt_thread_results[number % 1024] = end.result;
    }
    __simt_thread_now = by;
    return 0;
}
// The program's own thread ends the program: the others have ended.
inline void pthread_exit(void *result) {
    if (__simt_thread_now == 0) exit(0);
    throw __simt_thread_end{result};
}
inline int pthread_join(pthread_t which, void **result) {
    if (result) *result = __simt_thread_results[which % 1024];
    return 0;
}
// A thread has ended when it is made.
inline int pthread_cancel(pthread_t which) { return 0; }
inline int pthread_detach(pthread_t which) { return 0; }
inline pthread_t pthread_self() { return __simt_thread_now; }
inline int pthread_equal(pthread_t a, pthread_t b) { return a == b; }
inline int pthread_attr_init(pthread_attr_t *a) { return 0; }
inline int pthread_attr_destroy(pthread_attr_t *a) { return 0; }
inline int pthread_attr_setdetachstate(pthread_attr_t *a, int state) { return 0; }
inline int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *attributes) {
    m->held = 0;
    return 0;
}
inline int pthread_mutex_destroy(pthread_mutex_t *m) { return 0; }
inline int pthread_mutex_lock(pthread_mutex_t *m) {
    if (m->held) __simt_limit("a thread waits for a lock for ever: threads run one after the other here");
    m->held = 1;
    return 0;
}
inline int pthread_mutex_trylock(pthread_mutex_t *m) {
    if (m->held) return 16;
    m->held = 1;
    return 0;
}
inline int pthread_mutex_unlock(pthread_mutex_t *m) {
    m->held = 0;
    return 0;
}
inline int pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *attributes) { return 0; }
inline int pthread_cond_destroy(pthread_cond_t *c) { return 0; }
inline int pthread_cond_signal(pthread_cond_t *c) { return 0; }
inline int pthread_cond_broadcast(pthread_cond_t *c) { return 0; }
inline int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) {
    __simt_limit("a thread waits for another for ever: threads run one after the other here");
    return 0;
}
inline int pthread_barrier_init(pthread_barrier_t *b, const pthread_barrierattr_t *attributes, unsigned int count) {
    b->count = count;
    return 0;
}
inline int pthread_barrier_destroy(pthread_barrier_t *b) { return 0; }
inline int pthread_barrier_wait(pthread_barrier_t *b) {
    if (b->count > 1) __simt_limit("a thread waits for another for ever: threads run one after the other here");
    return PTHREAD_BARRIER_SERIAL_THREAD;
}
inline int pthread_once(pthread_once_t *once, void (*run)()) {
    if (*once == 0) {
        *once = 1;
        run();
    }
    return 0;
}
