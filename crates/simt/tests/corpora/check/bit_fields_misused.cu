struct Flags {
    unsigned a : 3;
    unsigned b : 33; //~ error: bit fields wider than their type are not modelled //~ help: `unsigned int` has 32 bits
    unsigned c : 0; //~ error: a bit field has a width of 1 or more, and this is 0 //~ help: one of width 0 has no name
    float d : 4; //~ error: a bit field holds an integer, not `float`
};
struct Fine {
    unsigned a : 3;
    int b : 5;
};
void change(unsigned &x) { x = 1; }
void read(const unsigned &x) {}
template <class T>
void forward(T &&x) {}
__global__ void k(Fine *fine) {
    unsigned *p = &fine->a; //~ error: `fine->a` is a bit field: it has no address and no reference to it
    atomicAdd(&fine->a, 1); //~ error: is a bit field: it has no address
}
int main() {
    Flags flags;
    Fine fine = {1, 2};
    change(fine.a); //~ error: `fine.a` is a bit field: it has no address and no reference to it //~ help: copy it to a variable first, and back after
    unsigned &r = fine.a; //~ error: `fine.a` is a bit field
    auto &[a, b] = fine; //~ error: is a bit field
    read(fine.a);
    fine.a += 1;
    return sizeof(fine);
}
