// NVTX's marks: accepted, and nothing is marked.
#pragma once
typedef unsigned long long nvtxRangeId_t;
inline int nvtxRangePush(const char *name) { return 0; }
inline int nvtxRangePushA(const char *name) { return 0; }
inline int nvtxRangePop() { return 0; }
inline void nvtxMark(const char *name) {}
inline void nvtxMarkA(const char *name) {}
#define NVTX_VERSION 3
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((unsigned short)sizeof(nvtxEventAttributes_t))
enum nvtxColorType_t { NVTX_COLOR_UNKNOWN, NVTX_COLOR_ARGB };
enum nvtxMessageType_t { NVTX_MESSAGE_UNKNOWN, NVTX_MESSAGE_TYPE_ASCII, NVTX_MESSAGE_TYPE_UNICODE };
typedef union nvtxMessageValue_t { const char *ascii; } nvtxMessageValue_t;
typedef struct nvtxEventAttributes_v2 {
    unsigned short version, size;
    unsigned int category;
    int colorType;
    unsigned int color;
    int payloadType, reserved0;
    union {
        unsigned long long ullValue;
        long long llValue;
        double dValue;
    } payload;
    int messageType;
    nvtxMessageValue_t message;
} nvtxEventAttributes_t;
inline int nvtxRangePushEx(const nvtxEventAttributes_t *what) { return 0; }
inline void nvtxMarkEx(const nvtxEventAttributes_t *what) {}
inline nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t *what) { return 0; }
inline nvtxRangeId_t nvtxRangeStart(const char *name) { return 0; }
inline nvtxRangeId_t nvtxRangeStartA(const char *name) { return 0; }
inline void nvtxRangeEnd(nvtxRangeId_t id) {}
