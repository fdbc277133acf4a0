// Handlers by type, in order; what lives on the way ends; `throw;`; at last one that nothing catches. The output is g++'s.
//@ exit 134
//@ ends nothing catches std::runtime_error: at last
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>
struct Noisy {
    int n;
    Noisy(int n) : n(n) { printf("make %d\n", n); }
    Noisy(const Noisy &o) : n(o.n + 100) { printf("copy %d\n", n); }
    ~Noisy() { printf("end %d\n", n); }
};
struct Pair {
    Noisy a, b;
    Pair(bool fail) : a(1), b(2) {
        if (fail) throw 7;
        printf("pair\n");
    }
};
int depth(int n) {
    Noisy here(n);
    if (n == 3) throw std::runtime_error("at " + std::to_string(n));
    int r = depth(n + 1);
    printf("never %d\n", r);
    return r;
}
struct Base { int x; };
struct Left { int y; };
struct Derived : Left, Base { Derived() { x = 5; y = 6; } };
int classify(int k) {
    try {
        switch (k) {
        case 0: throw 1;
        case 1: throw 2.5;
        case 2: throw "text";
        case 3: throw std::string("string");
        case 4: throw Derived();
        case 5: throw std::out_of_range("range");
        case 6: throw std::invalid_argument("arg");
        case 7: { Derived *d = new Derived; throw d; }
        case 8: throw 'c';
        case 9: throw 1u;
        }
        return -1;
    } catch (int i) {
        printf("int %d\n", i);
    } catch (double d) {
        printf("double %g\n", d);
    } catch (const char *s) {
        printf("text %s\n", s);
    } catch (const std::string &s) {
        printf("string %s\n", s.c_str());
    } catch (const Base &b) {
        printf("base %d\n", b.x);
    } catch (std::out_of_range &e) {
        printf("oor %s\n", e.what());
    } catch (const std::exception &e) {
        printf("exception %s\n", e.what());
    } catch (Derived *d) {
        printf("pointer %d\n", d->y);
        delete d;
    } catch (...) {
        printf("other\n");
        return k;
    }
    return 0;
}
int early(int n) {
    for (int i = 0; i < 5; i++) {
        try {
            Noisy a(i);
            if (i == 1) continue;
            if (i == 2) throw i;
            if (i == n) return i;
        } catch (int j) {
            printf("caught %d\n", j);
            if (n == 2) break;
        }
    }
    return -5;
}
void again() {
    try {
        try {
            throw std::logic_error("first");
        } catch (const std::exception &e) {
            printf("inner %s\n", e.what());
            throw;
        }
    } catch (const std::logic_error &e) {
        printf("outer %s\n", e.what());
        try {
            throw;
        } catch (std::exception &f) {
            printf("same %d %s\n", (const void *)&e == (const void *)&f, f.what());
        }
        printf("still %s\n", e.what());
    }
}
int main() {
    try {
        depth(1);
    } catch (const std::exception &e) {
        printf("caught %s\n", e.what());
    }
    for (int k = 0; k < 10; k++) printf("%d\n", classify(k));
    printf("%d\n", early(3));
    printf("%d\n", early(2));
    again();
    try {
        Pair p(true);
    } catch (int n) {
        printf("pair failed %d\n", n);
    }
    try {
        Pair p(false);
        throw Noisy(50);
    } catch (Noisy n) {
        printf("got %d\n", n.n);
    }
    int x = 1;
    try {
        x = 2;
        depth(3);
        x = 3;
    } catch (...) {
        printf("x %d\n", x);
    }
    std::vector<int> v(3);
    try {
        v.at(5) = 1;
    } catch (const std::out_of_range &e) {
        printf("%s\n", e.what());
    }
    printf("before\n");
    throw std::runtime_error("at last");
}
/* expect
make 1
make 2
make 3
end 3
end 2
end 1
caught at 3
int 1
0
double 2.5
0
text text
0
string string
0
base 5
0
oor range
0
exception arg
0
pointer 6
0
other
8
other
9
make 0
end 0
make 1
end 1
make 2
end 2
caught 2
make 3
end 3
3
make 0
end 0
make 1
end 1
make 2
end 2
caught 2
-5
inner first
outer first
same 1 first
still first
make 1
make 2
end 2
end 1
pair failed 7
make 1
make 2
pair
make 50
end 2
end 1
copy 150
got 150
end 150
end 50
make 3
end 3
x 2
vector::_M_range_check: __n (which is 5) >= this->size() (which is 3)
before
*/
