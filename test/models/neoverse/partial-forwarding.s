// A store that does not cover the load of the next trip: the load waits for the
// cache. Each loop takes forwarding and the addition: fadd takes 2 cycles on the
// Neoverse cores, 3 on Firestorm, 4 on Cortex-A72, 6 on ThunderX2, 9 on A64FX.
// RUN: kernel-opt --bounds-only --cpu=neoverse-v2 --format=csv %s | FileCheck %s -DCPU=neoverse-v2 -DBYTE=11.00 -DHALF=6.00 -DWHOLE=6.00 -DVHALF=9.00 -DVWORD=14.00
// RUN: kernel-opt --bounds-only --cpu=neoverse-v1 --format=csv %s | FileCheck %s -DCPU=neoverse-v1 -DBYTE=11.00 -DHALF=11.00 -DWHOLE=6.00 -DVHALF=9.00 -DVWORD=14.00
// RUN: kernel-opt --bounds-only --cpu=neoverse-n2 --format=csv %s | FileCheck %s -DCPU=neoverse-n2 -DBYTE=11.00 -DHALF=11.00 -DWHOLE=6.00 -DVHALF=9.00 -DVWORD=14.00
// RUN: kernel-opt --bounds-only --cpu=neoverse-n1 --format=csv %s | FileCheck %s -DCPU=neoverse-n1 -DBYTE=11.00 -DHALF=11.00 -DWHOLE=6.00 -DVHALF=8.00 -DVWORD=13.00
// RUN: kernel-opt --bounds-only --cpu=cortex-a72 --format=csv %s | FileCheck %s -DCPU=cortex-a72 -DBYTE=11.00 -DHALF=11.00 -DWHOLE=6.00 -DVHALF=15.00 -DVWORD=15.00
// RUN: kernel-opt --bounds-only --cpu=thunderx2t99 --format=csv %s | FileCheck %s -DCPU=thunderx2t99 -DBYTE=11.00 -DHALF=11.00 -DWHOLE=6.00 -DVHALF=16.00 -DVWORD=16.00
// RUN: kernel-opt --bounds-only --cpu=a64fx --format=csv %s | FileCheck %s -DCPU=a64fx -DBYTE=12.00 -DHALF=12.00 -DWHOLE=7.00 -DVHALF=23.00 -DVWORD=23.00
// On Firestorm stores forward what they have.
// RUN: kernel-opt --bounds-only --cpu=apple-m1 --format=csv %s | FileCheck %s -DCPU=apple-m1 -DBYTE=6.00 -DHALF=6.00 -DWHOLE=6.00 -DVHALF=9.00 -DVWORD=9.00
// RUN: kernel-opt --bounds-only --cpu=neoverse-n1 %s | FileCheck %s --check-prefix=TEXT

.text
f:
// CHECK: f,.Lbyte,{{[0-9]+}},5,[[CPU]],{{[0-9.]+}},[[BYTE]],
// TEXT: ldr x1, [x0] one iteration later, 1 byte (not forwarded), 10 cycles{{$}}
.Lbyte:
  ldr x1, [x0]
  add x1, x1, #1
  strb w1, [x0, #1]
  subs x9, x9, #1
  b.ne .Lbyte

// CHECK: f,.Lhalf,{{[0-9]+}},5,[[CPU]],{{[0-9.]+}},[[HALF]],
.Lhalf:
  ldr x1, [x0]
  add x1, x1, #1
  str w1, [x0, #4]
  subs x9, x9, #1
  b.ne .Lhalf

// CHECK: f,.Lwhole,{{[0-9]+}},5,[[CPU]],{{[0-9.]+}},[[WHOLE]],
.Lwhole:
  ldr x1, [x0]
  add x1, x1, #1
  str x1, [x0]
  subs x9, x9, #1
  b.ne .Lwhole

// One half of a load of 16 bytes.
// CHECK: f,.Lvhalf,{{[0-9]+}},5,[[CPU]],{{[0-9.]+}},[[VHALF]],
.Lvhalf:
  ldr q1, [x0]
  fadd v1.2d, v1.2d, v1.2d
  str d1, [x0, #8]
  subs x9, x9, #1
  b.ne .Lvhalf

// CHECK: f,.Lvword,{{[0-9]+}},5,[[CPU]],{{[0-9.]+}},[[VWORD]],
.Lvword:
  ldr q1, [x0]
  fadd v1.2d, v1.2d, v1.2d
  str s1, [x0, #8]
  subs x9, x9, #1
  b.ne .Lvword
