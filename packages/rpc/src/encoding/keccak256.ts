// Decision: written here for the same reason as SHA-256, and held against a library by the same tests. It hashes a few bytes a call
// (a function's signature, a key), so 64-bit lanes are plain bigints.

const rotate = (lane: bigint, by: number) => BigInt.asUintN(64, lane << BigInt(by)) | (lane >> BigInt(64 - by));

/** Keccak-f[1600] on 25 lanes. Source: FIPS 202, 3.2; the round constants come from its linear feedback register. */
function permute(lanes: readonly bigint[]): bigint[] {
  let state = [...lanes];
  const at = (i: number) => state[i] as bigint;
  let register = 1;
  for (let round = 0; round < 24; round++) {
    const columns = [0, 1, 2, 3, 4].map((x) => at(x) ^ at(x + 5) ^ at(x + 10) ^ at(x + 15) ^ at(x + 20));
    const column = (i: number) => columns[i % 5] as bigint;
    state = state.map((lane, i) => lane ^ column(i + 4) ^ rotate(column(i + 1), 1));
    const moved = [...state];
    let [x, y] = [1, 0];
    for (let t = 0; t < 24; t++) {
      const lane = at(x + 5 * y);
      [x, y] = [y, (2 * x + 3 * y) % 5];
      moved[x + 5 * y] = rotate(lane, (((t + 1) * (t + 2)) / 2) % 64);
    }
    const inRow = (i: number, step: number) => moved[i - (i % 5) + ((i + step) % 5)] as bigint;
    state = moved.map((lane, i) => lane ^ (~inRow(i, 1) & inRow(i, 2)));
    for (let bit = 0; bit < 7; bit++) {
      if (register & 1) state[0] = at(0) ^ (1n << BigInt(2 ** bit - 1));
      register = (register << 1) ^ ((register >> 7) * 0x171);
    }
  }
  return state;
}

const RATE = 136;

/** Keccak-256 as chains use it: the padding of the competition's entry, not of the later standard. */
export function keccak256(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array((Math.floor(message.length / RATE) + 1) * RATE);
  padded.set(message);
  padded[message.length] = 1;
  padded[padded.length - 1] = (padded[padded.length - 1] as number) | 0x80;
  const view = new DataView(padded.buffer);
  let lanes = Array.from({ length: 25 }, () => 0n);
  for (let block = 0; block < padded.length; block += RATE) {
    const mixed = lanes.map((lane, i) => (i < RATE / 8 ? lane ^ view.getBigUint64(block + i * 8, true) : lane));
    lanes = permute(mixed);
  }
  lanes.slice(0, 4).forEach((lane, i) => view.setBigUint64(i * 8, lane, true));
  return padded.slice(0, 32);
}
