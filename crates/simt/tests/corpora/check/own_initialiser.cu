// What has no type before its first value, and a reference, cannot be named in it.
int x = 5, p = 6;
int main() {
    auto x = x + 1; //~ error: `x` is declared with `auto` and cannot be named in its own initialiser
    auto *p = (int *)malloc(sizeof(*p)); //~ error: `p` is declared with `auto` and cannot be named in its own initialiser
    int &r = r; //~ error: `r` is a reference and cannot be named in its own initialiser
}
