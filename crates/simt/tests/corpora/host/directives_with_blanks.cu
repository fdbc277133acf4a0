#ifndef __CUDACC__
# error "this wants a compiler for CUDA"
#endif
#if __CUDACC_VER_MAJOR__ < 5
#  warning "an old one"
#endif
# define ANSWER 3
// No include, no kernel, and directives with blanks after their `#`: that is no Markdown.
int main(int argc, char *argv[]) { return ANSWER - 3; }
