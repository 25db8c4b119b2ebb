import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { expect, test, vi } from 'vitest';
import { runCommand } from '../src/command.ts';

useVirtualTime();

/** Runs the command with outputs that are not terminals. */
async function run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  let [stdout, stderr] = ['', ''];
  const code = await runCommand(args, {
    stdout: { isTTY: false, write: (text) => (stdout += text) },
    stderr: { isTTY: false, write: (text) => (stderr += text) },
  });
  return { code, stdout, stderr };
}

interface LimitedCall {
  method: string;
  feeLimit: string;
  result: string;
  energy: string;
  burned: string;
}

test('reports exact energy, four sufficient fee limits, and one that is a unit of energy too low', async () => {
  const { stdout } = await run('--json');
  const result = JSON.parse(stdout) as {
    transfer: { before: string; after: string; amount: string; fee: string };
    estimates: { factor: string; energy: string; penalty: string }[];
    energyPrice: string;
    runs: LimitedCall[];
    short: LimitedCall;
  };
  const { transfer, estimates, runs, short } = result;
  expect(BigInt(transfer.before) - BigInt(transfer.after)).toBe(BigInt(transfer.amount) + BigInt(transfer.fee));
  // recorded on a node of version 4.8.0
  expect(estimates[0]).toMatchObject({ factor: '0', energy: '27704', penalty: '0' });
  expect(BigInt(estimates[1]?.energy ?? 0)).toBe(27_704n + BigInt(estimates[1]?.penalty ?? 0));

  const limits = runs.map(({ feeLimit }) => BigInt(feeLimit));
  expect(runs.map(({ method }) => method)).toEqual([
    'estimate before each call',
    'energy factor of the cycle',
    'max factor of the chain',
    'the planner',
  ]);
  expect(limits[0]).toBeLessThan(limits[1] ?? 0n);
  expect(limits[1]).toBeLessThan(limits[2] ?? 0n);
  expect(limits[3]).toBeLessThanOrEqual(limits[1] ?? 0n);
  expect(runs.map((call) => call.result)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS', 'SUCCESS']);
  expect(new Set(runs.map(({ burned }) => burned)).size).toBe(1);
  expect(runs[0]?.energy).toBe(estimates[1]?.energy);

  expect(short.result).toBe('OUT_OF_ENERGY');
  expect(BigInt(short.energy) + 1n).toBe(BigInt(runs[0]?.energy ?? 0));
  expect(BigInt(short.feeLimit)).toBe(BigInt(short.energy) * BigInt(result.energyPrice));
});

test('prints tables without colours when stdout is not a terminal', async () => {
  const { stdout } = await run();
  expect(stdout).toContain('OUT_OF_ENERGY');
  expect(stdout).toContain('27,704');
  expect(stdout).not.toContain('\u001B');
});

test.each([
  [['--nothing'], /--nothing/],
  [['--address', 'T'], /need --node/],
  [['--node', 'http://127.0.0.1:1'], /^demo: NETWORK_FAILED: /],
])('exits with code 1 and one line on stderr for %s', async (args, message) => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
  const { code, stdout, stderr } = await run(...args);
  expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(message) });
  expect(stderr.trim().split('\n')).toHaveLength(1);
});
