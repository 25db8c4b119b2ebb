import * as fee from '@coin/fee';
import { createMockNode } from '@coin/mock-node';
import {
  createNodeClient,
  createTransaction,
  deployContract,
  sendTransaction,
  stake,
  triggerConstantContract,
  triggerSmartContract,
  type Transaction,
} from '@coin/rpc';
import { addressToHex, toAddress } from '@coin/rpc/address';
import * as rpc from '@coin/rpc/fee-prices';
import { createKeySigner, type KeySigner } from '@coin/rpc/signer';
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import token from '../fixtures/token.json' with { type: 'json' };

const MAX_FEE_LIMIT = 1_000_000_000n;

/** Parameters of the chain, each with a different number: confusing two names changes a fee. */
const PRICES = {
  getEnergyFee: 211,
  getTransactionFee: 1_013,
  getCreateAccountFee: 100_007,
  getCreateNewAccountFeeInSystemContract: 1_000_003,
  getCreateNewAccountBandwidthRate: 2,
  getMemoFee: 1_000_033,
  getMultiSignFee: 1_000_037,
};

const word = (value: bigint) => value.toString(16).padStart(64, '0');

function prepare(chosen: Partial<typeof PRICES> = {}) {
  const node = createMockNode();
  for (const [name, value] of Object.entries({ ...PRICES, ...chosen })) node.setChainParameter(name, BigInt(value));
  const client = createNodeClient({ transport: node });
  const [sender, deployer] = node.accounts.map(({ privateKey }) => createKeySigner(privateKey));
  if (sender === undefined || deployer === undefined) throw new Error('the node has no accounts');
  const send = (transaction: Promise<Transaction> | Transaction, signer: KeySigner) =>
    sendTransaction(client, { transaction, signer });
  return { node, client, sender, deployer, send };
}

test('rpc reads each price under the name that fee gives it', async () => {
  expect(await rpc.getFeePrices(prepare().client)).toEqual({
    energy: 211n,
    bandwidth: 1_013n,
    accountCreation: 100_007n,
    accountCreationInContract: 1_000_003n,
    accountCreationBandwidthRate: 2,
    memo: 1_000_033n,
    multiSign: 1_000_037n,
  });
});

/** Coins, each for one resource. */
const coins = fc.constantFrom(0n, 0n, 1n, 300n, 5_000n, 100_000n);

async function stakeCoins(
  { client, send }: ReturnType<typeof prepare>,
  signer: KeySigner,
  amounts: { BANDWIDTH: bigint; ENERGY: bigint },
): Promise<void> {
  for (const resource of ['BANDWIDTH', 'ENERGY'] as const) {
    const amount = amounts[resource] * 1_000_000n;
    if (amount > 0n) await send(stake(client, { owner: signer.address, amount, resource }), signer);
  }
}

/** Uses up the free bandwidth of an account: each of these takes about half of it. */
async function useBandwidth({ client, send }: ReturnType<typeof prepare>, signer: KeySigner, times: number) {
  const to = toAddress(`41${'0c'.repeat(20)}`);
  for (let i = 0; i < times; i++)
    await send(createTransaction(client, { owner: signer.address, to, amount: 1n }), signer);
}

const prices = fc.record(
  { getEnergyFee: fc.constantFrom(100, 420), getCreateNewAccountBandwidthRate: fc.constantFrom(1, 3) },
  { requiredKeys: [] },
);

test('the fee that is expected of a transfer by what rpc reads is what it burns', () =>
  fc.assert(
    fc.asyncProperty(
      prices,
      fc.record({ BANDWIDTH: coins, ENERGY: fc.constant(0n) }),
      fc.integer({ min: 0, max: 3 }),
      fc.boolean(),
      fc.constantFrom('', 'invoice 7'),
      async (chosen, stakes, used, createsAccount, memo) => {
        const setup = prepare(chosen);
        const { client, sender, deployer, send } = setup;
        await stakeCoins(setup, sender, stakes);
        await useBandwidth(setup, sender, used);
        const to = createsAccount ? toAddress(`41${'0d'.repeat(20)}`) : deployer.address;
        const transaction = await createTransaction(client, { owner: sender.address, to, amount: 5n, memo });
        const expected = fee.expectedFee({
          transaction: {
            size: fee.transactionSize({ kind: 'encoded', rawDataSize: transaction.rawDataHex.length / 2 }),
            createsAccount,
            memoSize: memo.length,
          },
          prices: await rpc.getFeePrices(client),
          owner: await rpc.getOwnerResources(client, { address: sender.address }),
        });
        expect((await send(transaction, sender)).fee).toBe(expected.total);
      },
    ),
    { numRuns: scaled(5) },
  ));

const tokenCall = (contract: string, to: string) => ({
  contract,
  functionSelector: 'transfer(address,uint256)',
  parameter: addressToHex(to).slice(2).padStart(64, '0') + word(0n),
});

test('the fee that is expected of a call by what rpc reads is what it burns, whatever its deployer pays', () =>
  fc.assert(
    fc.asyncProperty(
      prices,
      fc.record({ BANDWIDTH: coins, ENERGY: coins }),
      fc.record({ BANDWIDTH: fc.constant(0n), ENERGY: coins }),
      fc.constantFrom(0, 1, 40, 99, 100),
      fc.constantFrom(1n, 1_000n, 10_000_000n),
      fc.boolean(),
      async (chosen, senderStakes, deployerStakes, callerPercent, deployerEnergyLimit, isOwn) => {
        const setup = prepare(chosen);
        const { client, deployer, send } = setup;
        const sender = isOwn ? deployer : setup.sender;
        const { contractAddress = '' } = await send(
          deployContract(client, {
            owner: deployer.address,
            bytecode: token.bytecode,
            parameter: word(1_000_000n),
            feeLimit: MAX_FEE_LIMIT,
            callerPercent,
            deployerEnergyLimit,
          }),
          deployer,
        );
        await stakeCoins(setup, deployer, deployerStakes);
        await stakeCoins(setup, sender, senderStakes);
        const call = { owner: sender.address, ...tokenCall(contractAddress, deployer.address) };
        const { energyUsed: energy } = await triggerConstantContract(client, call);
        const transaction = await triggerSmartContract(client, { ...call, feeLimit: MAX_FEE_LIMIT });
        const expected = fee.expectedFee({
          transaction: {
            size: fee.transactionSize({ kind: 'encoded', rawDataSize: transaction.rawDataHex.length / 2 }),
            energy,
          },
          prices: await rpc.getFeePrices(client),
          owner: await rpc.getOwnerResources(client, { address: sender.address }),
          deployer: await rpc.getDeployerShare(client, call),
        });
        expect(await send(transaction, sender)).toMatchObject({ succeeded: true, fee: expected.total });
      },
    ),
    { numRuns: scaled(5) },
  ));
