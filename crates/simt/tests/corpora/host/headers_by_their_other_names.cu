// Headers that have more names than one, and a wait that is all that is left of `select` without files.
#include <cstdio>
#include <experimental/filesystem>
#include <sstream>
#include <streambuf>
#include <string>
#include <sys/select.h>
#include <sys/time.h>
namespace fs = std::experimental::filesystem;
int main() {
    fs::path path("data/rows.csv");
    printf("%s %s\n", path.filename().c_str(), path.extension().c_str());
    std::istringstream text("a b");
    std::string all((std::istreambuf_iterator<char>(text)), std::istreambuf_iterator<char>());
    printf("%d\n", (int)all.size());
    timeval before, after, wait = {1, 500000};
    gettimeofday(&before, nullptr);
    int ready = select(0, nullptr, nullptr, nullptr, &wait);
    gettimeofday(&after, nullptr);
    double passed = (after.tv_sec - before.tv_sec) + 1e-6 * (after.tv_usec - before.tv_usec);
    printf("%d %d\n", ready, passed >= 1.5 && passed < 1.7);
}
/* expect
rows.csv .csv
3
0 1
*/
