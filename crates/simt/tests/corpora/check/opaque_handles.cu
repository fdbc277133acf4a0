typedef struct Opaque Opaque;
struct Known {
    int a;
};
void uses(Opaque *p, Opaque *q) {
    p->x = 3; //~ error: `Opaque` is declared but never defined: it has no size and no members
    Opaque o; //~ error: `Opaque` is declared but never defined //~ help: keep to pointers to it, or define it: `struct Opaque { … };`
    Opaque copy = *p; //~ error: `Opaque` is declared but never defined
    int n = sizeof(Opaque); //~ error: `Opaque` is declared but never defined
    p++; //~ error: `Opaque` is declared but never defined
    auto r = p + 1; //~ error: `Opaque` is declared but never defined
    Opaque *made = new Opaque; //~ error: `Opaque` is declared but never defined
    Opaque several[3]; //~ error: `Opaque` is declared but never defined
    bool same = p == q;
}
Opaque global; //~ error: `Opaque` is declared but never defined
void given(Opaque a) {} //~ error: `Opaque` is declared but never defined
struct Holder {
    Opaque o; //~ error: `Opaque` is declared but never defined
    Opaque *fine;
};
void misspelt() {
    struct Konwn k; //~ error: `Konwn` is declared but never defined //~ help: did you mean `Known`?
}
int main() {
    Holder h;
    uses(nullptr, nullptr);
    misspelt();
}
