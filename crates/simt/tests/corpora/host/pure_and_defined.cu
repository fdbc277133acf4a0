// Functions that are pure virtual and have a body all the same: a destructor must, and derived classes call others by name.
#include <cstdio>
class Layer {
  public:
    virtual ~Layer() = 0;
    virtual void tell() = 0;
};
inline Layer::~Layer() { printf("layer ends\n"); }
void Layer::tell() { printf("a layer\n"); }
class Linear : public Layer {
  public:
    ~Linear() { printf("linear ends\n"); }
    void tell() override {
        Layer::tell();
        printf("which is linear\n");
    }
};
int main() {
    Layer *layer = new Linear;
    layer->tell();
    delete layer;
}
/* expect
a layer
which is linear
linear ends
layer ends
*/
