#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs random loops as they are tuned beside the same loops as they are.

    bench/tuning/random_loops.py --plugin build/release/lib/KernelBounds.so --loops 300 --seed 1

writes loops in C, compiles them with and without -kernel-bounds-tune=apply, and
runs both on the same data: integers and floating point without -ffast-math have
to agree bit for bit (NaNs among themselves), with it within rounding. What a
loop does follows from the seed and its number alone; every fifth one has a loop
around it. Loops are free of undefined behaviour; --sanitize has the sanitizers
check that, and what tuning makes of them: for addresses, or with
--sanitize=undefined for undefined behaviour. With --pointers, all arrays may
overlap, and loops have sums, factors and the state of filters behind pointers;
they are run with pointers at many distances from each other.

The core is znver4 unless --option says otherwise, and every gain counts, however
small: which loops are changed does not depend on the machine. With --transform
no choice is made: LLVM's opt makes the changes that -kernel-bounds-transform
names in all loops in which they are possible, and those count as changed. Exits
with 1 if a result differs, and prints the loops that do.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

INTEGERS = ["int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t"]
FLOATS = ["float", "double"]
MOST_ITERATIONS = 260
MOST_ARRAYS = 24
NESTS = 0.2  # The share of loops that have a loop around.
# Of a nest, the inner loop does fewer iterations than a row has elements, and
# the loop around at most as many as there are rows.
ROW, ROWS = 24, 29
# Elements of an array: three for each iteration, and what offsets in the loop
# and the places of arrays that overlap need.
ELEMENTS = 3 * MOST_ITERATIONS + 32 + max(5 * MOST_ARRAYS, MOST_ITERATIONS)


class LoopWriter:
    """One function with one loop."""

    def __init__(self, number, seed, fast, pointers=False):
        self.number, self.fast, self.pointers = number, fast, pointers
        self.r = random.Random(f"{seed}/{number}")
        self.type = self.r.choice(INTEGERS + 5 * FLOATS)
        self.is_float = self.type in FLOATS
        self.arrays = []  # Types by number.
        self.locals = []  # Declarations before the loop.
        self.ends = []  # Stores behind it.
        self.overlaps = False
        self.is_nest = self.r.random() < NESTS
        self.rows, self.row_ends = [], []  # Of a nest, what is done before and behind the inner loop.

    def array(self, type_):
        self.arrays.append(type_)
        return f"a{len(self.arrays) - 1}"

    def index(self):
        """Within the array for every iteration."""
        if self.is_nest:
            return self.r.choice(["i", "i", "j", f"j * {ROW} + i", f"j * {ROW} + i", f"j * {ROW} + i", f"i * {ROWS} + j",
                                  f"(j + 1) * {ROW} + i", f"j * {ROW} + i + 1", "j * k + i"])
        return self.r.choice(["i", "i", "i", "i", "i", "i", f"i + {self.r.randint(1, 4)}", f"{self.r.randint(2, 3)} * i",
                              f"2 * i + {self.r.randint(0, 1)}", "n - 1 - i"])

    def constant(self):
        if self.is_float:
            return f"({self.type})" + self.r.choice(["0.5", "0.25", "1.25", "0.75", "3.0", "-0.5"])
        return f"({self.type})" + str(self.r.choice([1, 2, 3, 5, 7, 13, 100]))

    def input(self):
        kind = self.r.randint(0, 15)
        if kind == 0:
            return self.constant()
        if kind == 1:  # Of another type.
            other = self.r.choice(["int8_t", "uint8_t", "int16_t", "int32_t", "uint16_t"]
                                  + (FLOATS if self.is_float else ["int64_t"]))
            return f"({self.type}){self.array(other)}[{self.index()}]"
        if kind == 2:
            table, places = self.array(self.type), self.array("uint16_t")
            return f"{table}[{places}[{self.index()}] % {MOST_ITERATIONS}]"
        if self.arrays and self.r.random() < 0.5:
            same = [k for k, t in enumerate(self.arrays) if t == self.type]
            if same:
                return f"a{self.r.choice(same)}[{self.index()}]"
        if self.pointers and self.r.random() < 0.2:
            return self.behind_pointer()
        return f"{self.array(self.type)}[{self.index()}]"

    def behind_pointer(self):
        """Loaded in each iteration, of which none may change it."""
        return f"{self.array(self.type)}[{self.r.randint(0, 3)}]"

    def condition(self):
        """On inputs alone: rounding of what was computed must not decide."""
        data = self.array(self.type)
        compare = self.r.choice(["<", ">", "<=", "!="])
        return f"{data}[{self.index()}] {compare} {self.constant()}"

    def value(self, depth):
        if depth == 0 or self.r.random() < 0.15:
            return self.input()
        return self.float_value(depth) if self.is_float else self.integer_value(depth)

    def float_value(self, depth):
        a, b = self.value(depth - 1), self.value(depth - 1)
        f = "f" if self.type == "float" else ""
        return self.r.choice([
            f"({a} + {b})", f"({a} * {b})", f"({a} - {b})", f"({a} * {b} + {self.input()})",
            f"__builtin_fma{f}({a}, {b}, {self.input()})", f"__builtin_sqrt{f}(__builtin_fabs{f}({a}))",
            f"({a} / (__builtin_fabs{f}({b}) + 1))", f"({a} < {b} ? {a} : {b})", f"__builtin_fmax{f}({a}, {b})",
            f"({self.condition()} ? {a} : {b})", f"__builtin_copysign{f}({a}, {self.input()})"])

    def divisor(self):
        """Does not change in the loop; neither 0 nor, with a sign, -1."""
        name, t = f"d{len(self.locals)}", self.type
        minus_one = f" || {name} == -1" if t[0] != "u" else ""
        self.locals.append(f"{t} {name} = ({t})({self.array(t)}[0] {self.r.choice(['% 11', '% 100', '>> 1', '& 3'])});"
                           f" if ({name} == 0{minus_one}) {name} = {self.r.choice([1, 2, 7])};")
        return name

    def integer_value(self, depth):
        a, b = self.value(depth - 1), self.value(depth - 1)
        wide = "uint64_t" if "64" in self.type else "uint32_t"
        bits = 64 if "64" in self.type else 32
        whole = f"({wide}){a} {self.r.choice(['+', '-', '*', '&', '|', '^'])} ({wide}){b}"
        return f"({self.type})(" + self.r.choice([
            whole, whole, whole, f"({wide}){a} << {self.r.randint(1, 7)}", f"({wide}){a} >> {self.r.randint(1, 7)}",
            f"({wide}){a} << ({b} & {bits - 1})", f"{a} < {b} ? {a} : {b}", f"{a} > {b} ? {a} : {b}",
            f"{self.condition()} ? {a} : {b}", f"({wide}){a} / (({wide}){self.constant()})",
            f"{a} {self.r.choice(['/', '%'])} {self.divisor()}"]) + ")"

    def sum_kind(self):
        """A reduction: type, first value, and the new value of s."""
        value = self.value(self.r.randint(0, 2))
        if self.is_float:
            f = "f" if self.type == "float" else ""
            return self.type, "0", self.r.choice([
                f"s + {value}", f"s + {value}", f"s + {value} * {self.input()}", f"s - {value}", f"s < {value} ? {value} : s",
                f"__builtin_fmin{f}(s, {value})", f"__builtin_fma{f}({self.input()}, {self.input()}, s)",
                f"s * ({self.type})0.5 + {value}"])
        wide = self.r.choice(["uint32_t", "uint64_t"])
        operation = self.r.choice(["+", "^", "|", "&", "*", "min", "max", "count"])
        if operation in ("min", "max"):
            sign = "<" if operation == "min" else ">"
            return self.type, "3", f"{value} {sign} s ? {value} : s"
        if operation == "count":
            return wide, "0", f"s + ({self.condition()})"
        return wide, "1", f"s {operation} ({wide}){value}"

    def reduction(self):
        name = f"s{len(self.locals)}"
        type_, first, new = self.sum_kind()
        self.locals.append(f"{type_} {name} = {first};")
        result = self.array(type_)
        self.ends.append(f"{result}[0] = {name};")
        return self.maybe_conditional(self.sum_into(name, new))

    def sum_into(self, name, new):
        statement = f"{name} = {new.replace('s ', name + ' ').replace(': s', ': ' + name)};"
        return statement.replace("(s,", f"({name},").replace(", s)", f", {name})")

    def maybe_conditional(self, statement):
        return f"if ({self.condition()}) {statement}" if self.r.random() < 0.2 else statement

    def store(self):
        value = self.value(self.r.choice([1, 1, 2, 3]))
        return self.maybe_conditional(f"{self.array(self.type)}[{self.index()}] = {value};")

    def recurrence(self):
        a, distance = self.array(self.type), self.r.choice([1, 2, 4, 7, 8, 16])
        value = f"{a}[i] * ({self.type})0.5 + {self.input()}" if self.is_float else \
            f"({self.type})((uint64_t){a}[i] + (uint64_t){self.input()})"
        return f"{a}[i + {distance}] = {value};"

    def taps(self, a, least, most):
        """Elements of one array that iterations share."""
        at = self.r.sample(range(least, most + 1), min(self.r.randint(2, 4), most - least + 1))
        scale = self.r.choice(["i", "i", "i", "2 * i", "n - 1 - i"])
        return [f"{a}[{scale} + {k}]" for k in at]

    def sum_of(self, values):
        if self.is_float:
            # Where it is rounded otherwise, what goes from iteration to iteration must not grow: so would the difference.
            less = " / 16" if self.fast else ""
            return " + ".join(f"{v} * ({self.constant()}{less})" for v in values)
        wide = "uint64_t" if "64" in self.type else "uint32_t"
        return f"({self.type})(" + f" {self.r.choice(['+', '-', '^', '*'])} ".join(f"({wide}){v}" for v in values) + ")"

    def stencil(self):
        """Loads that come again in later iterations, of an array that may be written, too."""
        a = self.array(self.type)
        values = self.taps(a, 0, self.r.choice([1, 2, 3, 5, 9]))
        if self.r.random() < 0.3:
            values.append(self.input())
        out = a if self.r.random() < 0.3 else self.array(self.type)
        return self.maybe_conditional(f"{out}[{self.r.choice(['i', 'i', 'i + 1', 'i + 2', '2 * i'])}] = {self.sum_of(values)};")

    def carried(self):
        """What an iteration stores, later ones load."""
        a, distance = self.array(self.type), self.r.randint(1, 9)
        values = [f"{a}[{'i' if k == 0 else f'i + {k}'}]" for k in
                  self.r.sample(range(distance), min(distance, self.r.randint(1, 3)))]
        if self.r.random() < 0.5:
            values.append(self.input())
        first = "" if self.r.random() < 0.8 else self.store() + " "
        return first + self.maybe_conditional(f"{a}[i + {distance}] = {self.sum_of(values)};")

    def sum_in_memory(self):
        """A reduction that is stored in each iteration."""
        old, value = self.behind_pointer(), self.value(self.r.randint(0, 2))
        if self.is_float:
            new = self.r.choice([f"{old} + {value}", f"{old} - {value}", f"{old} * ({self.type})0.5 + {value}",
                                 f"{old} < {value} ? {value} : {old}"])
        else:
            wide = "uint64_t" if "64" in self.type else "uint32_t"
            operation = self.r.choice(["+", "-", "^", "|", "&", "*"])
            new = f"({self.type})(({wide}){old} {operation} ({wide}){value})"
        return self.maybe_conditional(f"{old} = {new};")

    def filter(self):
        """Keeps in memory what the next iterations need."""
        state, depth, t = self.array(self.type), self.r.randint(1, 3), f"v{len(self.locals)}"
        self.locals.append(f"{self.type} {t} = 0;")
        old = [f"{state}[{k}]" for k in range(depth)]
        half = [f"{o} * ({self.type})0.25" for o in old] if self.is_float else [f"3 * (uint64_t){o}" for o in old]
        value = f"{self.input()} + {' + '.join(half)}" if self.is_float else \
            f"({self.type})((uint64_t){self.input()} + {' + '.join(half)})"
        moves = [f"{old[k]} = {old[k - 1]};" for k in range(depth - 1, 0, -1)]
        return " ".join([f"{t} = {value};", f"{self.array(self.type)}[{self.index()}] = {t};"] + moves + [f"{old[0]} = {t};"])

    def leave(self):
        """A second exit. What was rounded must not decide about it."""
        return f"if ({self.condition()}) break;" if not (self.is_float and self.fast) else self.reduction()

    def bump(self):
        """Floating point that is counted up."""
        name = f"t{len(self.locals)}"
        self.locals.append(f"{self.type} {name} = {self.constant()};")
        out = self.array(self.type)
        return f"{out}[i] = {name}; {name} += {self.constant()};"

    def row_reduction(self):
        name = f"r{len(self.rows)}"
        type_, first, new = self.sum_kind()
        self.rows.append(f"{type_} {name} = {first};")
        self.row_ends.append(f"{self.array(type_)}[j] = {name};")
        return self.maybe_conditional(self.sum_into(name, new))

    def row_store(self):
        """What is rounded otherwise does not come back: the array is a new one."""
        value = self.value(self.r.choice([1, 1, 2]))
        return self.maybe_conditional(f"{self.array(self.type)}[{self.index()}] = {value};")

    def row_update(self):
        """Every row adds to the same elements."""
        value, a = self.value(self.r.choice([1, 1, 2])), self.array(self.type)
        old = f"{a}[i]"
        new = f"{old} * ({self.type})0.5 + {value}" if self.is_float else f"({self.type})((uint64_t){old} + (uint64_t){value})"
        return self.maybe_conditional(f"{old} = {new};")

    def row_carried(self):
        """What one row stores, a later one loads: also from columns before and behind."""
        value, a = self.input(), self.array(self.type)
        old = f"{a}[j * {ROW} + i + {self.r.randint(0, 2)}]"
        new = f"{old} * ({self.type})0.5 + {value}" if self.is_float else f"({self.type})((uint64_t){old} ^ (uint64_t){value})"
        return f"{a}[(j + {self.r.choice([1, 1, 2, 3])}) * {ROW} + i + {self.r.randint(0, 2)}] = {new};"

    def nest(self):
        kinds = [self.row_reduction, self.row_reduction, self.row_store, self.row_store, self.row_update, self.row_carried]
        body = [self.r.choice(kinds)() for _ in range(self.r.choice([1, 1, 1, 2]))]
        self.locals.append(f"long m = n / {self.r.choice([9, 9, 16])}, k = n % {self.r.choice([ROW - 1, 17, 10])};")
        count = self.r.choice(["k", "k", "k", "k", "16", "21"])
        lines = [f"for (long j = 0; j < m; ++j) {{"] + ["  " + r for r in self.rows]
        lines += [f"  for (long i = 0; i < {count}; ++i) {{"] + ["    " + b for b in body] + ["  }"]
        return lines + ["  " + e for e in self.row_ends] + ["}"]

    def write(self):
        """Few arrays, so that loops can be vectorized."""
        while True:
            self.arrays, self.locals, self.ends, self.rows, self.row_ends = [], [], [], [], []
            text = self.draw()
            if len(self.arrays) <= self.r.choice([3, 4, 6, MOST_ARRAYS]):
                return text

    def loop(self):
        kinds = [self.reduction, self.reduction, self.store, self.store, self.recurrence]
        kinds += [self.stencil, self.stencil, self.carried, self.carried]
        kinds += [self.bump] if self.is_float else []
        kinds += 3 * [self.sum_in_memory, self.filter] if self.pointers else []
        body = [self.r.choice(kinds)() for _ in range(self.r.choice([1, 1, 1, 1, 2, 3]))]
        if self.r.random() < 0.1:
            body.insert(self.r.choice([0, len(body)]), self.leave())
        count = self.r.choice(["n", "n", "n", "n", str(self.r.choice([20, 64, 100, 256]))])
        if count != "n":
            self.locals.append(f"n = {count};")
        return [f"for (long i = 0; i < n; ++i) {{"] + ["  " + b for b in body] + ["}"]

    def draw(self):
        loop = self.nest() if self.is_nest else self.loop()
        # Dependences forbid most of what could be done with a nest if its arrays may overlap.
        self.overlaps = self.pointers or self.r.random() < (0.15 if self.is_nest else 0.5)
        body = self.locals + loop + self.ends
        if self.overlaps:
            pointers = [f"{t} *a{k} = p[{k}];" for k, t in enumerate(self.arrays)]
            return self.function(f"NAME({self.number})(long n, void **p)", pointers + body)
        # clang heeds restrict for parameters only; inlined, they become other metadata.
        inlined = self.r.choice(["static inline", "static __attribute__((noinline))"])
        parameters = "".join(f", {t} *restrict a{k}" for k, t in enumerate(self.arrays))
        call = f"BODY({self.number})(n{''.join(f', p[{k}]' for k in range(len(self.arrays)))});"
        return (self.function(f"BODY({self.number})(long n{parameters})", body, inlined + " ")
                + self.function(f"NAME({self.number})(long n, void **p)", [call]))

    @staticmethod
    def function(head, lines, before=""):
        return f"{before}void {head} {{\n  " + "\n  ".join(lines) + "\n}\n"


HEADER = """#include <stdint.h>
#define PASTE(A, B, C) A##B##C
#define PASTED(A, B, C) PASTE(A, B, C)
#define NAME(N) PASTED(WAY, _, N)
#define BODY(N) PASTED(WAY, _body_, N)

"""

DRIVER = """#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { Elements = %d, MostArrays = %d, Bytes = 8 * Elements, MostIterations = %d };
enum kind { Integer, Float, Double };
struct array { enum kind kind; int size, is_signed; };
struct loop {
  int number, overlaps, arrays;
  void (*plain)(long, void **), (*tuned)(long, void **);
  struct array of[MostArrays];
};
%s
static const struct loop loops[] = {
%s};

static _Alignas(64) char first[2][MostArrays][Bytes];
static uint64_t state;
static uint64_t draw(void) {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return state;
}

static void fill(const struct array *a, char *to) {
  for (int k = 0; k < Elements; ++k) {
    const uint64_t x = draw();
    double d = 0.5 + (double)(x >> 40) / (1 << 24);
    if (!FAST && (x & 1023) < 4) {
      static const double rare[] = {-0.0, INFINITY, -1.0, 1e-30};
      d = rare[x & 3];
    }
    const float f = (float)d;
    if (a->kind == Double)
      memcpy(to + 8 * k, &d, 8);
    else if (a->kind == Float)
      memcpy(to + 4 * k, &f, 4);
    else
      memcpy(to + a->size * k, &x, a->size);
  }
}

static int close_to(double a, double b, double scale) {
  if (a == b || (isnan(a) && isnan(b)))
    return 1;
  return FAST && fabs(a - b) <= scale * (fabs(a) + fabs(b) + 100);
}

static int same(const struct array *a, const char *x, const char *y) {
  for (int k = 0; k < Elements; ++k) {
    if (a->kind == Double) {
      double d, e;
      memcpy(&d, x + 8 * k, 8), memcpy(&e, y + 8 * k, 8);
      if (memcmp(&d, &e, 8) && !((FAST || isnan(d)) && close_to(d, e, 1e-9)))
        return 0;
    } else if (a->kind == Float) {
      float d, e;
      memcpy(&d, x + 4 * k, 4), memcpy(&e, y + 4 * k, 4);
      if (memcmp(&d, &e, 4) && !((FAST || isnan(d)) && close_to(d, e, 1e-4)))
        return 0;
    } else if (memcmp(x + a->size * k, y + a->size * k, a->size))
      return 0;
  }
  return 1;
}

/// How many elements array `k` begins behind the first one of its type. With
/// POINTERS, it may be before others; in the last two shifts, every second one
/// begins where n elements of the others end, or at the last of them.
static long offset_of(int k, int shift, long n) {
  return shift < 16 ? k * shift %% 16 : k %% 2 * (n - (shift == 17 && n > 0));
}

/// Arrays of a type that follow each other may overlap: each begins `shift`
/// elements behind the one before it, or where offset_of() says.
static void place(const struct loop *l, int way, int shift, long n, void **p, int *owner) {
  for (int k = 0; k < l->arrays; ++k) {
    p[k] = first[way][k];
    owner[k] = k;
    for (int j = 0; shift >= 0 && j < k; ++j)
      if (l->of[j].kind == l->of[k].kind && l->of[j].size == l->of[k].size &&
          l->of[j].is_signed == l->of[k].is_signed) {
        owner[k] = owner[j];
        p[k] = POINTERS ? first[way][owner[k]] + offset_of(k, shift, n) * l->of[k].size
                        : (char *)p[j] + shift * l->of[k].size;
      }
  }
}

static int differs(const struct loop *l, long n, int shift) {
  for (int way = 0; way < 2; ++way) {
    void *p[MostArrays];
    int owner[MostArrays];
    state = 88172645463325252u + n;
    for (int k = 0; k < l->arrays; ++k)
      fill(&l->of[k], first[way][k]);
    place(l, way, shift, n, p, owner);
    (way ? l->tuned : l->plain)(n, p);
  }
  for (int k = 0; k < l->arrays; ++k)
    if (!same(&l->of[k], first[0][k], first[1][k]))
      return 1;
  return 0;
}

int main(void) {
  static const long counts[] = {0, 1, 2, 3, 5, 8, 15, 16, 17, 31, 33, 64, 65, 100, 129, 200, 255, MostIterations};
  static const int shifts[] = {-1, %s};
  int wrong = 0;
  for (unsigned k = 0; k < sizeof(loops) / sizeof(*loops); ++k)
    for (unsigned c = 0; c < sizeof(counts) / sizeof(*counts); ++c)
      for (unsigned s = 0; s < (loops[k].overlaps ? sizeof(shifts) / sizeof(*shifts) : 1); ++s)
        if (differs(&loops[k], counts[c], shifts[s])) {
          printf("loop %%d differs with %%ld iterations and shift %%d\\n", loops[k].number, counts[c], shifts[s]);
          wrong = 1;
          c = 100;
          break;
        }
  return wrong;
}
"""


def driver_for(loops, fast, pointers):
    def array(t):
        kind = {"float": "Float", "double": "Double"}.get(t, "Integer")
        size = {"float": 4, "double": 8}.get(t) or int("".join(c for c in t if c.isdigit())) // 8
        return f"{{{kind}, {size}, {int(t[0] != 'u')}}}"

    declared = "".join(f"void plain_{l.number}(long, void **), tuned_{l.number}(long, void **);\n" for l in loops)
    rows = "".join(f"  {{{l.number}, {int(l.overlaps)}, {len(l.arrays)}, plain_{l.number}, tuned_{l.number}, "
                   f"{{{', '.join(map(array, l.arrays))}}}}},\n" for l in loops)
    shifts = ", ".join(map(str, range(18) if pointers else [0, 1, 2, 3, 5]))
    return (f"#define FAST {int(fast)}\n#define POINTERS {int(pointers)}\n"
            + DRIVER % (ELEMENTS, MOST_ARRAYS, MOST_ITERATIONS, declared, rows, shifts))


def run(command, what):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{what}:\n{' '.join(command)}\n{done.stderr}{done.stdout}")
    return done


def compile_tuned(args, flags, paths):
    """How many loops were changed."""
    plugin = ["-fpass-plugin=" + args.plugin]
    for option in ["tune=apply", "cpu=znver4", "min-gain=0", "tune-record=" + paths["record.json"], *args.option]:
        plugin += ["-mllvm", "-kernel-bounds-" + option]
    run([*flags, *plugin, "-DWAY=tuned", "-c", paths["loops.c"], "-o", paths["tuned.o"]], "tuned")
    with open(paths["record.json"]) as f:
        return sum(any(l["verdict"] == "gains" for l in function["loops"]) for function in json.load(f)["functions"])


def compile_transformed(args, flags, paths):
    """The changes are made where tuning makes them: after what simplifies each
    function, and before the loop passes. Returns how many loops were changed."""
    run([*flags, "-DWAY=tuned", "-Xclang", "-disable-llvm-passes", "-emit-llvm", "-c", paths["loops.c"], "-o", paths["loops.bc"]],
        "front end")
    run([args.opt, "-load-pass-plugin", args.plugin, "-S", paths["loops.bc"], "-o", paths["changed.ll"],
         f"-passes=thinlto-pre-link<O3>,function(kernel-bounds-{args.transform},verify)"], "transform")
    run([*flags, "-Wno-override-module", "-c", paths["changed.ll"], "-o", paths["tuned.o"]], "back end")
    with open(paths["changed.ll"]) as f:
        return sum(any(name in function for name in ("%kept", "%chain", "%reciprocal", "%unroll_iter", ".lver.orig"))
                   for function in f.read().split("\ndefine "))


def run_batch(args, numbers, fast, folder):
    """How many loops were changed, and the lines of those that differ."""
    loops = [LoopWriter(n, args.seed, fast, args.pointers) for n in numbers]
    paths = {k: os.path.join(folder, k)
             for k in ("loops.c", "driver.c", "loops.bc", "changed.ll", "plain.o", "tuned.o", "record.json", "run")}
    with open(paths["loops.c"], "w") as f:
        f.write(HEADER + "\n".join(l.write() for l in loops))
    with open(paths["driver.c"], "w") as f:
        f.write(driver_for(loops, fast, args.pointers))
    sanitize = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"] if args.sanitize else []
    # Traps leave loops to be changed that would not be if they called functions.
    tuned = {None: [], "address": ["-fsanitize=address"],
             "undefined": ["-fsanitize=undefined", "-fsanitize-trap=undefined"]}[args.sanitize]
    flags = [args.clang, f"-march={args.march}", args.level] + (["-ffast-math"] if fast else []) + args.flag
    run([*flags, *sanitize, "-DWAY=plain", "-c", paths["loops.c"], "-o", paths["plain.o"]], "plain")
    changed = (compile_transformed if args.transform else compile_tuned)(args, flags + tuned, paths)
    run([args.clang, "-O1", *sanitize, paths["driver.c"], paths["plain.o"], paths["tuned.o"], "-o", paths["run"], "-lm"], "link")
    done = subprocess.run([paths["run"]], capture_output=True, text=True)
    if done.returncode not in (0, 1) or done.stderr:
        sys.exit(f"{paths['run']}: exit code {done.returncode}\n{done.stderr}")
    return changed, [f"seed {args.seed}, {'fast' if fast else 'strict'}: {line}" for line in done.stdout.splitlines()]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plugin", default="", help="KernelBounds.so")
    parser.add_argument("--clang", default="clang-22")
    parser.add_argument("--loops", type=int, default=100, help="half of them with -ffast-math")
    parser.add_argument("--first", type=int, default=0, help="number of the first loop")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, default=50, help="loops of a file")
    parser.add_argument("--march", default="x86-64-v3")
    parser.add_argument("--level", default="-O3")
    parser.add_argument("--flag", action="append", default=[], help="for the compiler")
    parser.add_argument("--option", action="append", default=[], help="for the plugin, such as tune-budget=8")
    parser.add_argument("--transform", metavar="NAMES", help="change all loops by opt, as in 'keep-values', 'all'")
    parser.add_argument("--pointers", action="store_true", help="loops whose data may overlap")
    parser.add_argument("--opt", default="opt-22")
    parser.add_argument("--sanitize", nargs="?", const="address", choices=["address", "undefined"],
                        help="run the loops with sanitizers: as they are with both, tuned with this one (default: address)")
    parser.add_argument("--keep", help="folder for the files of the last batch")
    args = parser.parse_args()
    if not os.path.exists(args.plugin):
        sys.exit("random_loops.py: name KernelBounds.so with --plugin")
    changed, wrong, done = 0, [], 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = args.keep or scratch
        os.makedirs(folder, exist_ok=True)
        for at in range(args.first, args.first + args.loops, args.batch):
            numbers = range(at, min(at + args.batch, args.first + args.loops))
            for fast in (False, True):
                mine = [n for n in numbers if n % 2 == fast]
                if not mine:
                    continue
                more, lines = run_batch(args, mine, fast, folder)
                changed, done, wrong = changed + more, done + len(mine), wrong + lines
                for line in lines:
                    print(line, flush=True)
            if sys.stderr.isatty():
                print(f"\r{done} of {args.loops} loops", end="", file=sys.stderr)
    print(f"{done} loops, {changed} changed, {len(wrong)} with other results")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
