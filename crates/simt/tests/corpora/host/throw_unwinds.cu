// What ends when something is thrown: locals, temporaries, parts of objects being made, arrays; what the library throws.
//@ exit 134
//@ ends nothing catches std::__cxx11::basic_string
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>
static int alive = 0;
struct Counted {
    int n;
    Counted(int n = 0) : n(n) { ++alive; }
    Counted(const Counted &o) : n(o.n) {
        if (n == 13) throw std::runtime_error("unlucky copy");
        ++alive;
    }
    ~Counted() { --alive; }
};
struct Loud {
    const char *name;
    Loud(const char *name) : name(name) { printf("+%s\n", name); }
    ~Loud() { printf("-%s\n", name); }
};
struct Whole {
    Loud first{"first"};
    Loud second;
    Whole(bool bad) : second("second") {
        Loud local("local");
        if (bad) throw 1;
    }
    ~Whole() { printf("-whole\n"); }
};
struct Sub : Whole {
    Loud third{"third"};
    Sub(bool bad) : Whole(false) {
        if (bad) throw 2;
    }
};
int pass(int a, const Loud &l) {
    if (a > 1) throw a;
    return a;
}
Loud make(const char *n) { return Loud(n); }
void quiet() noexcept {
    try {
        throw 1;
    } catch (int) {
        printf("kept in\n");
    }
}
int find(const std::map<std::string, int> &m, const char *key) {
    try {
        return m.at(key);
    } catch (const std::out_of_range &e) {
        printf("%s: %s\n", key, e.what());
        return -1;
    }
}
template <class F> void attempt(const char *what, F f) {
    try {
        f();
        printf("%s: fine\n", what);
    } catch (const std::exception &e) {
        printf("%s: %s\n", what, e.what());
    } catch (...) {
        printf("%s: something else\n", what);
    }
}
class FileError : public std::runtime_error {
    int code_;

public:
    FileError(const std::string &name, int code) : std::runtime_error("file " + name), code_(code) {}
    int code() const { return code_; }
};
int main() {
    try { Whole w(true); } catch (int n) { printf("whole %d\n", n); }
    try { Sub s(true); } catch (int n) { printf("sub %d\n", n); }
    try { pass(1, Loud("t1")) + pass(5, Loud("t2")); } catch (int n) { printf("temporaries %d\n", n); }
    try { Loud a = make("made"); const Loud &b = make("kept"); pass(9, b); } catch (int n) { printf("%d\n", n); }
    try { std::unique_ptr<Whole> p(new Whole(false)); Whole *q = new Whole(true); delete q; } catch (int n) { printf("new %d\n", n); }
    try { Counted row[4]; std::vector<Counted> v(3); v.push_back(Counted(5)); throw 'x'; } catch (char c) { printf("%c %d\n", c, alive); }
    quiet();
    std::map<std::string, int> m{{"a", 1}};
    printf("%d %d\n", find(m, "a"), find(m, "b"));
    attempt("stoi", [] { printf("%d\n", std::stoi("42")); });
    attempt("stoi letters", [] { std::stoi("x"); });
    attempt("stoi large", [] { std::stoi("99999999999"); });
    attempt("stod", [] { std::stod("abc"); });
    attempt("substr", [] { std::string("abc").substr(7); });
    attempt("string at", [] { std::string("abc").at(3); });
    attempt("vector at", [] { std::vector<double>(2).at(2); });
    attempt("function", [] { std::function<void()> f; f(); });
    attempt("throw in function", [] { std::function<int(int)> f = [](int n) -> int { if (n > 1) throw std::domain_error("domain"); return n; }; f(1); f(2); });
    attempt("int", [] { throw 5; });
    attempt("own", [] { throw FileError("data.txt", 3); });
    attempt("bad_alloc", [] { size_t n = size_t(1) << 46; char *p = new char[n]; p[0] = 1; });
    attempt("vector bad_alloc", [] { std::vector<double> v(size_t(1) << 45); });
    try {
        throw FileError("x", 7);
    } catch (const FileError &e) {
        printf("%s %d\n", e.what(), e.code());
    }
    int loops = 0;
    while (true) {
        try {
            if (++loops < 5) throw loops;
            break;
        } catch (int n) {
            if (n == 3) continue;
            printf("loop %d\n", n);
        }
    }
    int r = 0;
    for (int i = 0; i < 1000; i++) {
        try { if (i % 3 == 0) throw i; r += 1; } catch (int k) { r += k; }
    }
    printf("%d %d\n", r, alive);
    auto nested = [&](int k) -> int {
        try {
            try {
                if (k) throw std::range_error("range");
                return 1;
            } catch (const std::logic_error &) {
                return 2;
            }
        } catch (const std::runtime_error &e) {
            return 3;
        }
    };
    printf("%d %d\n", nested(0), nested(1));
    int *q = new (std::nothrow) int[size_t(1) << 45];
    printf("%d\n", q == nullptr);
    fflush(stdout);
    std::string gone = "gone";
    try { throw gone; } catch (int) { } 
}
/* expect
+first
+second
+local
-local
-second
-first
whole 1
+first
+second
+local
-local
+third
-third
-whole
-second
-first
sub 2
+t1
+t2
-t2
-t1
temporaries 5
+made
+kept
-kept
-made
9
+first
+second
+local
-local
+first
+second
+local
-local
-second
-first
-whole
-second
-first
new 1
x 0
kept in
b: map::at
1 -1
42
stoi: fine
stoi letters: stoi
stoi large: stoi
stod: stod
substr: basic_string::substr: __pos (which is 7) > this->size() (which is 3)
string at: basic_string::at: __n (which is 3) >= this->size() (which is 3)
vector at: vector::_M_range_check: __n (which is 2) >= this->size() (which is 2)
function: bad_function_call
throw in function: domain
int: something else
own: file data.txt
bad_alloc: std::bad_alloc
vector bad_alloc: std::bad_alloc
file x 7
loop 1
loop 2
loop 4
167499 0
1 3
1
*/
