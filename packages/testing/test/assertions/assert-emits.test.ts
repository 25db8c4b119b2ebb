import { type Abi } from '@coin/mock-node';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { assertEmits, type ExpectedEvent } from '../../src/index.ts';
import { addressHex } from '../support/address-hex.ts';
import { messageOf } from '../support/assertion-message.ts';
import { callConstant, EMITTER, infoOf, LOOPER, nodeWithContracts, send } from '../support/calling-contracts.ts';

const node = nodeWithContracts();
const [from, to, other] = node.accounts.map(({ address }) => address) as [string, string, string];
const EMITTER_TEXT = 'TTdhXYZzXZyrx5keD9NBFN28sd3mNnovbS';
const hash = (text: string): string => bytesToHex(keccak_256(utf8ToBytes(text)));
const word = (value: number): string => value.toString(16).padStart(64, '0');
const addressWord = (address: string): string => addressHex(address).slice(2).padStart(64, '0');

const transfer = `${hash('Transfer(address,address,uint256)')}${addressWord(from)}${addressWord(to)}${word(5)}`;
const TRANSFER = 'Transfer(address indexed from, address indexed to, uint256 value)';
const abi: Abi = [
  {
    type: 'event',
    name: 'Transfer',
    inputs: [
      { name: 'from', type: 'address', indexed: true },
      { name: 'to', type: 'address', indexed: true },
      { name: 'value', type: 'uint256', indexed: false },
    ],
  },
];
const emitMessage = (subject: unknown, expected: string | ExpectedEvent) =>
  messageOf(() => assertEmits(subject, expected));

/** Every form in which the event is given. */
const forms: readonly [string, () => unknown][] = [
  ['the info of a transaction', async () => infoOf(node, await send(node, EMITTER, transfer))],
  ['the answer to a constant call', () => callConstant(node, EMITTER, transfer)],
  ['an id and a node', async () => ({ node, txID: await send(node, EMITTER, transfer) })],
  [
    'a client’s constant call',
    async () => {
      const { logs } = (await callConstant(node, EMITTER, transfer)) as { readonly logs: readonly object[] };
      return { energyUsed: 5n, constantResult: '', logs: logs.map((log) => ({ ...log, address: EMITTER_TEXT })) };
    },
  ],
];

test.each(forms)('%s matches the event by signature, by ABI, and with arguments', async (_, form) => {
  for (const expected of [
    'Transfer(address,address,uint256)',
    'Transfer(address, address, uint)',
    TRANSFER,
    { event: 'Transfer', abi },
    { event: 'Transfer', abi, args: [from, to, 5n] },
    { event: 'Transfer', abi, args: [addressHex(from), undefined, '5'] },
    { event: TRANSFER, args: { value: 5 } },
    { event: TRANSFER, contract: EMITTER },
  ])
    expect(await emitMessage(form(), expected)).toBeUndefined();
});

test('fails for another event, argument or contract, and lists the emitted events', async () => {
  const subject = callConstant(node, EMITTER, transfer);
  const { logs } = (await subject) as { readonly logs: readonly [{ readonly address: string }] };
  expect(logs[0].address).toBe('c1'.repeat(20));
  const emitted = `but it emitted Transfer(${from}, ${to}, 5) of ${EMITTER_TEXT}.`;
  expect(await emitMessage(subject, { event: 'Transfer', abi, args: [from, other, 5n] })).toBe(
    `Expected the event Transfer(${from}, ${other}, 5), ${emitted}`,
  );
  expect(await emitMessage(subject, { event: 'Approval(address)', abi })).toBe(
    `Expected the event Approval(address), ${emitted}`,
  );
  expect(await emitMessage(subject, { event: 'Transfer', abi, contract: LOOPER })).toMatch(
    /^Expected the event Transfer\(address,address,uint256\) of T\w+, but it emitted Transfer/,
  );
  expect(await emitMessage(subject, 'Paused()')).toContain(
    `but it emitted 0x${hash('Transfer(address,address,uint256)')} of ${EMITTER_TEXT}.`,
  );
  expect(await emitMessage(node.deploy({ bytecode: '00' }), 'Paused()')).toBe(
    'Expected the event Paused(), but it emitted none.',
  );
  const failed = await infoOf(node, await send(node, LOOPER, ''));
  expect(await emitMessage(failed, 'Paused()')).toMatch(
    /^Expected the event Paused\(\), but it failed: OUT_OF_ENERGY: Not/,
  );
});

test('compares an indexed text by its hash, which may be given instead', async () => {
  const event = 'Named(string indexed, (uint8, bool)[] indexed, bytes)';
  const topics = `${hash('Named(string,(uint8,bool)[],bytes)')}${hash('ann')}${hash('list')}`;
  const subject = callConstant(node, EMITTER, `${topics}${word(32)}${word(1)}${'ab'.padEnd(64, '0')}`);
  expect(await emitMessage(subject, { event, args: ['ann', undefined, '0xab'] })).toBeUndefined();
  expect(await emitMessage(subject, { event, args: [`0x${hash('ann')}`, `0x${hash('list')}`, 'ab'] })).toBeUndefined();
  expect(await emitMessage(subject, { event, args: ['bob', undefined, '0xab'] })).toBe(
    `Expected the event Named("bob", any, 0xab), but it emitted Named(0x${hash('ann')}, 0x${hash('list')}, 0xab) of ${EMITTER_TEXT}.`,
  );
});

test.each<[string, string | ExpectedEvent, RegExp]>([
  [
    'arguments without what is indexed',
    { event: 'Transfer(address,address,uint256)', args: [from, to, 5] },
    /^Invalid event "address,address,uint256": it must be a signature that marks the indexed parameters/,
  ],
  ['a name without an ABI', 'Transfer', /^Invalid event ".*": it must be a signature, or a name in the abi/],
  [
    'a contract that is not an address',
    { event: 'A()', contract: 'me' },
    /^Invalid contract ".*": it must be an address/,
  ],
  ['an unknown member', { event: 'A()', name: 'A' } as never, /^Unknown option "expected\.name"/],
])('%s is rejected', async (_, expected, message) => {
  await expect(assertEmits(callConstant(node, EMITTER, transfer), expected)).rejects.toMatchObject({
    code: 'ARGUMENT_INVALID',
    message: expect.stringMatching(message),
  });
});
