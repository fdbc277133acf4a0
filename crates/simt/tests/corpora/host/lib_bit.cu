// Bits of numbers, by C++20's names.
#include <bit>
#include <cstdint>
#include <cstdio>
int main() {
    printf("%d %d %d %d\n", std::popcount(0xf0f0u), std::popcount((unsigned char)255), std::countl_zero(1u), std::countl_zero((uint16_t)1));
    printf("%d %d %d %d\n", std::countr_zero(8ull), std::countr_zero(0u), std::countl_one((uint8_t)0xf0), std::countr_one(7u));
    printf("%d %d %u %u %u %u\n", std::has_single_bit(64u), std::has_single_bit(0u), std::bit_ceil(17u), std::bit_floor(17u), (unsigned)std::bit_width(17u), std::bit_ceil(1u));
    printf("%x %x %x %x\n", std::rotl(0x80000001u, 4), std::rotr(0x80000001u, 4), (unsigned)std::rotl((uint8_t)0x81, 1), std::rotl(1u, -1));
    printf("%x %g %d\n", std::bit_cast<uint32_t>(1.5f), std::bit_cast<double>(0x4000000000000000ull), std::endian::native == std::endian::little);
    static_assert(std::popcount(7u) == 3 && std::bit_ceil(5u) == 8);
}
/* expect
8 8 31 15
3 32 4 3
1 0 32 16 5 1
18 18000000 3 80000000
3fc00000 2 1
*/
