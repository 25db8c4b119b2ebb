import { importBuilt } from '@coin/bench/built-package';
import { compare } from '@coin/bench/compare';
import { cpuRound } from '@coin/bench/interleave';
import type * as resources from '@coin/fee/resources';

const { cheapestMix, loadCost } = await importBuilt<typeof resources>('./resources');

// ten thousand token withdrawals a day, for a month
const network = {
  energy: { limit: 180_000_000_000n, weight: 19_000_000_000n },
  bandwidth: { limit: 43_200_000_000n, weight: 26_500_000_000n },
  freeBandwidth: 600,
  prices: { energy: 100n, bandwidth: 1_000n },
};
const load = {
  kinds: { withdrawal: { size: 345, energy: 64_285n } },
  transactions: { from: 1_700_000_000_000, hours: 24 * 30, perHour: [{ withdrawal: 417 }] },
};
const { mix } = cheapestMix({ load, network, stakeCostBps: 400n });

await compare({
  what: 'cheapest mix of a month of withdrawals',
  ours: cpuRound(1, () => void cheapestMix({ load, network, stakeCostBps: 400n })),
  baseline: { name: 'loadCost of one mix', round: cpuRound(1, () => void loadCost({ load, network, mix })) },
  bound: { atMost: 0.05 },
  rounds: 15,
  warmUp: 2,
});
