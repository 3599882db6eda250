/* For `linnet explore`, which includes it in front of every file that gcc compiles: gcc makes instructions of small copies
 * after it has put in its hooks, so that nobody would see them. A call is seen. Not for programs to include. */
#ifndef LINNET_HOOKED_H
#define LINNET_HOOKED_H

#ifdef __cplusplus
extern "C" {
#endif

extern void *linnet_hooked_memcpy(void *, const void *, __SIZE_TYPE__) __asm__("memcpy");
extern void *linnet_hooked_memmove(void *, const void *, __SIZE_TYPE__) __asm__("memmove");
extern void *linnet_hooked_memset(void *, int, __SIZE_TYPE__) __asm__("memset");
extern int linnet_hooked_memcmp(const void *, const void *, __SIZE_TYPE__) __asm__("memcmp");

#ifdef __cplusplus
}
#endif

#define __builtin_memcpy linnet_hooked_memcpy
#define __builtin_memmove linnet_hooked_memmove
#define __builtin_memset linnet_hooked_memset
#define __builtin_memcmp linnet_hooked_memcmp

#endif
