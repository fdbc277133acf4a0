// Numbers in the order of bytes of a network: most first.
#pragma once
#include <byteswap.h>
#define htonl(x) bswap_32(x)
#define htons(x) bswap_16(x)
#define ntohl(x) bswap_32(x)
#define ntohs(x) bswap_16(x)
