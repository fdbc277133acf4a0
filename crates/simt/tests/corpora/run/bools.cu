// buffer: out i32[8] = 9
// buffer: flags u8[4] = 0; 1; 1; 0
// launch: k<<<1, 1>>>(out, flags, true)
// expect: out = 2; 1; 1; 0; 3; 1; 1; 0
// expect: flags = 1; 1; 0; 1
__global__ void k(int* out, bool* flags, bool given) {
    bool yes = 5, no = 0.0f;
    out[0] = yes + given;
    out[1] = yes != no;
    out[2] = yes & given;
    out[3] = yes ^ given;
    out[4] = flags[0] + flags[1] + flags[2] + yes;
    out[5] = !no;
    flags[0] = out[0];
    flags[2] = no;
    flags[3] = flags[1] && yes;
    bool both = yes;
    both &= given;
    out[6] = both;
    both = both && no;
    out[7] = both;
}
