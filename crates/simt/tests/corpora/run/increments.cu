// buffer: out i32[8] = 0
// launch: k<<<1, 1>>>(out)
// expect: out = 5; 7; 7; 5; 12; 14; 3; 2
__global__ void k(int* out) {
    int a = 5;
    out[0] = a++;
    out[1] = ++a;
    out[2] = a--;
    out[3] = --a;
    int* p = out + 4;
    *p++ = 12;
    *p = 14;
    out[6] = (int)(p - out) - 2;
    ++p;
    *p-- += 0;
    int* q = &out[7];
    *q = q - p;
}
