// Host code has its own copy of a variable of the device, and is told so once of each.
__device__ int counter;
__device__ float table[4];
__device__ const float fixed[2] = {1.0f, 2.0f};
__managed__ int both;

float sum() {
    int before = counter; //~ warning: `counter` is a variable of the device: host code has a copy of its own here, which begins as 0
    counter = 0;
    table[1] += 2.0f; //~ warning: `table` is a variable of the device: host code has a copy of its own here, which begins as 0
    both = sizeof(counter);
    return before + fixed[1] + both;
}
