int f(void);
int f(void)
{
    return 1;
}
