/* expect
"data/run.1/x.txt" x.txt .txt x data/run.1 0
data/run.1/x.bin 0 1 1
no size
kept 42!
56 X
36 5 6 1 5 25
0
*/
// Names of files, streams that are given another's buffer, rows of numbers, OpenMP's locks.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <locale>
#include <sstream>
#include <valarray>
#include <omp.h>
namespace fs = std::filesystem;
int main() {
    fs::path p = fs::path("data") / "run.1" / "x.txt";
    std::cout << p << " " << p.filename().string() << " " << p.extension().string() << " " << p.stem().string() << " " << p.parent_path().string() << " " << fs::exists("/nonexistent/y") << "\n";
    p.replace_extension("bin");
    std::cout << p.string() << " " << p.is_absolute() << " " << fs::path(".hidden").extension().empty() << " " << fs::path("a/").filename().empty() << "\n";
    try {
        fs::file_size("/nonexistent/y");
    } catch (const fs::filesystem_error &e) {
        std::cout << "no size\n";
    }
    std::cout.imbue(std::locale(""));
    std::ostringstream kept;
    std::streambuf *old = std::cout.rdbuf(kept.rdbuf());
    std::cout << "kept " << 42;
    std::cout.rdbuf(old);
    std::cout << kept.str() << "!\n";
    std::istringstream words("7 8");
    old = std::cin.rdbuf(words.rdbuf());
    int a, b;
    std::cin >> a >> b;
    std::cin.rdbuf(old);
    std::cout << a * b << " " << std::toupper('x', std::locale()) << "\n";
    std::valarray<double> v = {1, 2, 3, 4, 5, 6};
    std::valarray<double> w = 2.0 * v - 1.0, odd = v[std::slice(0, 3, 2)];
    v[v > 3.0] = 0;
    std::cout << w.sum() << " " << odd.max() << " " << v.sum() << " " << sqrt(w).min() << " " << w.cshift(2)[0] << " " << w.apply([](double x) { return x * x; })[2] << "\n";
    omp_lock_t lock;
    omp_init_lock(&lock);
    omp_set_lock(&lock);
    std::cout << omp_test_lock(&lock) << "\n";
    omp_unset_lock(&lock);
}
