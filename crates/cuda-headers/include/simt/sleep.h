// Waiting. What has no body is a system call.
#pragma once
// Lets so many nanoseconds pass on the clocks.
extern "C" void __simt_sleep(long nanoseconds);
