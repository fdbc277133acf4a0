struct Params { int n; float scale; float weights[3]; };
struct Node { float value; const Node* next; };
typedef struct { int a, b; } Pair;
using Real = float;
__constant__ Params params = {4, 0.5f, {1, 2, 3}};
__device__ Pair swap(Pair p) { Pair q = {p.b, p.a}; return q; }
__device__ int total = 7;
__global__ void k(Params p, Real* out, const Node* n) {
    Pair q = swap(Pair{1, 2});
    Params copy = p;
    copy.weights[1] = 4.0f;
    out[q.a] = params.scale * copy.weights[1] + n->next->value + total;
}
