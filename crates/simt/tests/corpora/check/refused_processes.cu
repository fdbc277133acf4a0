#include <cstdio>
#include <unistd.h>
int main() {
    int child = fork(); //~ error: `fork`: other processes are not modelled //~ help: keep to one process
    FILE* list = popen("ls", "r"); //~ error: `popen`: other processes are not modelled
    return list == nullptr || child != 0;
}
