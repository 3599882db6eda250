#include "cli/options.h"

const struct command *const commands[] = { &command_check, &command_convert, &command_gen, &command_specs };
const size_t command_count = sizeof commands / sizeof *commands;
