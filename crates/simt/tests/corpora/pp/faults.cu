#define TWO(a, b) a b
TWO(1) //~ E0108 takes 2 arguments, 1 given
#define VAR(a, ...) a
VAR()
#define BAD(a,a) //~ E0102 cannot stand here
#define HASH(a) #b //~ E0110 needs one of its parameters
#define PASTE(a) ## a //~ E0110 needs something on both sides
#define GLUE(a, b) a ## b
GLUE(+, x) //~ E0110 does not make one token
#defien X 1 //~ E0101 `#defien` is not a preprocessor directive
#define 3 //~ E0102 needs the name of a macro
#if 1 + //~ E0106 a condition is missing here
#endif
#if 1.5 //~ E0106 integers only
#endif
#if (1 //~ E0106 expected `)`
#endif
#else //~ E0105 `#else` without an `#if`
#endif //~ E0105 `#endif` without an `#if`
