//@ exit 3
int main() {
    int sum = 0;
    for (int i = 0; i < 3; ++i) sum += i;
    return sum;
}
