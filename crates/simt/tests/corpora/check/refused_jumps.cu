#include <string>
__global__ void k(float* out) {
again:
    out[0] += 1.0f;
    if (out[0] < 3.0f) goto again;
    if (out[0] > 9.0f) goto inside;
    if (out[1] > 9.0f) {
        out[1] = 0.0f;
    inside:
        out[2] = 1.0f;
    }
    if (out[1] > 5.0f) goto nowhere; //~ error: there is no label `nowhere` in this function
    out[2] = 3.0f;
}
int after(int n) {
    if (n > 3) goto inner; //~ error: this jump to `inner` passes the first value of `twice`
    {
        int twice = 2 * n;
        n += twice;
    inner:
        n += 1;
    }
    return n;
}
int before(int n) {
    for (int i = 0; i < 3; ++i) {
        std::string text;
        for (int j = 0; j < 3; ++j) {
            std::string more;
            if (n == j) goto next; //~ error: a jump to `next` past objects with destructors is not modelled //~ help: put what stands between in a function
            n += more.size();
        }
    next:
        n += text.size();
    }
    return n;
}
