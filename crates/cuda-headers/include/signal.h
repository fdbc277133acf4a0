// Signals: those that a program sends itself. None comes from outside, nor from a fault, which ends the program as it is.
#pragma once
#include <errno.h>
#include <sys/types.h>
extern "C" {
void _exit(int status);
void abort();
}
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGIOT 6
#define SIGBUS 7
#define SIGFPE 8
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGSTKFLT 16
#define SIGCHLD 17
#define SIGCLD 17
#define SIGCONT 18
#define SIGSTOP 19
#define SIGTSTP 20
#define SIGTTIN 21
#define SIGTTOU 22
#define SIGURG 23
#define SIGXCPU 24
#define SIGXFSZ 25
#define SIGVTALRM 26
#define SIGPROF 27
#define SIGWINCH 28
#define SIGIO 29
#define SIGPOLL 29
#define SIGPWR 30
#define SIGSYS 31
#define SIGRTMIN 34
#define SIGRTMAX 64
#define NSIG 65
#define _NSIG 65
#define SA_NOCLDSTOP 1
#define SA_NOCLDWAIT 2
#define SA_SIGINFO 4
#define SA_ONSTACK 0x08000000
#define SA_RESTART 0x10000000
#define SA_NODEFER 0x40000000
#define SA_RESETHAND 0x80000000
#define SA_NOMASK SA_NODEFER
#define SA_ONESHOT SA_RESETHAND
#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2
#define SS_ONSTACK 1
#define SS_DISABLE 2
#define MINSIGSTKSZ 2048
#define SIGSTKSZ 8192
#define SI_USER 0
#define SI_QUEUE (-1)
#define SI_TKILL (-6)
#define SI_KERNEL 0x80
#define ILL_ILLOPC 1
#define ILL_ILLOPN 2
#define FPE_INTDIV 1
#define FPE_INTOVF 2
#define FPE_FLTDIV 3
#define SEGV_MAPERR 1
#define SEGV_ACCERR 2
#define BUS_ADRALN 1
#define BUS_ADRERR 2
#define TRAP_BRKPT 1
#define TRAP_TRACE 2
typedef void (*sighandler_t)(int);
typedef sighandler_t __sighandler_t;
typedef int sig_atomic_t;
#define SIG_DFL ((sighandler_t)0)
#define SIG_IGN ((sighandler_t)1)
#define SIG_ERR ((sighandler_t)-1)

// A set of signals, a bit each.
typedef struct {
    unsigned long __val[16];
} sigset_t;
typedef union sigval {
    int sival_int;
    void *sival_ptr;
} sigval_t;
typedef struct {
    int si_signo, si_errno, si_code;
    pid_t si_pid;
    uid_t si_uid;
    int si_status;
    void *si_addr;
    sigval_t si_value;
} siginfo_t;
typedef struct {
    void *ss_sp;
    int ss_flags;
    size_t ss_size;
} stack_t;
struct sigaction {
    union {
        sighandler_t sa_handler;
        void (*sa_sigaction)(int, siginfo_t *, void *);
    };
    sigset_t sa_mask;
    int sa_flags;
    void (*sa_restorer)(void);
};

// What is to be done at each, which are held back, and which of those have come.
inline struct sigaction __simt_actions[NSIG];
inline unsigned long __simt_held = 0, __simt_waiting = 0;
inline stack_t __simt_signal_stack = {nullptr, SS_DISABLE, 0};

inline bool __simt_is_signal(int which) {
    if (which > 0 && which < NSIG) return true;
    errno = EINVAL;
    return false;
}
inline unsigned long __simt_signal_bit(int which) { return 1ul << (which - 1); }

inline int sigemptyset(sigset_t *set) {
    *set = sigset_t();
    return 0;
}
inline int sigfillset(sigset_t *set) {
    for (unsigned long &word : set->__val) word = ~0ul;
    return 0;
}
inline int sigaddset(sigset_t *set, int which) {
    if (!__simt_is_signal(which)) return -1;
    set->__val[0] |= __simt_signal_bit(which);
    return 0;
}
inline int sigdelset(sigset_t *set, int which) {
    if (!__simt_is_signal(which)) return -1;
    set->__val[0] &= ~__simt_signal_bit(which);
    return 0;
}
inline int sigismember(const sigset_t *set, int which) {
    if (!__simt_is_signal(which)) return -1;
    return (set->__val[0] & __simt_signal_bit(which)) != 0;
}

inline int __simt_sigaction(int which, const struct sigaction *next, struct sigaction *before) {
    if (!__simt_is_signal(which)) return -1;
    if (next && (which == SIGKILL || which == SIGSTOP)) {
        errno = EINVAL;
        return -1;
    }
    struct sigaction old = __simt_actions[which];
    if (next) __simt_actions[which] = *next;
    if (before) *before = old;
    return 0;
}
// A macro, since the type has the name too.
#define sigaction(which, next, before) __simt_sigaction(which, next, before)
inline sighandler_t signal(int which, sighandler_t handler) {
    struct sigaction next = {}, before;
    next.sa_handler = handler;
    next.sa_flags = SA_RESTART;
    return __simt_sigaction(which, &next, &before) == 0 ? before.sa_handler : SIG_ERR;
}

// What a signal does that nobody asked for: nothing, or it ends the program with the status that a shell sees.
inline void __simt_signal_unasked(int which) {
    switch (which) {
    case SIGCHLD:
    case SIGCONT:
    case SIGSTOP:
    case SIGTSTP:
    case SIGTTIN:
    case SIGTTOU:
    case SIGURG:
    case SIGWINCH: return;
    case SIGABRT: abort();
    default: _exit(128 + which);
    }
}
inline void __simt_signal_comes(int which) {
    struct sigaction &action = __simt_actions[which], now = action;
    if (now.sa_handler == SIG_IGN) return;
    if (now.sa_handler == SIG_DFL) return __simt_signal_unasked(which);
    if (now.sa_flags & SA_RESETHAND) action.sa_handler = SIG_DFL;
    unsigned long held = __simt_held;
    __simt_held |= now.sa_mask.__val[0];
    if (!(now.sa_flags & SA_NODEFER)) __simt_held |= __simt_signal_bit(which);
    if (now.sa_flags & SA_SIGINFO) {
        siginfo_t told = {};
        told.si_signo = which;
        told.si_code = SI_TKILL;
        told.si_pid = 1000;
        now.sa_sigaction(which, &told, nullptr);
    } else {
        now.sa_handler(which);
    }
    __simt_held = held;
}
// Those that have come and are held back no longer.
inline void __simt_signals_let_go() {
    for (int which = 1; which < NSIG && __simt_waiting; ++which) {
        unsigned long bit = __simt_signal_bit(which);
        if (!(__simt_waiting & ~__simt_held & bit)) continue;
        __simt_waiting &= ~bit;
        __simt_signal_comes(which);
    }
}
inline int raise(int which) {
    if (!__simt_is_signal(which)) return -1;
    if (__simt_held & __simt_signal_bit(which)) {
        __simt_waiting |= __simt_signal_bit(which);
        return 0;
    }
    __simt_signal_comes(which);
    __simt_signals_let_go();
    return 0;
}
// Of processes there is one.
inline int kill(pid_t process, int which) {
    if (process != 1000 && process != 0) {
        errno = ESRCH;
        return -1;
    }
    return which == 0 ? 0 : raise(which);
}
inline int sigprocmask(int how, const sigset_t *set, sigset_t *before) {
    unsigned long held = __simt_held;
    if (set) {
        unsigned long given = set->__val[0] & ~(__simt_signal_bit(SIGKILL) | __simt_signal_bit(SIGSTOP));
        __simt_held = how == SIG_BLOCK ? held | given : how == SIG_UNBLOCK ? held & ~given : given;
    }
    if (before) {
        sigemptyset(before);
        before->__val[0] = held;
    }
    __simt_signals_let_go();
    return 0;
}
inline int pthread_sigmask(int how, const sigset_t *set, sigset_t *before) { return sigprocmask(how, set, before); }
inline int sigpending(sigset_t *set) {
    sigemptyset(set);
    set->__val[0] = __simt_waiting;
    return 0;
}
// Handlers run on the one stack that there is; what was set is told again.
inline int sigaltstack(const stack_t *next, stack_t *before) {
    stack_t old = __simt_signal_stack;
    if (next) __simt_signal_stack = *next;
    if (before) *before = old;
    return 0;
}
