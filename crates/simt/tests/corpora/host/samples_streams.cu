// The samples' header of helpers brings the streams and containers that NVIDIA's does.
#include <helper_functions.h>
int main() {
    std::vector<std::string> names = {"b", "a"};
    std::sort(names.begin(), names.end());
    std::cout << names[0] << names[1] << std::endl;
}
/* expect
ab
*/
