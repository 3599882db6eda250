int step(void)
{
    return STEP;
}
