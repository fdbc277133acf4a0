// Signals that a program sends itself: handlers by `signal` and `sigaction`, those held back, and what nobody asked for.
#include <csignal>
#include <cstdio>
#include <cstring>
#include <unistd.h>

static volatile sig_atomic_t count = 0;

void counts(int which) {
    ++count;
    printf("signal %d\n", which);
}

void tells(int which, siginfo_t *told, void *) { printf("told of %d: %d\n", told->si_signo, told->si_signo == which); }

void sends_itself(int which) {
    printf("in\n");
    if (count++ < 2) raise(which);
    printf("out\n");
}

int main() {
    if (std::signal(SIGUSR1, counts) == SIG_DFL) printf("none before\n");
    std::raise(SIGUSR1);
    if (signal(SIGUSR1, SIG_IGN) == counts) printf("the one before\n");
    raise(SIGUSR1);

    struct sigaction action, before;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = tells;
    action.sa_flags = SA_SIGINFO | SA_RESTART | SA_RESETHAND;
    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, SIGINT);
    sigaction(SIGUSR2, &action, nullptr);
    kill(getpid(), SIGUSR2);
    sigaction(SIGUSR2, nullptr, &before);
    printf("%d %d %d\n", before.sa_handler == SIG_DFL, sigismember(&before.sa_mask, SIGINT), sigismember(&before.sa_mask, SIGTERM));

    // One that comes while its handler runs waits until that is done.
    struct sigaction again = {};
    again.sa_handler = sends_itself;
    sigaction(SIGTERM, &again, NULL);
    raise(SIGTERM);

    sigset_t held, was, waiting;
    sigfillset(&held);
    sigdelset(&held, SIGTERM);
    sigprocmask(SIG_SETMASK, &held, &was);
    signal(SIGINT, counts);
    raise(SIGINT);
    sigpending(&waiting);
    printf("held back: %d\n", sigismember(&waiting, SIGINT));
    sigprocmask(SIG_SETMASK, &was, nullptr);

    static char room[16384];
    stack_t stack = {};
    stack.ss_sp = room;
    stack.ss_size = sizeof room;
    printf("%d %d\n", sigaltstack(&stack, nullptr), signal(SIGKILL, counts) == SIG_ERR);
    printf("%d %d %d %d\n", SIGTRAP, SIGABRT, SIGBUS, SIGSYS);
    raise(SIGCHLD);
    fflush(stdout);
    raise(SIGALRM);
    printf("never\n");
}
//@ exit 142
/* expect
none before
signal 10
the one before
told of 12: 1
1 1 0
in
out
in
out
held back: 1
signal 2
0 1
5 6 7 31
*/
