// Recursion without end.
int endless(int n) { return endless(n + 1) + n; }
int main() { return endless(0); }
//@ exit 139
//@ ends the program's stack is used up
