// Options with long names, which may be cut short as long as one is meant.
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
// The number of the option that a name of this length means: -1 for none, -2 where it could be several.
inline int __simt_long_option(const struct option *longs, const char *name, size_t length) {
    int found = -1;
    for (int i = 0; longs[i].name; ++i) {
        if (strncmp(name, longs[i].name, length) != 0) continue;
        if (strlen(longs[i].name) == length) return i;
        found = found == -1 ? i : -2;
    }
    return found;
}
inline int __simt_take_long(int argc, char *const argv[], const struct option *longs, int at, char *name, size_t length, int *index) {
    optarg = name[length] ? name + length + 1 : nullptr;
    if (!optarg && longs[at].has_arg == required_argument) optarg = __simt_option_value(argc, argv);
    ++optind;
    if (!optarg && longs[at].has_arg == required_argument) {
        if (opterr) fprintf(stderr, "%s: option '--%s' requires an argument\n", argv[0], longs[at].name);
        return '?';
    }
    if (index) *index = at;
    if (!longs[at].flag) return longs[at].val;
    *longs[at].flag = longs[at].val;
    return 0;
}
inline int __simt_getopt_long(int argc, char *const argv[], const char *options, const struct option *longs, int *index, bool only) {
    if (!__simt_next_option(argc, argv, options)) return -1;
    char *word = argv[optind];
    bool dashes = word[1] == '-';
    if (__simt_option_at > 1 || !(dashes || only)) return __simt_short_option(argc, argv, options);
    char *name = word + 1 + dashes;
    size_t length = strcspn(name, "=");
    int at = __simt_long_option(longs, name, length);
    if (at >= 0) return __simt_take_long(argc, argv, longs, at, name, length, index);
    if (!dashes && strchr(options, word[1])) return __simt_short_option(argc, argv, options);
    const char *what = at == -2 ? "is ambiguous" : "is not known";
    if (opterr) fprintf(stderr, "%s: option '%s' %s\n", argv[0], word, what);
    ++optind;
    return '?';
}
inline int getopt_long(int argc, char *const argv[], const char *options, const struct option *longs, int *index) {
    return __simt_getopt_long(argc, argv, options, longs, index, false);
}
// One dash is as good as two.
inline int getopt_long_only(int argc, char *const argv[], const char *options, const struct option *longs, int *index) {
    return __simt_getopt_long(argc, argv, options, longs, index, true);
}
