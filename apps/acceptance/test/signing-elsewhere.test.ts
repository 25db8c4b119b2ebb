import { createMockNode, serve } from '@coin/mock-node';
import * as rpc from '@coin/rpc';
import { hashMessage, signMessage, verifyMessage } from '@coin/rpc/message';
import {
  addSignature,
  combineSignatures,
  extendExpiration,
  signatureWeight,
  createKeySigner,
  createWalletSigner,
  signingPayload,
} from '@coin/rpc/signer';
// Signatures that are made by others: a wallet in the page, several people, tronweb; the node judges the result.
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { TronWeb, type Types } from 'tronweb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import token from '../fixtures/token.json' with { type: 'json' };

const node = createMockNode({ startTime: 'wall-clock' });
const [account, receiver, first, second, third] = node.accounts;
const client = rpc.createNodeClient({ transport: node });
const owner = account.address;
const to = receiver.address;
let tronWeb: TronWeb;
let close: () => Promise<void>;
beforeAll(async () => {
  const server = await serve(node, { port: 0 });
  tronWeb = new TronWeb({ fullHost: server.url, privateKey: account.privateKey });
  close = () => server.close();
});
afterAll(() => close());

describe('tronweb as the wallet of a page', () => {
  const witness = async () => (await rpc.listWitnesses(client))[0]?.address ?? expect.fail('there is no witness');
  const deploy = { bytecode: token.bytecode, abi: token.abi, parameter: 1000n.toString(16).padStart(64, '0') };
  const call = {
    owner,
    functionSelector: 'transfer(address,uint256)',
    parameter: '00'.repeat(64),
    feeLimit: 10_000_000n,
  };

  test.each<[string, () => Promise<rpc.Transaction>]>([
    ['a transfer with a memo', () => rpc.createTransaction(client, { owner, to, amount: 5n, memo: 'Grüße 🌍' })],
    [
      'a deployment',
      () =>
        rpc.deployContract(client, {
          ...deploy,
          owner,
          name: 'Token',
          feeLimit: 1_000_000_000n,
          callerPercent: 7,
          deployerEnergyLimit: 9n,
        }),
    ],
    [
      'a call',
      async () => {
        const deployment = rpc.deployContract(client, { ...deploy, owner, feeLimit: 1_000_000_000n });
        const signer = createKeySigner(account.privateKey);
        const { contractAddress: contract = '' } = await rpc.sendTransaction(client, {
          transaction: deployment,
          signer,
        });
        return rpc.triggerSmartContract(client, { ...call, contract });
      },
    ],
    ['a stake for bandwidth', () => rpc.stake(client, { owner, amount: 5_000_000n, resource: 'BANDWIDTH' })],
    ['a stake for energy', () => rpc.stake(client, { owner, amount: 5_000_000n, resource: 'ENERGY' })],
    ['votes', async () => rpc.vote(client, { owner, votes: [{ address: await witness(), count: 2n }] })],
    [
      'a delegation',
      () =>
        rpc.delegateResource(client, { owner, receiver: to, amount: 1_000_000n, resource: 'ENERGY', lockBlocks: 9 }),
    ],
    ['the registration of a witness', () => rpc.createWitness(client, { owner, url: 'http://ä.example' })],
    ['a witness’s new page', () => rpc.updateWitness(client, { owner, url: 'http://ö.example' })],
    ['a brokerage', () => rpc.updateBrokerage(client, { owner, brokeragePercent: 7 })],
    ['a proposal', () => rpc.createProposal(client, { owner, parameters: { energyFee: 7n } })],
    [
      'permissions',
      () => {
        const permission = { threshold: 1n, keys: [{ address: owner, weight: 1n }] };
        return rpc.updateAccountPermissions(client, {
          owner,
          ownerPermission: permission,
          witnessPermission: permission,
          activePermissions: [{ ...permission, operations: ['TransferContract', 'UpdateBrokerageContract'] }],
        });
      },
    ],
  ])('signs %s, and the node accepts it', async (_, build) => {
    const built = await build();
    const signed = await rpc.signTransaction(built, createWalletSigner(tronWeb.trx, { address: owner }));
    expect(signed).toEqual(await rpc.signTransaction(built, createKeySigner(account.privateKey)));
    expect(await rpc.broadcastTransaction(client, signed)).toMatchObject({ status: 'accepted' });
  });
});

describe('an account whose keys are held by several people', () => {
  const people = [first, second, third].map(({ privateKey }) => createKeySigner(privateKey));
  const weights = [1n, 2n, 3n];
  const keys = people.map(({ address }, index) => ({ address, weight: weights[index] ?? 0n }));
  const threshold = 4n;

  beforeAll(async () => {
    const wire = keys.map(({ address, weight }) => ({ address, weight: Number(weight) }));
    const permission = { permission_name: 'people', threshold: Number(threshold), keys: wire };
    const ownerPermission = { type: 0, ...permission, keys: [{ address: to, weight: 4 }] };
    const active = { type: 2, ...permission, operations: `02${'00'.repeat(31)}` };
    const built = await tronWeb.transactionBuilder.updateAccountPermissions(to, ownerPermission, undefined, [active]);
    const signed = await tronWeb.trx.sign(built, receiver.privateKey);
    expect(await tronWeb.trx.sendRawTransaction(signed)).toMatchObject({ result: true });
  });

  const build = async () => {
    const transfer = await rpc.createTransaction(client, { owner: to, to: owner, amount: 7n, permissionId: 2 });
    return extendExpiration(transfer, transfer.timestamp + 3_600_000);
  };
  const readAccount = async () => (await rpc.getAccount(client, { address: to })) ?? expect.fail('there is no account');

  test('has the same weight of signatures as the node counts, for any signers in any order', async () => {
    const transfer = await build();
    const account = await readAccount();
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(people), async (chosen) => {
        const copies = chosen.map((person) => {
          const signature = person.sign(signingPayload(transfer).digest);
          return addSignature(transfer, { signature, address: person.address });
        });
        const signed = combineSignatures([transfer, ...copies]);
        const { weight, threshold: needed, missingWeight, unsigned } = signatureWeight(signed, account);
        const raw_data_hex = signed.rawDataHex;
        const body = { txID: signed.txID, raw_data: signed.rawData, raw_data_hex, signature: signed.signatures };
        const answer = await node.fetch('http://node.example/wallet/getsignweight', {
          method: 'POST',
          body: JSON.stringify({ visible: true, ...body }, (_, item: unknown) =>
            typeof item === 'bigint' ? Number(item) : item,
          ),
        });
        const counted = (await answer.json()) as {
          current_weight?: number;
          approved_list?: string[];
          result: { code?: string };
        };
        expect(BigInt(counted.current_weight ?? 0)).toBe(weight);
        expect(counted.result.code === undefined).toBe(missingWeight === 0n);
        expect(needed).toBe(threshold);
        const approved = new Set(counted.approved_list ?? []);
        expect(unsigned).toEqual(keys.filter(({ address }) => !approved.has(address)));
      }),
      { numRuns: scaled(16) },
    );
  });

  test('sends a transfer that two people signed apart, one of them in a wallet', async () => {
    const transfer = await build();
    const stored = rpc.encodeTransaction(transfer);
    const wallet = { sign: (given: Types.Transaction) => tronWeb.trx.multiSign(given, third.privateKey) };
    const inWallet = await rpc.signTransaction(
      rpc.decodeTransaction(stored),
      createWalletSigner(wallet, { address: third.address }),
    );
    const account = await readAccount();
    expect(signatureWeight(inWallet, account)).toMatchObject({ weight: 3n, missingWeight: 1n });
    await expect(rpc.broadcastTransaction(client, inWallet)).rejects.toMatchObject({ code: 'BROADCAST_REJECTED' });
    const atHome = await rpc.signTransaction(rpc.decodeTransaction(stored), createKeySigner(first.privateKey));
    const transaction = combineSignatures([atHome, inWallet]);
    expect(signatureWeight(transaction, account).missingWeight).toBe(0n);
    expect(await rpc.sendTransaction(client, { transaction })).toMatchObject({ succeeded: true });
  });

  test('rejects, before the node does, operations that the permission does not allow', async () => {
    const staking = await rpc.stake(client, { owner: to, amount: 5_000_000n, resource: 'ENERGY', permissionId: 2 });
    const account = await readAccount();
    expect(() => signatureWeight(staking, account)).toThrow(/does not allow FreezeBalanceV2Contract/);
    const signed = people.reduce(
      (transaction, person) =>
        addSignature(transaction, { signature: person.sign(signingPayload(staking).digest), address: person.address }),
      staking,
    );
    await expect(rpc.broadcastTransaction(client, signed)).rejects.toMatchObject({
      code: 'BROADCAST_REJECTED',
      context: { nodeCode: 'SIGERROR', nodeMessage: expect.stringContaining('Permission denied') },
    });
  });
});

test('an extended expiration gives the transaction that tronweb gives', async () => {
  const built = await tronWeb.transactionBuilder.sendTrx(to, 5, owner);
  const extended = await tronWeb.transactionBuilder.extendExpiration(built, 600);
  const ours = rpc.decodeTransaction(`0a${(built.raw_data_hex.length / 2).toString(16)}01${built.raw_data_hex}`);
  const { txID, rawDataHex } = extendExpiration(ours, extended.raw_data.expiration);
  expect({ txID, rawDataHex }).toEqual({ txID: extended.txID, rawDataHex: extended.raw_data_hex });
});

describe('messages', () => {
  const messages = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), fc.uint8Array());
  const keys = fc.constantFrom(...node.accounts);

  test('are signed and hashed as tronweb does it', () =>
    fc.assert(
      fc.asyncProperty(messages, keys, async (message, { privateKey }) => {
        expect(Buffer.from(hashMessage(message)).toString('hex')).toBe(
          tronWeb.utils.message.hashMessage(message).slice(2),
        );
        const signature = await signMessage(message, createKeySigner(privateKey));
        expect(signature).toBe(tronWeb.trx.signMessageV2(message, privateKey));
      }),
      { numRuns: scaled(25) },
    ));

  test('that one side signs are verified by the other, and no others', () =>
    fc.assert(
      fc.asyncProperty(messages, messages, keys, async (message, other, { privateKey, address }) => {
        const theirs = tronWeb.trx.signMessageV2(message, privateKey);
        const ours = await signMessage(message, createKeySigner(privateKey));
        expect(await tronWeb.trx.verifyMessageV2(message, ours)).toBe(address);
        const verified = verifyMessage({ message: other, signature: theirs, address });
        expect(verified).toBe((await tronWeb.trx.verifyMessageV2(other, theirs)) === address);
        expect(verifyMessage({ message, signature: theirs, address })).toBe(true);
      }),
      { numRuns: scaled(15) },
    ));
});
