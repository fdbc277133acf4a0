// `friend C;` as well as `friend class C;`, also for lambdas of the friend.
#include <cstdio>
#include <cstdlib>

class App;
template <typename Self> class Base {
    friend App;

  protected:
    int need = 1;
};
class Option : public Base<Option> {
    friend App;

  protected:
    int x = 2;
    Option(int v) : x(v) {}

  private:
    int three() const { return 3; }
};
class App {
  public:
    int of(int v)
    {
        Option o(v);
        auto more = [&o](int k) { return o.x + o.three() + o.need + k; };
        return more(1);
    }
};

__global__ void k(int *out) { out[blockIdx.x] = blockDim.x; }

int main()
{
    App app;
    char *end;
    long double half = std::strtold("1.5x", &end);
    // A number of any type is an extent.
    int n = 600, *d, h[3];
    dim3 grid = ceil(n / 256.0f), block = 2.0;
    cudaMalloc(&d, sizeof h);
    k<<<grid, block>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %.1f %s %d %d\n", app.of(5), (double)half, end, grid.x, h[2]);
    cudaFree(d);
}
/* expect
10 1.5 x 3 2
*/
