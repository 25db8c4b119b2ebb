import { createMockNode } from '@coin/mock-node';
import { createNodeClient, createTransaction, deployContract, encodeTransaction, signTransaction } from '@coin/rpc';
import { createKeySigner } from '@coin/rpc/signer';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readActions } from '../src/playground/accounts/actions.ts';
import { playAccounts } from '../src/playground/accounts/model.ts';
import { readAddress } from '../src/playground/address/address-state.ts';
import { openPasted, type OpenedPasted, type PastedResult } from '../src/playground/pasted/model.ts';
import { readPasted, varint, wholeOf } from '../src/playground/pasted/read-pasted.ts';
import {
  factsTable,
  missingText,
  pastedChoice,
  pastedFields,
  pastedQuery,
  shownOutcomes,
} from '../src/playground/pasted/view.ts';

const silent = () => undefined;
const PLAYED = 'stake.1.energy.10000000000_send.2.3.1500000';

function actionsOf(text: string) {
  const actions = readActions(text);
  if (actions === undefined) throw new Error(`No actions: ${text}`);
  return actions;
}

const openText = (text: string, actions = PLAYED): Promise<PastedResult> =>
  openPasted({ text, actions: actionsOf(actions) }, silent);

async function sampleTexts(actions = PLAYED) {
  const { samples } = await openText('', actions);
  const [signed = '', unsigned = '', id = ''] = samples.map(({ text }) => text);
  return { signed, unsigned, id };
}

async function openedOf(text: string, actions = PLAYED): Promise<OpenedPasted> {
  const { opened } = await openText(text, actions);
  if (opened === undefined) throw new Error('Nothing was opened.');
  return opened;
}

const factsOf = (opened: OpenedPasted) =>
  new Map(factsTable(opened).rows.map(([name = '', text = '']) => [name, text]));

/** A signed transfer of another chain with the same accounts, at about the time of the playground's. */
async function foreign() {
  const node = createMockNode({ preset: 'spec' });
  node.advanceCycle();
  node.mine(5);
  const client = createNodeClient({ transport: node });
  const [{ address: owner, privateKey }, { address: to }] = node.accounts;
  const transfer = await createTransaction(client, { owner, to, amount: 7_000_000n, memo: 'Thank you' });
  return { client, owner, transfer: await signTransaction(transfer, createKeySigner(privateKey)) };
}

test('an integer is encoded in groups of seven bits', () => {
  expect([0n, 127n, 128n, 300n, 16_384n].map(varint)).toEqual(['00', '7f', '8001', 'ac02', '808001']);
});

test('reads the same transaction from its bytes and from the whole message, however they are written', async () => {
  const { transfer } = await foreign();
  const { rawDataHex, txID } = transfer;
  const writings = [
    encodeTransaction(transfer),
    rawDataHex,
    `0x${rawDataHex}`,
    rawDataHex.toUpperCase(),
    `\n ${rawDataHex.replaceAll(/.{32}/g, '$&\n')} `,
    wholeOf(rawDataHex),
  ];
  for (const text of writings) expect(readPasted(text)).toMatchObject({ kind: 'bytes', transaction: { txID } });
  expect(readPasted(encodeTransaction(transfer))).toEqual({ kind: 'bytes', transaction: transfer });
  expect(readPasted(` 0x${txID}\n`)).toEqual({ kind: 'id', txID });
  expect(readPasted(' \n')).toEqual({ kind: 'nothing' });
});

test.each([
  ['words', 'hello', '“hello” is not hexadecimal: it has “h”, and only 0 to 9 and a to f are digits.'],
  ['half a byte', '0x12345', 'The text has 5 digits. A byte has two, so a digit is missing or too many.'],
  ['too few bytes', 'ab'.repeat(12), 'The text has 12 bytes. An id has 32, and a transaction has more.'],
  ['JSON', '{"raw_data_hex": "0a"}', 'This is JSON. Paste the value of raw_data_hex, without quotes.'],
  ['too many digits', 'ab'.repeat(50_001), 'The text has more than 100000 characters.'],
  ['bytes of anything else', '00'.repeat(40), /^These 40 bytes are not a transaction: expected .*\.$/],
])('rejects %s in a sentence', (_, text, problem) => {
  const read = pastedChoice({ text, actions: [] });
  expect(read).toEqual({ problem: typeof problem === 'string' ? problem : expect.stringMatching(problem) });
});

test('rejects a transaction whose copy was cut or has another digit at its end', async () => {
  const { rawDataHex } = (await foreign()).transfer;
  for (const text of [rawDataHex.slice(0, -2), `${rawDataHex}00`, rawDataHex.slice(2)])
    expect(readPasted(text)).toMatchObject({ problem: expect.stringMatching(/ bytes are not a transaction: /) });
});

test('any text is read or rejected', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^(0a02)?([\da-f]{2}){0,80}$/)), (text) => {
      const read = readPasted(text);
      expect('problem' in read ? read.problem : read.kind).toMatch(/./);
    }),
  );
});

test('a signed transfer of this chain succeeds, and leaves the chain as it was', async () => {
  const { signed } = await sampleTexts();
  const before = await playAccounts({ actions: actionsOf(PLAYED), shown: 1 }, silent);
  const opened = await openedOf(signed);
  const [owner = '', receiver = ''] = before.accounts.map(({ address }) => address);
  expect(opened.asItIs).toMatchObject({ status: 'executed', succeeded: true, fee: 0n, energy: 0n });
  expect(opened.asOwner).toBeUndefined();
  expect(opened.signers).toEqual([owner]);
  const facts = factsOf(opened);
  expect(Object.fromEntries(facts)).toMatchObject({
    Contract: 'TransferContract',
    owner_address: owner,
    to_address: receiver,
    amount: '1.5 coin',
    'Fee limit': 'none, because no contract runs',
    'Signature 1': `by ${owner}`,
  });
  expect(facts.get('Valid until')).toMatch(/^2026-.* UTC$/);
  expect(shownOutcomes(opened)).toMatchObject([
    {
      title: 'Sent to this chain as it is: succeeds',
      text: expect.stringMatching(
        /^It takes effect in block \d+, uses 26\d bandwidth and 0 energy, and burns 0 coin\.$/,
      ),
      table: {
        rows: [
          ['Bandwidth', expect.any(String), 'stake or free bandwidth', '0'],
          ['All', '–', '–', '0'],
        ],
      },
    },
  ]);
  expect(await openedOf(signed)).toEqual(opened);
  expect(await playAccounts({ actions: actionsOf(PLAYED), shown: 1 }, silent)).toEqual(before);
});

test('a call without a signature is rejected, and its owner could send it', async () => {
  const { unsigned } = await sampleTexts();
  const opened = await openedOf(unsigned);
  expect(opened.signers).toEqual([]);
  expect(opened.asItIs).toMatchObject({ status: 'rejected', code: 'SIGERROR' });
  const { asOwner } = opened;
  if (asOwner?.status !== 'executed') throw new Error('The call was not executed.');
  expect(asOwner).toMatchObject({ succeeded: true, result: 'SUCCESS' });
  expect(asOwner.energy).toBeGreaterThan(10_000n);
  expect(asOwner.lines.reduce((sum, { amount }) => sum + amount, 0n)).toBe(asOwner.fee);
  expect(factsOf(opened).get('The call')).toMatch(/^transfer of 1,000,000 units of the token to T\w{33}$/);
  expect(factsOf(opened).get('Fee limit')).toBe('1,000 coin');
  expect(factsOf(opened).get('Signatures')).toBe('none');
  expect(shownOutcomes(opened).map(({ title }) => title)).toEqual([
    'Sent to this chain as it is: rejected',
    'Signed by its owner for this chain now: succeeds',
  ]);
});

test('a transaction of another chain is rejected for its reference block, and runs with one of this chain', async () => {
  const { transfer, owner } = await foreign();
  const opened = await openedOf(encodeTransaction(transfer));
  expect(opened.asItIs).toMatchObject({ status: 'rejected', code: 'TAPOS_ERROR' });
  expect(opened.signers).toEqual([owner]);
  expect(factsOf(opened).get('Memo')).toBe('“Thank you”');
  expect(shownOutcomes(opened)[0]?.text).toContain('it was made for another chain');
  expect(opened.asOwner).toMatchObject({ status: 'executed', succeeded: true, fee: 1_000_000n });
  expect(opened.asOwner?.status === 'executed' && opened.asOwner.lines).toContainEqual({
    part: 'memo',
    by: 'coin',
    amount: 1_000_000n,
  });
});

test('names the signer of a changed signature, or says that there is none', async () => {
  const { transfer, owner } = await foreign();
  const [signature = ''] = transfer.signatures;
  const other = { ...transfer, signatures: [`${signature.slice(0, 60)}${'0'.repeat(4)}${signature.slice(64)}`] };
  const { signers } = await openedOf(encodeTransaction(other));
  expect(signers).not.toEqual([owner]);
  const none = await openedOf(encodeTransaction({ ...transfer, signatures: [`${'f'.repeat(128)}1b`] }));
  expect(none.signers).toEqual({ problem: expect.stringMatching(/signature/) });
  expect(factsOf(none).get('Signatures')).toMatch(/^not of this transaction: /);
  expect(none.asItIs).toMatchObject({ status: 'rejected', code: 'SIGERROR' });
});

test('a transaction that has expired is rejected', async () => {
  const { signed } = await sampleTexts();
  const later = await openedOf(signed, `${PLAYED}_hours.1`);
  expect(later.asItIs).toMatchObject({ status: 'rejected', code: 'TRANSACTION_EXPIRATION_ERROR' });
  expect(later.asOwner).toMatchObject({ status: 'executed', succeeded: true });
});

test('shows the fields of a contract that the playground does not build', async () => {
  const { client, owner } = await foreign();
  const deployment = await deployContract(client, {
    owner,
    bytecode: '6001600c60003960016000f300',
    feeLimit: 100_000_000n,
    callerPercent: 100,
    deployerEnergyLimit: 1n,
  });
  const opened = await openedOf(deployment.rawDataHex);
  const facts = factsOf(opened);
  expect(facts.get('Contract')).toBe('CreateSmartContract');
  expect(facts.get('new_contract.bytecode')).toBe('6001600c60003960016000f300');
  expect(facts.get('owner_address')).toBe(owner);
  expect(opened.asOwner).toMatchObject({ status: 'executed', succeeded: true });
});

/** A field of bytes, as protobuf encodes it. */
const bytesField = (tag: string, hex: string): string => `${tag}${varint(BigInt(hex.length / 2))}${hex}`;

test('shows the bytes of a contract of an unknown type, which no owner is known of', async () => {
  const name = 'type.googleapis.com/protocol.ShieldedTransferContract';
  const typeUrl = Buffer.from(name, 'utf8').toString('hex');
  const contract = `0833${bytesField('12', bytesField('0a', typeUrl) + bytesField('12', 'c0ffee'))}`;
  const rawData = `0a02abcd22080123456789abcdef40d0d6b5f79c34${bytesField('5a', contract)}70a0d2b2f79c34`;
  const opened = await openedOf(rawData);
  expect(factsTable(opened).rows.slice(1, 3)).toEqual([
    ['Contract', 'ShieldedTransferContract'],
    ['value', 'c0ffee'],
  ]);
  expect(opened.asItIs).toMatchObject({ status: 'rejected' });
  expect(opened.asOwner).toBeUndefined();
});

test('an id shows what became of the transaction, and an unknown one is not found', async () => {
  const { id } = await sampleTexts();
  const { played } = await playAccounts({ actions: actionsOf(PLAYED), shown: 1 }, silent);
  const last = played.at(-1)?.record;
  expect(id).toBe(last?.txID);
  const opened = await openedOf(id);
  expect(opened.happened).toMatchObject({ status: 'executed', blockNumber: last?.blockNumber, succeeded: true });
  expect(opened.transaction.txID).toBe(id);
  expect(factsOf(opened).get('amount')).toBe('1.5 coin');
  expect(shownOutcomes(opened).map(({ title }) => title)).toEqual(['In this chain: succeeds']);
  // The bytes of a transaction that the chain has show the same.
  expect(await openedOf(encodeTransaction(opened.transaction))).toEqual(opened);

  const unknown = await openText('5a'.repeat(32));
  expect(unknown.opened).toBeUndefined();
  expect(missingText(unknown)).toMatch(/^This chain has no transaction (5a){32}\./);
  expect(missingText(await openText(id))).toBe('');
  expect((await openText('', 'cycle')).samples).toHaveLength(2);
});

test('a link to a transaction of the chain has the actions of the chain', async () => {
  const { id } = await sampleTexts();
  const query = pastedQuery(id, actionsOf(PLAYED));
  expect(query).toBe(`?panel=pasted&text=${id}&actions=${PLAYED}`);
  expect(readAddress(pastedFields, query)).toEqual({ text: id, actions: actionsOf(PLAYED) });
});
