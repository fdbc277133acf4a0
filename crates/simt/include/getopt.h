// Options with long names.
#pragma once
#include <string.h>
#include <unistd.h>
#define no_argument 0
#define required_argument 1
#define optional_argument 2
struct option {
    const char *name;
    int has_arg;
    int *flag;
    int val;
};
inline int getopt_long(int argc, char *const argv[], const char *options, const struct option *longs, int *index) {
    if (optind >= argc) return -1;
    char *word = argv[optind];
    if (word[0] != '-' || word[1] != '-' || word[2] == 0) return getopt(argc, argv, options);
    ++optind;
    const char *name = word + 2;
    size_t length = strcspn(name, "=");
    for (int i = 0; longs[i].name; ++i) {
        if (strlen(longs[i].name) != length || strncmp(name, longs[i].name, length) != 0) continue;
        optarg = name[length] ? word + 2 + length + 1 : nullptr;
        if (!optarg && longs[i].has_arg == required_argument) {
            if (optind >= argc) return '?';
            optarg = argv[optind++];
        }
        if (index) *index = i;
        if (!longs[i].flag) return longs[i].val;
        *longs[i].flag = longs[i].val;
        return 0;
    }
    return '?';
}
