// One token after another through a whole decoder: Qwen2.5 3B with each width divided by 32, so with 1,024 times fewer
// weights in the same proportions. Its weights are made up, so what it says is too. Left out: positions and biases.
//   course run kernels/examples/one-token.cu
#include <cmath>
#include <cstdio>
#include <vector>

const int LAYERS = 36, HIDDEN = 64, HEADS = 8, KV_HEADS = 1, HEAD_DIM = 8, FFN = 344, VOCAB = 4748;
const int KV_WIDTH = KV_HEADS * HEAD_DIM;

//@anchor matvec
// y = m * x: every weight of the matrix meets one number of x, once.
__global__ void matvec(const float* m, const float* x, float* y,
                       int rows, int cols) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float sum = 0.0f;
    for (int k = 0; k < cols; k++) {
        sum += m[k * rows + row] * x[k];
    }
    y[row] = sum;
}
//@endanchor matvec

__global__ void make_up(float* m, int n, unsigned seed, float size) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned h = (i + 1) * 2654435761u ^ seed * 40503u;
    h ^= h >> 15; h *= 2246822519u; h ^= h >> 13;
    m[i] = size * ((int)(h & 0xffff) - 32768) / 32768.0f;
}

typedef std::vector<float> Vector;
struct Matrix { float* data; int rows, cols, part; };

const char* PART[] = {"embedding table", "attention", "feed-forward"};
long long in_part[3], read_weights;
float *x_device, *y_device;
std::vector<float*> owned;

Matrix matrix(int rows, int cols, int part) {
    static unsigned seed = 1;
    Matrix m = {nullptr, rows, cols, part};
    int n = rows * cols;
    cudaMalloc(&m.data, n * sizeof(float));
    owned.push_back(m.data);
    make_up<<<(n + 255) / 256, 256>>>(m.data, n, seed++, 2.0f / sqrtf((float)cols));
    in_part[part] += n;
    return m;
}

Vector times(const Matrix& m, const Vector& x) {
    Vector y(m.rows);
    cudaMemcpy(x_device, x.data(), m.cols * sizeof(float), cudaMemcpyHostToDevice);
    matvec<<<(m.rows + 127) / 128, 128>>>(m.data, x_device, y_device, m.rows, m.cols);
    cudaMemcpy(y.data(), y_device, m.rows * sizeof(float), cudaMemcpyDeviceToHost);
    read_weights += (long long)m.rows * m.cols;
    return y;
}

Vector normed(Vector x) {  // so that its numbers are about 1 in size
    float squares = 0.0f;
    for (float v : x) squares += v * v;
    float scale = 1.0f / sqrtf(squares / x.size() + 1e-6f);
    for (float& v : x) v *= scale;
    return x;
}

void add(Vector& x, const Vector& y) {
    for (size_t i = 0; i < x.size(); i++) x[i] += y[i];
}

//@anchor layer
struct Layer {
    Matrix q, k, v, o, gate, up, down;
    std::vector<Vector> keys, values;  // of all tokens so far
};

// Each head compares its query with the keys of all tokens so far, and mixes their values.
Vector attend(const Layer& layer, const Vector& q) {
    Vector mixed(HEADS * HEAD_DIM, 0.0f);
    int tokens = (int)layer.keys.size();
    for (int head = 0; head < HEADS; head++) {
        int mine = head * HEAD_DIM, theirs = head / (HEADS / KV_HEADS) * HEAD_DIM;  // which key head it shares
        Vector share(tokens);
        float sum = 0.0f;
        for (int t = 0; t < tokens; t++) {
            float score = 0.0f;
            for (int d = 0; d < HEAD_DIM; d++) score += q[mine + d] * layer.keys[t][theirs + d];
            share[t] = expf(score / sqrtf((float)HEAD_DIM));
            sum += share[t];
        }
        for (int t = 0; t < tokens; t++)
            for (int d = 0; d < HEAD_DIM; d++) mixed[mine + d] += share[t] / sum * layer.values[t][theirs + d];
    }
    return mixed;
}

void through(Layer& layer, Vector& x) {
    Vector in = normed(x);
    layer.keys.push_back(times(layer.k, in));
    layer.values.push_back(times(layer.v, in));
    add(x, times(layer.o, attend(layer, times(layer.q, in))));

    in = normed(x);
    Vector gate = times(layer.gate, in), wide = times(layer.up, in);
    for (int i = 0; i < FFN; i++) wide[i] *= gate[i] / (1.0f + expf(-gate[i]));
    add(x, times(layer.down, wide));
}
//@endanchor layer

int main() {
    cudaMalloc(&x_device, VOCAB * sizeof(float));
    cudaMalloc(&y_device, VOCAB * sizeof(float));
    Matrix table = matrix(VOCAB, HIDDEN, 0);  // a row for each token; also turns the last state into scores
    std::vector<Layer> layers;
    for (int i = 0; i < LAYERS; i++) {
        Layer layer;
        layer.q = matrix(HEADS * HEAD_DIM, HIDDEN, 1);
        layer.k = matrix(KV_WIDTH, HIDDEN, 1);
        layer.v = matrix(KV_WIDTH, HIDDEN, 1);
        layer.o = matrix(HIDDEN, HEADS * HEAD_DIM, 1);
        layer.gate = matrix(FFN, HIDDEN, 2);
        layer.up = matrix(FFN, HIDDEN, 2);
        layer.down = matrix(HIDDEN, FFN, 2);
        layers.push_back(layer);
    }
    long long all = in_part[0] + in_part[1] + in_part[2];
    for (int part = 0; part < 3; part++)
        printf("%-15s %9lld weights  %4.1f %%\n", PART[part], in_part[part], 100.0 * in_part[part] / all);
    printf("%-15s %9lld weights\n", "all", all);

    Vector host_table(VOCAB * HIDDEN);
    cudaMemcpy(host_table.data(), table.data, host_table.size() * sizeof(float), cudaMemcpyDeviceToHost);
    int token = 785;  // the first word
    for (int step = 0; step < 4; step++) {
        Vector x(HIDDEN);
        for (int d = 0; d < HIDDEN; d++) x[d] = host_table[d * VOCAB + token];  // its row of the table
        read_weights = 0;
        for (Layer& layer : layers) through(layer, x);
        Vector logits = times(table, normed(x));
        int best = 0;
        for (int i = 1; i < VOCAB; i++)
            if (logits[i] > logits[best]) best = i;
        printf("token %4d -> %4d   read %lld weights, cache holds %d token%s\n", token, best, read_weights,
               (int)layers[0].keys.size(), step ? "s" : "");
        token = best;
    }
    for (float* data : owned) cudaFree(data);
    cudaFree(x_device);
    cudaFree(y_device);
    return 0;
}

//$ run
//> embedding table    303872 weights  10.1 %
//> attention          331776 weights  11.0 %
//> feed-forward      2377728 weights  78.9 %
//> all               3013376 weights
//> token  785 -> 3842   read 3013376 weights, cache holds 1 token
//> token 3842 -> 2025   read 3013376 weights, cache holds 2 tokens
//> token 2025 -> 4467   read 3013376 weights, cache holds 3 tokens
//> token 4467 -> 1665   read 3013376 weights, cache holds 4 tokens
