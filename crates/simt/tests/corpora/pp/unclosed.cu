#define CHECK(a) a
CHECK(foo(1); //~ E0108 never end
bar();
