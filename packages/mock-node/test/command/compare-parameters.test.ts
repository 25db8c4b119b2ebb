import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../../src/command/run-command.ts';
import { createMockNode, serve, type MockNodeOptions } from '../../src/index.ts';

/** Serves a node as a live network, and compares it by the command. */
async function compare(
  options: MockNodeOptions,
  flags: readonly string[] = [],
): Promise<{ readonly exitCode: number; readonly lines: readonly string[] }> {
  const live = createMockNode(options);
  const { url, close } = await serve(live);
  onTestFinished(close);
  let printed = '';
  const print = (text: string): void => void (printed += text);
  const outcome = await runCommand(['--compare', url, ...flags], { print, printProblem: print });
  const { host } = new URL(url);
  return {
    exitCode: 'exitCode' in outcome ? outcome.exitCode : -1,
    lines: printed.replaceAll(host, 'HOST').split('\n'),
  };
}

test('finds no difference between a network and its own preset', async () => {
  const summary = (preset: string) => [`# HOST has the chain parameters of preset ${preset} (2026-10)`, ''];
  expect(await compare({ preset: 'mainnet' })).toEqual({ exitCode: 0, lines: summary('mainnet') });
  expect(await compare({}, ['--preset', 'spec'])).toEqual({ exitCode: 0, lines: summary('spec') });
});

test('prints the flags that adopt the values of a network', async () => {
  const parameters = { getEnergyFee: 210, getAllowTvmOsaka: 0, getProposalExpireTime: 600_000 };
  const { exitCode, lines } = await compare({ preset: 'mainnet', parameters });
  expect([exitCode, ...lines]).toEqual([
    1,
    '--parameter getEnergyFee=210    # 100 here',
    '--parameter getProposalExpireTime=600000    # 259200000 here',
    '--parameter getAllowTvmOsaka=0    # 1 here',
    '# HOST differs from the chain parameters of preset mainnet (2026-10)',
    '',
  ]);
  const flags = lines
    .filter((line) => line.startsWith('--'))
    .flatMap((line) => line.split('    ')[0]?.split(' ') ?? []);
  expect(await compare({ preset: 'mainnet', parameters }, flags)).toMatchObject({ exitCode: 0 });
});

test('names parameters whose rules this version lacks', async () => {
  const { network } = createMockNode({ preset: 'mainnet' });
  const later = { ...network, parameters: { ...network.parameters, getAllowNext: 1n, getAllowTvmOsaka: 2n } };
  expect(await compare({ network: later, acceptUnknown: ['getAllowNext', 'getAllowTvmOsaka'] })).toEqual({
    exitCode: 1,
    lines: [
      '# getAllowTvmOsaka is 2, and this version lacks its rules',
      '# getAllowNext is 1, and this version lacks its rules',
      '# HOST differs from the chain parameters of preset mainnet (2026-10)',
      '',
    ],
  });
});
