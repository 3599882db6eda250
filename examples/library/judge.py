#!/usr/bin/env python3
"""The same from Python, without anything to build: a queue of jobs, and what its users saw of it."""
import ctypes
import json
import sys
from ctypes import byref, c_char_p, c_double, c_int, c_int64, c_size_t, c_uint32, c_uint64, c_void_p


class Value(ctypes.Structure):  # linnet_value of linnet/value.h: a kind, a length, and 8 bytes
    _fields_ = [("kind", c_int), ("length", c_uint32), ("content", c_int64)]


class Options(ctypes.Structure):  # linnet_options of linnet/linnet.h; zeros are the defaults
    _fields_ = [("size", c_size_t), ("spec", c_char_p), ("own_spec", c_void_p), ("format", c_char_p),
                ("timeout", c_double), ("memory", c_uint64), ("jobs", c_uint32), ("allow_empty", c_uint32)]


linnet = ctypes.CDLL(sys.argv[1] if len(sys.argv) > 1 else "liblinnet.so.0")
linnet.linnet_history_new.argtypes = [c_void_p, c_char_p]
linnet.linnet_history_call.argtypes = [c_void_p, Value, Value, c_char_p, c_void_p, c_size_t]
linnet.linnet_history_return.argtypes = [c_void_p, Value, Value]
linnet.linnet_history_free.argtypes = [c_void_p]
linnet.linnet_judge.argtypes = [c_void_p, c_void_p, c_void_p, c_char_p, c_size_t]
for name, result in [("verdict", c_int), ("text", c_char_p), ("json", c_char_p), ("free", None)]:
    function = getattr(linnet, "linnet_finding_" + name)
    function.argtypes, function.restype = [c_void_p], result

NULL, INT, STRING = 0, 2, 4  # LINNET_KIND_NULL, LINNET_KIND_INT, LINNET_KIND_STRING


def number(n):
    return Value(INT, 0, n)


def text(name):  # refers to the bytes, which have to stay
    return Value(STRING, len(name), ctypes.cast(name, c_void_p).value)


history, finding, message = c_void_p(), c_void_p(), ctypes.create_string_buffer(512)
if linnet.linnet_history_new(byref(history), b"jobs"):
    sys.exit("out of memory")
names = b"alice", b"bob"
alice, bob, nothing = text(names[0]), text(names[1]), Value(NULL)
linnet.linnet_history_call(history, alice, nothing, b"enq", byref(number(1)), 1)
linnet.linnet_history_return(history, alice, nothing)
linnet.linnet_history_call(history, alice, nothing, b"enq", byref(number(2)), 1)
linnet.linnet_history_call(history, bob, nothing, b"deq", None, 0)
linnet.linnet_history_return(history, alice, nothing)
linnet.linnet_history_return(history, bob, number(2))

options = Options(size=ctypes.sizeof(Options), spec=b"queue")
if linnet.linnet_judge(history, byref(options), byref(finding), message, len(message)):
    sys.exit(message.value.decode())
verdict = linnet.linnet_finding_verdict(finding)
print(linnet.linnet_finding_text(finding).decode(), end="")
assert json.loads(linnet.linnet_finding_json(finding))["verdict"] == ["holds", "violated", "unknown"][verdict]
linnet.linnet_finding_free(finding)
linnet.linnet_history_free(history)
sys.exit(verdict)
