# cmake -D MANUAL=program -D COMMAND=name -D FROM=page.in -D TO=page -P fill.cmake
execute_process(COMMAND ${MANUAL} options ${COMMAND} OUTPUT_VARIABLE OPTIONS RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "${MANUAL} options ${COMMAND} failed")
endif()
configure_file(${FROM} ${TO} @ONLY)
