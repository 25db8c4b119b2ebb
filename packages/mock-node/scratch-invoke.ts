import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import contracts from './bench/contracts.json' with { type: 'json' };
const { createMockNode } = await import(process.env['MODULE'] ?? '@coin/mock-node');
const word = (value: any): string => value.toString(16).padStart(64, '0');
const selectorOf = (signature: string): string => bytesToHex(keccak_256(utf8ToBytes(signature)).subarray(0, 4));
const node = createMockNode();
const [{ address: owner }] = node.accounts;
const { address: counter } = await node.deploy({ bytecode: '600a600c600039600a6000f360003560005401600055' });
const { address: token } = await node.deploy({ bytecode: contracts.token + word(10n ** 30n) });
const start = node.snapshot();
const transfer = selectorOf('transfer(address,uint256)');
const cases: [string, string, (i: number) => string][] = [
  ['counter', counter, word],
  ['token', token, (i) => transfer + word(2n ** 159n + BigInt(i)) + word(1)],
];
const which = process.argv[2];
for (const [name, contract, dataOf] of cases) {
  if (which && which !== name) continue;
  const rounds: number[] = [],
    ex: number[] = [];
  for (let r = 0; r < Number(process.argv[3] ?? 14); r++) {
    const N = 1500;
    let before = process.cpuUsage();
    for (let i = 1; i <= N; i++) {
      const { status } = await node.invoke({ owner, contract, data: dataOf(i) });
      if (status !== 'SUCCESS') throw new Error(status);
      node.revert(start);
    }
    let u = process.cpuUsage(before);
    rounds.push((u.user + u.system) / N);
    before = process.cpuUsage();
    for (let i = 1; i <= N; i++) {
      node.traceCall;
    }
  }
  rounds.sort((a, b) => a - b);
  console.log(name, 'min', rounds[0]!.toFixed(1), 'median', rounds[7]!.toFixed(1), 'us of cpu per invoke');
}
