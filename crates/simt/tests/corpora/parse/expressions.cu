struct T; int x, y, *p; int f(int);
void g() {
  x = y = 1 + 2 * 3 - -4 % 5 << 2 >> 1 & 7 ^ 1 | 2;
  x += x ? y : x && y || !x ? 1 : 2, y;
  p[x]++; --*p; *p++ = &x - p; ~x;
  (float)x * (y) - 1; (T *)p; (x) - 1; (int)-1; (const unsigned char *)p + 1;
  static_cast<float>(x); reinterpret_cast<float4 *>(p)[0].x; const_cast<int *>(p);
  sizeof(int[3]); sizeof x; sizeof(x) + 1; alignof(double);
  float4{1, 2, 3, 4}; float(x) + 1; unsigned(3); int{};
  p->a.b.c(1)(2)[3];
  k << <1, x >> 2 >> >(p); (unsigned char){7}; (T){x}; (T *){p};
  k<<<dim3(1, 2), 256>>>(p, {1}); k<<<1, 2, 3 * sizeof(float), s>>>(); t<256, float><<<1, 2 >> 1>>>(p);
  auto l = [&, x, y = 3](int a) mutable -> int { return a; };
  x < y; x = x < y && y > (x); f(x < y, x > (y));
  0x10u; 1'000ull; 0b11; 'a'; '\n'; "s\t\"" "u"; true; nullptr; 1.5e3; 0x1.8p1f; 1e-45f;
  16 .x; 1.5 .*p;
  std::max<int>(x, y); ::f(1); not x and y or compl y;
}
/* expect
struct T; int x; int y; int *p; int f(int);
void g() {
  x = y = 1 + 2 * 3 - -4 % 5 << 2 >> 1 & 7 ^ 1 | 2;
  x += x ? y : x && y || !x ? 1 : 2, y;
  p[x]++; --*p; *p++ = &x - p; ~x;
  (float)x * (y) - 1; (T *)p; (x) - 1; (int)-1; (const unsigned char *)p + 1;
  static_cast<float>(x); reinterpret_cast<float4 *>(p)[0].x; const_cast<int *>(p);
  sizeof(int [3]); sizeof x; sizeof (x) + 1; alignof(double);
  float4{1, 2, 3, 4}; float(x) + 1; unsigned(3); int{};
  p->a.b.c(1)(2)[3];
  k<<<1, x >> 2>>>(p); (unsigned char){7}; T{x}; (T *){p};
  k<<<dim3(1, 2), 256>>>(p, {1}); k<<<1, 2, 3 * sizeof(float), s>>>(); t<256, float><<<1, 2 >> 1>>>(p);
  auto l = [&, x, y = 3] (int a) mutable -> int { return a; };
  x < y; x = x < y && y > (x); f(x < y, x > (y));
  0x10u; 1000ull; 0x3; 'a'; '\x0a'; "s\011\"u"; true; nullptr; 1500.0; 3.0f; 1e-45f;
  16 .x; 1.5 .*p;
  std::max<int>(x, y); ::f(1); !x && y || ~y;
}
*/
