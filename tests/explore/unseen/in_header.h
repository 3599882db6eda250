static inline int racy_inc(volatile int *p)
{
    int v;
    __asm__ volatile("movl %1, %0" : "=r"(v) : "m"(*p));
    __asm__ volatile("movl %1, %0" : "=m"(*p) : "r"(v + 1));
    return v;
}
