enum class Mode { A, B };
enum Plain { P, Q };
__global__ void k(int* out) {
    Mode m = 1; //~ error: an enumeration takes part only when asked
    out[0] = Mode::A; //~ error: an enumeration takes part only when asked
    out[1] = Mode::C; //~ error: `Mode::C`
    Plain p = Q;
    out[2] = p + P;
    out[3] = m == Mode::A;
}
