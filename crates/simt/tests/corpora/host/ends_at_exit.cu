// Variables that live as long as the program: ended at exit, latest first; a static that could not be made is made again. The output is g++'s.
//@ exit 4
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>
struct N {
    int n;
    N(int n = 0) : n(n) { printf("+%d\n", n); }
    ~N() { printf("-%d\n", n); }
};
N row[3] = {1, 2, 3};
std::vector<std::unique_ptr<N>> owners;
struct Holder {
    static N shared;
    N mine{20};
};
N Holder::shared(10);
namespace deep { N inside(11); }
N &once(int k) {
    static N first(30 + k);
    static std::string text = "kept " + std::to_string(k);
    printf("%s\n", text.c_str());
    return first;
}
template <class T> struct Single {
    static Single &get() {
        static Single s;
        return s;
    }
    T value = 5;
    ~Single() { printf("single %d\n", (int)value); }
};
void stop() {
    N local(99);
    printf("stopping\n");
    exit(4);
}
struct Throws {
    Throws(int k) {
        if (k) throw std::runtime_error("not yet");
        printf("made\n");
    }
    ~Throws() { printf("throws ended\n"); }
};
void tries(int k) {
    try {
        static Throws t(k);
        printf("there\n");
    } catch (const std::exception &e) {
        printf("%s\n", e.what());
    }
}
int main() {
    owners.emplace_back(new N(40));
    once(1);
    once(2);
    Single<int>::get().value++;
    Single<char>::get();
    static Holder h;
    tries(1);
    tries(0);
    tries(1);
    N last(50);
    stop();
}
/* expect
+1
+2
+3
+10
+11
+40
+31
kept 1
kept 1
+20
not yet
made
there
there
+50
+99
stopping
throws ended
-20
single 5
single 6
-31
-11
-10
-40
-3
-2
-1
*/
