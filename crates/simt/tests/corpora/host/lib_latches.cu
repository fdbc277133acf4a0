// Latches, barriers, semaphores and threads that are joined by themselves, as far as threads that run one after the other go; the
// floating-point environment.
#include <atomic>
#include <barrier>
#include <cfenv>
#include <cstdio>
#include <latch>
#include <semaphore>
#include <stop_token>
#include <thread>
#include <vector>

int main() {
    std::latch done(3);
    int sum = 0;
    {
        std::vector<std::jthread> all;
        for (int i = 0; i < 3; i++)
            all.emplace_back([&, i] {
                sum += i;
                done.count_down();
            });
        done.wait();
    }
    printf("%d %d\n", sum, done.try_wait());

    int phases = 0;
    auto completion = [&phases]() noexcept { ++phases; };
    std::barrier sync(2, completion);
    std::thread early([&] { (void)sync.arrive(); });
    sync.arrive_and_wait();
    early.join();
    sync.arrive_and_drop();
    (void)sync.arrive();
    (void)sync.arrive();
    printf("%d\n", phases);

    std::binary_semaphore ready(0);
    std::counting_semaphore<4> slots(2);
    std::jthread giver([&] { ready.release(); });
    ready.acquire();
    slots.acquire();
    slots.acquire();
    printf("%d\n", slots.try_acquire());

    std::stop_source source;
    std::stop_token token = source.get_token();
    printf("%d %d", token.stop_possible(), token.stop_requested());
    source.request_stop();
    printf(" %d\n", token.stop_requested());
    std::jthread asked([](std::stop_token until, int n) {
        for (int i = 0; i < n && !until.stop_requested(); i++) printf("%d ", i);
        printf("ends\n");
    }, 3);
    asked.join();

    printf("%d %d\n", std::fegetround() == FE_TONEAREST, std::fesetround(FE_TONEAREST));
}
/* expect
3 1
3
0
1 0 1
0 1 2 ends
1 0
*/
