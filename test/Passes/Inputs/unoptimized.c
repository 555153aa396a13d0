/* A branch over a jump, as code that is not optimized has it. */
int find(long *A, long Of) {
  int I;
  for (I = 0; 1; I++)
    if (A[I] == Of)
      break;
  return I;
}
/* A jump to code that is never reached, from where it falls into the loop. */
int pick(int *A, int N, int K) {
  int S = 0;
  for (int I = 0; I < N; ++I) {
    if (K != 2)
      __builtin_unreachable();
    S ^= A[I];
  }
  return S;
}
