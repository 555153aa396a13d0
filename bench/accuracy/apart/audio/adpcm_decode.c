// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: audio/adpcm_decode
// tags: latency,memory
// about: IMA ADPCM: step index and predictor in memory, one nibble a trip

#include "kernel.h"

struct adpcm {
  int16_t predicted, index;
};
KB_DATA struct adpcm adpcm;
KB_DATA int16_t steps[89], moves[8] = {-1, -1, -1, -1, 2, 4, 6, 8};
KB_DATA uint8_t code[KB_MAX_N];
KB_DATA int16_t pcm[KB_MAX_N];
KB_DATA struct adpcm *given_s;
KB_DATA int16_t *given_out;

void kernel_init(void) {
  double step = 7;
  for (int k = 0; k < 89; ++k, step *= 1.1)
    steps[k] = (int16_t)step;
  KB_FILL(code, 0, 16);
  given_s = &adpcm;
  given_out = pcm;
}

KB_KERNEL void kernel(KB_INT n) {
  struct adpcm *s = given_s;
  int16_t *out = given_out;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const int step = steps[s->index];
    const int sign = -(code[i] >> 3);
    const int size = ((code[i] & 7) * 2 + 1) * step >> 3;
    int p = s->predicted + ((size ^ sign) - sign);
    p = p < -32768 ? -32768 : p;
    p = p > 32767 ? 32767 : p;
    s->predicted = (int16_t)p;
    int k = s->index + moves[code[i] & 7];
    k = k < 0 ? 0 : k;
    k = k > 88 ? 88 : k;
    s->index = (int16_t)k;
    out[i] = s->predicted;
  }
}
