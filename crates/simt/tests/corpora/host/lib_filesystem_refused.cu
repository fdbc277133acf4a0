// Folders that are not there and cannot be made: each call comes to an end and says so.
#include <cstdio>
#include <dirent.h>
#include <filesystem>

namespace fs = std::filesystem;

int main() {
    try {
        fs::create_directories("/nowhere/at/all");
    } catch (const fs::filesystem_error &e) {
        printf("%s\n", e.path1().c_str());
    }
    std::error_code error;
    bool made = fs::create_directories("/nowhere/at/all", error);
    printf("%d %d\n", made, (bool)error);
    try {
        for (const auto &entry : fs::directory_iterator("/nowhere")) puts(entry.path().c_str());
    } catch (const fs::filesystem_error &) {
        puts("no folder");
    }
    printf("%d\n", (int)std::distance(fs::directory_iterator("/nowhere", error), fs::directory_iterator()));
    printf("%d\n", opendir("/nowhere") == nullptr);
}
/* expect
/nowhere/at/all
0 1
no folder
0
1
*/
