import { maxTransfer } from '@coin/fee';
import { createFeePlanner } from '@coin/fee/planner';
import { createMockNode } from '@coin/mock-node';
import {
  broadcastTransaction,
  createNodeClient,
  createTransaction,
  getAccount,
  getBalance,
  sendTransaction,
  stake,
  updateAccountPermissions,
} from '@coin/rpc';
import { token } from '@coin/rpc/abi';
import { toAddress } from '@coin/rpc/address';
import { createEnergySource } from '@coin/rpc/energy-source';
import { getFeePrices, getOwnerResources } from '@coin/rpc/fee-prices';
import { addSignature, createKeySigner, type KeySigner, signingPayload } from '@coin/rpc/signer';
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import fixture from '../fixtures/token.json' with { type: 'json' };

const node = createMockNode();
for (const [name, price] of [
  ['getMemoFee', 1_000_000n],
  ['getTransactionFee', 1_000n],
] as const)
  node.setChainParameter(name, price);
const client = createNodeClient({ transport: node });
const [owner, receiver, ...others] = node.accounts.map(({ privateKey }) => createKeySigner(privateKey)) as [
  KeySigner,
  KeySigner,
  ...KeySigner[],
];
const keys = others.slice(0, 3);
const nobody = toAddress(`41${'0d'.repeat(20)}`);
const { address: tokenAddress } = await node.deploy({
  bytecode: fixture.bytecode,
  abi: fixture.abi,
  args: [10n ** 9n],
});
const feeLimit = 1_000_000_000n;
await token(client, tokenAddress).transfer({ to: owner.address, amount: 1n, signer: owner, feeLimit });
/** Before it is built, or when it is sent. */
const REFUSED: unknown = expect.stringMatching(/^VALIDATION_FAILED$|^BROADCAST_REJECTED$/);
const clean = node.snapshot();

const drawn = fc.record({
  balance: fc.oneof(
    fc.bigInt({ min: 1n, max: 9_000_000n }),
    fc.bigInt({ min: 1n, max: 10n ** 15n }),
    fc.constantFrom(2n ** 21n, 2n ** 21n + 300_000n, 2n ** 28n + 1_000_000n),
  ),
  stakes: fc.constantFrom(0n, 1_000_000n, 20_000_000n, 3_000_000_000n),
  used: fc.nat(3),
  memo: fc.constantFrom('', 'x', 'Rechnung №7'),
  to: fc.constantFrom(receiver.address, nobody),
  signers: fc.nat(3),
});
type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never;

/** Brings the owner to the drawn state. */
async function prepare({ balance, stakes, used, signers }: Drawn): Promise<void> {
  node.revert(clean);
  const { address } = owner;
  if (stakes > 0n) {
    const transaction = stake(client, { owner: address, amount: stakes, resource: 'BANDWIDTH' });
    await sendTransaction(client, { transaction, signer: owner });
  }
  for (let index = 0; index < used; index++) {
    const transaction = createTransaction(client, { owner: address, to: receiver.address, amount: 1n });
    await sendTransaction(client, { transaction, signer: owner });
  }
  if (signers > 0) {
    const active = keys.slice(0, signers).map((key) => ({ address: key.address, weight: 1n }));
    const transaction = updateAccountPermissions(client, {
      owner: address,
      ownerPermission: { threshold: 1n, keys: [{ address, weight: 1n }] },
      activePermissions: [{ name: 'pay', threshold: BigInt(signers), keys: active, operations: ['TransferContract'] }],
    });
    await sendTransaction(client, { transaction, signer: owner });
  }
  node.setBalance(address, balance);
}

async function transfer({ to, memo, signers }: Drawn, amount: bigint): Promise<void> {
  const given = {
    owner: owner.address,
    to,
    amount,
    ...(memo !== '' && { memo }),
    ...(signers > 0 && { permissionId: 2 }),
  };
  let transaction = await createTransaction(client, given);
  const by = signers > 0 ? keys.slice(0, signers) : [owner];
  for (const key of by) {
    const signature = key.sign(signingPayload(transaction).digest);
    transaction = addSignature(transaction, { signature, address: key.address });
  }
  await broadcastTransaction(client, transaction);
}

async function mostOf({ to, memo, signers }: Drawn) {
  const { address } = owner;
  return maxTransfer({
    balance: await getBalance(client, { address }),
    transaction: {
      createsAccount: (await getAccount(client, { address: to })) === undefined,
      memoSize: Buffer.byteLength(memo),
      signatures: Math.max(1, signers),
      permissionId: signers > 0 ? 2 : 0,
    },
    prices: await getFeePrices(client),
    owner: await getOwnerResources(client, { address }),
  });
}

test('leaves nothing, or less than one more small unit costs, whatever the account and the transfer are', () =>
  fc.assert(
    fc.asyncProperty(drawn, async (given) => {
      await prepare(given);
      const { amount, left } = await mostOf(given);
      if (amount === 0n || left > 0n)
        await expect(transfer(given, amount + 1n)).rejects.toMatchObject({ code: REFUSED });
      if (amount === 0n) return;
      await transfer(given, amount);
      expect(await getBalance(client, { address: owner.address })).toBe(left);
    }),
    { numRuns: scaled(20) },
  ));

test('leaves nothing of the balances that are in use', () =>
  fc.assert(
    fc.asyncProperty(drawn, fc.bigInt({ min: 10_000_000n, max: 200_000_000n }), async (given, balance) => {
      await prepare({ ...given, balance });
      const { amount } = await mostOf(given);
      await transfer(given, amount);
      expect(await getBalance(client, { address: owner.address })).toBe(0n);
    }),
    { numRuns: scaled(10) },
  ));

test('leaves neither tokens nor coin after the tokens were sent with a planned limit', () =>
  fc.assert(
    fc.asyncProperty(drawn, async (given) => {
      const cleared = { ...given, signers: 0, balance: 100_000_000n };
      await prepare(cleared);
      const usdt = token(client, tokenAddress);
      const planner = createFeePlanner({ source: createEnergySource(client), clock: node.clock });
      const tokens = await usdt.balanceOf(owner.address);
      await usdt.transfer({ to: receiver.address, amount: tokens, signer: owner, planner });
      await transfer(cleared, (await mostOf(cleared)).amount);
      expect(await usdt.balanceOf(owner.address)).toBe(0n);
      expect(await getBalance(client, { address: owner.address })).toBe(0n);
    }),
    { numRuns: scaled(5) },
  ));
