// Decision: written here for the same reason as SHA-256, and held against a library by the same tests. It hashes a few bytes a call
// (a function's signature, a key), so 64-bit lanes are plain bigints.

const MASK = 2n ** 64n - 1n;

const rotate = (lane: bigint, by: bigint) => ((lane << by) | (lane >> (64n - by))) & MASK;

/** Keccak-f[1600] on 25 lanes. Source: FIPS 202, 3.2; the round constants come from its linear feedback register. */
function permute(a: bigint[]): void {
  const at = (i: number) => a[i] as bigint;
  let register = 1;
  for (let round = 0; round < 24; round++) {
    const columns = [0, 1, 2, 3, 4].map((x) => at(x) ^ at(x + 5) ^ at(x + 10) ^ at(x + 15) ^ at(x + 20));
    const mixed = columns.map((_, x) => (columns[(x + 4) % 5] as bigint) ^ rotate(columns[(x + 1) % 5] as bigint, 1n));
    for (let i = 0; i < 25; i++) a[i] = at(i) ^ (mixed[i % 5] as bigint);
    let [x, y] = [1, 0];
    let moving = at(1);
    for (let t = 0; t < 24; t++) {
      [x, y] = [y, (2 * x + 3 * y) % 5];
      const lane = x + 5 * y;
      const next = at(lane);
      a[lane] = rotate(moving, BigInt((((t + 1) * (t + 2)) / 2) % 64));
      moving = next;
    }
    for (let row = 0; row < 25; row += 5) {
      const lanes = a.slice(row, row + 5);
      lanes.forEach(
        (lane, i) => (a[row + i] = lane ^ (~(lanes[(i + 1) % 5] as bigint) & MASK & (lanes[(i + 2) % 5] as bigint))),
      );
    }
    for (let bit = 0; bit < 7; bit++) {
      if (register & 1) a[0] = at(0) ^ (1n << BigInt(2 ** bit - 1));
      register = (register << 1) ^ ((register >> 7) * 0x171);
    }
  }
}

const RATE = 136;

/** Keccak-256 as chains use it: the padding of the competition's entry, not of the later standard. */
export function keccak256(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array((Math.floor(message.length / RATE) + 1) * RATE);
  padded.set(message);
  padded[message.length] = 1;
  padded[padded.length - 1] = (padded[padded.length - 1] as number) | 0x80;
  const view = new DataView(padded.buffer);
  const lanes = Array.from({ length: 25 }, () => 0n);
  for (let block = 0; block < padded.length; block += RATE) {
    for (let i = 0; i < RATE / 8; i++) lanes[i] = (lanes[i] as bigint) ^ view.getBigUint64(block + i * 8, true);
    permute(lanes);
  }
  return new Uint8Array(BigUint64Array.from(lanes.slice(0, 4)).buffer);
}
