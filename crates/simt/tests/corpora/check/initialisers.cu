struct P { float x, y; };
__global__ void k(float* out) {
    float a[2] = {1, 2, 3}; //~ error: too many values: `float[2]` has room for 2
    P p = {1, 2, 3}; //~ error: too many values: `P` has room for 2
    P q = 1.0f; //~ error: `q` is `P`, but the value is `float` //~ help: `P{x, y}`
    float b[2] = 1.0f; //~ error: `b` is an array and needs braces
    float c = {1, 2}; //~ error: `float` takes one value
    auto d; //~ error: `auto` needs a value to begin with
    float& e; //~ error: a reference needs a value to begin with
    float& g = 1.0f; //~ error: `float&` needs a variable, and this is only a value
    int n = 3;
    float& h = n; //~ error: `float&` needs a variable of type `float`, and this is `int`
    out[0] = a[0] + p.x + q.x + b[0] + c + g + h;
}
