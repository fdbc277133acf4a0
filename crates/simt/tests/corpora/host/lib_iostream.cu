// Streams: what is shown, in which width and form, and what is read.
//@ stdin 5 bob
//@ stdin the whole line
//@ stdin abc
#include <fstream>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>

struct Point {
    int x, y;
};
std::ostream &operator<<(std::ostream &out, const Point &p) { return out << '(' << p.x << ", " << p.y << ')'; }

using namespace std;

int main() {
    std::cout << "text " << 42 << ' ' << -7L << ' ' << 3.25 << ' ' << 1.5f << ' ' << true << ' ' << 'c' << std::endl;
    std::cout << std::fixed << std::setprecision(3) << 3.14159265 << ' ' << 2.0f << std::endl;
    std::cout << std::scientific << 12345.678 << std::defaultfloat << ' ' << 12345.678 << ' ' << 1e10 << ' ' << 1e-7 << '\n';
    std::cout << std::setprecision(6) << 100000.0 << ' ' << 1000000.0 << ' ' << 0.1 << ' ' << 1.0 / 3 << endl;
    cout << setw(8) << 42 << '|' << left << setw(8) << "ab" << '|' << right << setfill('*') << setw(8) << 1.5 << '|' << internal << setw(8) << -42 << setfill(' ') << '|' << endl;
    cout << hex << 255 << ' ' << showbase << 255 << ' ' << uppercase << 0xabc << dec << noshowbase << nouppercase << ' ' << oct << 8 << dec << endl;
    cout << boolalpha << true << ' ' << false << noboolalpha << ' ' << showpos << 5 << ' ' << 2.5 << noshowpos << endl;
    cout << std::string("a string") << ' ' << Point{3, 4} << ' ' << (unsigned char)'u' << ' ' << 18446744073709551615ull << '\n';
    const char *p = "pointer";
    cout << p << ' ' << (p == nullptr) << ' ' << sizeof(int) << endl;
    cout.precision(2);
    cout.width(7);
    cout << 2.718281828 << endl;
    std::stringstream ss;
    ss << "12 3.5 word " << 7 << " rest of line\nnext line";
    int i, j;
    double d;
    string w, line;
    ss >> i >> d >> w >> j;
    std::getline(ss, line);
    cout << i << ' ' << d << ' ' << w << ' ' << j << " [" << line << "]" << endl;
    getline(ss, line);
    cout << line << ' ' << ss.eof() << ' ' << (bool)getline(ss, line) << endl;
    std::ostringstream os;
    os << setw(5) << 1 << ',' << setprecision(4) << 2.0 / 3;
    cout << os.str() << endl;
    std::istringstream is("1 2 3 x");
    int sum = 0, v;
    while (is >> v) sum += v;
    cout << "sum " << sum << ' ' << is.fail() << endl;
    std::istringstream csv("a,b,,c");
    string cell;
    while (getline(csv, cell, ',')) cout << '<' << cell << '>';
    cout << endl;
    std::cerr << "not seen" << std::endl;
    int n;
    string name;
    cin >> n >> name;
    cout << n << name << cin.good() << endl;
    cin.ignore();
    getline(cin, line);
    cout << line << endl;
    while (getline(cin, line)) cout << line.size() << ' ';
    cout << endl;
    // Files are tested where there are some; here none can be opened.
    std::ofstream file("lib_iostream.tmp");
    file << "x " << 1 << endl << "y " << 2 << endl;
    file.close();
    std::ifstream again("lib_iostream.tmp");
    string key;
    int value;
    while (again >> key >> value) cout << key << '=' << value << ';';
    cout << again.is_open() << std::ifstream("no such file").is_open() << endl;
    return 0;
}

/* expect
text 42 -7 3.25 1.5 1 c
3.142 2.000
1.235e+04 1.23e+04 1e+10 1e-07
100000 1e+06 0.1 0.333333
      42|ab      |*****1.5|-*****42|
ff 0xff 0XABC 10
true false +5 +2.5
a string (3, 4) u 18446744073709551615
pointer 0 4
    2.7
12 3.5 word 7 [ rest of line]
next line 1 0
    1,0.6667
sum 6 1
<a><b><><c>
5bob1
the whole line
3 
00
*/
