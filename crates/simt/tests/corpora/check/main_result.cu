// The result of `main` is the program's exit status.
int &main() { //~ error: `main` returns `int&`, and must return `int` //~ help: what it returns is the program's exit status
}
