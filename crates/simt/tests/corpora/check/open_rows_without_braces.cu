// Values for an array of rows whose length is not constant: each row in braces of its own.
int main(int argc, char **argv) {
    int n = argc + 1;
    int good[n][n] = {{1, 2}, {3}};
    int rows[n][n] = {1, 2}; //~ error: values for an array of rows whose length is not constant are not modelled //~ help: give each row braces of its own
    return good[0][0] + rows[0][0];
}
