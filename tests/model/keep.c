/* Instead of free(), with -Dfree=keep: memory is never given back. */
void keep(void *block);

void keep(void *block)
{
    (void)block;
}
