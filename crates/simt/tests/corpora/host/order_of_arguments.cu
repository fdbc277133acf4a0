// The order in which g++ evaluates: arguments from the last to the first, objects and what stands in braces in their order.
#include <cstdio>
#include <vector>
#include <functional>
#include <initializer_list>
int t(const char *s) { printf("%s ", s); return 1; }
struct O { int v; O(int a = 0, int b = 0, int c = 0) : v(a) {} O &m(int a, int b) { return *this; } virtual int w(int, int) { return 0; } static int s(int, int) { return 0; } int operator()(int, int) { return 0; } int operator[](int) { return 0; }
  O &operator=(const O &) = default; O &operator+=(int) { return *this; } O &operator<<(int) { return *this; } bool operator==(const O &) const { return 0; } };
struct L { L(std::initializer_list<int>) {} };
struct A { int a, b, c; };
O o; O &obj(const char *s) { printf("%s ", s); return o; }
O operator+(const O &a, const O &b) { return a; }
O operator*(O a, O b) { return a; }
O &operator>>(O &a, int b) { return a; }
O operator-(const O &a) { return a; }
bool operator<(const O &a, const O &b) { return false; }
int f(int, int, int) { return 0; }
int (*fp(const char *s))(int, int, int) { printf("%s ", s); return f; }
template <class... T> void va(T... x) {}
int main() {
  printf("f: "); f(t("1"), t("2"), t("3")); puts("");
  printf("fp: "); fp("p")(t("1"), t("2"), t("3")); puts("");
  printf("m: "); obj("o").m(t("1"), t("2")).m(t("3"), t("4")); puts("");
  printf("virt: "); obj("o").w(t("1"), t("2")); puts("");
  printf("static: "); obj("o").s(t("1"), t("2")); puts("");
  printf("call: "); obj("o")(t("1"), t("2")); puts("");
  printf("lambda: "); [](int, int) {}(t("1"), t("2")); puts("");
  printf("index: "); obj("o")[t("1")]; puts("");
  printf("ctor(): "); O x(t("1"), t("2"), t("3")); puts("");
  printf("ctor{}: "); O y{t("1"), t("2"), t("3")}; puts("");
  printf("temp(): "); O(t("1"), t("2"), t("3")); puts("");
  printf("new(): "); new O(t("1"), t("2"), t("3")); puts("");
  printf("list: "); L l{t("1"), t("2"), t("3")}; puts("");
  printf("aggr: "); A a{t("1"), t("2"), t("3")}; puts("");
  printf("o+o: "); obj("1") + obj("2"); puts("");
  printf("o*o: "); O(t("1")) * O(t("2")); puts("");
  printf("o<o: "); obj("1") < obj("2"); puts("");
  printf("o==o: "); obj("1") == obj("2"); puts("");
  printf("o=o: "); obj("1") = obj("2"); puts("");
  printf("o+=i: "); obj("1") += t("2"); puts("");
  printf("o<<i<<i: "); obj("1") << t("2") << t("3"); puts("");
  printf("o>>i (free): "); obj("1") >> t("2"); puts("");
  printf("operator+(o,o): "); operator+(obj("1"), obj("2")); puts("");
  printf("i+i: "); int q = t("1") + t("2") * t("3"); puts("");
  printf("i=i: "); int arr[4]; arr[t("1")] = t("2"); arr[t("3")] += t("4"); puts("");
  printf("i<i: "); q = t("1") < t("2"); puts("");
  printf("i[i]: "); int *ap[2] = {arr, arr}; q = ap[t("1")][t("2")]; puts("");
  printf("printf: "); printf("%d%d\n", t("1"), t("2"));
  printf("va: "); va(t("1"), t("2"), t("3")); puts("");
  printf("vector: "); std::vector<int> v{t("1"), t("2")}; puts("");
  printf("emplace: "); std::vector<O> vo; vo.emplace_back(t("1"), t("2")); puts("");
  printf("nested: "); f(f(t("1"), t("2"), t("3")), f(t("4"), t("5"), t("6")), t("7")); puts("");
  printf("default: "); int n = 0; f(n++, n++, n++); printf("%d\n", n);
  printf("%d %d %d\n", n++, n++, n); printf("%d %d\n", n, n = 9); 
  std::function<int(int, int, int)> fn = f; printf("function: "); fn(t("1"), t("2"), t("3")); puts("");
}
/* expect
f: 3 2 1 
fp: p 3 2 1 
m: o 2 1 4 3 
virt: o 2 1 
static: o 2 1 
call: o 2 1 
lambda: 2 1 
index: o 1 
ctor(): 3 2 1 
ctor{}: 1 2 3 
temp(): 3 2 1 
new(): 3 2 1 
list: 1 2 3 
aggr: 1 2 3 
o+o: 2 1 
o*o: 2 1 
o<o: 2 1 
o==o: 2 1 
o=o: 2 1 
o+=i: 2 1 
o<<i<<i: 1 2 3 
o>>i (free): 1 2 
operator+(o,o): 2 1 
i+i: 1 2 3 
i=i: 2 1 4 3 
i<i: 1 2 
i[i]: 1 2 
printf: 2 1 11
va: 3 2 1 
vector: 1 2 
emplace: 2 1 
nested: 7 6 5 4 3 2 1 
default: 3
4 3 5
9 9
function: 3 2 1 
*/
