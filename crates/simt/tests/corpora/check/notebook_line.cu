%%cuda //~ error: a line with `%%` belongs to a notebook's cell, not to the program in it
#include <iostream>
#include <vector>
int main() {
    std::vector<int> v{1};
    std::cout << v[0] << cudaSuccess << "\n";
}
