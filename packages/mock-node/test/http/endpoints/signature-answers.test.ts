import { describe, expect, test } from 'vitest';
import { alice, bob, openNetwork, type Json } from '../../support/governance-network.ts';
import { signId } from '../../support/sign-id.ts';

const { ask } = openNetwork();
const built = await ask('createtransaction', { owner_address: alice.address, to_address: bob.address, amount: 1 });
const id = String(built['txID']);
const [mine, stranger] = [alice, bob].map(({ key }) => signId(id, key)) as [string, string];

/** The transaction with other members of its contract. */
function withContract(members: Json): Json {
  const raw = built['raw_data'] as { readonly contract: readonly Json[] };
  return { ...built, raw_data: { ...raw, contract: raw.contract.map((contract) => ({ ...contract, ...members })) } };
}

describe.each(['getsignweight', 'getapprovedlist'])('%s', (path) => {
  const isWeight = path === 'getsignweight';
  const about = (signature: readonly string[], transaction = built): Promise<Json> =>
    ask(path, { ...transaction, signature });

  test('lists the signers, and shows signatures of their size', async () => {
    const answer = await about([`${mine}ffff`]);
    expect(answer['approved_list']).toEqual([alice.address]);
    expect(answer['transaction']).toMatchObject({ transaction: { signature: [mine] }, txid: id });
    expect(answer['result']).toEqual({});
  });

  test('refuses more signatures than any transaction may have', async () => {
    expect(await about(Array<string>(6).fill(mine))).toEqual({
      result: { code: 'OTHER_ERROR', message: 'too many signatures' },
    });
  });

  test.each<[string, () => Promise<Json>, string]>([
    ['a stranger', () => about([stranger]), `${id} is signed by `],
    ['two signatures of one key', () => about([mine, mine]), 'Signature count is 2 more than key counts'],
    ['a missing permission', () => about([mine], withContract({ Permission_id: 5 })), 'Permission for this, does not'],
    ['a permission of witnesses', () => about([mine], withContract({ Permission_id: 1 })), 'Permission for this, does'],
  ])('refuses %s', async (_, answer, words) => {
    const { result } = (await answer()) as { readonly result: { readonly code: string; readonly message: string } };
    const prefix = isWeight ? '' : 'class org.tron.core.exception.PermissionException : ';
    expect(result.code).toBe(isWeight ? 'PERMISSION_ERROR' : 'OTHER_ERROR');
    expect(result.message).toContain(prefix + words);
  });

  test('names what is no signature', async () => {
    const codeOf = async (signature: string): Promise<unknown> => (await about([signature]))['result'];
    expect(await codeOf('00')).toEqual({ code: 'SIGNATURE_FORMAT_ERROR', message: 'Signature size is 1' });
    expect(await codeOf('00'.repeat(65))).toMatchObject({ code: 'COMPUTE_ADDRESS_ERROR' });
  });
});
