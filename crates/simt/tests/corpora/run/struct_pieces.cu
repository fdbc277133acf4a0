// What is aligned is moved in pieces as large as its alignment, as nvcc does it: requests by the type.
// buffer: half u16[64] = i
// buffer: pair f32[64] = i
// buffer: mixed u8[512] = i % 251
// buffer: padded f32[128] = i
// buffer: rest f32[32] = uninit
// buffer: eight u16[256] = i
// buffer: alone u16[256] = i
// buffer: plain f32[96] = i
// buffer: small u8[128] = i
// buffer: bytes u8[256] = i
// buffer: both u8[512] = i % 251
// buffer: made f32[64] = uninit
// launch: k<<<1, 32>>>(half, pair, mixed, padded, rest, eight, alone, plain, small, bytes, both, made)
// expect: half[i] = i + 1
// expect: pair[i] = i
// expect: mixed[i] = i % 251
// expect: padded[i] = i
// expect: rest[i] = 12 * i + 3
// expect: eight[i] = i
// expect: alone[i] = i
// expect: plain[i] = i
// expect: small[i] = i
// expect: bytes[i] = i
// expect: made[i] = i % 2 ? i / 2 * -3 - 1 : i / 2 * 3
// counter: half.loads.requests = 1
// counter: half.loads.sectors = 4
// counter: half.loads.bytes_requested = 128
// counter: half.stores.requests = 1
// counter: pair.loads.requests = 1
// counter: pair.stores.requests = 1
// counter: mixed.loads.requests = 1
// counter: mixed.stores.requests = 1
// counter: padded.loads.requests = 2
// counter: padded.loads.bytes_requested = 1024
// counter: padded.stores.requests = 1
// counter: eight.loads.requests = 1
// counter: eight.stores.requests = 1
// counter: alone.loads.requests = 4
// counter: alone.stores.requests = 4
// counter: plain.loads.requests = 3
// counter: plain.stores.requests = 3
// counter: small.loads.requests = 1
// counter: small.stores.requests = 1
// counter: bytes.loads.requests = 1
// counter: bytes.stores.requests = 1
// counter: both.loads.requests = 1
// counter: both.stores.requests = 1
// counter: made.stores.requests = 1
#include <cuda_fp16.h>
struct __align__(8) Pair { float re, im; };
struct __align__(16) Mixed { float a; int b; double c; };
struct __align__(16) Padded { float x, y, z; };
struct __align__(16) Eight { __half h[8]; };
struct __align__(16) Alone { __half2 h[4]; };
struct Plain { float x, y, z; };
struct __align__(4) Small { char a; short b; };
struct __align__(8) Bytes { unsigned char c[8]; };
union __align__(16) Both { float4 f; unsigned char c[16]; };
__global__ void k(unsigned short* half, float* pair, unsigned char* mixed, float* padded, float* rest, unsigned short* eight,
                  unsigned short* alone, float* plain, unsigned char* small, unsigned char* bytes, unsigned char* both, float* made) {
    int t = threadIdx.x;
    __half2 h = ((__half2*)half)[t];
    h.x = __ushort_as_half(__half_as_ushort(h.x) + 1);
    h.y = __ushort_as_half(__half_as_ushort(h.y) + 1);
    ((__half2*)half)[t] = h;
    ((Pair*)pair)[t] = ((Pair*)pair)[t];
    ((Mixed*)mixed)[t] = ((Mixed*)mixed)[t];
    Padded p = ((Padded*)padded)[t];
    rest[t] = p.x + p.y + p.z;
    ((Padded*)padded)[t] = ((Padded*)padded)[t];
    Eight e = ((Eight*)eight)[t];
    ((Eight*)eight)[t] = e;
    ((Alone*)alone)[t] = ((Alone*)alone)[t];
    ((Plain*)plain)[t] = ((Plain*)plain)[t];
    ((Small*)small)[t] = ((Small*)small)[t];
    ((Bytes*)bytes)[t] = ((Bytes*)bytes)[t];
    ((Both*)both)[t] = ((Both*)both)[t];
    Pair m = {3.0f * t, -3.0f * t - 1.0f};
    ((Pair*)made)[t] = m;
}
