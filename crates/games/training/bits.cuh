// Sets of squares as bits of a word, and random numbers, for programs that run on a graphics card and, compiled as C++,
// on the processor.

#pragma once

#include <cstdint>

#ifdef __CUDACC__
#define BOTH __host__ __device__
#else
#define BOTH
#endif

typedef uint64_t u64;

#ifdef __CUDA_ARCH__
BOTH static inline int first(u64 set) { return __ffsll((long long)set) - 1; }
BOTH static inline int last(u64 set) { return 63 - __clzll((long long)set); }
BOTH static inline int count(u64 set) { return __popcll(set); }
BOTH static inline u64 reversed(u64 set) { return __brevll(set); }
#else
BOTH static inline int first(u64 set) { return __builtin_ctzll(set); }
BOTH static inline int last(u64 set) { return 63 - __builtin_clzll(set); }
BOTH static inline int count(u64 set) { return __builtin_popcountll(set); }
BOTH static inline u64 reversed(u64 set) {
    set = (set >> 1 & 0x5555555555555555ull) | (set & 0x5555555555555555ull) << 1;
    set = (set >> 2 & 0x3333333333333333ull) | (set & 0x3333333333333333ull) << 2;
    set = (set >> 4 & 0x0f0f0f0f0f0f0f0full) | (set & 0x0f0f0f0f0f0f0f0full) << 4;
    return __builtin_bswap64(set);
}
#endif

// SplitMix64 (Steele, Lea and Flood 2014).
struct Random {
    u64 state;
    BOTH static u64 mix(u64 z) {
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
        return z ^ (z >> 31);
    }
    BOTH u64 draw() { return mix(state += 0x9e3779b97f4a7c15ull); }
    BOTH int below(int bound) { return (int)((draw() >> 32) * (u64)bound >> 32); }
};
