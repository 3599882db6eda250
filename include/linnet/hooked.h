/* For `linnet explore`, which includes it in front of every file that gcc compiles: of __builtin_memcpy and its kin gcc
 * makes instructions after it has put in its hooks, so that nobody would see them. A call is seen. What is known when
 * the file is compiled stays so: it may be the size of an array. Not for programs to include. */
#ifndef LINNET_HOOKED_H
#define LINNET_HOOKED_H

#pragma GCC system_header

#ifdef __cplusplus
extern "C" {
#endif

#define LINNET_HOOKED(type, name, ...) extern type linnet_hooked_##name(__VA_ARGS__) __asm__(#name);
LINNET_HOOKED(void *, memcpy, void *, const void *, __SIZE_TYPE__)
LINNET_HOOKED(void *, mempcpy, void *, const void *, __SIZE_TYPE__)
LINNET_HOOKED(void *, memmove, void *, const void *, __SIZE_TYPE__)
LINNET_HOOKED(void *, memset, void *, int, __SIZE_TYPE__)
LINNET_HOOKED(int, memcmp, const void *, const void *, __SIZE_TYPE__)
LINNET_HOOKED(void *, memchr, const void *, int, __SIZE_TYPE__)
LINNET_HOOKED(int, bcmp, const void *, const void *, __SIZE_TYPE__)
LINNET_HOOKED(void, bcopy, const void *, void *, __SIZE_TYPE__)
LINNET_HOOKED(void, bzero, void *, __SIZE_TYPE__)
LINNET_HOOKED(char *, index, const char *, int)
LINNET_HOOKED(char *, rindex, const char *, int)
LINNET_HOOKED(char *, stpcpy, char *, const char *)
LINNET_HOOKED(char *, stpncpy, char *, const char *, __SIZE_TYPE__)
LINNET_HOOKED(int, strcasecmp, const char *, const char *)
LINNET_HOOKED(int, strncasecmp, const char *, const char *, __SIZE_TYPE__)
LINNET_HOOKED(char *, strcat, char *, const char *)
LINNET_HOOKED(char *, strncat, char *, const char *, __SIZE_TYPE__)
LINNET_HOOKED(char *, strchr, const char *, int)
LINNET_HOOKED(char *, strrchr, const char *, int)
LINNET_HOOKED(int, strcmp, const char *, const char *)
LINNET_HOOKED(int, strncmp, const char *, const char *, __SIZE_TYPE__)
LINNET_HOOKED(char *, strcpy, char *, const char *)
LINNET_HOOKED(char *, strncpy, char *, const char *, __SIZE_TYPE__)
LINNET_HOOKED(__SIZE_TYPE__, strspn, const char *, const char *)
LINNET_HOOKED(__SIZE_TYPE__, strcspn, const char *, const char *)
LINNET_HOOKED(char *, strpbrk, const char *, const char *)
LINNET_HOOKED(char *, strstr, const char *, const char *)
LINNET_HOOKED(__SIZE_TYPE__, strlen, const char *)
LINNET_HOOKED(__SIZE_TYPE__, strnlen, const char *, __SIZE_TYPE__)
LINNET_HOOKED(char *, strdup, const char *)
LINNET_HOOKED(char *, strndup, const char *, __SIZE_TYPE__)
LINNET_HOOKED(int, sprintf, char *, const char *, ...)
LINNET_HOOKED(int, snprintf, char *, __SIZE_TYPE__, const char *, ...)
LINNET_HOOKED(int, vsprintf, char *, const char *, __builtin_va_list)
LINNET_HOOKED(int, vsnprintf, char *, __SIZE_TYPE__, const char *, __builtin_va_list)
LINNET_HOOKED(int, printf, const char *, ...)
LINNET_HOOKED(int, vprintf, const char *, __builtin_va_list)

/* With the room that there is, which the compiler knows or (__SIZE_TYPE__)-1. */
#define LINNET_CHECKED(name, type)                                                                           \
    static __inline__ void *linnet_checked_##name(void *to, type what, __SIZE_TYPE__ size, __SIZE_TYPE__ room) \
    {                                                                                                        \
        if (size > room)                                                                                     \
            __builtin_abort();                                                                               \
        return linnet_hooked_##name(to, what, size);                                                         \
    }
LINNET_CHECKED(memcpy, const void *)
LINNET_CHECKED(mempcpy, const void *)
LINNET_CHECKED(memmove, const void *)
LINNET_CHECKED(memset, int)

#define LINNET_CHECKED_TEXT(name)                                                                                      \
    static __inline__ char *linnet_checked_##name(char *to, const char *from, __SIZE_TYPE__ size, __SIZE_TYPE__ room) \
    {                                                                                                                  \
        if (size > room)                                                                                               \
            __builtin_abort();                                                                                         \
        return linnet_hooked_##name(to, from, size);                                                                   \
    }
LINNET_CHECKED_TEXT(strncpy)
LINNET_CHECKED_TEXT(stpncpy)

#ifdef __cplusplus
}
#endif

/* What a constant may be made of. */
#if defined __cplusplus && __cplusplus >= 201103L
#define LINNET_KNOWN(type, name, parameters, arguments)                                                     \
    static constexpr inline type linnet_known_##name parameters                                             \
    {                                                                                                       \
        return __builtin_is_constant_evaluated() ? (type)__builtin_##name arguments : linnet_hooked_##name arguments; \
    }
LINNET_KNOWN(int, memcmp, (const void *one, const void *other, __SIZE_TYPE__ size), (one, other, size))
LINNET_KNOWN(void *, memchr, (const void *in, int byte, __SIZE_TYPE__ size), (in, byte, size))
LINNET_KNOWN(int, bcmp, (const void *one, const void *other, __SIZE_TYPE__ size), (one, other, size))
LINNET_KNOWN(char *, index, (const char *in, int byte), (in, byte))
LINNET_KNOWN(char *, rindex, (const char *in, int byte), (in, byte))
LINNET_KNOWN(char *, strchr, (const char *in, int byte), (in, byte))
LINNET_KNOWN(char *, strrchr, (const char *in, int byte), (in, byte))
LINNET_KNOWN(int, strcasecmp, (const char *one, const char *other), (one, other))
LINNET_KNOWN(int, strncasecmp, (const char *one, const char *other, __SIZE_TYPE__ size), (one, other, size))
LINNET_KNOWN(int, strcmp, (const char *one, const char *other), (one, other))
LINNET_KNOWN(int, strncmp, (const char *one, const char *other, __SIZE_TYPE__ size), (one, other, size))
LINNET_KNOWN(__SIZE_TYPE__, strspn, (const char *in, const char *set), (in, set))
LINNET_KNOWN(__SIZE_TYPE__, strcspn, (const char *in, const char *set), (in, set))
LINNET_KNOWN(char *, strpbrk, (const char *in, const char *set), (in, set))
LINNET_KNOWN(char *, strstr, (const char *in, const char *text), (in, text))
LINNET_KNOWN(__SIZE_TYPE__, strlen, (const char *text), (text))
LINNET_KNOWN(__SIZE_TYPE__, strnlen, (const char *text, __SIZE_TYPE__ most), (text, most))
#define __builtin_memcmp linnet_known_memcmp
#define __builtin_memchr linnet_known_memchr
#define __builtin_bcmp linnet_known_bcmp
#define __builtin_index linnet_known_index
#define __builtin_rindex linnet_known_rindex
#define __builtin_strchr linnet_known_strchr
#define __builtin_strrchr linnet_known_strrchr
#define __builtin_strcasecmp linnet_known_strcasecmp
#define __builtin_strncasecmp linnet_known_strncasecmp
#define __builtin_strcmp linnet_known_strcmp
#define __builtin_strncmp linnet_known_strncmp
#define __builtin_strspn linnet_known_strspn
#define __builtin_strcspn linnet_known_strcspn
#define __builtin_strpbrk linnet_known_strpbrk
#define __builtin_strstr linnet_known_strstr
#define __builtin_strlen linnet_known_strlen
#define __builtin_strnlen linnet_known_strnlen
#elif defined __cplusplus
#define __builtin_memcmp linnet_hooked_memcmp
#define __builtin_memchr linnet_hooked_memchr
#define __builtin_bcmp linnet_hooked_bcmp
#define __builtin_index linnet_hooked_index
#define __builtin_rindex linnet_hooked_rindex
#define __builtin_strchr linnet_hooked_strchr
#define __builtin_strrchr linnet_hooked_strrchr
#define __builtin_strcasecmp linnet_hooked_strcasecmp
#define __builtin_strncasecmp linnet_hooked_strncasecmp
#define __builtin_strcmp linnet_hooked_strcmp
#define __builtin_strncmp linnet_hooked_strncmp
#define __builtin_strspn linnet_hooked_strspn
#define __builtin_strcspn linnet_hooked_strcspn
#define __builtin_strpbrk linnet_hooked_strpbrk
#define __builtin_strstr linnet_hooked_strstr
#define __builtin_strlen linnet_hooked_strlen
#define __builtin_strnlen linnet_hooked_strnlen
#else
#define LINNET_KNOWN(name, ...)                                                                             \
    __builtin_choose_expr(__builtin_constant_p(__builtin_##name(__VA_ARGS__)), __builtin_##name(__VA_ARGS__), \
                          linnet_hooked_##name(__VA_ARGS__))
#define __builtin_memcmp(...) LINNET_KNOWN(memcmp, __VA_ARGS__)
#define __builtin_memchr(...) LINNET_KNOWN(memchr, __VA_ARGS__)
#define __builtin_bcmp(...) LINNET_KNOWN(bcmp, __VA_ARGS__)
#define __builtin_index(...) LINNET_KNOWN(index, __VA_ARGS__)
#define __builtin_rindex(...) LINNET_KNOWN(rindex, __VA_ARGS__)
#define __builtin_strchr(...) LINNET_KNOWN(strchr, __VA_ARGS__)
#define __builtin_strrchr(...) LINNET_KNOWN(strrchr, __VA_ARGS__)
#define __builtin_strcasecmp(...) LINNET_KNOWN(strcasecmp, __VA_ARGS__)
#define __builtin_strncasecmp(...) LINNET_KNOWN(strncasecmp, __VA_ARGS__)
#define __builtin_strcmp(...) LINNET_KNOWN(strcmp, __VA_ARGS__)
#define __builtin_strncmp(...) LINNET_KNOWN(strncmp, __VA_ARGS__)
#define __builtin_strspn(...) LINNET_KNOWN(strspn, __VA_ARGS__)
#define __builtin_strcspn(...) LINNET_KNOWN(strcspn, __VA_ARGS__)
#define __builtin_strpbrk(...) LINNET_KNOWN(strpbrk, __VA_ARGS__)
#define __builtin_strstr(...) LINNET_KNOWN(strstr, __VA_ARGS__)
#define __builtin_strlen(...) LINNET_KNOWN(strlen, __VA_ARGS__)
#define __builtin_strnlen(...) LINNET_KNOWN(strnlen, __VA_ARGS__)
#endif

#define __builtin_memcpy linnet_hooked_memcpy
#define __builtin_mempcpy linnet_hooked_mempcpy
#define __builtin_memmove linnet_hooked_memmove
#define __builtin_memset linnet_hooked_memset
#define __builtin_bcopy linnet_hooked_bcopy
#define __builtin_bzero linnet_hooked_bzero
#define __builtin_stpcpy linnet_hooked_stpcpy
#define __builtin_stpncpy linnet_hooked_stpncpy
#define __builtin_strcat linnet_hooked_strcat
#define __builtin_strncat linnet_hooked_strncat
#define __builtin_strcpy linnet_hooked_strcpy
#define __builtin_strncpy linnet_hooked_strncpy
#define __builtin_strdup linnet_hooked_strdup
#define __builtin_strndup linnet_hooked_strndup
#define __builtin_sprintf linnet_hooked_sprintf
#define __builtin_snprintf linnet_hooked_snprintf
#define __builtin_vsprintf linnet_hooked_vsprintf
#define __builtin_vsnprintf linnet_hooked_vsnprintf
#define __builtin_printf linnet_hooked_printf
#define __builtin_vprintf linnet_hooked_vprintf

#define __builtin___memcpy_chk linnet_checked_memcpy
#define __builtin___mempcpy_chk linnet_checked_mempcpy
#define __builtin___memmove_chk linnet_checked_memmove
#define __builtin___memset_chk linnet_checked_memset
#define __builtin___strncpy_chk linnet_checked_strncpy
#define __builtin___stpncpy_chk linnet_checked_stpncpy
#define __builtin___strcpy_chk(to, from, room) linnet_hooked_strcpy(to, from)
#define __builtin___stpcpy_chk(to, from, room) linnet_hooked_stpcpy(to, from)
#define __builtin___strcat_chk(to, from, room) linnet_hooked_strcat(to, from)
#define __builtin___strncat_chk(to, from, size, room) linnet_hooked_strncat(to, from, size)
#define __builtin___sprintf_chk(to, flag, room, ...) linnet_hooked_sprintf(to, __VA_ARGS__)
#define __builtin___snprintf_chk(to, size, flag, room, ...) linnet_hooked_snprintf(to, size, __VA_ARGS__)
#define __builtin___vsprintf_chk(to, flag, room, format, list) linnet_hooked_vsprintf(to, format, list)
#define __builtin___vsnprintf_chk(to, size, flag, room, format, list) linnet_hooked_vsnprintf(to, size, format, list)
#define __builtin___printf_chk(flag, ...) linnet_hooked_printf(__VA_ARGS__)
#define __builtin___vprintf_chk(flag, format, list) linnet_hooked_vprintf(format, list)

#endif
