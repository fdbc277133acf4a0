// cub::WarpLoad and WarpStore are with cub::WarpExchange.
#pragma once
#include <cub/warp/warp_exchange.cuh>
