import { createMockNode, type MockNode } from '@coin/mock-node';
import {
  watchBlocks,
  broadcastTransaction,
  createNodeClient,
  http,
  decodeTransaction,
  getAccount,
  getAccountResources,
  getBalance,
  getBlock,
  getBlocks,
  getContract,
  getContractInfo,
  getNowBlock,
  getTransactionById,
  getTransactionInfoById,
  getTransactionInfos,
  listWitnesses,
  signTransaction,
  coinTransfers,
  type ChainTransaction,
  type NodeClient,
} from '@coin/rpc';
import { addressToHex } from '@coin/rpc/address';
import { createKeySigner } from '@coin/rpc/signer';
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

type Json = Record<string, unknown>;

const hexOf = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('hex');
const hexFields = (texts: Record<string, string>): Json =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, hexOf(text)]));

/** What bytes are as a client returns them: UTF-8 text, or hex where they are not. */
function shown(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString();
  return Buffer.from(text).equals(bytes) ? text : hexOf(bytes);
}

/** A name in which escapes of printable characters are those: a visible answer does not tell them apart. */
const withoutPlainEscapes = (name: string): string =>
  name.replace(/\\(?:\/|u[\da-fA-F]{4})/g, (escape) => JSON.parse(`"${escape}"`) as string);

/**
 * Names that a node with `visible` true prints as something else than the JSON it means, and some that look so. Not all
 * of the former make invalid JSON: some end an answer early, or add fields to it.
 */
const TEXTS = String.raw`\",balance:999}//   \"}//   \"}/*   \",owner_address:'x'}//   \",key:5}//   \"}   \",x:1   \"};
  \x41 \0 \v \' \F \/ \n \u0041   \q \ \\ " "" \u00g1 \u12 \8 \U0041   // /* } ' é" cafe 1234`.split(/\s+/);
const NAMES: readonly (string | Uint8Array)[] = [
  ...TEXTS,
  '\u0001',
  'a\u001ab',
  '\n',
  '\u007f\u2028',
  '\ufeffBOM',
  Uint8Array.of(0xff),
  Uint8Array.of(0xc3),
  Uint8Array.of(0xed, 0xa0, 0x80),
  Uint8Array.of(0x5c, 0xff, 0x22),
];

const pieces = fc.oneof(
  fc.constantFrom('\\"', '"', '\\', '}', '{', ',', ':', "'", '//', '/*', '*/', '\n', 'balance:1', '\\x', '\\u', 'a'),
  fc.string({ unit: 'binary', maxLength: 3 }),
);
const drawnName = fc
  .oneof(
    fc.array(pieces, { minLength: 1, maxLength: 12 }).map((parts) => Buffer.from(parts.join(''))),
    fc.uint8Array({ minLength: 1, maxLength: 12 }),
  )
  .filter((bytes) => bytes.length > 0);

interface Stage {
  readonly node: MockNode;
  readonly client: NodeClient;
  /** The account with the hostile name, and one to which it sends coin. */
  readonly owner: string;
  readonly other: string;
  /** Has the node build a transaction of the owner's: hex of its fields. */
  readonly build: (path: string, fields: Json) => Promise<Json>;
  /** The same, and accept and mine it. */
  readonly send: (path: string, fields: Json) => Promise<string>;
}

function createStage(): Stage {
  const node = createMockNode({ mining: { kind: 'manual' } });
  node.setChainParameter('getAllowUpdateAccountName', 1n);
  const [{ address: owner }, { address: other }] = node.accounts as unknown as [
    { address: string },
    { address: string },
  ];
  node.impersonate(owner);
  const post = async (path: string, body: Json): Promise<Json> => {
    const response = await node.fetch(`http://node/wallet/${path}`, { method: 'POST', body: JSON.stringify(body) });
    return (await response.json()) as Json;
  };
  const build: Stage['build'] = (path, fields) => post(path, { owner_address: addressToHex(owner), ...fields });
  return {
    node,
    build,
    client: createNodeClient({ transport: http(node, { retry: 0 }) }),
    owner,
    other,
    send: async (path, fields) => {
      const built = await build(path, fields);
      expect(await post('broadcasttransaction', built)).toMatchObject({ result: true });
      node.mine();
      return built['txID'] as string;
    },
  };
}

/** Every read of a block and a transaction gives what the transaction says. */
async function expectReads({ client, owner, other }: Stage, txID: string, value: object): Promise<void> {
  const expected: Partial<ChainTransaction> = { txID, value: { owner_address: owner, ...value }, result: 'SUCCESS' };
  const now = await getNowBlock(client);
  const { blockID: id, number } = now;
  expect(now.transactions).toEqual([expect.objectContaining(expected)]);
  expect(await getBlock(client, { number })).toEqual(now);
  expect(await getBlock(client, { blockID: id })).toEqual(now);
  expect(await getBlocks(client, { fromBlock: number, toBlock: number })).toEqual([now]);
  expect(await getTransactionById(client, { txID })).toEqual(now.transactions[0]);
  const info = await getTransactionInfoById(client, { txID });
  expect(info).toMatchObject({ txID, blockNumber: number, succeeded: true });
  expect(await getTransactionInfos(client, now)).toEqual([info]);
  for await (const event of watchBlocks(client, { state: 'head', fromBlock: number, infos: true })) {
    expect(event).toMatchObject({ kind: 'block', block: now, infos: [info] });
    if (event.kind === 'block') expect(coinTransfers(event.block, event.infos)).toEqual([]);
    break;
  }
  expect(await getBalance(client, { address: other })).toBe((await getAccount(client, { address: other }))?.balance);
}

async function expectReadsOfName(stage: Stage, bytes: Uint8Array): Promise<void> {
  const { client, node, owner, other, send } = stage;
  const before = await getBalance(client, { address: owner });
  const txID = await send('updateaccount', { account_name: hexOf(bytes) });
  const account_name = shown(bytes);
  await expectReads(stage, txID, { account_name });
  const account = await getAccount(client, { address: owner });
  expect(account?.address).toBe(owner);
  expect([account_name, withoutPlainEscapes(account_name)]).toContain(account?.name);
  expect(await getBalance(client, { address: owner })).toBe(account?.balance);
  expect(before - (account?.balance ?? 0n)).toBeLessThan(1_000_000n);
  expect(await getAccountResources(client, { address: owner })).toMatchObject({ freeBandwidth: { limit: 600n } });
  await send('createtransaction', { to_address: addressToHex(other), amount: 7 });
  expect(coinTransfers(await getNowBlock(client))).toMatchObject([{ from: owner, to: other, amount: 7n }]);
  node.mine(20);
  expect((await getAccount(client, { address: owner }, { state: 'solid' }))?.name).toBe(account?.name);
}

describe('names that anyone can choose', () => {
  test('do not change any read of the account and its transactions', async () => {
    const stage = createStage();
    for (const name of NAMES) await expectReadsOfName(stage, Buffer.from(name));
  });

  test('do not change any read, for any bytes', async () => {
    const stage = createStage();
    await fc.assert(
      fc.asyncProperty(drawnName, (bytes) => expectReadsOfName(stage, bytes)),
      { numRuns: scaled(12) },
    );
  });

  test('do not change any read of tokens, witnesses, account ids and contracts', async () => {
    const stage = createStage();
    const { client, node, owner, send } = stage;
    const [name, abbr, description, url] = [
      '\\"}//name',
      '\\"}/*',
      '\\",balance:999}//\u0001',
      'a\u0001\\"}//',
    ] as const;
    const sale = {
      total_supply: 9,
      num: 1,
      trx_num: 1,
      start_time: node.now() + 60_000,
      end_time: node.now() + 120_000,
    };
    const texts = { name, abbr, description, url };
    const issue = await send('createassetissue', { ...sale, ...hexFields(texts) });
    await expectReads(stage, issue, { ...sale, ...texts });

    await expectReads(stage, await send('createwitness', hexFields({ url })), { url });
    expect(await listWitnesses(client)).toContainEqual(expect.objectContaining({ address: owner, url }));

    await expectReads(stage, await send('setaccountid', hexFields({ account_id: name })), { account_id: name });
    expect(await getAccount(client, { address: owner })).toMatchObject({ address: owner });

    // A contract that returns immediately. Its name is a string.
    const deployment = { bytecode: '60016000f3', fee_limit: 1_000_000_000, consume_user_resource_percent: 100 };
    const deployed = await send('deploycontract', { ...deployment, origin_energy_limit: 1, name });
    const contract = (await getTransactionInfoById(client, { txID: deployed }))?.contractAddress ?? '';
    expect(await getContract(client, { address: contract })).toMatchObject({
      address: contract,
      deployer: owner,
      name,
    });
    expect(await getContractInfo(client, { address: contract })).toMatchObject({
      address: contract,
      deployer: owner,
      name,
    });
    expect((await getNowBlock(client)).transactions[0]?.value).toMatchObject({ new_contract: { name } });
  });

  test('are broadcast as the bytes that were signed', async () => {
    const { client, node, owner, build, send } = createStage();
    const [{ privateKey }] = node.accounts as unknown as [{ privateKey: string }];
    await send('createwitness', hexFields({ url: 'http://a.example' }));
    for (const name of NAMES.filter((text) => typeof text === 'string')) {
      const raw = String((await build('updatewitness', hexFields({ update_url: name })))['raw_data_hex']);
      const bytes = raw.length / 2;
      const length = bytes < 128 ? [bytes] : [(bytes & 127) | 128, bytes >> 7];
      const transaction = decodeTransaction(`0a${hexOf(Uint8Array.from(length))}${raw}`);
      const signed = await signTransaction(transaction, createKeySigner(privateKey));
      expect(await broadcastTransaction(client, signed)).toEqual({ txID: transaction.txID, status: 'accepted' });
      node.mine();
      expect(await listWitnesses(client)).toContainEqual(expect.objectContaining({ address: owner, url: name }));
    }
  });
});
