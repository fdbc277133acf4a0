#!/bin/sh
# The figures that lessons state of an H100, measured again: one line each (name, median, unit, least to most, how many).
#
#   benches/gpu/lessons/run.sh [build|measure] [DIR]     without a word: both; DIR holds the programs
#
# `build` needs nvcc and no GPU: $NVCC, else the one on the path, else CUDA 13.0's of PyPI (in DIR/venv). `measure` needs
# the GPU and, for times with cold caches and counts, ncu on the path. Clocks and settings of the card stay as they are.
set -eu
cd "$(dirname "$0")/../../.."
here=benches/gpu/lessons
what=${1:-all}
dir=${2:-target/gpu-lessons}
arch=${ARCH:-sm_90}

build() {
    mkdir -p "$dir/examples"
    nvcc=${NVCC:-$(command -v nvcc || true)}
    if [ -z "$nvcc" ]; then
        python3 -m venv "$dir/venv"
        "$dir/venv/bin/pip" -q install nvidia-cuda-nvcc==13.0.* nvidia-cuda-runtime==13.0.* nvidia-cuda-crt==13.0.* \
            nvidia-nvvm==13.0.* nvidia-cuda-cccl==13.0.*
        nvcc=$(echo "$dir"/venv/lib/python3*/site-packages/nvidia/cu13/bin/nvcc)
    fi
    root=$(dirname "$(dirname "$nvcc")")
    compile() {
        out=$1
        shift
        "$nvcc" -O3 -std=c++20 -arch="$arch" -w -I . -I "$root/include/cccl" -L "$root/lib" -o "$dir/$out" "$@"
    }
    for name in launch latency bandwidth rope sine references; do
        compile $name $here/$name.cu
    done
    for source in kernels/examples/*.cu; do
        name=$(basename "$source" .cu)
        case $name in
        guarded-barrier | partial-mask) ;; # may hang
        *) if grep -q '^//\$ run' "$source"; then compile "examples/$name" "$source"; fi ;;
        esac
    done
    compile branches kernels/examples/branches.cu
    compile warp-sum kernels/examples/warp-sum.cu
    compile reverse-none kernels/examples/reverse.cu -D NO_BARRIER
    compile warp-sync-none kernels/examples/warp-sync.cu -D NO_SYNC
}

step() { # goes on after one that fails
    timeout 120 "$@" || echo "# failed: $*"
}

measure() {
    nvidia-smi --query-gpu=name,driver_version,clocks.max.sm,power.limit --format=csv,noheader | sed 's/^/# /'
    for name in launch latency bandwidth sine references rope; do
        step "$dir/$name"
    done
    outside=$here/outside.py
    number='(0x[0-9A-F]+|\d+)'
    step python3 $outside runs 'reverse, no barrier' 'wrong of 1024' 40 "^$number" "$dir/reverse-none"
    step python3 $outside runs 'warp-sync, no __syncwarp' 'sum' 40 "sum: $number" "$dir/warp-sync-none"
    step python3 $outside runs 'nibble race' 'out[1]' 40 "nibble: out\[1\] = $number" "$dir/examples/nibble-race"
    if command -v ncu >/dev/null; then
        sectors=l1tex__t_sectors_pipe_lsu_mem_global_op
        step python3 $outside ncu 1 'rope by ncu' gpu__time_duration.sum=us "$dir/rope" ncu
        step python3 $outside ncu 1 'rope, device memory' dram__bytes_read.sum,dram__bytes_write.sum=MB,MB "$dir/rope" ncu
        for name in branches warp-sum; do
            step python3 $outside ncu 3 $name "${sectors}_ld.sum,${sectors}_st.sum,smsp__inst_executed.sum=sectors loaded,sectors stored,instructions" "$dir/$name"
        done
    fi
    step python3 $outside examples "$dir/examples"
}

case $what in
build) build ;;
measure) measure ;;
*) build && measure ;;
esac
