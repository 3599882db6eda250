#include "cli/options.h"

const struct command *const commands[] = { &command_check, &command_convert, &command_depth,   &command_explore,
                                           &command_gen,   &command_model,   &command_monitor, &command_replay,
                                           &command_show,  &command_specs,   &command_stress,  &command_verify };
const size_t command_count = sizeof commands / sizeof *commands;
