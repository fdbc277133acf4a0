// What errors of the system are called, as glibc has it.
#pragma once
extern "C" int snprintf(char *to, unsigned long room, const char *format, ...);
inline const char *__simt_error_text(int error) {
    switch (error) {
    case 0: return "Success";
    case 1: return "Operation not permitted";
    case 2: return "No such file or directory";
    case 3: return "No such process";
    case 4: return "Interrupted system call";
    case 5: return "Input/output error";
    case 6: return "No such device or address";
    case 7: return "Argument list too long";
    case 8: return "Exec format error";
    case 9: return "Bad file descriptor";
    case 10: return "No child processes";
    case 11: return "Resource temporarily unavailable";
    case 12: return "Cannot allocate memory";
    case 13: return "Permission denied";
    case 14: return "Bad address";
    case 16: return "Device or resource busy";
    case 17: return "File exists";
    case 18: return "Invalid cross-device link";
    case 19: return "No such device";
    case 20: return "Not a directory";
    case 21: return "Is a directory";
    case 22: return "Invalid argument";
    case 23: return "Too many open files in system";
    case 24: return "Too many open files";
    case 25: return "Inappropriate ioctl for device";
    case 27: return "File too large";
    case 28: return "No space left on device";
    case 29: return "Illegal seek";
    case 30: return "Read-only file system";
    case 31: return "Too many links";
    case 32: return "Broken pipe";
    case 33: return "Numerical argument out of domain";
    case 34: return "Numerical result out of range";
    case 35: return "Resource deadlock avoided";
    case 36: return "File name too long";
    case 38: return "Function not implemented";
    case 39: return "Directory not empty";
    case 40: return "Too many levels of symbolic links";
    case 75: return "Value too large for defined data type";
    case 84: return "Invalid or incomplete multibyte or wide character";
    case 95: return "Operation not supported";
    case 98: return "Address already in use";
    case 110: return "Connection timed out";
    case 111: return "Connection refused";
    case 125: return "Operation canceled";
    default: return nullptr;
    }
}
inline char *strerror(int error) {
    static char text[40];
    const char *known = __simt_error_text(error);
    if (known) return (char *)known;
    snprintf(text, sizeof text, "Unknown error %d", error);
    return text;
}
// GNU's: the text, which is only put into the memory at hand where there is none for the number.
inline char *strerror_r(int error, char *into, size_t most) {
    const char *known = __simt_error_text(error);
    if (known) return (char *)known;
    snprintf(into, most, "Unknown error %d", error);
    return into;
}
