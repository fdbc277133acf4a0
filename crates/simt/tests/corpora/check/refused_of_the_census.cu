// What the census finds and this machine does not model: each by its name, at its line.
#include <cute/tensor.hpp>             //~ error: the header `cute/tensor.hpp` is not modelled: CuTe
#include <cutlass/arch/barrier.h>      //~ error: the header `cutlass/arch/barrier.h` is not modelled: CUTLASS
#include <cutlass/cluster_launch.hpp>  //~ error: the header `cutlass/cluster_launch.hpp` is not modelled: CUTLASS
#include <cutlass/cutlass.h>           //~ error: the header `cutlass/cutlass.h` is not modelled: CUTLASS
#include <cutlass/numeric_types.h>     //~ error: the header `cutlass/numeric_types.h` is not modelled: CUTLASS
#include <torch/extension.h>           //~ error: the header `torch/extension.h` is not modelled: PyTorch
#include <torch/types.h>               //~ error: the header `torch/types.h` is not modelled: PyTorch
#include <c10/cuda/CUDAGuard.h>        //~ error: the header `c10/cuda/CUDAGuard.h` is not modelled: PyTorch
#include <cufft.h>                     //~ error: the header `cufft.h` is not modelled: cuFFT
#include <cusparse.h>                  //~ error: the header `cusparse.h` is not modelled: cuSPARSE
#include <cusolverDn.h>                //~ error: the header `cusolverDn.h` is not modelled: cuSOLVER
#include <windows.h>                   //~ error: the header `windows.h` is not modelled: Windows; use what C++ has
void graphs() {
    cudaGraphCreate(0, 0);                  //~ error: `cudaGraphCreate`: CUDA graphs are not modelled //~ help: launch the kernels one after the other
    cudaGraphAddKernelNode(0, 0, 0, 0, 0);  //~ error: `cudaGraphAddKernelNode`: CUDA graphs are not modelled
    cudaGraphInstantiate(0, 0, 0, 0, 0);    //~ error: `cudaGraphInstantiate`: CUDA graphs are not modelled
    cudaGraphLaunch(0, 0);                  //~ error: `cudaGraphLaunch`: CUDA graphs are not modelled
    cudaGraphExecDestroy(0);                //~ error: `cudaGraphExecDestroy`: CUDA graphs are not modelled
    cudaGraphDestroy(0);                    //~ error: `cudaGraphDestroy`: CUDA graphs are not modelled
    cudaStreamBeginCapture(0, 0);           //~ error: `cudaStreamBeginCapture`: CUDA graphs are not modelled
    cudaStreamEndCapture(0, 0);             //~ error: `cudaStreamEndCapture`: CUDA graphs are not modelled
}
void textures() {
    cudaCreateTextureObject(0, 0, 0, 0);      //~ error: `cudaCreateTextureObject`: textures and surfaces are not modelled //~ help: read the data through a plain pointer
    cudaDestroyTextureObject(0);              //~ error: `cudaDestroyTextureObject`: textures and surfaces are not modelled
    cudaCreateChannelDesc<float>();           //~ error: `cudaCreateChannelDesc`: textures and surfaces are not modelled
    cudaMallocArray(0, 0, 4, 4);              //~ error: `cudaMallocArray`: textures and surfaces are not modelled
    cudaMemcpyToArray(0, 0, 0, 0, 4, cudaMemcpyHostToDevice); //~ error: `cudaMemcpyToArray`: textures and surfaces are not modelled
    cudaFreeArray(0);                         //~ error: `cudaFreeArray`: textures and surfaces are not modelled
}
void libraries() {
    cudnnCreate(0); //~ error: `cudnnCreate`: libraries are not modelled
    cuInit(0);      //~ error: `cuInit`: the driver API is not modelled
}
