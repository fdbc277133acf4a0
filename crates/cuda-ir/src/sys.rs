//! System calls: what host code asks of the machine around it. Names in, operations out.
//!
//! A function that an embedded header only declares, and whose name stands here, is one of these. The rule: as few as
//! possible; what C++ can say is said in the header, what must be exact, fast or outside the program is here.
//! `host` carries them out.
//!
//! Those of CUDA are declared in `cuda_runtime.h`. The others, as C:
//!
//! ```text
//! void *__simt_alloc(size_t bytes, size_t align);       operator new; never null: it ends the program
//! void __simt_free(void *p);                            operator delete
//! void exit(int), __simt_exit(int);                     run what atexit was given, latest first; then end
//! void _exit(int); void abort(void);                    end at once
//! int atexit(void (*f)(void));
//! void __simt_end_at_exit(void *first, void (*ends)(void *), size_t n, size_t size);   a variable of the program; no header declares it
//! void __simt_fail(const char *message);                ends as abort does, with a message: an exception nobody caught
//! int __simt_try(const void *table);                    -1; after an exception once more, with the handler's number
//! void __simt_end_try(void);
//! void __simt_throw(void *object, const void *told, void (*ends)(void *), const char *(*what)(const void *));
//! void __simt_rethrow(void); void *__simt_caught(void); void __simt_end_catch(void);
//! void __simt_guard(void *first, void (*ends)(void *), size_t n, size_t size);   n objects that an exception ends
//! void __simt_unguard(void *first);
//! void __simt_terminate(void);                          std::terminate
//! unsigned long __simt_keep_exception(void);            the number of the one that was caught last, or 0
//! void __simt_throw_kept(unsigned long number); int __simt_uncaught(void);
//! void __simt_limit(const char *message);               ends at a limit of this machine
//! void *malloc(size_t), *calloc(size_t, size_t), *realloc(void *, size_t); void free(void *);
//! void *memcpy(void *, const void *, size_t), *memmove(void *, const void *, size_t), *memset(void *, int, size_t);
//! int memcmp(const void *, const void *, size_t), strcmp(const char *, const char *);
//! size_t strlen(const char *);
//! int fprintf(FILE *, const char *, ...), sprintf(char *, const char *, ...), snprintf(char *, size_t, const char *, ...);
//! int vfprintf(FILE *, const char *, va_list), vsnprintf(char *, size_t, const char *, va_list);   eight bytes each
//! int sscanf(const char *, const char *, ...);          a FILE begins with an int, its file's number
//! int __simt_format_double(char *to, size_t room, double value, char conversion, int precision);   like snprintf
//! double __simt_strtod(const char *text, char **end);   end may be null
//! int __simt_open(const char *path, const char *mode);  fopen's mode; a number, or -1
//! int __simt_close(int file);
//! long __simt_read(int file, void *to, size_t bytes);   how many; 0 at the end; -1
//! long __simt_write(int file, const void *from, size_t bytes);
//! long __simt_seek(int file, long offset, int whence);  the new place from the start, or -1
//! int __simt_remove(const char *path);                  0, or -1
//! int __simt_look(const char *path);                    0 for nothing, 1 for a file, 2 for a folder
//! long __simt_names(const char *path, char *to, size_t room);   what is in a folder, a `/` behind each name: like snprintf, -1 for none
//! int __simt_make_folder(const char *path);             0, or -1
//! void __simt_sleep(long nanoseconds);                  lets them pass on the clocks below; nobody waits
//! long long __simt_now(void), __simt_wall(void);        nanoseconds: on a clock that goes forward; since 1970
//! unsigned long long __simt_entropy(void);
//! void __simt_twist(unsigned *state, unsigned *drawn);   std::mt19937's next 624 words, and the same tempered
//! int __simt_sort(void *row, size_t n, int kind, unsigned *order);   1 if a row of numbers is sorted now; kinds: `host/sort.rs`
//! int rand(void); void srand(unsigned);                 glibc's own series
//! char *__simt_getenv(const char *name);                null without one
//! int system(const char *command);                      -1, and 0 for null: there is no shell; the report tells of it
//! ```

use super::ParamReg;
use crate::Elem;

/// A system call in a code: what, with what, and where the result goes.
#[derive(Clone, PartialEq, Debug)]
pub struct SysSite {
    /// Which.
    pub what: SysFn,
    /// The arguments' leaves in order (a `dim3` is three), each with what it is; a pointer is [`Elem::U64`].
    /// [`SysFn::Launch`]: the kernel's address, grid x y z, block x y z (all `U32`), shared bytes and stream (`U64`),
    /// then the leaves of the kernel's parameters.
    pub args: Vec<(ParamReg, Elem)>,
    /// Where the result's leaves go; empty for `void`.
    pub results: Vec<ParamReg>,
}

macro_rules! system_calls {
    ($($name:ident $text:literal,)*) => {
        /// A system call; its name in the headers is its documentation.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[allow(missing_docs, reason = "each is the C function of the same name")]
        pub enum SysFn {
            $($name,)*
        }

        impl SysFn {
            /// All, in order.
            pub const ALL: &'static [SysFn] = &[$(SysFn::$name,)*];

            /// As headers declare it.
            pub const fn name(self) -> &'static str {
                match self {
                    $(SysFn::$name => $text,)*
                }
            }
        }
    };
}

system_calls! {
    // ---- the language itself ----
    Launch "__simt_launch",
    Alloc "__simt_alloc",
    Free "__simt_free",
    Exit "exit",
    ExitAfter "__simt_exit",
    ExitNow "_exit",
    Abort "abort",
    AtExit "atexit",
    EndAtExit "__simt_end_at_exit",
    Fail "__simt_fail",
    // ---- exceptions; no header declares these ----
    Try "__simt_try",
    EndTry "__simt_end_try",
    Throw "__simt_throw",
    Rethrow "__simt_rethrow",
    Caught "__simt_caught",
    EndCatch "__simt_end_catch",
    Guard "__simt_guard",
    Unguard "__simt_unguard",
    Terminate "__simt_terminate",
    KeepException "__simt_keep_exception",
    ThrowKept "__simt_throw_kept",
    Uncaught "__simt_uncaught",
    Limit "__simt_limit",
    // ---- memory ----
    Malloc "malloc",
    Calloc "calloc",
    Realloc "realloc",
    CFree "free",
    Memcpy "memcpy",
    Memmove "memmove",
    Memset "memset",
    Memcmp "memcmp",
    Strcmp "strcmp",
    Strlen "strlen",
    // ---- text: printf's kin, `...` as the arguments after the format ----
    Fprintf "fprintf",
    Sprintf "sprintf",
    Snprintf "snprintf",
    Sscanf "sscanf",
    Vfprintf "vfprintf",
    Vsnprintf "vsnprintf",
    FormatDouble "__simt_format_double",
    Strtod "__simt_strtod",
    // ---- files: a small number for each, 0 stdin, 1 stdout, 2 stderr ----
    Open "__simt_open",
    Reopen "__simt_reopen",
    Close "__simt_close",
    Read "__simt_read",
    Write "__simt_write",
    Seek "__simt_seek",
    Remove "__simt_remove",
    Look "__simt_look",
    Names "__simt_names",
    MakeFolder "__simt_make_folder",
    // ---- the world ----
    Now "__simt_now",
    Wall "__simt_wall",
    Sleep "__simt_sleep",
    Entropy "__simt_entropy",
    Twist "__simt_twist",
    Sort "__simt_sort",
    Rand "rand",
    Srand "srand",
    Getenv "__simt_getenv",
    System "system",
    // ---- the CUDA runtime ----
    CudaMalloc "__simt_cuda_malloc",
    CudaMallocManaged "__simt_cuda_malloc_managed",
    CudaFree "__simt_cuda_free",
    CudaMallocHost "__simt_cuda_malloc_host",
    CudaFreeHost "__simt_cuda_free_host",
    CudaHostRegister "__simt_cuda_host_register",
    CudaMallocAsync "__simt_cuda_malloc_async",
    CudaFreeAsync "__simt_cuda_free_async",
    CudaMemcpy "__simt_cuda_memcpy",
    CudaCopy "__simt_cuda_copy",
    CudaFill "__simt_cuda_fill",
    CudaStreamMade "__simt_cuda_stream_made",
    CudaEventMade "__simt_cuda_event_made",
    CudaHandleGone "__simt_cuda_handle_gone",
    CudaEventRecorded "__simt_cuda_event_recorded",
    CudaStreamWaits "__simt_cuda_stream_waits",
    CudaSynchronizeStream "__simt_cuda_synchronize_stream",
    CudaSynchronizeEvent "__simt_cuda_synchronize_event",
    CudaEventIsOver "__simt_cuda_event_is_over",
    CudaHostFunction "__simt_cuda_host_function",
    CudaSymbolAddress "__simt_cuda_symbol_address",
    CudaSynchronize "__simt_cuda_synchronize",
    CudaReset "__simt_cuda_reset",
    CudaGetLastError "cudaGetLastError",
    CudaPeekAtLastError "cudaPeekAtLastError",
    CudaSetError "__simt_cuda_set_error",
    CudaHeap "__simt_cuda_heap",
    CudaGetErrorName "cudaGetErrorName",
    CudaGetErrorString "cudaGetErrorString",
    CudaDeviceProperty "__simt_cuda_device_property",
    CudaDeviceName "__simt_cuda_device_name",
    CudaMemGetInfo "__simt_cuda_mem_info",
    CudaPointerKind "__simt_cuda_pointer_kind",
    CudaFuncProperty "__simt_cuda_func_property",
    CudaOccupancy "__simt_cuda_occupancy",
    CudaFuncSetAttribute "__simt_cuda_func_set_attribute",
    CudaLaunchKernel "__simt_cuda_launch_kernel",
    CudaElapsed "__simt_cuda_elapsed",
}

impl SysFn {
    /// The system call that a header's declaration of this name stands for.
    pub fn from_name(name: &str) -> Option<SysFn> {
        SysFn::ALL.iter().copied().find(|f| f.name() == name)
    }

    /// Whether device code may make it: the device's heap.
    pub const fn serves_device(self) -> bool {
        matches!(self, SysFn::Malloc | SysFn::CFree)
    }
}
