__global__ void k(float* out, int n) {
    Vec3 v = load(out, n); //~ error: `Vec3` is not a type
    v.x += 1.0f;
    float s = v.x * v.y + dot(v, v); //~ error: `dot`
    out[0] = s + v.z;
    int count = undefined_count; //~ error: `undefined_count`
    for (int i = 0; i < count; ++i) out[i] = count;
}

__device__ char torn(bool good) {
    return good ? '+' : ''; //~ error: a character literal holds one character
} // and no word of a missing `return`
