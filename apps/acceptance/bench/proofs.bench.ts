// The CPU time of verifying a payment on a network of 27 witnesses: a first certificate recovers 19 signers, and one
// that shares its headers recovers none.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compare } from '@coin/bench/compare';
import { cpuRound } from '@coin/bench/interleave';
import { verifyProof, type Certificate, type WitnessSchedule } from '@coin/rpc/proof';
import { hashMessage, recoverAddress, type Hex } from 'viem';

const ROUNDS = 9;
const WARM_UP = 2;
const REPEATS = 50;

const program = fileURLToPath(new URL('../src/certify-payments.ts', import.meta.url));
const printed = execFileSync(process.execPath, [...process.execArgv, program, String(WARM_UP + ROUNDS)]);
const { witnesses, certificates } = JSON.parse(String(printed)) as {
  readonly witnesses: WitnessSchedule;
  readonly certificates: readonly Certificate[];
};

const [seen] = certificates as [Certificate];
const hash = hashMessage('any');
const signatures = seen.headers.map(({ signature }): Hex => `0x${signature}`);
const comparison = {
  baseline: {
    name: `viem recoverAddress of its ${signatures.length} signatures`,
    round: cpuRound(1, async () => {
      for (const signature of signatures) await recoverAddress({ hash, signature });
    }),
  },
  rounds: ROUNDS,
  warmUp: WARM_UP,
};

const unseen = certificates.values();
await compare({
  what: 'a payment proven with headers that are new',
  ours: cpuRound(1, () => verifyProof(unseen.next().value as Certificate, { witnesses })),
  bound: { atMost: 2.5 },
  ...comparison,
});

await compare({
  what: 'a payment proven with headers that were seen before',
  ours: cpuRound(REPEATS, () => {
    for (let repeat = 0; repeat < REPEATS; repeat++) verifyProof(seen, { witnesses });
  }),
  bound: { atMost: 0.5 },
  detail: true,
  ...comparison,
});
