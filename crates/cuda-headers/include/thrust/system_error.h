// The exception that Thrust throws where CUDA fails, and codes of CUDA's errors.
#pragma once
#include <cuda_runtime.h>
#include <system_error>
namespace thrust {
namespace system {
using std::error_category;
using std::error_code;
using std::error_condition;
using std::generic_category;
using std::system_category;
class system_error : public std::system_error {
  public:
    using std::system_error::system_error;
};
class __simt_cuda_category : public std::error_category {
  public:
    const char *name() const noexcept override { return "cuda"; }
    std::string message(int value) const override {
        return std::string(cudaGetErrorName((cudaError_t)value)) + ": " + cudaGetErrorString((cudaError_t)value);
    }
};
inline __simt_cuda_category __simt_cuda_errors;
inline const std::error_category &cuda_category() { return __simt_cuda_errors; }
}  // namespace system
using system::cuda_category;
using system::error_category;
using system::error_code;
using system::error_condition;
using system::generic_category;
using system::system_category;
using system::system_error;
}  // namespace thrust
