// Names that mean something, but no value.
template <typename T> struct Limits { static constexpr T most = 3; };
template <typename T> using Pointer = T *;
struct S { int a; };
__global__ void k(int *o) {
    o[0] = S;           //~ error: `S` is a type, and a value is needed here
    o[1] = Limits < (4); //~ error: `Limits` is a class template, and a value is needed here //~ help: write its arguments and what is meant of it, `Limits<…>::…`
    o[2] = 3 + Pointer; //~ error: `Pointer` is no value, and one is needed here
    o[3] = Limits<int>::most;
}
