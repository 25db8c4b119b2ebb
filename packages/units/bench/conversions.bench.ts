import { importBuilt } from '@coin/bench/built-package';
import { compare } from '@coin/bench/compare';
import { cpuRound } from '@coin/bench/interleave';
import type * as units from '@coin/units';
import { formatUnits, parseUnits } from 'viem';

const { formatCoin, parseCoin } = await importBuilt<typeof units>();

// up to a million coins with a random number of decimals; the same in every run
let state = 1;
const random = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
const amounts = Array.from({ length: 1_000 }, (_, index) => {
  const step = 10 ** (index % 7);
  return BigInt(Math.floor((random() * 1e12) / step) * step);
});
const texts = amounts.map((amount) => formatCoin(amount));

const REPEATS = 20;
function eachOf<Value>(values: readonly Value[], convert: (value: Value) => unknown) {
  return cpuRound(REPEATS * values.length, () => {
    for (let repeat = 0; repeat < REPEATS; repeat++) for (const value of values) convert(value);
  });
}

await compare({
  what: 'parse an amount of coin',
  ours: eachOf(texts, (text) => parseCoin(text)),
  baseline: { name: 'viem parseUnits', round: eachOf(texts, (text) => parseUnits(text, 6)) },
  bound: { atLeast: 2 },
  rounds: 101,
  warmUp: 20,
});
await compare({
  what: 'format an amount of coin',
  ours: eachOf(amounts, (amount) => formatCoin(amount)),
  baseline: { name: 'viem formatUnits', round: eachOf(amounts, (amount) => formatUnits(amount, 6)) },
  bound: { atLeast: 1.2 },
  rounds: 101,
  warmUp: 20,
});
