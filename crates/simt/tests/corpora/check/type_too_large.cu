// Each type names the one before it three times: as trees they would be 3 to the 20th.
typedef int (*F0)(int, int);
typedef F0 (*F1)(F0, F0);
typedef F1 (*F2)(F1, F1);
typedef F2 (*F3)(F2, F2);
typedef F3 (*F4)(F3, F3);
typedef F4 (*F5)(F4, F4);
typedef F5 (*F6)(F5, F5); //~ error: this type has more than 4096 types inside //~ help: each type that names another is larger by that: make one of them a struct
int main() {
    F6 f = nullptr;
    return f != nullptr;
}
