import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMockNode, serve, type MockNode, type ServedNode } from '../../src/index.ts';

/** The newest compiler that this version of TronBox runs. */
const VERSIONS = { tronbox: '4.10.0', solc: '0.8.29' } as const;
const TRONBOX_TIMEOUT_MS = 600_000;

let folder: string;
let node: MockNode;
let served: ServedNode;

const project = () => join(folder, 'project');

/** Output and exit code of a command; npm and TronBox keep their files in the folder. */
function run(command: string, args: readonly string[], cwd: string): Promise<{ code: number; output: string }> {
  const env = { ...process.env, HOME: folder, npm_config_cache: join(folder, 'npm-cache'), NO_COLOR: '1' };
  return new Promise((resolve) => {
    execFile(command, args, { cwd, env, timeout: TRONBOX_TIMEOUT_MS }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr });
    });
  });
}

async function npm(args: readonly string[], cwd: string): Promise<void> {
  const { code, output } = await run('npm', [...args, '--ignore-scripts', '--no-audit', '--no-fund'], cwd);
  if (code !== 0) throw new Error(`npm ${args.join(' ')} ended with code ${code}: ${output}`);
}

const tronbox = (...args: string[]) =>
  run(process.execPath, [join(folder, 'node_modules/tronbox/build/tronbox.js'), ...args], project());

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tronbox-'));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: VERSIONS }));
  await npm(['install'], folder);
  // What TronBox would download: the compiler as the package solc has it.
  const compilers = join(folder, '.tronbox/solc');
  await mkdir(compilers, { recursive: true });
  await copyFile(join(folder, 'node_modules/solc/soljson.js'), join(compilers, `soljson_v${VERSIONS.solc}.js`));

  // What `tronbox init` copies, unchanged except for the port.
  await cp(join(folder, 'node_modules/tronbox/sample-projects/javascript-metacoin'), project(), { recursive: true });
  await npm(['ci'], project());
  node = createMockNode({ startTime: 'wall-clock' });
  served = await serve(node, { tre: true });
  const config = join(project(), 'tronbox-config.js');
  const [before = '', after, ...others] = (await readFile(config, 'utf8')).split('http://127.0.0.1:9090');
  expect([after === undefined, others]).toEqual([false, []]);
  await writeFile(config, `${before}${served.url}${after}`);
});

afterAll(async () => {
  await served.close();
  await rm(folder, { recursive: true });
});

test('compiles and migrates the sample project, and tests it with its lines of console.log', async () => {
  const migration = await tronbox('migrate');
  expect(migration).toMatchObject({ code: 0, output: expect.stringContaining(`- solc: ${VERSIONS.solc}`) });
  const artifact = JSON.parse(await readFile(join(project(), 'build/contracts/MetaCoin.json'), 'utf8')) as {
    networks: Record<string, { address: string }>;
  };
  const { address } = artifact.networks['9'] ?? { address: '' };
  expect(migration.output).toContain(address);
  const answer = await node.fetch(`http://node/wallet/getcontract?value=${address}`);
  expect(await answer.json()).toMatchObject({ name: 'MetaCoin', contract_address: address });

  // The sample has its logging in comments.
  const file = join(project(), 'contracts/MetaCoin.sol');
  const source = await readFile(file, 'utf8');
  const logging = source.replaceAll(/^( *)\/\/ (?=import "tronbox\/console.sol"|console\.log\()/gm, '$1');
  expect(logging.match(/^ *(import "tronbox|console\.log)/gm)).toHaveLength(2);
  await writeFile(file, logging);
  const result = await tronbox('test');
  await writeFile(file, source);
  expect(result).toMatchObject({ code: 0, output: expect.stringContaining('6 passing') });
  expect(result.output).not.toContain('failing');
  expect(result.output).toMatch(/Transferring from T\w{33} to T\w{33} \d+ tokens/);
});

/** A test in a project of TronBox: what `tronWrap.send` asks. */
const METHODS_TEST = `
const MetaCoin = artifacts.require('MetaCoin.sol');
const word = value => '0x' + value.toString(16).padStart(64, '0');

contract('methods', accounts => {
  const someone = () => tronWrap.utils.accounts.generateAccount().address.base58;
  const head = async () => (await tronWrap.trx.getCurrentBlock()).block_header.raw_data.number;

  it('sets balances', async () => {
    const account = someone();
    assert.isTrue(await tronWrap.send('tre_setAccountBalance', [account, 100]));
    assert.equal(await tronWrap.trx.getBalance(account), 100);
  });

  it('sets code and storage', async () => {
    const account = someone();
    assert.isTrue(await tronWrap.send('tre_setAccountCode', [account, '0x60005460005260206000f3']));
    assert.isTrue(await tronWrap.send('tre_setAccountStorageAt', [account, word(0), word(42)]));
    const outputs = [{ name: '', type: 'uint256' }];
    const abi = [{ name: 'get', type: 'function', stateMutability: 'view', inputs: [], outputs }];
    assert.equal(await (await tronWrap.contract(abi, account)).get().call(), 42n);
    const { storage } = await tronWrap.send('debug_storageRangeAt', [0, 0, account, '0x01', 1]);
    assert.deepEqual(Object.values(storage), [{ value: word(42).slice(2) }]);
  });

  it('makes blocks', async () => {
    assert.isTrue(await tronWrap.send('tre_blockTime', [0]));
    const before = await head();
    assert.equal(await tronWrap.send('tre_mine', [{ blocks: 3 }]), '0x0');
    assert.equal((await head()) - before, 3);
  });

  it('traces a deployment', async () => {
    const { transactionHash } = await MetaCoin.new(10000);
    const trace = await tronWrap.send('debug_traceTransaction', [transactionHash]);
    assert.isFalse(trace.failed);
    assert.equal(trace.structLogs[0].op, 'PUSH1');
  });

  it('deploys and calls from an unlocked account', async () => {
    const owner = someone();
    await tronWrap.send('tre_setAccountBalance', [owner, '0x' + (1e9).toString(16)]);
    assert.isTrue(await tronWrap.send('tre_unlockedAccounts', [[owner]]));
    const coin = await MetaCoin.new(10000, { from: owner });
    assert.equal(await coin.getOwner(), tronWrap.address.toHex(owner));
    await coin.sendCoin(accounts[0], 10, { from: owner });
    assert.equal(await coin.balanceOf(owner), 9990n);
  });
});
`;

test("a project's tests use TRE's methods", async () => {
  const file = join(project(), 'test/methods.js');
  await writeFile(file, METHODS_TEST);
  const result = await tronbox('test', file);
  expect(result).toMatchObject({ code: 0, output: expect.stringContaining('5 passing') });
});

/** A value of each type that console.sol takes, as Solidity writes it and as TronBox prints it. */
function sampleOf(type: string): { readonly written: string; readonly printed: string } {
  const [, size] = /^bytes(\d+)$/.exec(type) ?? [];
  if (size !== undefined)
    return { written: `${type}(hex"${'ab'.repeat(Number(size))}")`, printed: `0x${'ab'.repeat(Number(size))}` };
  switch (type) {
    case 'uint256':
      return { written: 'type(uint256).max', printed: String(2n ** 256n - 1n) };
    case 'int256':
      return { written: 'int256(-5)', printed: '-5' };
    case 'string memory':
      return { written: '"text"', printed: 'text' };
    case 'bool':
      return { written: 'true', printed: 'true' };
    case 'bytes memory':
      return { written: 'hex"abcd"', printed: '0xabcd' };
    case 'address':
      return { written: 'address(0xadd1)', printed: 'T9yD14Nj9j7xAB4dbGeiX9h8upEsUFLPgY' };
    default:
      throw new Error(`TronBox's console.sol has a new type: ${type}`);
  }
}

const LINES_PER_CONTRACT = 80;

test('prints a line of every function of console.sol: of deployments, transactions and calls', async () => {
  const library = await readFile(join(folder, 'node_modules/tronbox/console.sol'), 'utf8');
  const functions = [...library.matchAll(/function (log\w*)\(([^)]*)\) internal/g)].map(([, name = '', list = '']) => {
    const values = list === '' ? [] : list.split(', ').map((parameter) => sampleOf(parameter.replace(/ \w+$/, '')));
    return {
      statement: `console.${name}(${values.map(({ written }) => written).join(', ')});`,
      line: values.map(({ printed }) => printed).join(' '),
    };
  });
  expect(functions.length).toBeGreaterThan(300);
  const names: string[] = [];
  const expected: string[] = [];
  for (let from = 0; from < functions.length; from += LINES_PER_CONTRACT) {
    const chunk = functions.slice(from, from + LINES_PER_CONTRACT);
    const name = `Lines${from}`;
    names.push(name);
    expected.push(`${name} deployed`, ...chunk.map(({ line }) => line), ...chunk.map(({ line }) => line));
    await writeFile(
      join(project(), `contracts/${name}.sol`),
      `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
import "tronbox/console.sol";
contract ${name} {
  constructor() { console.log("${name} deployed"); }
  function write() internal view { ${chunk.map(({ statement }) => statement).join('\n')} }
  function send() external { write(); }
  function read() external view returns (bool) { write(); return true; }
}`,
    );
  }
  const file = join(project(), 'test/lines.js');
  await writeFile(
    file,
    `contract('lines', () => {
  it('are written', async () => {
    console.log('lines begin');
    for (const name of ${JSON.stringify(names)}) {
      const lines = await artifacts.require(name + '.sol').new();
      await lines.send();
      await lines.read();
    }
    console.log('lines end');
  });
});`,
  );
  const { code, output } = await tronbox('test', file);
  const [, printed] = /lines begin\n([^]*)\nlines end/.exec(output) ?? [];
  expect({ code, lines: printed?.split('\n') }).toEqual({ code: 0, lines: expected });
});
