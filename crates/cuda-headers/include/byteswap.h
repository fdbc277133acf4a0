// The bytes of a number the other way round.
#pragma once
#include <stdint.h>
inline uint16_t bswap_16(uint16_t x) { return (uint16_t)(x << 8 | x >> 8); }
inline uint32_t bswap_32(uint32_t x) { return (uint32_t)bswap_16((uint16_t)x) << 16 | bswap_16((uint16_t)(x >> 16)); }
inline uint64_t bswap_64(uint64_t x) { return (uint64_t)bswap_32((uint32_t)x) << 32 | bswap_32((uint32_t)(x >> 32)); }
