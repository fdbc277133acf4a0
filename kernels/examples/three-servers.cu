// Six requests, two slots, three servers: one waits until its batch is full, one takes whoever is there, one refills a slot
// as soon as it is free. A step makes one token for each request that runs; a thread runs a server.
//   course run kernels/examples/three-servers.cu
//   course run kernels/examples/three-servers.cu -- 3        three slots
#include <cstdio>
#include <cstdlib>

const int REQUESTS = 6, MOST = 8, STEPS = 64, STATIC = 0, DYNAMIC = 1;

//@anchor servers
// Writes who sits in which slot in each step: 0 nobody, n + 1 request n at work, −(n + 1) request n done and kept.
__global__ void servers(const int* arrives, const int* tokens, int slots, int* seat, int* end) {
    int server = threadIdx.x;                    // 0 static, 1 dynamic, 2 continuous
    int in[MOST], left[MOST];                    // of each slot: its request, or −1; the tokens still to come
    for (int s = 0; s < slots; s++) in[s] = -1;
    int next = 0, done = 0;

    for (int now = 0; now < STEPS && done < REQUESTS; now++) {
        int running = 0, waiting = 0;
        for (int s = 0; s < slots; s++) running += in[s] >= 0;
        for (int r = next; r < REQUESTS; r++) waiting += arrives[r] <= now;
        int wanted = min(slots, REQUESTS - next);
        bool opens = server == STATIC ? running == 0 && waiting >= wanted  // a full batch, or the last one
                   : server == DYNAMIC ? running == 0                      // whoever is there
                   : true;                                                 // any free slot
        for (int s = 0; s < slots && opens; s++) {
            if (in[s] < 0 && next < REQUESTS && arrives[next] <= now) {
                in[s] = next;
                left[s] = tokens[next++];
            }
        }
        int at_work = 0;
        for (int s = 0; s < slots; s++) {
            if (in[s] < 0) continue;
            seat[(server * MOST + s) * STEPS + now] = left[s] > 0 ? in[s] + 1 : -(in[s] + 1);
            if (left[s] > 0 && --left[s] > 0) at_work++;
        }
        for (int s = 0; s < slots; s++) {
            if (in[s] < 0 || left[s] > 0) continue;
            if (server <= DYNAMIC && at_work > 0) continue;  // it stays until the longest of its batch is done
            end[server * REQUESTS + in[s]] = now + 1;
            in[s] = -1;
            done++;
        }
    }
}
//@endanchor servers

int main(int argc, char** argv) {
    int slots = argc > 1 ? atoi(argv[1]) : 2;
    if (slots < 1 || slots > MOST) {
        printf("slots: 1 to %d\n", MOST);
        return 1;
    }
    int arrives[REQUESTS] = {0, 1, 1, 2, 7, 7}, tokens[REQUESTS] = {6, 2, 1, 5, 1, 3};
    static int seat[3 * MOST * STEPS], end[3 * REQUESTS];
    int *d_arrives, *d_tokens, *d_seat, *d_end;
    cudaMalloc(&d_arrives, sizeof arrives);
    cudaMalloc(&d_tokens, sizeof tokens);
    cudaMalloc(&d_seat, sizeof seat);
    cudaMalloc(&d_end, sizeof end);
    cudaMemcpy(d_arrives, arrives, sizeof arrives, cudaMemcpyHostToDevice);
    cudaMemcpy(d_tokens, tokens, sizeof tokens, cudaMemcpyHostToDevice);
    cudaMemset(d_seat, 0, sizeof seat);
    servers<<<1, 3>>>(d_arrives, d_tokens, slots, d_seat, d_end);
    cudaMemcpy(seat, d_seat, sizeof seat, cudaMemcpyDeviceToHost);
    cudaMemcpy(end, d_end, sizeof end, cudaMemcpyDeviceToHost);

    const char* name[3] = {"static", "dynamic", "continuous"};
    printf("a letter: a token; a dash: done, and kept; a point: nobody\n");
    for (int server = 0; server < 3; server++) {
        int last = 0, wait = 0, work = 0;
        for (int r = 0; r < REQUESTS; r++) {
            if (end[server * REQUESTS + r] > last) last = end[server * REQUESTS + r];
            wait += end[server * REQUESTS + r] - arrives[r];
            work += tokens[r];
        }
        for (int s = 0; s < slots; s++) {
            char row[STEPS + 1];
            for (int now = 0; now < last; now++) {
                int who = seat[(server * MOST + s) * STEPS + now];
                row[now] = who > 0 ? 'A' + who - 1 : who < 0 ? '-' : '.';
            }
            row[last] = 0;
            printf("%-10s slot %d  %s\n", s == 0 ? name[server] : "", s + 1, row);
        }
        printf("           %d steps, %.0f %% of the slots made a token, mean %.2f steps from arrival to end\n", last,
               100.0f * work / (last * slots), (float)wait / REQUESTS);
    }
    cudaFree(d_arrives);
    cudaFree(d_tokens);
    cudaFree(d_seat);
    cudaFree(d_end);
    return 0;
}

//$ run
//> a letter: a token; a dash: done, and kept; a point: nobody
//> static     slot 1  .AAAAAAC----E--
//>            slot 2  .BB----DDDDDFFF
//>            15 steps, 60 % of the slots made a token, mean 8.33 steps from arrival to end
//> dynamic    slot 1  AAAAAABBDDDDDFFF
//>            slot 2  ......C-E----...
//>            16 steps, 56 % of the slots made a token, mean 7.67 steps from arrival to end
//> continuous slot 1  AAAAAA.EFFF
//>            slot 2  .BBCDDDDD..
//>            11 steps, 82 % of the slots made a token, mean 3.83 steps from arrival to end
//$ run -- 3
//> a letter: a token; a dash: done, and kept; a point: nobody
//> static     slot 1  .AAAAAADDDDD
//>            slot 2  .BB----E----
//>            slot 3  .C-----FFF--
//>            12 steps, 50 % of the slots made a token, mean 6.50 steps from arrival to end
//> dynamic    slot 1  AAAAAABB---E--
//>            slot 2  ......C----FFF
//>            slot 3  ......DDDDD...
//>            14 steps, 43 % of the slots made a token, mean 8.17 steps from arrival to end
//> continuous slot 1  AAAAAA.E..
//>            slot 2  .BB....FFF
//>            slot 3  .CDDDDD...
//>            10 steps, 60 % of the slots made a token, mean 3.00 steps from arrival to end
