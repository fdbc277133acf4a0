// Copying and filling bytes in device code: as wide as both addresses are aligned.
#pragma once
namespace __simt_device {
__host__ __device__ inline void *memcpy(void *to, const void *from, unsigned long bytes) {
    char *t = static_cast<char *>(to);
    const char *f = static_cast<const char *>(from);
    unsigned long both = reinterpret_cast<unsigned long>(t) | reinterpret_cast<unsigned long>(f), i = 0;
    if ((both & 15) == 0)
        for (; i + 16 <= bytes; i += 16) *reinterpret_cast<uint4 *>(t + i) = *reinterpret_cast<const uint4 *>(f + i);
    if ((both & 3) == 0)
        for (; i + 4 <= bytes; i += 4) *reinterpret_cast<unsigned int *>(t + i) = *reinterpret_cast<const unsigned int *>(f + i);
    for (; i < bytes; ++i) t[i] = f[i];
    return to;
}
__host__ __device__ inline void *memset(void *to, int value, unsigned long bytes) {
    char *t = static_cast<char *>(to);
    unsigned long i = 0;
    if ((reinterpret_cast<unsigned long>(t) & 3) == 0) {
        unsigned int four = (value & 0xff) * 0x01010101u;
        for (; i + 4 <= bytes; i += 4) *reinterpret_cast<unsigned int *>(t + i) = four;
    }
    for (; i < bytes; ++i) t[i] = static_cast<char>(value);
    return to;
}
} // namespace __simt_device
