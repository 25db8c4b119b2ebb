// Decision: the one primitive of this package that is written here. Address checksums and transaction ids need it in the smallest
// client, where the library's general construction would take a tenth of the size budget; tests hold it against that library.

/** The first 32 bits of the fractional part. */
const fraction = (value: number) => ((value % 1) * 2 ** 32) | 0;

/** Initial state and round constants: square roots of 8 primes, cube roots of 64. Source: FIPS 180-4, 4.2.2 and 5.3.3. */
function constants(): { initial: Int32Array; rounds: Int32Array } {
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return {
    initial: Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime))),
    rounds: Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime))),
  };
}

const table = /* @__PURE__ */ constants();

const rotate = (x: number, n: number) => (x >>> n) | (x << (32 - n));

/** SHA-256 of a message. Source: FIPS 180-4, 6.2. */
export function sha256(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array((message.length + 72) & ~63);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(message.length) * 8n);
  const { initial, rounds } = table;
  const state = initial.slice();
  const w = new Int32Array(64);
  const at = (i: number) => w[i] as number;
  for (let block = 0; block < padded.length; block += 64) {
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      if (i < 16) w[i] = view.getInt32(block + i * 4);
      else {
        const x = at(i - 15);
        const y = at(i - 2);
        w[i] =
          at(i - 16) +
          at(i - 7) +
          (rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3)) +
          (rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10));
      }
      const first =
        h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + (rounds[i] as number) + at(i);
      const second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = (state[i] as number) + word));
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => digest.setInt32(i * 4, word));
  return new Uint8Array(digest.buffer);
}
