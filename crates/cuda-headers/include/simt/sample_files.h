// The samples' files: pictures of bytes (PGM and PPM), numbers as text, raw bytes; and comparing them.
// The rule: NVIDIA's interface, and memory from `malloc` for the caller to free.
// Next: helper_image.h.
#pragma once
#include <helper_string.h>
#include <math.h>

// The next number of a picture's head, comments left out; -1 at its end.
inline int __simt_picture_number(FILE *file) {
    int c = fgetc(file);
    while (c == ' ' || (c >= '\t' && c <= '\r') || c == '#') {
        if (c == '#')
            while (c >= 0 && c != '\n') c = fgetc(file);
        c = fgetc(file);
    }
    if (c < '0' || c > '9') return -1;
    int number = 0;
    for (; c >= '0' && c <= '9'; c = fgetc(file)) number = number * 10 + c - '0';
    return number;
}
// Loads a picture's bytes as they are: one a pixel for PGM, three for PPM. Where `*data` is set, that is where they go.
inline bool __loadPPM(const char *name, unsigned char **data, unsigned int *w, unsigned int *h, unsigned int *channels) {
    FILE *file = name ? fopen(name, "rb") : NULL;
    if (!file) {
        printf("__LoadPPM() : unable to open file\n");
        return false;
    }
    int mark = fgetc(file), kind = fgetc(file);
    *channels = mark == 'P' && kind == '5' ? 1 : mark == 'P' && kind == '6' ? 3 : 0;
    int width = __simt_picture_number(file), height = __simt_picture_number(file), most = __simt_picture_number(file);
    bool good = *channels > 0 && width > 0 && height > 0 && most > 0 && most < 256;
    if (good && *data && (*w != (unsigned int)width || *h != (unsigned int)height)) {
        printf("__LoadPPM() : Invalid image dimensions\n");
        good = false;
    }
    if (good) {
        size_t bytes = (size_t)width * height * *channels;
        if (!*data) *data = (unsigned char *)malloc(bytes);
        good = fread(*data, 1, bytes, file) == bytes;
        *w = (unsigned int)width;
        *h = (unsigned int)height;
    } else {
        printf("__LoadPPM() : File is not a PPM or PGM image\n");
    }
    fclose(file);
    return good;
}
template <class T> T __simt_pixel(unsigned char value) { return sizeof(T) == 1 ? (T)value : (T)(value / 255.0f); }
template <class T> bool sdkLoadPGM(const char *name, T **data, unsigned int *w, unsigned int *h) {
    unsigned char *bytes = NULL;
    unsigned int channels;
    if (!__loadPPM(name, &bytes, w, h, &channels)) return false;
    size_t n = (size_t)*w * *h;
    if (!*data) *data = (T *)malloc(n * sizeof(T));
    for (size_t i = 0; i < n; i++) (*data)[i] = __simt_pixel<T>(bytes[i]);
    free(bytes);
    return true;
}
template <class T> bool sdkLoadPPM4(const char *name, T **data, unsigned int *w, unsigned int *h) {
    unsigned char *bytes = NULL;
    unsigned int channels;
    if (!__loadPPM(name, &bytes, w, h, &channels) || channels != 3) return false;
    size_t n = (size_t)*w * *h;
    *data = (T *)malloc(4 * n * sizeof(T));
    for (size_t i = 0; i < n; i++) {
        for (int c = 0; c < 3; c++) (*data)[4 * i + c] = __simt_pixel<T>(bytes[3 * i + c]);
        (*data)[4 * i + 3] = 0;
    }
    free(bytes);
    return true;
}
inline bool sdkLoadPPM4ub(const char *name, unsigned char **data, unsigned int *w, unsigned int *h) {
    return sdkLoadPPM4<unsigned char>(name, data, w, h);
}
inline bool sdkLoadPPMub(const char *name, unsigned char **data, unsigned int *w, unsigned int *h) {
    unsigned int channels;
    return __loadPPM(name, data, w, h, &channels);
}
inline bool __savePPM(const char *name, unsigned char *data, unsigned int w, unsigned int h, unsigned int channels) {
    FILE *file = fopen(name, "wb");
    if (!file) {
        printf("__savePPM() : Opening file failed.\n");
        return false;
    }
    fprintf(file, "P%d\n%u\n%u\n255\n", channels == 1 ? 5 : 6, w, h);
    size_t bytes = (size_t)w * h * channels;
    bool good = fwrite(data, 1, bytes, file) == bytes;
    fclose(file);
    return good;
}
template <class T> bool sdkSavePGM(const char *name, T *data, unsigned int w, unsigned int h) {
    size_t n = (size_t)w * h;
    unsigned char *bytes = (unsigned char *)malloc(n);
    for (size_t i = 0; i < n; i++) bytes[i] = sizeof(T) == 1 ? (unsigned char)data[i] : (unsigned char)(data[i] * 255.0f);
    bool good = __savePPM(name, bytes, w, h, 1);
    free(bytes);
    return good;
}
inline bool sdkSavePPM4ub(const char *name, unsigned char *data, unsigned int w, unsigned int h) {
    size_t n = (size_t)w * h;
    unsigned char *bytes = (unsigned char *)malloc(3 * n);
    for (size_t i = 0; i < n; i++)
        for (int c = 0; c < 3; c++) bytes[3 * i + c] = data[4 * i + c];
    bool good = __savePPM(name, bytes, w, h, 3);
    free(bytes);
    return good;
}

// Numbers as text, with blanks between them. Where `*data` is set, `*count` of them go there.
template <class T> bool sdkReadFile(const char *name, T **data, unsigned int *count, bool verbose) {
    FILE *file = name ? fopen(name, "r") : NULL;
    if (!file) {
        if (verbose) fprintf(stderr, "sdkReadFile() : Opening file failed.\n");
        return false;
    }
    unsigned int n = 0, room = 0, most = *data ? *count : 0xffffffffu;
    T *all = NULL;
    double value;
    while (n < most && fscanf(file, "%lf", &value) == 1) {
        if (n == room) {
            room = room ? 2 * room : 1024;
            all = (T *)realloc(all, room * sizeof(T));
        }
        all[n++] = (T)value;
    }
    fclose(file);
    if (*data) {
        memcpy(*data, all, n * sizeof(T));
        free(all);
    } else {
        *data = all;
        *count = n;
    }
    return true;
}
template <class T, class S>
bool sdkWriteFile(const char *name, const T *data, unsigned int count, const S epsilon, bool verbose, bool append = false) {
    FILE *file = fopen(name, append ? "a" : "w");
    if (!file) {
        if (verbose) fprintf(stderr, "sdkWriteFile() : Opening file failed.\n");
        return false;
    }
    fprintf(file, "# %g\n", (double)epsilon);
    for (unsigned int i = 0; i < count; i++) fprintf(file, "%g ", (double)data[i]);
    fprintf(file, "\n");
    fclose(file);
    return true;
}
inline void sdkDumpBin(void *data, unsigned int bytes, const char *name) {
    printf("sdkDumpBin: <%s>\n", name);
    FILE *file = fopen(name, "wb");
    if (!file) return;
    fwrite(data, bytes, 1, file);
    fclose(file);
}
// All bytes of a file, and how many; NULL if it cannot be read.
inline unsigned char *__simt_whole_file(const char *name, const char *program, size_t *bytes) {
    char *path = sdkFindFilePath(name, program);
    FILE *file = path ? fopen(path, "rb") : NULL;
    free(path);
    if (!file) return NULL;
    fseek(file, 0, SEEK_END);
    *bytes = (size_t)ftell(file);
    fseek(file, 0, SEEK_SET);
    unsigned char *all = (unsigned char *)malloc(*bytes + 1);
    *bytes = fread(all, 1, *bytes, file);
    fclose(file);
    return all;
}
inline bool sdkCompareBin2BinFloat(const char *name, const char *reference, const unsigned int count, const float epsilon,
                                   const float threshold, char *program) {
    size_t a = 0, b = 0;
    float *got = (float *)__simt_whole_file(name, program, &a), *expected = (float *)__simt_whole_file(reference, program, &b);
    bool good = got && expected && a >= count * sizeof(float) && b >= count * sizeof(float);
    unsigned int wrong = 0;
    for (unsigned int i = 0; good && i < count; i++)
        if (!(fabsf(got[i] - expected[i]) <= epsilon)) wrong++;
    free(got);
    free(expected);
    return good && (float)wrong <= (float)count * threshold;
}
inline bool __simt_same_pictures(const char *name, const char *reference, const float epsilon, const float threshold, bool verbose) {
    unsigned char *a = NULL, *b = NULL;
    unsigned int w, h, n, w2, h2, n2;
    bool good = __loadPPM(name, &a, &w, &h, &n) && __loadPPM(reference, &b, &w2, &h2, &n2);
    good = good && w == w2 && h == h2 && n == n2;
    size_t wrong = 0, all = good ? (size_t)w * h * n : 0;
    for (size_t i = 0; i < all; i++) {
        int difference = a[i] > b[i] ? a[i] - b[i] : b[i] - a[i];
        if ((float)difference > epsilon) wrong++;
    }
    free(a);
    free(b);
    good = good && (float)wrong <= (float)all * threshold;
    if (verbose) printf(good ? "     OK\n" : "     FAILURE\n");
    return good;
}
inline bool sdkComparePPM(const char *name, const char *reference, const float epsilon, const float threshold, bool verbose) {
    return __simt_same_pictures(name, reference, epsilon, threshold, verbose);
}
inline bool sdkComparePGM(const char *name, const char *reference, const float epsilon, const float threshold, bool verbose) {
    return __simt_same_pictures(name, reference, epsilon, threshold, verbose);
}
