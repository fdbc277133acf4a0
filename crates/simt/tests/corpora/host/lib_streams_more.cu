// Streams as programs use them: every manipulator, input that does not fit, files, states that throw.
#include <iostream>
#include <iomanip>
#include <sstream>
#include <fstream>
#include <string>
#include <vector>
#include <map>
#include <algorithm>
#include <limits>
int main(){
  std::ostringstream os; os << std::setw(8) << std::setfill('*') << std::left << 3.14159 << '|' << std::right << std::setw(6) << 42 << '|' << std::internal << std::setw(8) << -7 << '|' << std::showpos << 5 << std::noshowpos << '|' << std::hex << std::showbase << 255 << std::dec << '|' << std::boolalpha << true << '|' << std::scientific << std::setprecision(3) << 12345.678 << '|' << std::fixed << 2.5 << '|' << std::defaultfloat << 1e10 << '|' << std::uppercase << std::hex << 0xabc << std::nouppercase << std::dec;
  std::cout << os.str() << "\n";
  std::cout << std::hexfloat << 1.5 << std::defaultfloat << ' ' << std::setprecision(17) << 0.1 << std::setprecision(6) << ' ' << 1.0f/3 << ' ' << 100000.0 << ' ' << 1000000.0 << ' ' << 1e-5 << std::endl;
  std::istringstream is("12 3.5 hello 0x1f true 9,8,7\nline two\n  spaced"); int i; double d; std::string s; is >> i >> d >> s; std::cout << i << ' ' << d << ' ' << s << '\n'; is >> std::hex >> i >> std::dec; bool b; is >> std::boolalpha >> b; std::cout << i << b << '\n'; char c; int x; is >> x; while (is.get(c) && c == ',') { std::cout << x << ';'; is >> x; } std::cout << x << '\n'; std::getline(is, s); std::cout << '[' << s << "]\n"; is >> std::ws; std::getline(is, s, 'z'); std::cout << '[' << s << "] " << is.eof() << is.fail() << '\n';
  is.clear(); is.str("1 2 x 3"); std::vector<int> v; while (is >> i) v.push_back(i); std::cout << v.size() << is.fail() << is.eof() << '\n'; is.clear(); is.ignore(10, 'x'); is >> i; std::cout << i << ' ' << is.peek() << ' ' << is.tellg() << '\n';
  std::cout << std::quoted("a \"b\"") << ' ' << std::setbase(8) << 64 << std::setbase(10) << std::endl;
  std::stringstream ss; ss << "k=v;x=y"; std::string tok; while (std::getline(ss, tok, ';')) std::cout << tok.substr(0, tok.find('=')) << ' '; std::cout << '\n';
  std::string q; std::istringstream("\"hi there\" z") >> std::quoted(q); std::cout << q << '\n';
  std::ifstream bad("nope.txt"); std::cout << bad.is_open() << !bad << bad.good() << '\n';
  try { std::ifstream e; e.exceptions(std::ifstream::failbit | std::ifstream::badbit); e.open("nope"); std::cout << "opened\n"; } catch (const std::ios_base::failure &x) { std::cout << "failure\n"; }
  try { std::istringstream e("abc"); e.exceptions(std::ios::failbit); int n; e >> n; } catch (const std::exception &x) { std::cout << x.what() << "\n"; }
  std::cout << std::setw(5) << "ab" << std::setw(5) << 'c' << std::setw(7) << true << std::noboolalpha << true << '\n';
  std::cout.width(6); std::cout.fill('0'); std::cout << 42 << '\n'; std::cout.setf(std::ios::hex, std::ios::basefield); std::cout << 42 << '\n'; std::cout.unsetf(std::ios::hex); std::cout << std::dec; auto old = std::cout.precision(2); std::cout << 3.14159 << ' ' << old << '\n';
  unsigned char uc = 'A'; signed char sc = 'B'; std::cout << uc << sc << ' ' << +uc << ' ' << 0 << ' ' << nullptr << '\n';
  std::cout.put('x').write("yz\n", 3); std::cout << std::flush;
  long long big = std::numeric_limits<long long>::min(); std::cout << big << ' ' << std::numeric_limits<unsigned long>::max() << ' ' << std::numeric_limits<double>::infinity() << ' ' << -std::numeric_limits<float>::quiet_NaN() << '\n';
}
/* expect
3.14159*|****42|-******7|+5|0xff|true|1.235e+04|2.500|1e+10|0XABC
0x1.8p+0 0.10000000000000001 0.333333 100000 1e+06 1e-05
12 3.5 hello
311
9;8;7
[line two]
[spaced] 10
210
3 -1 -1
"a \"b\"" 100
k x 
hi there
010
failure
basic_ios::clear: iostream error
   ab    c      11
000042
2a
3.1 6
AB 65 0 nullptr
xyz
-9223372036854775808 18446744073709551615 inf -nan
*/
