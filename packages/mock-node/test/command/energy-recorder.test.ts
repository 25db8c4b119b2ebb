import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { type EnergyReport } from '../../src/energy-report/index.ts';
import { deployTill, RETURNS, REVERTS, serveByCommand, type Session } from '../support/command-session.ts';

const folder = mkdtempSync(join(tmpdir(), 'coin-mock-node-energy-'));

/** Deploys a contract and calls it, in a transaction and in a constant call, which is not a transaction. */
const callOnce =
  (code: string) =>
  async (session: Session): Promise<void> => {
    const call = await deployTill(session, code);
    await session.post('/wallet/triggerconstantcontract', call);
    await session.send('/wallet/triggersmartcontract', call);
  };

const CALLED = 'Till take(uint256)';

const callsOf = ({ functions }: EnergyReport): unknown =>
  Object.fromEntries(
    functions.map(({ contract, function: name, calls, failedCalls }) => [`${contract} ${name}`, [calls, failedCalls]]),
  );

async function reportOf(args: readonly string[], use: (session: Session) => Promise<void>): Promise<EnergyReport> {
  const file = join(folder, 'report.json');
  const { code, problem } = await serveByCommand(['--quiet', '--energy-report', file, ...args], use);
  expect([code, problem]).toEqual([0, '']);
  return JSON.parse(readFileSync(file, 'utf8')) as EnergyReport;
}

describe('--energy-report', () => {
  test('writes the energy of transactions, and counts failed ones separately', async () => {
    const report = await reportOf([], async (session) => {
      await callOnce(RETURNS)(session);
      await callOnce(REVERTS)(session);
    });
    expect(callsOf(report)).toEqual({ 'Till constructor': [2, 0], [CALLED]: [1, 1] });
    expect(report.functions.find(({ function: name }) => name === 'take(uint256)')).toMatchObject({
      minimum: 16,
      mean: 16,
      maximum: 16,
    });
  });

  test('counts each execution of a transaction that a revert undid', async () => {
    const report = await reportOf([], async (session) => {
      const call = await deployTill(session, RETURNS);
      for (let time = 0; time < 3; time++) {
        const { snapshot } = await session.post('/admin/snapshot', {});
        await session.send('/wallet/triggersmartcontract', call);
        await session.post('/admin/revert', { snapshot });
      }
    });
    expect(callsOf(report)).toEqual({ 'Till constructor': [1, 0], [CALLED]: [3, 0] });
  });

  test('includes transactions of blocks produced without a request', async () => {
    // The command answers over sockets, whose timers stay real.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const report = await reportOf(['--block-time', '2'], async (session) => {
      const call = await deployTill(session, RETURNS);
      await session.send('/wallet/triggersmartcontract', call);
      vi.advanceTimersByTime(2000);
    });
    expect(callsOf(report)).toMatchObject({ [CALLED]: [1, 0] });
  });

  test('leaves out the transactions of a loaded state', async () => {
    const state = join(folder, 'state.json');
    await serveByCommand(['--quiet', '--dump-state', state], callOnce(RETURNS));
    expect(callsOf(await reportOf(['--load-state', state], async () => undefined))).toEqual({});
  });

  test.each([
    ['md', /^\| Contract \| Function \|.*\n\| --- .*\n\| Till \| constructor \|/],
    ['txt', /^Contract +Function .*\nTill +constructor /],
  ])('writes a table to a file with the extension .%s', async (ending, table) => {
    const file = join(folder, `report.${ending}`);
    await serveByCommand(['--quiet', '--energy-report', file], callOnce(RETURNS));
    expect(readFileSync(file, 'utf8')).toMatch(table);
  });
});

describe('--check', () => {
  const committed = join(folder, 'committed.json');

  /** Commits a report in which each function used this part of what it uses. */
  async function commit(part: number): Promise<void> {
    const report = await reportOf([], callOnce(RETURNS));
    const functions = report.functions.map((used) => ({ ...used, mean: Math.round(used.mean * part) }));
    writeFileSync(committed, JSON.stringify({ ...report, functions }));
  }

  test('exits with code 1 and prints the table if a mean grew by more than the tolerance', async () => {
    await commit(0.5);
    const grown = await serveByCommand(['--quiet', '--check', committed, '--tolerance', '99'], callOnce(RETURNS));
    expect(grown.code).toBe(1);
    expect(grown.problem).toContain('Till.take(uint256) has mean 16 energy instead of 8 (+100.0 %)');
    expect(grown.problem).toMatch(/^Contract +Function +Calls/m);
    const tolerated = await serveByCommand(['--check', committed, '--tolerance', '100'], callOnce(RETURNS));
    expect([tolerated.code, tolerated.problem]).toEqual([0, '']);
  });

  test('exits with code 0 if the report is unchanged or a mean fell, which it reports', async () => {
    await commit(1);
    expect(await serveByCommand(['--check', committed], callOnce(RETURNS))).toMatchObject({ code: 0, problem: '' });
    await commit(2);
    const { code, problem } = await serveByCommand(['--check', committed], callOnce(RETURNS));
    expect(code).toBe(0);
    expect(problem).toContain('Till.take(uint256) has mean 16 energy instead of 32 (−50.0 %)');
  });

  test.each([
    [['--tolerance', '5'], '--tolerance needs --check.'],
    [['--check', '/nowhere.json'], '--check /nowhere.json cannot be read: there is no such file.'],
    [['--check', join(folder, 'list.json')], /^--check .*list\.json is not an energy report in JSON: .*\.$/],
    [['--check', committed, '--tolerance', '101'], '--tolerance must be a number from 0 to 100, but is 101.'],
    [['--energy-report', folder], `--energy-report ${folder} cannot be written: it is a directory.`],
  ])('%j is rejected', async (args, line) => {
    writeFileSync(join(folder, 'list.json'), '[]');
    writeFileSync(committed, '{"version":1,"functions":[]}');
    const { code, problem } = await serveByCommand(args, async () => undefined);
    expect([code, problem.split('\n').length]).toEqual([2, 2]);
    const text = problem.trimEnd().replace('coin-mock-node: ', '');
    if (typeof line === 'string') expect(text).toBe(line);
    else expect(text).toMatch(line);
  });
});
