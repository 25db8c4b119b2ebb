import assert from 'node:assert/strict';
import { importBuilt } from '@coin/bench/built-package';
import { compare } from '@coin/bench/compare';
import { cpuRound, type Round } from '@coin/bench/interleave';
import type * as mockNode from '@coin/mock-node';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import contracts from './contracts.json' with { type: 'json' };

const { createMockNode } = await importBuilt<typeof mockNode>();

const word = (value: bigint | number): string => value.toString(16).padStart(64, '0');
const selectorOf = (signature: string): string => bytesToHex(keccak_256(utf8ToBytes(signature)).subarray(0, 4));

const node = createMockNode();
const [{ address: owner }] = node.accounts;
node.impersonate(owner);
/** Adds the word of the call to slot 0. */
const COUNTER = '600a600c600039600a6000f360003560005401600055';
const { address: counter } = await node.deploy({ bytecode: COUNTER });
const { address: token } = await node.deploy({ bytecode: contracts.token + word(10n ** 30n) });
const start = node.snapshot();

async function post<Answer>(path: string, body: object): Promise<Answer> {
  const answer = await node.fetch(`http://node/wallet/${path}`, { method: 'POST', body: JSON.stringify(body) });
  return (await answer.json()) as Answer;
}

/** Makes a call with requests, as a client does, and returns the result in its receipt. */
async function request(contract: string, data: string): Promise<string> {
  const body = { owner_address: owner, contract_address: contract, data, fee_limit: 1_000_000_000, visible: true };
  const { transaction } = await post<{ readonly transaction: { readonly txID: string } }>('triggersmartcontract', body);
  await post('broadcasttransaction', transaction);
  const { receipt } = await post<{ readonly receipt: { readonly result: string } }>('gettransactioninfobyid', {
    value: transaction.txID,
  });
  return receipt.result;
}

const CALLS = 100;
const round = (call: (index: number) => Promise<string>): Round =>
  cpuRound(CALLS, async () => {
    for (let index = 1; index <= CALLS; index++) {
      assert.equal(await call(index), 'SUCCESS');
      node.revert(start);
    }
  });

const transfer = selectorOf('transfer(address,uint256)');
const cases = [
  { what: 'a counter', contract: counter, dataOf: word, atLeast: 2 },
  {
    what: 'a token transfer',
    contract: token,
    dataOf: (index: number) => transfer + word(2n ** 159n + BigInt(index)) + word(1),
    atLeast: 1.8,
  },
];
for (const { what, contract, dataOf, atLeast } of cases) {
  await compare({
    what: `invoke of ${what}, with a revert`,
    ours: round(async (index) => (await node.invoke({ owner, contract, data: dataOf(index) })).status),
    baseline: { name: 'three requests to node.fetch', round: round((index) => request(contract, dataOf(index))) },
    bound: { atLeast },
    detail: contract === counter,
    rounds: 21,
    warmUp: 5,
  });
}
