// Private and protected members, used where they may not be.
class C {
    int secret;
    static int count;
    enum Kind { A, B };
    typedef int Hidden;
    __host__ __device__ void quiet() {}
    __host__ __device__ C(int) {}
protected:
    int shared;
public:
    int open;
    __host__ __device__ C() : secret(1), shared(2), open(3) {}
    __host__ __device__ int get() const { return secret; }
};
struct D : C {
    __host__ __device__ int use() { return shared + open; }
    __host__ __device__ int wrong() {
        return secret; //~ error: `secret` is private in `C`: it cannot be used here //~ help: only the class itself and its friends
    }
};
__global__ void k(int *out) {
    C c;
    D d;
    out[0] = c.secret; //~ error: `secret` is private in `C`
    out[1] = c.shared; //~ error: `shared` is protected in `C` //~ help: classes derived from it
    out[2] = c.open + c.get() + d.use() + d.wrong();
    c.quiet(); //~ error: `quiet` is private in `C`
    d.shared = 1; //~ error: `shared` is protected in `C`
}
int main() {
    C c(1); //~ error: `C` is private in `C`
    C::Hidden h = 1; //~ error: `Hidden` is private in `C`
    int b = C::B; //~ error: `B` is private in `C`
    return C::count; //~ error: `count` is private in `C`
}
