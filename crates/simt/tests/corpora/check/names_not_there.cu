// `using` and other names of namespaces must name what is there.
#include <cstdio>
namespace near_by { int value; namespace inner { int z; } inline namespace first { int w; } }
namespace empty {}
namespace cg = unknown; //~ error: no namespace here is called `unknown`
using std::nonsense; //~ error: nothing here is called `std::nonsense`
using namespace nowhere; //~ error: no namespace here is called `nowhere`
using namespace empty;
namespace groups = cooperative_groups; //~ error: no namespace here is called `cooperative_groups` //~ help: it comes with `#include <cooperative_groups.h>`
using near_by::missing; //~ error: nothing here is called `near_by::missing`
using namespace near_by::absent; //~ error: no namespace here is called `near_by::absent`
namespace again = near_by::first;
namespace user {
using near_by::inner::z;
using near_by::inner::y; //~ error: nothing here is called `near_by::inner::y`
using namespace near_by;
namespace deep = inner;
}
using std::sqrt;
using std::size_t;
using std::uint32_t;
using std::nullptr_t;
__global__ void k(int *out) {
    using near_by::none; //~ error: nothing here is called `near_by::none`
    namespace other = zork; //~ error: no namespace here is called `zork`
    out[0] = 1;
}
// Names that stand for each other stand for nothing.
namespace left { using right::round; } //~ error: nothing here is called `right::round`
namespace right { using left::round; } //~ error: nothing here is called `left::round`
