// Numbers read from texts: too large, with signs, next to other things.
#include <sstream>
#include <iostream>
int main(){ std::istringstream s("99999999999 -99999999999 300 -5 40000 18446744073709551616 7"); int a=1,b=1; short c=1; unsigned d=1; short e=1; unsigned long f=1; 
 s >> a; std::cout << a << s.fail(); s.clear(); s >> b; std::cout << b << s.fail(); s.clear(); s >> c >> d; std::cout << c << ' ' << d << s.fail(); s.clear(); s >> e; std::cout << e << s.fail(); s.clear(); s >> f; std::cout << f << s.fail(); s.clear(); s >> a; std::cout << a << s.eof() << '\n'; 
 std::istringstream t("1-2 +3 4,5 .5 1e3x 0x1F 1 0 2"); int x,y,z; char ch; double p,q; t >> x >> y >> z; std::cout << x << y << z << '\n'; t >> x >> ch >> y; t >> p >> q >> ch; std::cout << x << ch << y << p << ' ' << q << '\n'; t >> x; std::cout << x << '\n'; t >> ch; int h; bool b1, b2, b3; t >> std::hex >> h >> b1 >> b2; std::cout << h << b1 << b2; t >> b3; std::cout << b3 << t.fail() << '\n'; }
/* expect
21474836471-21474836481300 4294967291032767118446744073709551615171
1-23
4x50.5 1000
0
311011
*/
