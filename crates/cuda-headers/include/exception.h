// The samples' exceptions, without the exceptions: the sentence, and the end of the program.
// Next: helper_cuda.h.
#pragma once
#include <stdio.h>
#include <stdlib.h>
#define RUNTIME_EXCEPTION(message)                                                                                     \
    do {                                                                                                               \
        fprintf(stderr, "%s\n", message);                                                                              \
        exit(EXIT_FAILURE);                                                                                            \
    } while (0)
