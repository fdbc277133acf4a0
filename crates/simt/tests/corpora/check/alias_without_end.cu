template <int N> struct Chain { //~ error: `Chain` asks for another instance of itself again and again //~ help: end it with a specialisation
    typedef typename Chain<N + 1>::type type;
};
template <int N> struct Ends { typedef typename Ends<N - 1>::type type; };
template <> struct Ends<0> { typedef int type; };
__global__ void k(int *out) {
    Ends<60>::type value = 3;
    Chain<0>::type never;
    out[0] = value;
}
