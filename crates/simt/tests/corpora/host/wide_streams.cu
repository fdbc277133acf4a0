// Wide streams write what is ASCII, and take manipulators and numbers as narrow ones do.
#include <iomanip>
#include <iostream>
#include <sys/times.h>
#include <unistd.h>
using std::wcout;

int main() {
    wcout << "narrow" << ' ' << L"wide" << L'!' << std::endl << std::setw(4) << 42 << L" " << 2.5 << std::endl;
    tms used;
    clock_t ticks = times(&used);
    std::wcout << (ticks >= 0) << " " << sysconf(_SC_CLK_TCK) << std::endl;
}
/* expect
narrow wide!
  42 2.5
1 100
*/
