// A thread that asks again and again for a flag which is lowered after it was made: it is told, not waited for without end.
//@ exit 124
//@ ends a thread waits for another for ever: threads run one after the other here
#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>

std::atomic<bool> on{true};

int main() {
    for (int i = 0; i < 200000; i++) std::this_thread::yield();
    std::thread watcher([] {
        while (on.load()) std::this_thread::sleep_for(std::chrono::milliseconds(100));
    });
    on = false;
    watcher.join();
    puts("not reached");
}
