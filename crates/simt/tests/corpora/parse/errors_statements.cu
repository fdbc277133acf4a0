__global__ void k(float *a, int n) {
  int i = threadIdx.x //~ E0202 expected `;` after this declaration
  a[i] = 1; return //~ E0202 expected `;` after `return`
}
__global__ void k2(float *a, int n) {
  if (n < 3 { a[0] = 1; } //~ E0203 expected `)`, found `{`
  for (int i = 0; i < n i++) a[i] = 1; //~ E0202 expected `;` after the condition of `for`
  a[n = 3; //~ E0203 expected `]`
  int y = 1 +; //~ E0201 expected an expression, found `;`
  y = y y; //~ E0202 expected `;` after this expression, found `y`
  flaot z = 3; //~ E0207 `flaot` is not known as a type
  retrun; //~ E0201 `retrun` begins no statement
  fro (int i = 0; i < n; i++) { a[i] = 2; } //~ E0201 `fro` begins no statement
  foo(1, 2; //~ E0203 expected `)`
  switch (n) { case 1; break; } //~ E0201 expected `:` after this `case`
  else n = 1; //~ E0201 belongs to no `if`
  do { n++; } until (n); //~ E0201 expected `while`
  int b[3] = {1, 2; //~ E0203 expected `}`
  n = 08 + 1.2.3 + 5f; //~ E0006 octal
  char c = '', d = 'ab', *s = "\q"; //~ E0008 this one none
  k<<<1, 2>>(a, n); //~ E0209 this is a shift
  k<<<1>>>(a, n); //~ E0209 1 given
  k<<<1, 2>>>; //~ E0209 needs its arguments
  long float f; //~ E0206 `long float` is not a type
  n ? 1; //~ E0201 expected `:`
  float ; //~ E0206 this declares nothing
  n = int; //~ E0201 found the type `int`
}
