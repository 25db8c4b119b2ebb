// Which intents are enqueued, and in which form they are stored.
import { createMemoryStore, createOutboxQueue, type OutboxIntent } from '@coin/payments';
import { addressToHex } from '@coin/rpc/address';
import { describe, expect, test } from 'vitest';
import { call, transfer } from '../support/paying-node.ts';

const { owner, to } = transfer;
const [ownerHex, toHex] = [addressToHex(owner), addressToHex(to)];
const MAX_INT64 = 2n ** 63n - 1n;
const MAX_UINT256 = 2n ** 256n - 1n;
const AMOUNT = 5n;
const RESOURCE = 'ENERGY' as const;
const asset = { kind: 'transfer-asset', owner, to, tokenId: '1000001', amount: AMOUNT } as const;
const moved = { kind: 'transfer-token', owner, token: to, to, amount: AMOUNT } as const;
const stake = { kind: 'stake', owner, amount: AMOUNT, resource: RESOURCE } as const;
const delegate = { kind: 'delegate', owner, receiver: to, amount: AMOUNT, resource: RESOURCE } as const;
const vote = { kind: 'vote', owner, votes: [{ address: to, count: 1n }] } as const;
const withData = { kind: 'call', owner, contract: to, data: 'ab' } as const;
const withdraw = { kind: 'withdraw-reward', owner } as const;
const undefinedFields = { permissionId: undefined };

const enqueue = (intent: object) =>
  createOutboxQueue({ store: createMemoryStore() }).enqueue('a', intent as OutboxIntent);

describe('a valid intent', () => {
  test.each<[string, object, object]>([
    ['unchanged', transfer, transfer],
    ['with addresses in base58check', { ...transfer, owner: ownerHex, to: toHex }, transfer],
    ['without what is absent', { ...transfer, memo: undefined, ...undefinedFields }, transfer],
    ['without an empty memo', { ...transfer, memo: '' }, transfer],
    ['with a memo', { ...transfer, memo: 'x' }, { ...transfer, memo: 'x' }],
    ['without the permission of the owner', { ...transfer, permissionId: 0 }, transfer],
    ['with the highest permission', { ...transfer, permissionId: 9 }, { ...transfer, permissionId: 9 }],
    ['with the smallest amount', { ...transfer, amount: 1n }, { ...transfer, amount: 1n }],
    ['with the largest amount', { ...transfer, amount: MAX_INT64 }, { ...transfer, amount: MAX_INT64 }],
    ['with a token of the longest id', { ...asset, tokenId: '9'.repeat(19) }, { ...asset, tokenId: '9'.repeat(19) }],
    ['with a token of the shortest id', { ...asset, tokenId: '1' }, { ...asset, tokenId: '1' }],
    ['without a fee limit', { ...moved, feeLimit: undefined }, moved],
    ['with a fee limit', { ...moved, feeLimit: 0n }, { ...moved, feeLimit: 0n }],
    ['with the smallest amount of a token', { ...moved, amount: 1n }, { ...moved, amount: 1n }],
    ['with the largest amount of a token', { ...moved, amount: MAX_UINT256 }, { ...moved, amount: MAX_UINT256 }],
    ['with a token in base58check', { ...moved, token: toHex }, moved],
    ['as a stake for bandwidth', { ...stake, resource: 'BANDWIDTH' }, { ...stake, resource: 'BANDWIDTH' }],
    ['as an end of a stake', { ...stake, kind: 'unstake' }, { ...stake, kind: 'unstake' }],
    ['as a delegation', { ...delegate, receiver: toHex, lockBlocks: undefined }, delegate],
    ['as a delegation with a lock', { ...delegate, lockBlocks: 1 }, { ...delegate, lockBlocks: 1 }],
    ['as an end of a delegation', { ...delegate, kind: 'undelegate' }, { ...delegate, kind: 'undelegate' }],
    ['as votes', { ...vote, votes: [{ address: toHex, count: 1n }] }, vote],
    ['as a withdrawal', withdraw, withdraw],
    [
      'as a withdrawal of stake',
      { ...withdraw, kind: 'withdraw-unstaked' },
      { ...withdraw, kind: 'withdraw-unstaked' },
    ],
    ['as a call of a function', { ...call, owner: ownerHex, contract: toHex }, call],
    [
      'as a call without parameters',
      { ...call, parameter: undefined, functionSelector: 'f()' },
      { kind: 'call', owner, contract: call.contract, functionSelector: 'f()' },
    ],
    ['as a call with data', withData, withData],
    ['with hex in lower case', { ...withData, data: '0xAB' }, withData],
    ['without a call value of 0', { ...withData, callValue: 0n }, withData],
    ['without what a call lacks', { ...withData, memo: '', feeLimit: undefined, permissionId: 0 }, withData],
    [
      'with all that a call has',
      { ...withData, callValue: 1n, feeLimit: 2n, memo: 'x', permissionId: 3 },
      { ...withData, callValue: 1n, feeLimit: 2n, memo: 'x', permissionId: 3 },
    ],
  ])('is stored %s', async (_, given, stored) => {
    expect((await enqueue(given)).intent).toStrictEqual(stored);
  });

  test('is stored in one order of its fields, so the order in which they are given does not matter', async () => {
    const queue = createOutboxQueue({ store: createMemoryStore() });
    for (const intent of [delegate, { ...withData, memo: 'x' }]) {
      const reversed = Object.fromEntries(Object.entries(intent).toReversed()) as unknown as OutboxIntent;
      const first = await queue.enqueue(intent.kind, intent);
      expect(await queue.enqueue(intent.kind, reversed)).toStrictEqual(first);
    }
  });
});

describe('an invalid intent', () => {
  test.each<[string, string, unknown]>([
    ['kind', 'without a kind', { owner }],
    ['kind', 'of an unknown kind', { ...transfer, kind: 'gift' }],
    ['kind', 'of a kind that is a name of objects', { ...transfer, kind: 'toString' }],
    ['owner', 'without an owner', { ...transfer, owner: undefined }],
    ['owner', 'of a call without an owner', { ...call, owner: 'x' }],
    ['contract', 'without a contract', { ...call, contract: undefined }],
    ['to', 'with a wrong recipient', { ...transfer, to: to.slice(1) }],
    ['amount', 'with an amount of 0', { ...transfer, amount: 0n }],
    ['amount', 'with too large an amount', { ...transfer, amount: MAX_INT64 + 1n }],
    ['amount', 'with an amount that is a number', { ...transfer, amount: 5 }],
    ['amount', 'without an amount', { ...stake, amount: undefined }],
    ['memo', 'with a memo that is no text', { ...transfer, memo: 5 }],
    ['memo', 'of a call with a memo that is no text', { ...call, memo: 5 }],
    ['permissionId', 'with a negative permission', { ...transfer, permissionId: -1 }],
    ['permissionId', 'with a permission that no account has', { ...transfer, permissionId: 10 }],
    ['permissionId', 'of a call with a permission that no account has', { ...call, permissionId: 10 }],
    ['tokenId', 'with a token id of 0', { ...asset, tokenId: '0' }],
    ['tokenId', 'with a token id that begins with 0', { ...asset, tokenId: '01' }],
    ['tokenId', 'with an empty token id', { ...asset, tokenId: '' }],
    ['tokenId', 'with text before a token id', { ...asset, tokenId: 'x1000001' }],
    ['tokenId', 'with text after a token id', { ...asset, tokenId: '1000001x' }],
    ['tokenId', 'with letters in a token id', { ...asset, tokenId: '1abc' }],
    ['tokenId', 'with too long a token id', { ...asset, tokenId: '1'.repeat(20) }],
    ['tokenId', 'with a token id that is a number', { ...asset, tokenId: 1_000_001 }],
    ['token', 'with a token that is no address', { ...moved, token: '1000001' }],
    ['amount', 'with no units of a token', { ...moved, amount: 0n }],
    ['amount', 'with more units of a token than fit a word', { ...moved, amount: MAX_UINT256 + 1n }],
    ['feeLimit', 'with a negative fee limit', { ...moved, feeLimit: -1n }],
    ['feeLimit', 'of a call with a negative fee limit', { ...call, feeLimit: -1n }],
    ['resource', 'with an unknown resource', { ...stake, resource: 'TRON_POWER' }],
    ['resource', 'without a resource', { ...stake, resource: undefined }],
    ['lockBlocks', 'with a lock of no blocks', { ...delegate, lockBlocks: 0 }],
    ['receiver', 'with a wrong receiver', { ...delegate, receiver: 'x' }],
    ['votes', 'without votes', { ...vote, votes: undefined }],
    ['votes.0.address', 'with a vote for no address', { ...vote, votes: [{ address: 'x', count: 1n }] }],
    ['votes.0.count', 'with no votes for an address', { ...vote, votes: [{ address: to, count: 0n }] }],
    ['votes.0.weight', 'with an unknown field of a vote', { ...vote, votes: [{ address: to, count: 1n, weight: 1n }] }],
    ['votes.0', 'with a vote that is no object', { ...vote, votes: [5] }],
    ['amount', 'with a field of another kind', { ...withdraw, amount: AMOUNT }],
    ['feeLimit', 'of a transfer with a fee limit', { ...transfer, feeLimit: 5n }],
    ['to', 'of a call with a field of another kind', { ...call, to }],
    ['callValue', 'with a negative call value', { ...call, callValue: -1n }],
    ['data', 'with data and a function', { ...call, data: 'ab' }],
    ['data', 'with half a byte of data', { ...withData, data: 'abc' }],
    ['functionSelector', 'with neither data nor a function', { ...call, functionSelector: undefined }],
    ['functionSelector', 'with a function without parentheses', { ...call, functionSelector: 'transfer' }],
    ['parameter', 'with a part of a word', { ...call, parameter: '00'.repeat(33) }],
    ['parameter', 'with parameters that are no hex', { ...call, parameter: 'x' }],
  ])('is rejected for its %s: %s', async (argument, _, given) => {
    await expect(enqueue(given as object)).rejects.toMatchObject({
      code: 'ARGUMENT_INVALID',
      context: { argument, expected: expect.stringMatching(/./) },
    });
  });

  test('is rejected with what is wrong with an address, and what the function of @coin/rpc says', async () => {
    await expect(enqueue({ ...transfer, to: 'x' })).rejects.toMatchObject({
      context: { value: 'x', expected: expect.stringMatching(/^an address in base58check or 41-hex \(.+\)$/) },
      cause: { code: 'ADDRESS_INVALID' },
    });
    const cause = { code: 'ARGUMENT_INVALID', context: { expected: expect.stringMatching(/./) } };
    const error: unknown = await enqueue({ ...call, functionSelector: 'x' }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ context: { value: 'x' }, cause });
    const { context, cause: thrown } = error as { context: object; cause: { context: { expected: string } } };
    expect(context).toMatchObject({ expected: thrown.context.expected });
  });

  test('is rejected with what is expected of its kind, of a call and of a token id', async () => {
    const expectedOf = async (intent: object) => {
      const error: unknown = await enqueue(intent).catch((thrown: unknown) => thrown);
      return (error as { context: { expected: string } }).context.expected;
    };
    expect(await expectedOf({ ...transfer, kind: 'gift' })).toMatch(
      /^transfer or transfer-asset or .* or withdraw-unstaked$/,
    );
    expect(await expectedOf({ ...call, data: 'ab' })).toBe('given alone');
    expect(await expectedOf({ ...call, parameter: '00' })).toBe('whole words of 32 bytes in hex');
    expect(await expectedOf({ ...asset, tokenId: 'x' })).toBe('the id of a TRC-10 token in digits, as in 1000001');
  });
});
