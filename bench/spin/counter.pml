/* The counter of models/counter.c without its specification: each process calls once. For bench/model. */
#define SIZE 4
byte height;

init {
    atomic {
        byte i = 0;
        do
        :: i < N -> run Process(); i++
        :: else -> break
        od
    }
}

proctype Process()
{
    byte seen = 0;
    if /* the call */
    :: true ->
        seen = height;
        do
        :: atomic { seen == height ->
            if
            :: height < SIZE -> height++
            :: else
            fi;
            seen = height;
            break }
        :: atomic { seen != height -> seen = height }
        od;
        true
    :: true ->
        seen = height;
        do
        :: seen == 0 -> break
        :: else ->
            if
            :: atomic { seen == height -> height--; seen = height; break }
            :: atomic { seen != height -> seen = height }
            fi
        od;
        true
    fi;
    true /* the return */
}
