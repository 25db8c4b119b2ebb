import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Source } from '../case.ts';
import { transactionCases } from '../transaction-cases.ts';

interface SigningTest {
  readonly name: string;
  readonly parameters: { readonly raw_data_hex: string; readonly contract: { readonly owner_address: string } };
  /** Has no signature if the device must reject the transaction. */
  readonly result: { readonly signature?: string };
}

/** What a Trezor device signs with the key of its tests. */
export const trezor: Source = {
  name: 'trezor',
  origin: 'trezor/trezor-firmware dd7afbc3df8d, common/tests/fixtures/tron/sign_tx.json',
  licence: 'LGPL-3.0, so it is fetched when asked',
  read: (folder) => {
    const text = readFileSync(join(folder, 'common/tests/fixtures/tron/sign_tx.json'), 'utf8');
    const { tests } = JSON.parse(text) as { tests: readonly SigningTest[] };
    return transactionCases(
      tests.flatMap(({ name, parameters: { raw_data_hex: rawDataHex, contract }, result: { signature } }) =>
        signature === undefined
          ? []
          : [{ name, rawDataHex, signatures: [signature.toLowerCase()], signers: [contract.owner_address] }],
      ),
    );
  },
  exclusions: [
    {
      cause: 'it is signed with another key than that of its owner',
      source: 'the names of the tests',
      cases: ['Claim_Unfrozen_Balance_different_owner', 'Claim_Voting_Rewards_different_owner'],
    },
  ],
};
