// Decision: the one primitive of this package that is written here. Address checksums and transaction ids need it in the smallest
// client, where the library's general construction would take a tenth of the size budget; tests hold it against that library.

/** The first 32 bits of the fractional part. */
const fraction = (value: number) => ((value % 1) * 2 ** 32) | 0;

/** Initial state and round constants: square roots of 8 primes, cube roots of 64. Source: FIPS 180-4, 4.2.2 and 5.3.3. */
function constants(): { initial: number[]; rounds: number[] } {
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return {
    initial: primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime))),
    rounds: primes.map((prime) => fraction(Math.cbrt(prime))),
  };
}

const table = /* @__PURE__ */ constants();

const rotate = (x: number, n: number) => (x >>> n) | (x << (32 - n));

type State = [number, number, number, number, number, number, number, number];

/** SHA-256 of a message. Source: FIPS 180-4, 6.2. */
export function sha256(message: Uint8Array): Uint8Array {
  const view = new DataView(new ArrayBuffer((message.length + 72) & ~63));
  const padded = new Uint8Array(view.buffer);
  padded.set(message);
  padded[message.length] = 0x80;
  view.setBigUint64(padded.length - 8, BigInt(message.length) * 8n);
  let state = table.initial;
  const w: number[] = [];
  const at = (i: number) => w[i] as number;
  for (let block = 0; block < padded.length; block += 64) {
    let working = state as State;
    for (let i = 0; i < 64; i++) {
      const [a, b, c, d, e, f, g, h] = working;
      const x = at(i - 15);
      const y = at(i - 2);
      const mixed = (rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3)) + (rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10));
      w[i] = i < 16 ? view.getInt32(block + i * 4) : (at(i - 16) + at(i - 7) + mixed) | 0;
      const first =
        h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + (table.rounds[i] as number) + at(i);
      const second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      working = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
    }
    state = state.map((word, i) => (word + (working[i] as number)) | 0);
  }
  state.forEach((word, i) => view.setInt32(i * 4, word));
  return padded.slice(0, 32);
}
