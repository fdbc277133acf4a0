//! The headers that come along with others, one row each: which bring them, and for which names.
//!
//! Rule: a row is what NVIDIA's compiler over GCC's library has; `implicit_includes.rs` asks whether a name of it is mentioned.

/// A header that comes along.
pub(super) struct Along {
    pub(super) header: &'static str,
    /// The headers that bring it; none: it is always there.
    pub(super) with: &'static [&'static [&'static str]],
    /// Its names in the global namespace.
    pub(super) c: &'static str,
    /// Its names in `std`.
    pub(super) std: &'static str,
}

const ALWAYS: &[&[&str]] = &[];

const STREAMS: &[&str] = &[
    "complex", "fstream", "iomanip", "iostream", "istream", "ostream", "sstream",
];

/// Headers that know texts, and with them the C library's files and numbers.
const TEXTS: &[&str] = &[
    "bitset",
    "condition_variable",
    "future",
    "iterator",
    "mutex",
    "random",
    "stdexcept",
];

const CONTAINERS: &[&str] = &[
    "deque",
    "list",
    "map",
    "queue",
    "set",
    "stack",
    "unordered_map",
    "unordered_set",
    "vector",
];

/// Headers of small parts that the others stand on.
const SMALL: &[&str] = &[
    "algorithm",
    "array",
    "chrono",
    "functional",
    "iterator",
    "memory",
    "numeric",
    "optional",
    "string",
    "string_view",
    "thread",
    "tuple",
    "type_traits",
    "utility",
    "variant",
];

const CUB: &[&str] = &["cub/cub.cuh"];

/// Those of Thrust that programs include for themselves.
const THRUST: &[&str] = &[
    "thrust/copy.h",
    "thrust/device_ptr.h",
    "thrust/device_vector.h",
    "thrust/host_vector.h",
    "thrust/reduce.h",
    "thrust/scan.h",
    "thrust/sort.h",
    "thrust/transform.h",
    "thrust/transform_reduce.h",
];

const CLOCKS: &[&str] = &["condition_variable", "future", "mutex", "thread"];

pub(super) const ALONG: &[Along] = &[
    Along {
        header: "compare",
        with: ALWAYS,
        c: "<=>",
        std: "",
    },
    Along {
        header: "simt/type_more.h",
        with: &[CONTAINERS, STREAMS, TEXTS, SMALL],
        c: "",
        std: "add_cv add_cv_t add_rvalue_reference_t add_volatile add_volatile_t aligned_union aligned_union_t \
            is_abstract is_abstract_v is_bounded_array is_bounded_array_v is_compound_v is_destructible \
            is_destructible_v is_literal_type is_literal_type_v is_nothrow_convertible is_nothrow_convertible_v \
            is_nothrow_invocable is_nothrow_invocable_r is_nothrow_invocable_r_v is_nothrow_swappable_with \
            is_nothrow_swappable_with_v is_swappable_with is_swappable_with_v is_trivially_assignable \
            is_trivially_assignable_v is_trivially_constructible is_trivially_constructible_v \
            is_trivially_copy_assignable_v is_trivially_move_assignable is_trivially_move_assignable_v \
            is_trivially_move_constructible_v is_unbounded_array is_unbounded_array_v result_of result_of_t \
            unwrap_ref_decay unwrap_ref_decay_t unwrap_reference unwrap_reference_t",
    },
    Along {
        header: "simt/memory_more.h",
        with: &[CONTAINERS, &["memory"]],
        c: "",
        std: "align allocate_shared allocator_arg allocator_arg_t allocator_traits assume_aligned construct_at \
            destroy destroy_at destroy_n make_unique_for_overwrite owner_less pointer_traits \
            reinterpret_pointer_cast to_address uninitialized_copy uninitialized_copy_n \
            uninitialized_default_construct uninitialized_default_construct_n uninitialized_fill \
            uninitialized_fill_n uninitialized_move uninitialized_move_n uninitialized_value_construct \
            uninitialized_value_construct_n",
    },
    Along {
        header: "simt/iterator_more.h",
        with: &[CONTAINERS, STREAMS, TEXTS, SMALL],
        c: "",
        std: "crbegin crend rbegin rend iterator move_iterator make_move_iterator contiguous_iterator_tag iter_value_t \
            iter_reference_t iter_difference_t input_or_output_iterator sentinel_for input_iterator \
            output_iterator forward_iterator bidirectional_iterator random_access_iterator \
            contiguous_iterator",
    },
    Along {
        header: "simt/ranges.h",
        with: &[&["algorithm"]],
        c: "",
        std: "ranges",
    },
    Along {
        header: "simt/functional_more.h",
        with: &[&["functional", "algorithm"]],
        c: "",
        std: "bind_front is_placeholder is_placeholder_v is_bind_expression is_bind_expression_v unary_function \
            binary_function not1 not2 ptr_fun mem_fun mem_fun_ref default_searcher boyer_moore_searcher \
            boyer_moore_horspool_searcher",
    },
    Along {
        header: "simt/exception_more.h",
        with: &[CONTAINERS, STREAMS, TEXTS, SMALL, &["exception"]],
        c: "",
        std: "nested_exception throw_with_nested rethrow_if_nested",
    },
    Along {
        header: "simt/utility_more.h",
        with: &[CONTAINERS, STREAMS, TEXTS, SMALL],
        c: "",
        std: "cmp_less cmp_equal cmp_not_equal cmp_greater cmp_less_equal cmp_greater_equal in_range move_if_noexcept",
    },
    Along {
        header: "cstdlib",
        with: ALWAYS,
        c: "_Exit abort abs alloca __builtin_alloca atexit atof atoi atol atoll calloc div exit free getenv labs llabs \
            malloc memalign posix_memalign aligned_alloc qsort rand rand_r realloc srand strtod strtof strtol \
            strtoll strtoul strtoull system drand48 srand48",
        std: "",
    },
    Along {
        header: "cstring",
        with: ALWAYS,
        c: "bzero memchr memcmp memcpy memmove memset strcasecmp strcat strchr strcmp strcpy strdup \
            strerror strerror_r strlen rindex strncasecmp strncat strncmp strncpy strrchr strstr strtok",
        std: "",
    },
    Along {
        header: "cmath",
        with: ALWAYS,
        c: "fsqrt nan nanf",
        std: "",
    },
    Along {
        header: "cstddef",
        with: ALWAYS,
        c: "",
        std: "byte to_integer",
    },
    Along {
        header: "simt/nv_atomic.h",
        with: ALWAYS,
        c: "__NV_ATOMIC_RELAXED __NV_ATOMIC_ACQUIRE __NV_ATOMIC_RELEASE __NV_ATOMIC_ACQ_REL __NV_ATOMIC_SEQ_CST \
            __nv_atomic_load __nv_atomic_load_n __nv_atomic_store __nv_atomic_store_n __nv_atomic_thread_fence \
            __nv_atomic_exchange __nv_atomic_exchange_n __nv_atomic_compare_exchange \
            __nv_atomic_compare_exchange_n __nv_atomic_fetch_add __nv_atomic_fetch_sub __nv_atomic_fetch_min \
            __nv_atomic_fetch_max __nv_atomic_fetch_and __nv_atomic_fetch_or __nv_atomic_fetch_xor \
            __nv_atomic_add __nv_atomic_sub __nv_atomic_min __nv_atomic_max __nv_atomic_and __nv_atomic_or \
            __nv_atomic_xor",
        std: "",
    },
    Along {
        header: "simt/long_double.h",
        with: ALWAYS,
        c: "acosl acoshl asinl asinhl atanl atan2l atanhl cbrtl ceill copysignl cosl coshl erfl \
            erfcl expl exp2l expm1l fabsl fdiml floorl fmal fmaxl fminl fmodl frexpl hypotl ldexpl \
            lgammal llrintl llroundl logl log10l log1pl log2l logbl lrintl lroundl modfl nearbyintl \
            nextafterl powl remainderl rintl roundl sinl sinhl sqrtl tanl tanhl tgammal truncl \
            strtold",
        std: "",
    },
    Along {
        header: "simt/bytes.h",
        with: ALWAYS,
        c: "memcpy memset",
        std: "",
    },
    Along {
        header: "simt/dependent_launch.h",
        with: ALWAYS,
        c: "cudaGridDependencySynchronize cudaTriggerProgrammaticLaunchCompletion",
        std: "",
    },
    Along {
        header: "simt/minmax.h",
        with: ALWAYS,
        c: "",
        std: "max min",
    },
    Along {
        header: "simt/ones.h",
        with: ALWAYS,
        c: "dim3",
        std: "",
    },
    Along {
        header: "ctype.h",
        with: ALWAYS,
        c: "isalnum isalpha isdigit islower isprint ispunct isspace isupper isxdigit tolower toupper",
        std: "",
    },
    Along {
        header: "time.h",
        with: ALWAYS,
        c: "clock clock_gettime clock_t difftime gmtime localtime mktime nanosleep strftime time \
            time_t timespec timespec_get tm",
        std: "",
    },
    Along {
        header: "simt/sync.h",
        with: ALWAYS,
        c: "__sync_fetch_and_add __sync_add_and_fetch __atomic_fetch_add __atomic_add_fetch \
            __sync_fetch_and_sub __sync_sub_and_fetch __atomic_fetch_sub __atomic_sub_fetch \
            __sync_fetch_and_and __sync_and_and_fetch __atomic_fetch_and __atomic_and_fetch \
            __sync_fetch_and_or __sync_or_and_fetch __atomic_fetch_or __atomic_or_fetch \
            __sync_fetch_and_xor __sync_xor_and_fetch __atomic_fetch_xor __atomic_xor_fetch \
            __sync_bool_compare_and_swap __sync_val_compare_and_swap __sync_lock_test_and_set \
            __sync_lock_release __sync_synchronize __atomic_load_n __atomic_load __atomic_store_n \
            __atomic_store __atomic_exchange_n __atomic_compare_exchange_n __atomic_test_and_set \
            __atomic_clear __atomic_thread_fence",
        std: "",
    },
    Along {
        header: "simt/overflow.h",
        with: ALWAYS,
        c: "__builtin_add_overflow __builtin_add_overflow_p __builtin_sub_overflow __builtin_sub_overflow_p \
            __builtin_mul_overflow __builtin_mul_overflow_p __builtin_sadd_overflow __builtin_saddl_overflow \
            __builtin_saddll_overflow __builtin_ssub_overflow __builtin_ssubl_overflow __builtin_ssubll_overflow \
            __builtin_smul_overflow __builtin_smull_overflow __builtin_smulll_overflow __builtin_uadd_overflow \
            __builtin_uaddl_overflow __builtin_uaddll_overflow __builtin_usub_overflow __builtin_usubl_overflow \
            __builtin_usubll_overflow __builtin_umul_overflow __builtin_umull_overflow __builtin_umulll_overflow",
        std: "",
    },
    Along {
        header: "simt/vector_atomics.h",
        with: ALWAYS,
        c: "atomicAdd atomicAdd_block atomicAdd_system",
        std: "",
    },
    Along {
        header: "simt/vector_dots.h",
        with: ALWAYS,
        c: "__dp4a __dp2a_lo __dp2a_hi",
        std: "",
    },
    Along {
        header: "simt/math_more.h",
        with: ALWAYS,
        c: "norm normf rnorm rnormf norm4d norm4df rnorm4d rnorm4df __finite __finitef __isfinited __isinf \
            __isinff __isinfd __isnan __isnanf __isnand __signbit __signbitf __signbitd __tanhf __fns \
            __barrier_sync __barrier_sync_count __nv_bswap16 __nv_bswap32 __nv_bswap64 __builtin_bswap16 \
            __builtin_bswap32 __builtin_bswap64",
        std: "",
    },
    Along {
        header: "simt/dpx.h",
        with: ALWAYS,
        c: "__viaddmax_s32 __vimax3_s32 __viaddmax_s32_relu __vimax3_s32_relu __viaddmax_u32 __vimax3_u32 \
            __viaddmax_s16x2 __vimax3_s16x2 __viaddmax_s16x2_relu __vimax3_s16x2_relu __viaddmax_u16x2 \
            __vimax3_u16x2 __vimax_s32_relu __vimax_s16x2_relu __vibmax_s32 __vibmax_u32 __vibmax_s16x2 \
            __vibmax_u16x2 __viaddmin_s32 __vimin3_s32 __viaddmin_s32_relu __vimin3_s32_relu __viaddmin_u32 \
            __vimin3_u32 __viaddmin_s16x2 __vimin3_s16x2 __viaddmin_s16x2_relu __vimin3_s16x2_relu \
            __viaddmin_u16x2 __vimin3_u16x2 __vimin_s32_relu __vimin_s16x2_relu __vibmin_s32 __vibmin_u32 \
            __vibmin_s16x2 __vibmin_u16x2",
        std: "",
    },
    Along {
        header: "sys/types.h",
        with: ALWAYS,
        c: "mode_t off_t pid_t uid_t gid_t useconds_t suseconds_t",
        std: "",
    },
    Along {
        header: "utility",
        with: ALWAYS,
        c: "swap",
        std: "as_const exchange forward index_sequence integer_sequence make_index_sequence make_pair \
            move pair swap",
    },
    Along {
        header: "concepts",
        with: ALWAYS,
        c: "",
        std: "assignable_from common_with constructible_from convertible_to copy_constructible copyable \
            default_initializable derived_from destructible equality_comparable equality_comparable_with \
            floating_point integral invocable movable move_constructible predicate regular \
            regular_invocable relation same_as semiregular signed_integral swappable totally_ordered \
            totally_ordered_with unsigned_integral",
    },
    Along {
        header: "algorithm",
        with: ALWAYS,
        c: "",
        std: "copy copy_backward equal fill fill_n generate_n iter_swap lexicographical_compare \
            lower_bound mismatch move_backward swap_ranges",
    },
    Along {
        header: "iterator",
        with: ALWAYS,
        c: "",
        std: "advance back_insert_iterator back_inserter distance iterator_traits next prev \
            reverse_iterator",
    },
    Along {
        header: "limits",
        with: ALWAYS,
        c: "",
        std: "numeric_limits",
    },
    Along {
        header: "type_traits",
        with: ALWAYS,
        c: "",
        std: "bool_constant common_type common_type_t conditional conditional_t decay decay_t declval \
            enable_if enable_if_t false_type integral_constant is_arithmetic is_arithmetic_v \
            is_base_of is_base_of_v is_class is_convertible is_convertible_v is_empty is_enum \
            is_floating_point is_floating_point_v is_integral is_integral_v is_pointer is_pointer_v \
            is_same is_same_v is_signed is_signed_v is_trivially_copyable is_trivially_copyable_v \
            is_unsigned is_unsigned_v is_void is_void_v make_signed make_unsigned remove_const \
            remove_cv remove_cv_t remove_pointer remove_pointer_t remove_reference \
            remove_reference_t true_type underlying_type underlying_type_t void_t",
    },
    Along {
        header: "initializer_list",
        with: ALWAYS,
        c: "",
        std: "initializer_list",
    },
    Along {
        header: "string",
        with: &[STREAMS, TEXTS, CUB, THRUST],
        c: "",
        std: "getline stod stof stoi stol stoll stoul stoull string to_string",
    },
    Along {
        header: "simt/wide_streams.h",
        with: &[STREAMS],
        c: "",
        std: "wcerr wclog wcout wostream",
    },
    Along {
        header: "string_view",
        with: &[STREAMS, TEXTS, &["string"]],
        c: "",
        std: "string_view",
    },
    Along {
        header: "cstdio",
        with: &[STREAMS, TEXTS, THRUST, &["string"]],
        c: "EOF FILE fclose fflush fgets fopen fprintf fputs fread fscanf fseek ftell fwrite getchar \
            perror putchar puts remove scanf snprintf sprintf sscanf stderr stdin stdout",
        std: "printf",
    },
    Along {
        header: "cstdint",
        with: &[
            STREAMS,
            TEXTS,
            CLOCKS,
            &["atomic", "chrono", "memory", "string", "string_view"],
        ],
        c: "INT16_MAX INT16_MIN INT32_MAX INT32_MIN INT64_MAX INT64_MIN INT8_MAX INT8_MIN SIZE_MAX \
            UINT16_MAX UINT32_MAX UINT64_MAX UINT8_MAX",
        std: "",
    },
    Along {
        header: "cfloat",
        with: &[THRUST],
        c: "DBL_EPSILON DBL_MAX DBL_MIN FLT_EPSILON FLT_MAX FLT_MIN",
        std: "",
    },
    Along {
        header: "errno.h",
        with: &[STREAMS, TEXTS, &["string", "thread"]],
        c: "errno",
        std: "",
    },
    Along {
        header: "cctype",
        with: &[STREAMS, TEXTS, &["string"]],
        c: "",
        std: "isalnum isalpha isdigit islower isspace isupper tolower toupper",
    },
    Along {
        header: "ctime",
        with: &[CLOCKS, &["chrono", "iomanip"]],
        c: "",
        std: "clock clock_t localtime strftime time time_t tm",
    },
    Along {
        header: "stdexcept",
        with: &[
            STREAMS,
            &[
                "condition_variable",
                "execution",
                "future",
                "iterator",
                "mutex",
            ],
        ],
        c: "",
        std: "domain_error invalid_argument length_error logic_error out_of_range overflow_error \
            range_error runtime_error underflow_error",
    },
    Along {
        header: "typeinfo",
        with: &[
            STREAMS,
            TEXTS,
            THRUST,
            &[
                "any",
                "chrono",
                "exception",
                "functional",
                "ios",
                "memory",
                "optional",
                "system_error",
                "thread",
                "typeindex",
            ],
        ],
        c: "typeid",
        std: "bad_cast bad_typeid type_info",
    },
    Along {
        header: "exception",
        with: &[
            STREAMS,
            TEXTS,
            CONTAINERS,
            &[
                "algorithm",
                "functional",
                "memory",
                "new",
                "optional",
                "string",
                "typeinfo",
                "variant",
            ],
        ],
        c: "",
        std: "exception terminate",
    },
    Along {
        header: "new",
        with: &[
            STREAMS,
            TEXTS,
            CONTAINERS,
            &[
                "algorithm",
                "exception",
                "functional",
                "memory",
                "optional",
                "string",
                "variant",
            ],
        ],
        c: "",
        std: "bad_alloc nothrow",
    },
    Along {
        header: "functional",
        with: &[
            STREAMS,
            TEXTS,
            CONTAINERS,
            &["memory", "numeric", "string", "thread"],
        ],
        c: "",
        std: "bit_and bit_or bit_xor cref divides equal_to greater greater_equal hash less less_equal \
            logical_and logical_or minus modulus multiplies negate not_equal_to plus ref \
            reference_wrapper",
    },
    Along {
        header: "sstream",
        with: &[&["complex", "iomanip"]],
        c: "",
        std: "istringstream ostringstream stringstream",
    },
    Along {
        header: "ostream",
        with: &[STREAMS],
        c: "",
        std: "boolalpha dec endl fixed flush hex ios ios_base istream left ostream right scientific",
    },
    Along {
        header: "vector",
        with: &[&["functional", "queue", "random"]],
        c: "",
        std: "vector",
    },
    Along {
        header: "array",
        with: &[&["functional"]],
        c: "",
        std: "array",
    },
    Along {
        header: "tuple",
        with: &[
            CLOCKS,
            &[
                "functional",
                "map",
                "memory",
                "unordered_map",
                "unordered_set",
            ],
        ],
        c: "",
        std: "forward_as_tuple get make_tuple tie tuple",
    },
    Along {
        header: "unordered_map",
        with: &[&["functional"]],
        c: "",
        std: "unordered_map",
    },
    Along {
        header: "algorithm",
        with: &[&["functional"]],
        c: "",
        std: "all_of any_of clamp count count_if find find_if for_each generate is_sorted max_element \
            min_element minmax_element none_of nth_element partial_sort remove_if replace reverse \
            rotate shuffle sort stable_sort transform unique upper_bound",
    },
    Along {
        header: "numeric",
        with: &[&["random"]],
        c: "",
        std: "accumulate gcd inner_product iota lcm partial_sum",
    },
    Along {
        header: "chrono",
        with: &[CLOCKS],
        c: "",
        std: "chrono chrono_literals",
    },
    Along {
        header: "deque",
        with: &[&["queue", "stack"]],
        c: "",
        std: "deque",
    },
    Along {
        header: "memory",
        with: &[CLOCKS],
        c: "",
        std: "make_shared make_unique shared_ptr unique_ptr",
    },
    Along {
        header: "mutex",
        with: &[&["condition_variable", "future"]],
        c: "",
        std: "lock_guard mutex unique_lock",
    },
    Along {
        header: "thread",
        with: &[&["future"]],
        c: "",
        std: "this_thread thread",
    },
    Along {
        header: "cuda/std/algorithm",
        with: &[CUB],
        c: "",
        std: "clamp",
    },
    Along {
        header: "cuda_fp8.h",
        with: &[CUB],
        c: "__nv_fp8_e4m3 __nv_fp8_e5m2 __nv_fp8x2_e4m3 __nv_fp8x2_e5m2 __nv_fp8x4_e4m3 __nv_fp8x4_e5m2",
        std: "",
    },
    Along {
        header: "thrust/system_error.h",
        with: &[THRUST],
        c: "system_error",
        std: "",
    },
    Along {
        header: "simt/thrust_more.h",
        with: &[THRUST],
        c: "raw_reference_cast device_system_tag host_system_tag iterator_value iterator_value_t iterator_system \
            iterator_difference iterator_reference advance distance",
        std: "",
    },
    Along {
        header: "thrust/functional.h",
        with: &[CUB],
        c: "thrust",
        std: "",
    },
];
