// A fork reads texts that anyone on the network can set, whatever they contain.
import { expect, test } from 'vitest';
import { createMockNode } from '../../src/index.ts';
import { fromBase58 } from '../../src/protocol/address.ts';
import { ask } from '../support/fork-reads.ts';
import { forkOf } from '../support/fork-upstream.ts';

const NAMES = ['\\"}//name', '\\"}/*name', '\\",owner_address:1}//', '\\x41name00', 'a\u0001"\\\u001a', '\u00ff\\"};'];

const hexOf = (text: string): string => Buffer.from(text).toString('hex');

test('a fork of a network with names that break its JSON answers as the network does', async () => {
  const live = createMockNode();
  const [base58 = '', other = ''] = live.accounts.map(({ address }) => address);
  const owner_address = fromBase58(base58) ?? '';
  live.setChainParameter('getAllowUpdateAccountName', 1n);
  live.impersonate(base58);
  const sent: string[] = [];
  const send = async (endpoint: string, fields: object): Promise<void> => {
    const built = JSON.parse(await ask(live, endpoint, { owner_address, ...fields }));
    expect(JSON.parse(await ask(live, 'broadcasttransaction', built))).toMatchObject({ result: true });
    sent.push(built.txID);
  };
  const deployment = { bytecode: '60016000f3', fee_limit: 1_000_000_000, origin_energy_limit: 1 };
  const sale = { total_supply: 9, num: 1, trx_num: 1, start_time: live.now() + 60_000, end_time: live.now() + 120_000 };
  const [text = ''] = NAMES;
  const token = { name: hexOf(text), abbr: hexOf(text), description: hexOf(text), url: hexOf('\u0001\\"}//') };
  await send('createassetissue', { ...sale, ...token });
  await send('createwitness', { url: hexOf(text) });
  await send('setaccountid', { account_id: hexOf(text) });
  for (const name of NAMES) {
    await send('deploycontract', { ...deployment, name });
    await send('updateaccount', { account_name: hexOf(name) });
    const fork = await forkOf(live);
    const { contract_address } = JSON.parse(await ask(live, 'gettransactioninfobyid', { value: sent.at(-2) }));
    for (const [endpoint, body] of [
      ['getaccount', { address: owner_address }],
      ['getaccount', { address: base58, visible: true }],
      ['getaccountbyid', { account_id: hexOf(text) }],
      ['getassetissuebyid', { value: '1000001' }],
      ['getcontract', { value: contract_address }],
      ['getcontractinfo', { value: contract_address }],
      ['listwitnesses', {}],
      ...sent
        .slice(-5)
        .flatMap((value) => [
          ['gettransactionbyid', { value }] as const,
          ['gettransactionbyid', { value, visible: true }] as const,
          ['gettransactioninfobyid', { value }] as const,
        ]),
    ] as const)
      expect(await ask(fork, endpoint, body), `${endpoint} of ${name}`).toBe(await ask(live, endpoint, body));
    await fork.setBalance(other, 7n);
    expect(JSON.parse(await ask(fork, 'getaccount', { address: other, visible: true }))).toMatchObject({ balance: 7 });
  }
});
