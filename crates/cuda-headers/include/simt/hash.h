// Hashes, the same numbers as libstdc++'s: whole numbers are their own, texts are MurmurHash64A of their bytes.
#pragma once
#include <simt/base.h>
#include <simt/place.h>
namespace std {
class string;
inline unsigned long __murmur(const void *data, size_t n, unsigned long seed = 0xc70f6907) {
    const unsigned long mul = (0xc6a4a793ul << 32) + 0x5bd1e995ul;
    const char *p = static_cast<const char *>(data);
    unsigned long hash = seed ^ (n * mul), word;
    for (; n >= 8; n -= 8, p += 8) {
        memcpy(&word, p, 8);
        word *= mul;
        word = (word ^ (word >> 47)) * mul;
        hash = (hash ^ word) * mul;
    }
    if (n > 0) {
        word = 0;
        memcpy(&word, p, n);
        hash = (hash ^ word) * mul;
    }
    hash = (hash ^ (hash >> 47)) * mul;
    return hash ^ (hash >> 47);
}
template <class T> struct hash {
    size_t operator()(const T &value) const { return static_cast<size_t>(value); }
};
template <class T> struct hash<T *> {
    size_t operator()(T *value) const { return reinterpret_cast<size_t>(value); }
};
template <> struct hash<float> {
    size_t operator()(float value) const { return value != 0 ? __murmur(&value, 4) : 0; }
};
template <> struct hash<double> {
    size_t operator()(double value) const { return value != 0 ? __murmur(&value, 8) : 0; }
};
template <> struct hash<long double> {
    size_t operator()(long double value) const { return value != 0 ? __murmur(&value, sizeof value) : 0; }
};
template <> struct hash<string> {
    template <class S> size_t operator()(const S &text) const { return __murmur(text.data(), text.size()); }
};
} // namespace std
