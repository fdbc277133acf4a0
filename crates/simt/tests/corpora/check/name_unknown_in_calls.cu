// A misspelt argument is told wherever it stands, also where the call itself is looked at more than once.
struct S { int a; S(int x) : a(x) {} };
struct W { int v; };
template <typename T> __device__ T same(T x) { return x; }
__global__ void make(int *out) {
    int4 v = make_int4(1, 2, 3, 4);
    v = make_int4(vw, v.z, v.y, v.x); //~ error: nothing here is called `vw`
    *(int4 *)out = v;
}
__global__ void kinds(int *out) {
    float2 f = make_float2(fx, 1.0f); //~ error: nothing here is called `fx`
    S s(sa);                          //~ error: nothing here is called `sa`
    S t = S{sb};                      //~ error: nothing here is called `sb`
    W w = W{wv};                      //~ error: nothing here is called `wv`
    out[0] = same(tv);                //~ error: nothing here is called `tv`
    out[1] = (int)cast;               //~ error: nothing here is called `cast`
    out[2] = min(ma, 3);              //~ error: nothing here is called `ma`
    ++counted;                        //~ error: nothing here is called `counted`
    out[ia] = 1;                      //~ error: nothing here is called `ia`
    atomicAdd(&sum, 1);               //~ error: nothing here is called `sum`
}
int main() {
    dim3 grid(gx, 2);                 //~ error: nothing here is called `gx`
    kinds<<<launched, 1>>>(nullptr);  //~ error: nothing here is called `launched`
    auto l = [&] { return inside; };  //~ error: nothing here is called `inside`
    l();
    for (int i : {ra, 2}) l();        //~ error: nothing here is called `ra`
    if (cond) return rv;              //~ error: nothing here is called `cond` | nothing here is called `rv`
    switch (sw) { default: break; }   //~ error: nothing here is called `sw`
    return 0;
}
