//! The texts of `bounds.rs`, each with words that its outcome must have.

/// One text.
pub struct Hostile {
    pub name: &'static str,
    pub text: String,
    /// Words of the outcome: `compiled`, or of the refusal.
    pub said: &'static str,
}

/// A kernel that stores a value, and a program.
fn kernel(value: &str) -> String {
    format!("__global__ void k(int *o) {{ o[0] = {value}; }}\nint main() {{ return 0; }}\n")
}

/// A line for each number of a range, `@` for the number, `#` for the one before it, `%` for a `#`.
fn lines(line: &str, numbers: std::ops::Range<usize>) -> String {
    let made = numbers.map(|n| {
        line.replace('@', &n.to_string())
            .replace('#', &n.wrapping_sub(1).to_string())
            .replace('%', "#")
    });
    made.collect::<Vec<_>>().join("\n") + "\n"
}

/// Templates that make instances of themselves, so deep.
fn recursions() -> Vec<Hostile> {
    let classes = |depth: usize| {
        let value = format!("S<{depth}>::v");
        "template <int N> struct S { static constexpr int v = S<N - 1>::v + 1; };\ntemplate <> struct S<0> { static constexpr int v = 0; };\n"
            .to_string() + &kernel(&value)
    };
    let variables = |depth: usize| {
        let value = format!("V<{depth}>");
        "template <int N> constexpr int V = V<N - 1> + 1;\ntemplate <> constexpr int V<0> = 0;\n"
            .to_string()
            + &kernel(&value)
    };
    let types = "template <int N> struct F { using type = typename F<N - 1>::type; };\ntemplate <> struct F<0> { using type = int; };\n";
    let bases = "template <int N> struct F : F<N - 1> {};\ntemplate <> struct F<0> { static constexpr int v = 3; };\n";
    let functions = "template <int N> constexpr int f() { return f<N - 1>() + 1; }\ntemplate <> constexpr int f<0>() { return 0; }\n";
    let endless = "asks for another instance of itself again and again, more than 1000 deep";
    let of = |name, text, said| Hostile { name, text, said };
    vec![
        of("900 classes", classes(900), "compiled"),
        of("2,000 classes", classes(2000), endless),
        of("900 variables", variables(900), "compiled"),
        of("10,000 variables", variables(10_000), "E0506 line 1: templates lead to one another here more than 1000 deep"),
        of("900 types", types.to_string() + &kernel("(F<900>::type)1"), "compiled"),
        of("endless types", types.to_string() + &kernel("(F<-1>::type)1"), endless),
        of("900 bases", bases.to_string() + &kernel("F<900>::v"), "compiled"),
        of("endless bases", bases.to_string() + &kernel("F<-1>::v"), endless),
        of("400 functions", functions.to_string() + &kernel("f<400>()"), ""),
        of("endless functions", functions.to_string() + &kernel("f<-1>()"), endless),
        of("a binary tree of classes", "template <int N, int M> struct R { static constexpr int v = R<N - 1, 2 * M>::v + R<N - 1, 2 * M + 1>::v; };\n\
            template <int M> struct R<0, M> { static constexpr int v = M; };\n".to_string() + &kernel("R<40, 0>::v"), "E0009 line 1: checking this takes more steps"),
        of("a binary tree of functions", "template <int N, int M> __device__ int f() { if constexpr (N == 0) return M; else return f<N - 1, 2 * M>() + f<N - 1, 2 * M + 1>(); }\n"
            .to_string() + &kernel("f<25, 0>()"), "E0009 line 1: checking this takes more steps"),
        of("nested recursions", "template <int A, int B, int C> struct X { static constexpr int v = X<A, B, C - 1>::v + X<A, B - 1, 200>::v + X<A - 1, 200, 200>::v; };\n\
            template <int A, int B> struct X<A, B, 0> { static constexpr int v = 0; };\ntemplate <int A, int C> struct X<A, 0, C> { static constexpr int v = 0; };\n\
            template <int B, int C> struct X<0, B, C> { static constexpr int v = 0; };\n".to_string() + &kernel("X<200, 200, 200>::v"), "E0506"),
        of("loops of constants", "constexpr int f(int n) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) s += i ^ j; return s; }\n\
            template <int N> struct T { static constexpr int v = f(100000 + N); };\n".to_string() + &kernel(&(0..250).map(|n| format!("T<{n}>::v")).collect::<Vec<_>>().join(" + ")), "E0009"),
        of("large constants copied", "struct A { int a[60000]; };\nconstexpr int g(A a) { return a.a[5]; }\nconstexpr int f(int n) { A a = {}; int s = 0; for (int i = 0; i < n; i++) s += g(a); return s; }\n\
            constexpr int v = f(1000000);\n".to_string() + &kernel("v"), "E0"),
    ]
}

/// Plain declarations in long chains.
fn chains() -> Vec<Hostile> {
    let of = |name, text, said| Hostile { name, text, said };
    let bases = |n| {
        format!(
            "struct B0 {{ int x; }};\n{}",
            lines("struct B@ : B# {};", 1..n)
        )
    };
    let members = |n| {
        format!(
            "struct B0 {{ int x; }};\n{}",
            lines("struct B@ { B# m; };", 1..n)
        )
    };
    let run = |last: usize| {
        format!(
            "__global__ void k(int *o) {{ B{last} b; B{last} c = b; o[0] = sizeof(c); }}\nint main() {{ B{last} b{{}}; B{last} c = b; return sizeof c == 4; }}\n"
        )
    };
    let deep = "E0204";
    vec![
        of("1,000 bases", bases(1000) + &run(999), ""),
        of("30,000 bases", bases(30_000) + &run(29_999), deep),
        of("1,000 members", members(1000) + &run(999), ""),
        of("20,000 members", members(20_000) + &run(19_999), deep),
        of(
            "nested classes",
            lines("struct A@ {", 0..1000) + "int x;\n" + &"};".repeat(1000) + &kernel("1"),
            "nested too deeply: 200 levels are the most",
        ),
    ]
}

/// Names for types that lead to one another.
fn aliases() -> Vec<Hostile> {
    let of = |name, text, said| Hostile { name, text, said };
    let deep = "E0204";
    vec![
        of(
            "5,000 alias templates",
            "template <class T> using A0 = T;\n".to_string()
                + &lines("template <class T> using A@ = A#<T>;", 1..5000)
                + &kernel("(A4999<int>)1"),
            "E0506",
        ),
        of(
            "1,000 alias templates",
            "template <class T> using A0 = T;\n".to_string()
                + &lines("template <class T> using A@ = A#<T>;", 1..1000)
                + &kernel("(A999<int>)1"),
            "compiled",
        ),
        of(
            "30,000 typedefs",
            "typedef int T0;\n".to_string()
                + &lines("typedef T# T@;", 1..30_000)
                + &kernel("(T29999)1"),
            deep,
        ),
        of(
            "2,000 typedefs",
            "typedef int T0;\n".to_string()
                + &lines("typedef T# T@;", 1..2000)
                + &kernel("(T1999)1"),
            "compiled",
        ),
        of(
            "30,000 pointers",
            "typedef int T0;\n".to_string()
                + &lines("typedef T# *T@;", 1..30_000)
                + &kernel("(T29999)0 != 0"),
            deep,
        ),
        of(
            "pointers of variables",
            "__global__ void k(int *o) { int p0 = 1;\n".to_string()
                + &lines("auto p@ = &p#;", 1..20_000)
                + "o[0] = p0; }\n",
            "this type has more than 4096 types inside",
        ),
        of(
            "30,000 function types",
            "typedef int T0;\n".to_string()
                + &lines("typedef T# (*T@)(int);", 1..30_000)
                + &kernel("(T29999)0 != 0"),
            deep,
        ),
        of(
            "constants of constants",
            "constexpr int c0 = 1;\n".to_string()
                + &lines("constexpr int c@ = c# + 1;", 1..30_000)
                + &kernel("c29999"),
            deep,
        ),
        of(
            "functions of constants",
            "constexpr int f0() { return 1; }\n".to_string()
                + &lines(
                    "constexpr int f@() { constexpr int a = f#(); return a; }",
                    1..10_000,
                )
                + "constexpr int v = f9999();\n"
                + &kernel("v"),
            "",
        ),
        of(
            "deduced results",
            "__device__ auto f0() { return 1; }\n".to_string()
                + &lines("__device__ auto f@() { return f#(); }", 1..10_000)
                + &kernel("f9999()"),
            "",
        ),
        of(
            "functions that call each other",
            "__device__ int f0(int x) { return x; }\n".to_string()
                + &lines("__device__ int f@(int x) { return f#(x) + 1; }", 1..15_000)
                + &kernel("f14999(1)"),
            "",
        ),
    ]
}

/// What grows with each line.
fn growth() -> Vec<Hostile> {
    let of = |name, text, said| Hostile { name, text, said };
    let doubled = |list: &str, one: &str, parameters: &str| {
        format!(
            "template <{parameters}... I> struct L {{}};\ntemplate <class T> struct D;\ntemplate <{parameters}... I> struct D<L<I...>> {{ using type = L<I..., I...>; }};\n\
            template <int N> struct R {{ using type = typename D<typename R<N - 1>::type>::type; }};\ntemplate <> struct R<0> {{ using type = L<{one}>; }};\n\
            using X = R<30>::type;\n__global__ void k(int *o) {{ X x; o[0] = sizeof(x); }} // {list}\n"
        )
    };
    let variables = |line: &str| {
        lines(line, 0..60)
            + "__global__ void k(int *o) { o[0] = a0[o[1]]; }\nint main() { k<<<1, 1>>>(0); return 0; }\n"
    };
    vec![
        of("words pasted", "#define C0 a\n#define P(a, b) a##b\n#define Q(a, b) P(a, b)\n".to_string() + &lines("%define C@ Q(C#, C#)", 1..31) + "int C30;\n", "E0109"),
        of("texts of texts", "#define S(x) #x\n#define T(x) S(x)\nconst char *p = ".to_string() + &"T(".repeat(60) + "\"\\\\\"" + &")".repeat(60) + ";\n", "E0109 line 3: macros make more than 16 MiB of text"),
        of("macros of macros", "#define M0 x x\n".to_string() + &lines("%define M@ M# M#", 1..60) + "int M59;\n", "E0109"),
        of("packs of numbers", doubled("numbers", "1", "int"), "E0009"),
        of("packs of types", doubled("types", "int", "class"), "E0009"),
        of("pairs of pairs", "template <class A, class B> struct P { A a; B b; };\ntemplate <int N> struct R { using type = P<typename R<N - 1>::type, typename R<N - 1>::type>; };\n\
            template <> struct R<0> { using type = int; };\n".to_string() + &kernel("(int)sizeof(R<60>::type)"), ""),
        of("variables of the device", variables("__device__ char a@[100000000];"), "E0411 line 11: with `a10` the variables of this program need 1100000000 bytes"),
        of("variables with values", variables("__device__ char a@[10000000] = {1};"), "E0009"),
        of("variables of the program", lines("char a@[100000000];", 0..60) + "int main() { return a0[1]; }\n", "E0411"),
        of("variables of the program with values", lines("char a@[10000000] = {1};", 0..60) + "int main() { return a0[1]; }\n", "E0009"),
        of("constants in constants", "struct A { int a[60000][60000]; };\nconstexpr A v = {};\nconstexpr int w = v.a[1][1];\n".to_string() + &kernel("w"), "E0"),
        of("an array in an array", kernel("0") + "int f() { static int a[1 << 20][1 << 20]; return a[1][1]; }\n", "E0411"),
        of("unrolled loops", "template <int N> __global__ void k(int *o) {\n#pragma unroll\nfor (int i = 0; i < 250; i++) {\n".to_string()
            + &"o[i + N] += o[i * N] ^ i;\n".repeat(30) + "} }\nint main() {\n" + &lines("k<@><<<1, 1>>>(0);", 1..1500) + "}\n", ""),
    ]
}

/// A megabyte of one thing.
fn bulk() -> Vec<Hostile> {
    let of = |name, text, said| Hostile { name, text, said };
    let body = |piece: &str| {
        let room = (1 << 20) - 200;
        format!(
            "__global__ void k(int *o, int a, int b) {{\n{}\n}}\n",
            piece.repeat(room / piece.len())
        )
    };
    let file = |piece: &str| piece.repeat(((1 << 20) - 200) / piece.len());
    vec![
        of("empty statements", body(";"), ""),
        of("statements", body("a=b;\n"), ""),
        of("stores", body("o[a]=b+a;\n"), ""),
        of(
            "blocks",
            format!("__global__ void k(int *o) {{ {} }}\n", "{}".repeat(60_000)),
            "",
        ),
        of("ifs", body("if(a)b=1;\n"), ""),
        of("loops", body("for(;a<b;)a++;\n"), ""),
        of(
            "unknown names",
            lines("__device__ int f@() { return nameless@; }", 0..20_000),
            "",
        ),
        of(
            "declarations",
            lines("__device__ int v@;", 0..40_000) + &kernel("v1"),
            "",
        ),
        of(
            "structs",
            lines("struct S@ { int a, b; };", 0..35_000) + &kernel("1"),
            "",
        ),
        of(
            "overloads",
            lines(
                "struct S@ {}; __device__ int f(S@) { return @; }",
                0..10_000,
            ) + "__device__ int g() {\n"
                + &lines("f(S@());", 0..10_000)
                + "return 0; }\n",
            "",
        ),
        of("texts", file("const char t[]=\"x\";\n"), ""),
        of("brackets", "(".repeat(1 << 19), ""),
        of("angles", "a<".repeat(1 << 18), ""),
        of(
            "locals",
            "__global__ void k(int *o) {\n".to_string()
                + &lines("int a@ = o[@];", 0..40_000)
                + "o[0] = a1; }\n",
            "",
        ),
        of(
            "enumerators",
            "enum E {\n".to_string() + &lines("e@,", 0..80_000) + "};\n" + &kernel("e5"),
            "",
        ),
        of(
            "cases",
            "__global__ void k(int *o) { switch (o[0]) {\n".to_string()
                + &lines("case @: o[1] = 1;", 0..40_000)
                + "} }\n",
            "",
        ),
        of(
            "joined lines",
            "int main() { return 0; }\n".to_string() + &"\\\n".repeat(1 << 18),
            "",
        ),
        of(
            "joined words",
            "int ".to_string() + &"a\\\n".repeat(1 << 18) + ";\n",
            "",
        ),
    ]
}

/// All of them.
pub fn all() -> Vec<Hostile> {
    let lists = [recursions(), chains(), aliases(), growth(), bulk()];
    lists.into_iter().flatten().collect()
}
