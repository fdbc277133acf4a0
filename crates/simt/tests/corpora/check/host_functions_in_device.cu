// What only the host has, called in a kernel: functions of C, algorithms and engines of the library's.
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <random>

__global__ void compare(int* out, const char* s) {
    out[0] = strcmp(s, "yes"); //~ error: `strcmp` runs on the host: device code cannot call it
}

__global__ void number(int* out, const char* s) {
    out[0] = atoi(s); //~ error: `atoi` runs on the host: device code cannot call it
}

__global__ void letter(char* s) {
    s[0] = toupper(s[0]); //~ error: `toupper` runs on the host: device code cannot call it
}

__device__ void order(int* v) {
    std::stable_sort(v, v + 8); //~ error: runs on the host: device code cannot call it
}

__global__ void draw(unsigned* out) {
    std::mt19937 engine(7); //~ error: runs on the host: device code cannot call it
    out[0] = engine();
}

__global__ void chance(int* out) {
    out[0] = rand(); //~ error: `rand` runs on the host: device code cannot call it
    order(out);
}

__global__ void length(int* out, const char* s) {
    out[0] = strlen(s); //~ error: `strlen` runs on the host: device code cannot call it
}

// A function of one's own by such a name is an ordinary one.
__device__ int isdigit(char c) {
    return c >= '0' && c <= '9';
}

__global__ void digits(int* out, const char* s) {
    out[0] = isdigit(s[0]);
}
