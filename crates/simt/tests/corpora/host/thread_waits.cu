// A thread that waits for what a later one does waits for ever: threads run one after the other here, and the message says so.
//@ exit 124
//@ ends a condition is waited for that nothing can bring about: threads run one after the other here
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>
int main() {
    std::mutex m;
    std::condition_variable cv;
    bool ready = false;
    std::thread waiter([&] {
        std::unique_lock<std::mutex> lock(m);
        cv.wait(lock, [&] { return ready; });
        printf("never here\n");
    });
    ready = true;
    cv.notify_one();
    waiter.join();
}
