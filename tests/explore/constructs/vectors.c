/* Instructions for vectors, called as functions. Compile with -Dcase_NAME -mavx2. */
#include "case.h"

#include <immintrin.h>

struct room { float f[16]; };
#define INTS ((int *)at->f)
#define LONG_AT (*(volatile long *)at->f)
#define ALL _mm_set1_epi32((int)n)

#ifdef case_stream_ps
WRITES(struct room, _mm_stream_ps(at->f, _mm_castsi128_ps(ALL)), INTS[0])
#endif
#ifdef case_stream_si128 /* usual */
WRITES(struct room, _mm_stream_si128((__m128i *)at->f, ALL), INTS[0])
#endif
#ifdef case_stream_si32
WRITES(struct room, _mm_stream_si32(INTS, (int)n), INTS[0])
#endif
#ifdef case_storel
WRITES(struct room, _mm_storel_pi((__m64 *)at->f, _mm_castsi128_ps(ALL)), INTS[0])
#endif
#ifdef case_storeh /* usual */
WRITES(struct room, _mm_storeh_pi((__m64 *)at->f, _mm_castsi128_ps(ALL)), INTS[0])
#endif
#ifdef case_storeu /* usual */
WRITES(struct room, _mm_storeu_ps(at->f, _mm_castsi128_ps(ALL)), INTS[0])
#endif
#ifdef case_maskmove
WRITES(struct room, _mm_maskmoveu_si128(ALL, _mm_set1_epi8(-1), (char *)at->f), INTS[0])
#endif
#ifdef case_loadh
READS(struct room, _mm_extract_epi32(_mm_castps_si128(_mm_loadh_pi(_mm_setzero_ps(), (__m64 *)at->f)), 2), INTS[0] = 1)
#endif
#ifdef case_lddqu
READS(struct room, _mm_cvtsi128_si32(_mm_lddqu_si128((__m128i *)at->f)), INTS[0] = 1)
#endif
#ifdef case_loadu /* usual */
READS(struct room, _mm_cvtsi128_si32(_mm_loadu_si128((__m128i *)at->f)), INTS[0] = 1)
#endif
#ifdef case_load_256
READS(struct room, _mm256_extract_epi32(_mm256_loadu_si256((__m256i *)at->f), 0), INTS[0] = 1)
#endif
#ifdef case_store_256
WRITES(struct room, _mm256_storeu_si256((__m256i *)at->f, _mm256_set1_epi32((int)n)), INTS[0])
#endif
#ifdef case_stream_256 /* usual */
WRITES(struct room, _mm256_stream_si256((__m256i *)at->f, _mm256_set1_epi32((int)n)), INTS[0])
#endif
#ifdef case_maskload /* usual */
READS(struct room, _mm_cvtsi128_si32(_mm_maskload_epi32(INTS, _mm_set1_epi32(-1))), INTS[0] = 1)
#endif
#ifdef case_maskstore
WRITES(struct room, _mm256_maskstore_epi32(INTS, _mm256_set1_epi32(-1), _mm256_set1_epi32((int)n)), INTS[0])
#endif
#ifdef case_gather
READS(struct room, _mm_cvtsi128_si32(_mm_i32gather_epi32(INTS, _mm_setzero_si128(), 4)), INTS[0] = 1)
#endif
#ifdef case_broadcast
READS(struct room, _mm256_extract_epi32(_mm256_castps_si256(_mm256_broadcast_ps((__m128 *)at->f)), 0), INTS[0] = 1)
#endif
