__global__ void k(float* out) {
    goto done; //~ error: not modelled
done: //~ error: not modelled
    out[0] = 1.0f;
}
