import * as rpc from '@coin/rpc';
import { encodeCall, parseAbi } from '@coin/rpc/abi';
import { describeTransaction, readTransaction } from '@coin/rpc/inspect';
import { createKeySigner, createWalletSigner, type WalletTransaction } from '@coin/rpc/signer';
import * as fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { readTransactions } from '../conformance/transaction-cases.ts';
import { endpointCases } from '../src/endpoint-cases.ts';
import { createFaultyNetwork } from '../src/faulty-network.ts';
import { furtherChains, readRecordedChain, recordedChains } from '../src/recorded-chain.ts';

const network = await createFaultyNetwork();
const client = network.createClient();
const { owner, receiver, contract, privateKey } = network;
const builds = endpointCases(network).filter(({ kind }) => kind === 'build');
beforeEach(() => network.restore());

/** JSON with numbers for bigints. */
const toJson = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? Number(item) : item));

/** The JSON with visible false, as wallets get it. */
async function walletJson(transaction: rpc.Transaction): Promise<WalletTransaction> {
  let shown: WalletTransaction | undefined;
  const wallet = createWalletSigner({ sign: (json) => void (shown = json) }, { address: owner });
  await wallet.sign(new Uint8Array(32), transaction).catch(() => undefined);
  if (shown === undefined) throw new Error('the wallet was not asked');
  return shown;
}

/** What a transaction does, without what the node fills in. The parameters of a proposal have no order. */
const contentOf = ({ rawData }: rpc.Transaction): unknown => {
  const text = toJson([rawData['contract'], rawData['data'], rawData['fee_limit']]);
  return JSON.parse(text, (name, value: { readonly key: number }[]) =>
    name === 'parameters' ? value.toSorted((a, b) => a.key - b.key) : value,
  );
};

test.each(builds)(
  'reads what $name builds in every form, and the call that builds it again',
  async ({ name, call }) => {
    const built = (await call(client)) as rpc.Transaction;
    const { txID, rawData, rawDataHex } = built;
    const shown = { txID, raw_data: rawData, raw_data_hex: rawDataHex, visible: true };
    const hidden = await walletJson(built);
    for (const given of [rawDataHex, rpc.encodeTransaction(built), toJson(shown), shown, toJson(hidden), hidden])
      expect(readTransaction(given)).toEqual(built);

    const { build, contractType, text, expiration } = describeTransaction(built);
    expect(expiration).toBe(built.expiration);
    expect(text).toMatch(/^T\w{33} [a-z]/);
    if (contractType === 'CreateSmartContract') return expect(build).toBeUndefined();
    expect(name).toMatch(new RegExp(`^${build?.functionName}\\b`));
    const builder = rpc[build?.functionName as 'stake'];
    expect(contentOf(await builder(client, build?.args as never))).toEqual(contentOf(built));
  },
);

test('signatures are read, and what was signed is what is sent', async () => {
  const signer = createKeySigner(privateKey);
  const built = await rpc.createTransaction(client, { owner, to: receiver, amount: 5n });
  const { txID, rawDataHex, signatures } = await rpc.signTransaction(built, signer);
  const read = readTransaction({ txID, raw_data_hex: rawDataHex, signature: signatures });
  expect(read.signatures).toEqual(signatures);
  expect((await rpc.sendTransaction(client, { transaction: read })).succeeded).toBe(true);
});

/** Every place of JSON with a number or a text. */
function placesOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, item]) => placesOf(item, [...path, key]));
}

function replaceAt(value: unknown, [key, ...path]: readonly string[]): unknown {
  if (key === undefined) return typeof value === 'number' ? value + 1 : `${String(value)}00`;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<string, unknown>;
  copy[key] = replaceAt(copy[key], path);
  return copy;
}

test('JSON that says something else than the bytes is rejected, whatever differs', async () => {
  const built = await rpc.createTransaction(client, { owner, to: receiver, amount: 1_000_000n, memo: 'order 7' });
  const other = await rpc.createTransaction(client, { owner, to: receiver, amount: 999_000_000n });
  const shown = JSON.parse(
    toJson({ txID: built.txID, raw_data: built.rawData, raw_data_hex: built.rawDataHex }),
  ) as object;
  for (const json of [shown, await walletJson(built)]) {
    const places = placesOf(json).filter(([first]) => first === 'raw_data' || first === 'txID');
    expect(places.length).toBeGreaterThan(9);
    fc.assert(
      fc.property(fc.constantFrom(...places), (place) => {
        expect(() => readTransaction(replaceAt(json, place) as never)).toThrow(
          expect.objectContaining({ code: 'ARGUMENT_INVALID' }),
        );
      }),
    );
    expect(() => readTransaction({ ...json, raw_data_hex: other.rawDataHex })).toThrow('the hash of raw_data_hex');
    expect(() => readTransaction({ ...json, txID: other.txID, raw_data_hex: other.rawDataHex })).toThrow(
      expect.objectContaining({ context: expect.objectContaining({ argument: expect.stringMatching(/^raw_data\./) }) }),
    );
  }
  expect(() => readTransaction({ txID: built.txID } as never)).toThrow('raw_data_hex');
  expect(() => readTransaction(`${built.rawDataHex}7801`)).toThrow(
    expect.objectContaining({ code: 'ARGUMENT_INVALID' }),
  );
});

const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function mint()',
]);
const MOST = 2n ** 256n - 1n;

test.each([
  ['transfer', [receiver, 5n], {}, `sends 5 of token ${contract} to ${receiver}`],
  ['transferFrom', [receiver, owner, 5n], {}, `sends 5 of token ${contract} from ${receiver} to ${owner}`],
  [
    'approve',
    [receiver, MOST],
    { approval: { token: contract, spender: receiver, amount: MOST } },
    `allows ${receiver} to take any amount of token ${contract}`,
  ],
  ['mint', [], { transfers: [] }, `calls 0x1249c58b of contract ${contract}`],
] as const)('describes a call of %s', async (functionName, args, expected, words) => {
  const { functionSelector, parameter } = encodeCall({ abi, functionName, args });
  const data = rpc.functionSelectorHex(functionSelector) + parameter;
  const intent = { owner, contract, data, feeLimit: 7_000_000n };
  const described = describeTransaction(await rpc.triggerSmartContract(client, intent));
  expect(described).toMatchObject({
    ...expected,
    owner,
    feeLimit: 7_000_000n,
    permissionId: 0,
    text: `${owner} ${words}`,
  });
  expect(described.build).toEqual({ functionName: 'triggerSmartContract', args: intent });
});

test('describes payments as data: coin, tokens of the network, and coin for a call', async () => {
  const memo = 'order 7';
  const coin = await rpc.createTransaction(client, { owner, to: receiver, amount: 1_500_000n, memo });
  expect(describeTransaction(coin)).toMatchObject({
    text: `${owner} pays 1.5 coin to ${receiver}`,
    transfers: [{ asset: 'coin', from: owner, to: receiver, amount: 1_500_000n }],
    memo,
  });
  const { tokenId } = network;
  const asset = await rpc.transferAsset(client, { owner, to: receiver, tokenId, amount: 5n });
  expect(describeTransaction(asset).transfers).toEqual([{ asset: { tokenId }, from: owner, to: receiver, amount: 5n }]);
  const call = { owner, contract, data: '12345678', callValue: 3n, feeLimit: 1n };
  expect(describeTransaction(await rpc.triggerSmartContract(client, call))).toMatchObject({
    text: `${owner} calls 0x12345678 of contract ${contract}, and pays it 0.000003 coin`,
    transfers: [{ asset: 'coin', from: owner, to: contract, amount: 3n }],
  });
});

test('tells of a token that a call pays to a contract', async () => {
  const { tokenId } = network;
  const response = await network.node.fetch('http://node/wallet/triggersmartcontract', {
    method: 'POST',
    body: JSON.stringify({
      owner_address: owner,
      contract_address: contract,
      data: '12345678',
      call_token_value: 5,
      token_id: Number(tokenId),
      call_value: 2,
      fee_limit: 1_000_000,
      visible: true,
    }),
  });
  const { transaction } = (await response.json()) as { transaction: never };
  const described = describeTransaction(readTransaction(transaction));
  expect(described).toMatchObject({
    text: `${owner} calls 0x12345678 of contract ${contract}, and pays it 0.000002 coin and 5 of token ${tokenId}`,
    transfers: [
      { asset: 'coin', from: owner, to: contract, amount: 2n },
      { asset: { tokenId }, from: owner, to: contract, amount: 5n },
    ],
  });
  expect(described).not.toHaveProperty('build');
});

test('describes in words what wallets have published, and what java-tron had in blocks', () => {
  const published = ['bitgo', 'ledger'].flatMap((name) =>
    readTransactions(new URL(`../conformance/${name}/transactions.jsonl`, import.meta.url).pathname),
  );
  // The transactions of block 0 are of no owner.
  const recorded = [...recordedChains, ...furtherChains].flatMap((name) =>
    readRecordedChain(name)
      .blocks.filter(({ number }) => number > 0)
      .flatMap(({ transactions }) => transactions),
  );
  expect([published.length, recorded.length]).toEqual([19, 4_098]);
  // Its contract has another type than its type_url.
  const [odd] = published.filter(({ name }) => name === 'validWithdrawUnsignedTx');
  expect(() => readTransaction(odd?.rawDataHex ?? '')).toThrow(expect.objectContaining({ code: 'ARGUMENT_INVALID' }));
  const hexes = [
    ...published.filter((each) => each !== odd).map(({ rawDataHex }) => rawDataHex),
    ...recorded.map((each) => each.raw_data_hex),
  ];
  const types = new Set<string>();
  for (const hex of hexes) {
    const { text, contractType } = describeTransaction(readTransaction(hex));
    types.add(contractType);
    expect(text).toMatch(/^T\w{33} (?!makes a )/);
    expect(text).not.toContain('token _');
  }
  expect(types.size).toBeGreaterThan(30);
});
