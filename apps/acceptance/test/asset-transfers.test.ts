import { createMockNode, type MockNode } from '@coin/mock-node';
import { assetTransfers, createNodeClient, getAccount, getNowBlock, getTransactionInfos, toAddress } from '@coin/rpc';
import { addressToHex } from '@coin/rpc/address';
import { createKeySigner, type KeySigner } from '@coin/rpc/signer';
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { askNode } from '../src/ask-node.ts';
import { issueAsset } from '../src/issue-asset.ts';

const CONTRACTS = [1, 2].map((digit) => toAddress(`41${String(digit).repeat(40)}`));
/** Has no account until somebody sends it something. */
const STRANGER = toAddress(`41${'5f'.repeat(20)}`);

const push = (hex: string): string => (0x5f + hex.length / 2).toString(16) + hex;
const number = (value: number | bigint): string => push(value.toString(16).padStart(16, '0'));
const place = (address: string): string => push(addressToHex(address).slice(2));

const program = fc.record({
  sends: fc.array(fc.record({ to: fc.nat(), amount: fc.nat(3000) }), { maxLength: 3 }),
  end: fc.constantFrom('stop', 'stop', 'revert', 'destroy'),
});
type Program = typeof program extends fc.Arbitrary<infer T> ? T : never;

/** Sends tokens by CALLTOKEN to each target, ignoring which sends succeed, and ends in one of three ways. */
function codeOf(tokenId: string, { sends, end }: Program, targets: readonly string[]): string {
  const calls = sends.map(({ to, amount }) => {
    const target = place(targets[to % targets.length] ?? STRANGER);
    return `${number(0).repeat(4)}${number(BigInt(tokenId))}${number(amount)}${target}${number(100_000)}d050`;
  });
  const ends = { stop: '00', revert: `${number(0)}${number(0)}fd`, destroy: `${place(STRANGER)}ff` };
  return calls.join('') + ends[end];
}

const action = fc.record({
  isCall: fc.boolean(),
  to: fc.nat(),
  amount: fc.integer({ min: 1, max: 5000 }),
  feeLimit: fc.constantFrom(0, 100_000_000, 100_000_000),
});

/** Signs and sends what a path of the node builds; does nothing if the node rejects it. */
async function send(node: MockNode, signer: KeySigner, path: string, fields: object): Promise<void> {
  const body = { owner_address: addressToHex(signer.address), ...fields };
  const answer = await askNode<{ transaction?: { txID: string }; txID?: string }>(node, path, body);
  const built = answer.transaction ?? answer;
  if (built.txID === undefined) return;
  const signature = [Buffer.from(signer.sign(Buffer.from(built.txID, 'hex'))).toString('hex')];
  await askNode(node, 'broadcasttransaction', { ...built, signature });
}

test('the results of assetTransfers add up to the change of each balance of a token', async () => {
  const seen = { transfer: 0, call: 0, contract: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(program, program),
      fc.array(fc.array(action, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
      async (programs, rounds) => {
        await using node = createMockNode({ mining: { kind: 'manual' } });
        const client = createNodeClient({ transport: node });
        const [{ privateKey, address: owner }, { address: other }] = node.accounts;
        const signer = createKeySigner(privateKey);
        const tokenId = await issueAsset(node, signer, 10n ** 9n);
        const targets = [other, STRANGER, ...CONTRACTS];
        for (const [index, each] of programs.entries()) {
          // A contract may call those after it, so calls end.
          const code = codeOf(tokenId, each, [other, STRANGER, ...CONTRACTS.slice(index + 1)]);
          node.placeContract({ address: CONTRACTS[index] ?? '', code, balance: 0n });
        }
        const balances = async () => {
          const accounts = [owner, ...targets].map((address) => getAccount(client, { address }));
          return (await Promise.all(accounts)).map((account) => account?.assets[0]?.amount ?? 0n);
        };
        for (const actions of rounds) {
          const before = await balances();
          for (const { isCall, to, amount, feeLimit } of actions) {
            const token = { call_token_value: amount, token_id: Number(tokenId), fee_limit: feeLimit };
            const contract = addressToHex(CONTRACTS[to % 2] ?? '');
            const target = addressToHex(targets[to % targets.length] ?? '');
            await (isCall
              ? send(node, signer, 'triggersmartcontract', { contract_address: contract, data: '', ...token })
              : send(node, signer, 'transferasset', {
                  to_address: target,
                  asset_name: Buffer.from(tokenId).toString('hex'),
                  amount,
                }));
          }
          node.mine();
          const block = await getNowBlock(client);
          const infos = await getTransactionInfos(client, block);
          const found = assetTransfers(block, infos);
          const net = new Map<string, bigint>();
          for (const { from, to, amount, kind, ...rest } of found) {
            expect(rest).toMatchObject({ tokenId });
            net.set(from, (net.get(from) ?? 0n) - amount);
            net.set(to, (net.get(to) ?? 0n) + amount);
            seen[kind]++;
          }
          const after = await balances();
          expect([owner, ...targets].map((address) => net.get(address) ?? 0n)).toEqual(
            after.map((amount, index) => amount - (before[index] ?? 0n)),
          );
          expect(new Set(found.map(({ txID, index }) => `${txID} ${index}`)).size).toBe(found.length);
          expect(assetTransfers(block)).toEqual(found.filter(({ kind }) => kind === 'transfer'));
        }
      },
    ),
    {
      numRuns: scaled(10),
      examples: [
        [
          [
            { sends: [{ to: 0, amount: 5 }], end: 'destroy' },
            { sends: [], end: 'stop' },
          ],
          [[true, false].map((isCall) => ({ isCall, to: 0, amount: 9, feeLimit: 100_000_000 }))],
        ],
      ],
    },
  );
  expect(Object.values(seen).every((count) => count > 0)).toBe(true);
});
