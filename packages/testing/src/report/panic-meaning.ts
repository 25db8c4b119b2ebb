/** Source: the Solidity documentation, "Panic via assert and Error via require". */
const meanings: Readonly<Record<string, string>> = {
  '0': 'a check of the compiler',
  '1': 'an assertion failed',
  '17': 'arithmetic overflow',
  '18': 'division by zero',
  '33': 'no such value of an enum',
  '34': 'wrongly encoded bytes in storage',
  '49': 'pop of an empty array',
  '50': 'index out of bounds',
  '65': 'too much memory',
  '81': 'call of an uninitialised function',
};

/** The meaning of a `Panic` code, if it is one of Solidity's. */
export const panicMeaning = (code: bigint): string | undefined => meanings[String(code)];
