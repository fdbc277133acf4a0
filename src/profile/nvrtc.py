# Compiles CUDA C++ with NVRTC, if this Python or this system has it. In: the text on standard input; arguments: the
# architecture, where the cubin is to go, and the kernels' names. Out: the version, then a line a kernel with its symbol.
import ctypes, glob, os, sys


def libraries():
    for folder in sys.path:
        for pattern in ("nvidia/cu*/lib/libnvrtc.so.*", "nvidia/cuda_nvrtc/lib/libnvrtc.so.*", "nvidia/cu*/bin/*/nvrtc64_*.dll"):
            yield from sorted(glob.glob(os.path.join(folder, pattern)), reverse=True)
    for home in (os.environ.get("CUDA_HOME"), os.environ.get("CUDA_PATH"), "/usr/local/cuda"):
        if home:
            yield from glob.glob(os.path.join(home, "lib64", "libnvrtc.so"))
    yield from ("libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12")


def load():
    for path in libraries():
        if "builtins" in path or ".alt." in path:
            continue
        try:
            return ctypes.CDLL(path), path
        except OSError:
            pass
    sys.exit("no NVRTC")


def headers(path):
    lib = os.path.dirname(path)
    places = [os.path.join(lib, "..", "include")]
    places += glob.glob(os.path.join(lib, "..", "..", "*", "include"))
    return [place for place in places if os.path.isfile(os.path.join(place, "cuda_fp16.h"))]


def check(result):
    if result != 0:
        sys.exit("NVRTC refused, result %d" % result)


def main(arch, target, *names):
    nvrtc, path = load()
    major, minor = ctypes.c_int(), ctypes.c_int()
    check(nvrtc.nvrtcVersion(ctypes.byref(major), ctypes.byref(minor)))
    program = ctypes.c_void_p()
    text = sys.stdin.buffer.read()
    check(nvrtc.nvrtcCreateProgram(ctypes.byref(program), text, b"program.cu", 0, None, None))
    for name in names:
        check(nvrtc.nvrtcAddNameExpression(program, name.encode()))
    options = ["-arch=sm_" + arch, "--std=c++17"] + ["-I" + place for place in headers(path)]
    options = (ctypes.c_char_p * len(options))(*[option.encode() for option in options])
    check(nvrtc.nvrtcCompileProgram(program, len(options), options))
    size = ctypes.c_size_t()
    check(nvrtc.nvrtcGetCUBINSize(program, ctypes.byref(size)))
    cubin = ctypes.create_string_buffer(size.value)
    check(nvrtc.nvrtcGetCUBIN(program, cubin))
    with open(target, "wb") as out:
        out.write(cubin.raw)
    print("%d.%d" % (major.value, minor.value))
    for name in names:
        symbol = ctypes.c_char_p()
        check(nvrtc.nvrtcGetLoweredName(program, name.encode(), ctypes.byref(symbol)))
        print(symbol.value.decode())


main(*sys.argv[1:])
