int main() {
    auto f = [&](int n) -> int { return n < 2 ? 1 : n * f(n - 1); }; //~ error: `f` is declared with `auto` and cannot be named in its own initialiser
    return f(3);
}
