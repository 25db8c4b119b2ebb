import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMockNode, serve } from '@coin/mock-node';
import { type Case, type Source } from '../case.ts';
import { casesOf, readReport, runNode } from '../mocha-suite.ts';
import { exclusions } from './exclusions.ts';

/** The suite's own account, which is a witness of its container. */
const PRIVATE_KEY = '1'.padStart(64, '0');
/** As many as its script `newaccount` asks for. */
const ACCOUNTS = 100;

/** Its tokens go on sale 100 ms after it writes their options down. On a busy machine the sale must start later. */
async function delaySales(folder: string): Promise<void> {
  const file = join(folder, 'lib/commonjs/test/helpers/config.js');
  const config = await readFile(file, 'utf8');
  await writeFile(file, config.replace(/(?<=saleStart: )[^,]+/, 'Date.now() + 2000'));
}

async function* runSuite(folder: string): AsyncGenerator<Case> {
  await delaySales(folder);
  const keys = [PRIVATE_KEY];
  const node = createMockNode({
    preset: 'mainnet',
    startTime: 'wall-clock',
    maxAheadMs: 0,
    witnessKeys: keys,
    accounts: { privateKeys: keys },
  });
  await using served = await serve(node, { tre: true });
  await fetch(`${served.url}/admin/temporary-accounts-generation?accounts=${ACCOUNTS}`);
  const output = await mkdtemp(join(tmpdir(), 'tronweb-suite-'));
  const file = join(output, 'report.json');
  const mocha = ['node_modules/mocha/bin/mocha.js', 'lib/commonjs/test/**/*.test.js', '--timeout', '120000', '--exit'];
  const env = { HOST_PORT: new URL(served.url).port, PRIVATE_KEY };
  await runNode(folder, [...mocha, '--reporter', 'json', '--reporter-option', `output=${file}`], env);
  const report = readReport(await readFile(file, 'utf8'));
  await rm(output, { recursive: true });
  yield* casesOf(report);
}

/** The tests of TronWeb's repository, in a checkout that has its dependencies and its compiled tests. */
export const tronwebSuite: Source = {
  name: 'tronweb-suite',
  origin: 'tronprotocol/tronweb 2b8777566e49 (6.3.0), test',
  licence: 'MIT',
  read: runSuite,
  exclusions,
};
