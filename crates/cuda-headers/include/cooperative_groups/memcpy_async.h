// `memcpy_async` by the threads of a group, and the waits for it: the copy is made at once; the wait is for each thread's
// part of it and at the group's barrier. A program that forgets it is found out.
// Next: cooperative_groups.h.
#pragma once
#include <cooperative_groups.h>

namespace cooperative_groups {

template <class Group, class T> __device__ void __simt_copy(const Group &g, T *to, const T *from, size_t bytes) {
    __simt_copies_begin();
    for (size_t i = g.thread_rank(); i < bytes / sizeof(T); i += g.size()) to[i] = from[i];
    __simt_copies_end();
    __simt_copies_commit();
}
// A shape is a number of bytes, or cuda::aligned_size_t of one.
template <class Group, class T, class Shape>
__device__ void memcpy_async(const Group &g, T *to, const T *from, const Shape &bytes) {
    __simt_copy(g, to, from, (size_t)bytes);
}
template <class Group, class T, class ToShape, class FromShape>
__device__ void memcpy_async(const Group &g, T *to, const ToShape &room, const T *from, const FromShape &count) {
    size_t n = (size_t)count < (size_t)room ? (size_t)count : (size_t)room;
    __simt_copy(g, to, from, n * sizeof(T));
}
template <class Group> __device__ void wait(const Group &g) {
    __simt_copies_wait(0);
    g.sync();
}
template <unsigned int Stages, class Group> __device__ void wait_prior(const Group &g) {
    __simt_copies_wait((int)Stages);
    g.sync();
}

}  // namespace cooperative_groups
