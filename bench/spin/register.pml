/* The register of models/register.c without its specification: each process calls once. For bench/model. */
#define K 4
byte bit_of[K];

init {
    bit_of[K - 1] = 1;
    atomic {
        run Writer();
        byte i = 1;
        do
        :: i < N -> run Reader(); i++
        :: else -> break
        od
    }
}

proctype Reader()
{
    byte up = 0, value = 0;
    short i = 0;
    true; /* the call */
    do
    :: atomic { bit_of[up] == 0 -> up++ }
    :: atomic { bit_of[up] == 1 -> value = up; i = up - 1; up = 0; break }
    od;
    do
    :: i >= 0 ->
        atomic {
            if
            :: bit_of[i] == 1 -> value = i
            :: else
            fi;
            i--
        }
    :: else -> atomic { i = 0; break }
    od;
    atomic { true; value = 0 } /* the return */
}

proctype Writer()
{
    byte value = 0;
    short i = 0;
    if /* the call */
    :: value = 0
    :: value = 1
    :: value = 2
    :: value = 3
    fi;
    atomic { bit_of[value] = 1; i = value - 1; value = 0 }
    do
    :: i >= 0 -> atomic { bit_of[i] = 0; i-- }
    :: else -> break
    od;
    true /* the return */
}
